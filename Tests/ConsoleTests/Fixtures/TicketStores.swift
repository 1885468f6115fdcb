import FileStore
import Foundation
import Intake
import Persistence
import Purchases

/// Stores in memory with failed purchases of every group, taken in as an app's reports.
enum TicketStores {
    /// One attempt as an app reports it.
    struct Report {
        let customer: Customer
        let attempt: String
        var product = "premium_month"
        var transaction: String?
        var amount = "9.99"
        var currency = "EUR"
        var device = "iPhone12,1"
        let events: [(at: String, text: String)]
    }

    /// An outage of the receipt server with six losses, two purchases still tried, and two that were not paid.
    static func outage() throws -> Store {
        let root = AgentName("root")
        let store = try Store.inMemory(by: root, at: Pages.now - .days(30))
        try store.replaceCatalog(with: Pages.catalog, by: root, at: Pages.now - .days(30))
        try store.addAgent(AgentName("ana"), role: .agent, by: root, at: Pages.now - .days(29))
        try store.addAgent(AgentName("bo"), role: .agent, by: root, at: Pages.now - .days(29))
        try store.addAgent(AgentName("vi"), role: .viewer, by: root, at: Pages.now - .days(29))
        for person in People.all {
            let change = CustomerValues(
                email: person.values.email, name: person.values.name, country: person.values.country)
            try store.addCustomer(person.id, change, by: root, at: Pages.now - .days(20))
        }
        _ = try Importer(store: store, agent: root, now: Pages.now - .hours(20)).run(
            Data(reports.map(json).joined(separator: "\n").utf8), named: "reports.jsonl")
        try Stores.take([unheard], into: store, by: root, at: Pages.now - .hours(20))
        return store
    }

    /// A charge that the App Store told of, and that no app ever reported: its chain is nobody's.
    private static let unheard = Stores.document(
        "2000000900000077", owner: nil, from: "2021-08-12T07:00:00Z", to: "2021-09-12T07:00:00Z",
        bundle: "com.example.app")

    private static let reports: [Report] = [
        lost(People.zoe, "5b0fe0a2-9a5e-4a55-8f8e-0d7f4a1f6a10", "230001020690335", "18:04"),
        lost(People.taro, "a-taro", "230001020690401", "18:11", amount: "1300", currency: "JPY"),
        lost(People.kim, "a-kim", "230001020690402", "18:20", amount: "14900", currency: "KRW"),
        lost(People.david, "a-david", "230001020690403", "18:31", amount: "39.90", currency: "ILS"),
        lost(People.mallory, "a-mallory", "230001020690404", "18:40"),
        lost(People.zalgo, "a-zalgo", "230001020690405", "18:52"),
        Report(
            customer: People.jose, attempt: "a-jose", product: "premium_year", transaction: "230001020690777",
            amount: "59.99",
            events: [
                ("2021-08-13T09:00:00Z", state("purchased")),
                ("2021-08-13T09:01:00Z", #""step":"verify","http_status":503"#),
                (
                    "2021-08-13T09:06:00Z",
                    #""step":"verify","error":{"domain":"NSURLErrorDomain","code":-1001}"#
                ),
            ]),
        Report(
            customer: People.zoe, attempt: "a-zoe-2", product: "coins_100", transaction: "230001020690778",
            amount: "1.99",
            events: [
                ("2021-08-13T16:20:00Z", state("purchased")),
                ("2021-08-13T16:20:09Z", #""step":"verify","receipt_status":21004"#),
            ]),
        Report(
            customer: People.jose, attempt: "a-jose-0",
            events: [
                ("2021-08-10T08:00:00Z", state("purchasing")),
                (
                    "2021-08-10T08:00:41Z",
                    state("failed") + #","error_domain":"SKErrorDomain","error_code":2"#
                ),
            ]),
        Report(
            customer: People.taro, attempt: "a-taro-0", product: "premium_year",
            events: [("2021-08-09T22:15:00Z", state("deferred"))]),
    ]

    /// Paid, five times not verified because the receipt server was down, closed without delivery.
    private static func lost(
        _ customer: Customer, _ attempt: String, _ transaction: String, _ clock: String,
        amount: String = "9.99", currency: String = "EUR"
    ) -> Report {
        let start = Pages.moment("2021-08-11T\(clock):00Z")
        let verified = (1...5).map { minute in
            ("\(start + .seconds(Int64(minute) * 60))", #""step":"verify","receipt_status":21005"#)
        }
        return Report(
            customer: customer, attempt: attempt, transaction: transaction, amount: amount,
            currency: currency,
            events: [("\(start - .seconds(8))", state("purchasing")), ("\(start)", state("purchased"))]
                + verified
                + [("\(start + .seconds(600))", state("finished"))])
    }

    private static func state(_ name: String) -> String { "\"state\":\"\(name)\"" }

    private static func json(_ report: Report) -> String {
        let events = report.events.map { "{\"at\":\"\($0.at)\",\($0.text)}" }.joined(separator: ",")
        let transaction = report.transaction.map { "\"transaction_id\":\"\($0)\"," } ?? ""
        let last = Pages.moment(report.events.last?.at ?? "") + .seconds(300)
        return """
            {"kind":"purchase_report","received_at":"\(last)","body":{"attempt_id":"\(report.attempt)",\
            "app_user_id":"\(report.customer.id)","product_id":"\(report.product)",\(transaction)\
            "environment":"Production","bundle_id":"com.example.app","app_version":"5.2.1","os_version":"14.7",\
            "device":"\(report.device)","price":{"amount":"\(report.amount)","currency":"\(report.currency)"},\
            "events":[\(events)]}}
            """
    }
}
