import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// The contract's purchase report, alone and beside the App Store's notification of the same charge.
struct ContractReportTests {
    private static let report = """
        {"attempt_id":"5b0fe0a2-9a5e-4a55-8f8e-0d7f4a1f6a10","app_user_id":"u_1042",
         "product_id":"basic_subscription_1_month",
         "transaction_id":"230001020690335","original_transaction_id":"1000000831360853",
         "environment":"Production","bundle_id":"com.example.app",
         "app_version":"5.2.1","os_version":"17.5","device":"iPhone14,5","storefront":"DEU",
         "price":{"amount":"9.99","currency":"EUR"},
         "events":[{"at":"2021-08-04T19:41:50Z","state":"purchasing"},
                   {"at":"2021-08-04T19:41:58Z","state":"purchased"},
                   {"at":"2021-08-04T19:42:00Z","step":"verify","receipt_status":21005},
                   {"at":"2021-08-04T19:43:00Z","step":"verify","http_status":503},
                   {"at":"2021-08-04T19:50:00Z","state":"finished"}]}
        """

    /// What the App Store says of the charge, first told when it was made.
    private static let notification = """
        {"notification_type":"DID_RENEW","environment":"PROD","bid":"com.example.app",
         "unified_receipt":{"status":0,"latest_receipt_info":[
          {"transaction_id":"230001020690335","original_transaction_id":"1000000831360853",
           "product_id":"basic_subscription_1_month","web_order_line_item_id":"230000438372383",
           "purchase_date_ms":"1628106118000","original_purchase_date_ms":"1619638918000",
           "expires_date_ms":"1628710918000"}]}}
        """

    @Test func aloneItIsALossOfFunds() throws {
        let shop = try DocumentShop(catalog: false)
        #expect(try shop.bring(Self.report).ticketCounts == [1, 0, 0])
        let ticket = try #require(try shop.queue.first)
        #expect(ticket.group == .lossOfFunds && ticket.state == .open)
        #expect(ticket.cause == TicketCause("http_503") && ticket.attempts == 2 && ticket.attemptLimit == 5)
        #expect(ticket.money?.amount == "9.99" && ticket.money?.currency == "EUR")
        #expect(ticket.money?.isListPrice == false && !ticket.blocksRepurchase)
        #expect(ticket.chargedAt == Instant("2021-08-04T19:41:58Z") && ticket.customer == "u_1042")
        #expect(ticket.transactionID == "230001020690335" && ticket.storefront == "DEU")
        #expect(try shop.queue.count == 1 && shop.alarms == 1)
        #expect(try shop.store.wholePage(of: TicketCountsQuery(), at: Shop.now).toWork.counted == 1)
    }

    @Test func aNotificationInTimeResolvesIt() throws {
        let shop = try DocumentShop(catalog: false)
        try shop.bring(Self.report)
        #expect(try shop.bring(Self.notification).ticketCounts == [0, 0, 1])
        let ticket = try #require(try shop.tickets().first)
        #expect(ticket.resolution == .delivered && ticket.resolvedBy == nil)
        let moves = try shop.page().moves
        #expect(moves.map(\.from) == [nil, .lossOfFunds] && moves.map(\.to) == [.lossOfFunds, nil])
        guard case .fact(.ownerKnownInTime) = moves.last?.because else {
            Issue.record("\(String(describing: moves.last?.because))")
            return
        }
        #expect(try shop.alarms == 1)
        #expect(try shop.store.chainPage("1000000831360853", at: Shop.now)?.owner?.id == "u_1042")
    }

    @Test func afterTheNotificationThereIsNoTicketAtAll() throws {
        let shop = try DocumentShop(catalog: false)
        try shop.bring(Self.notification)
        #expect(try shop.bring(Self.report).ticketCounts == [0, 0, 0])
        #expect(try shop.tickets().isEmpty && shop.alarms == 0)
    }

    @Test func bothInOneImportLeaveNothingToDo() throws {
        for documents in [[Self.report, Self.notification], [Self.notification, Self.report]] {
            let shop = try DocumentShop(catalog: false)
            try shop.bring("[" + documents.joined(separator: ",") + "]")
            #expect(try shop.queue.isEmpty)
        }
    }

    @Test func broughtAgainItChangesNothing() throws {
        let shop = try DocumentShop(catalog: false)
        try shop.bring(Self.report)
        let before = try shop.tickets()
        #expect(try shop.bring(Self.report).ticketCounts == [0, 0, 0])
        #expect(try shop.tickets() == before && shop.alarms == 1)
    }
}
