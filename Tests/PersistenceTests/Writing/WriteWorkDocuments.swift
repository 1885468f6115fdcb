import Foundation
import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// Taking documents in, each kind of them, as the server does and as an import does.
extension WriteWork {
    static let ofDocuments = [
        WriteWork("a receipt of a new chain", of: taking(.verifyReceipt)) { town in
            let charge = WriteTown.charge(town.next())
            return { try town.takeAll([Paper.receipt([charge], on: WriteTown.today - 4)]) }
        },
        WriteWork("a receipt that tells a renewal", of: taking(.verifyReceipt)) { town in
            let paper = try town.renewal { Paper.receipt([$0, $1], on: WriteTown.today) }
            return { try town.takeAll([paper]) }
        },
        WriteWork("a receipt that is known", of: taking(.verifyReceipt)) { town in
            let paper = try town.renewal { Paper.receipt([$0, $1], on: WriteTown.today) }
            try town.takeAll([paper])
            return { try town.takeAll([paper]) }
        },
        WriteWork("a receipt of a charge that an attempt speaks of", of: taking(.verifyReceipt)) { town in
            let attempt = town.report { [ReportedAttempt.state("purchased", $0)] }
            try town.takeAll([attempt.paper])
            let id = try #require(attempt.transaction)
            let charge = Paper.Entry(id: id, chain: id, line: "L\(id)", day: WriteTown.today - 3)
            return { try town.takeAll([Paper.receipt([charge], on: WriteTown.today - 2)]) }
        },
        WriteWork("a status without a receipt", of: taking(.verifyReceipt)) { town in
            let document = town.document(.verifyReceipt) { $0.receiptStatus = 21005 }
            return { try town.takeAll(items: [document]) }
        },
        WriteWork("a request to verifyReceipt", of: taking(.verifyReceiptRequest)) { town in
            let chain = try town.subscriber().chain
            let document = town.document(.verifyReceiptRequest) { $0.mentions = [chain] }
            return { try town.takeAll(items: [document]) }
        },
        WriteWork("a notification of version 1", of: taking(.notificationV1)) { town in
            let paper = try town.renewal { Paper.notification("DID_RENEW", [$0, $1]) }
            return { try town.takeAll([paper]) }
        },
        WriteWork("a notification of version 2", of: taking(.notificationV2)) { town in
            let (at, uuid) = (town.now - .hours(1), "uuid \(town.next())")
            let paper = try town.renewal { Paper.signed("DID_RENEW", $1, at: at, uuid: uuid) }
            return { try town.takeAll([paper]) }
        },
        WriteWork("a refund", of: taking(.notificationV2)) { town in
            var charge = try town.subscriber().charge
            charge.values.revocation = .revoked(Revocation(at: town.now - .hours(2)))
            let paper = Paper.signed("REFUND", charge, at: town.now - .hours(1), uuid: "uuid \(town.next())")
            return { try town.takeAll([paper]) }
        },
        WriteWork("a question what was consumed", of: taking(.notificationV2)) { town in
            let charge = try town.subscriber().charge
            let paper = Paper.signed(
                "CONSUMPTION_REQUEST", charge, at: town.now - .hours(1), uuid: "uuid \(town.next())")
            return { try town.takeAll([paper]) }
        },
        WriteWork("a decision about a refund", of: taking(.notificationV2)) { town in
            let refund = try town.refund()
            let task = try #require(
                try town.store.wholePage(of: RefundQuery(refund), at: town.now)?.task.request)
            let charge = Paper.Entry(
                id: task.transaction.rawValue, chain: try #require(task.chain).rawValue,
                day: WriteTown.today - 5)
            let paper = Paper.signed(
                "REFUND_DECLINED", charge, at: town.now - .seconds(60), uuid: "uuid \(town.next())")
            return { try town.takeAll([paper]) }
        },
        WriteWork("a signed transaction", of: taking(.signedTransaction)) { town in
            let charge = WriteTown.charge(town.next())
            let document = town.document(.signedTransaction, isSigned: true) { contents in
                contents.transactions = [WriteTown.observation(charge)]
            }
            return { try town.takeAll(items: [document]) }
        },
        WriteWork("signed renewal information", of: taking(.signedRenewalInfo)) { town in
            let chain = try town.subscriber().chain
            let document = town.document(.signedRenewalInfo, isSigned: true) { contents in
                var info = RenewalInfo(
                    precedence: contents.precedence, knownAt: contents.knownAt, extent: .whole)
                info.autoRenew = false
                contents.renewals = [.init(chain: chain, info: info)]
            }
            return { try town.takeAll(items: [document]) }
        },
        WriteWork("an answer of the App Store Server API", of: taking(.serverAPI)) { town in
            let (charge, order) = (WriteTown.charge(town.next()), OrderID("MW\(100_000 + town.next())"))
            let document = town.document(.serverAPI, isSigned: true) { contents in
                contents.transactions = [WriteTown.observation(charge)]
                contents.lists = [
                    .init(chain: OriginalTransactionID(charge.chain), ids: [TransactionID(charge.id)])
                ]
                contents.orderID = order
            }
            return { try town.takeAll(items: [document]) }
        },
        WriteWork("the App Store's history of notifications", of: taking(.serverAPI)) { town in
            let (charge, uuid) = (try town.subscriber().charge, "uuid \(town.next())")
            try town.takeAll([Paper.signed("DID_RENEW", charge, at: town.now - .hours(1), uuid: uuid)])
            let notification = StoreNotification(
                type: "DID_RENEW", uuid: uuid, signedAt: town.now - .hours(1), check: .signed,
                charge: TransactionID(charge.id))
            let document = town.document(.serverAPI, isSigned: true) { contents in
                contents.notices = [
                    .init(
                        chain: OriginalTransactionID(charge.chain), notification: notification,
                        isDelivery: false,
                        sendAttempts: [SendAttempt(at: town.now - .hours(1), result: "SUCCESS")])
                ]
            }
            return { try town.takeAll(items: [document]) }
        },
        WriteWork("an app receipt", of: taking(.receipt)) { town in
            let charge = WriteTown.charge(town.next())
            let document = town.document(.receipt, isSigned: true) { contents in
                contents.transactions = [WriteTown.observation(charge)]
            }
            return { try town.takeAll(items: [document]) }
        },
        WriteWork("a customer whom nobody knew", of: taking(.customers)) { town in
            let (name, token) = ("new\(town.next())", WriteTown.token(town.next()))
            return { try town.takeAll([Paper.customer(name, token: token)]) }
        },
        WriteWork("a customer whose token claims a chain", of: taking(.customers)) { town in
            let charge = WriteTown.charge(town.next())
            try town.takeAll([Paper.receipt([charge], on: WriteTown.today - 4)])
            let (name, token) = ("new\(town.next())", try #require(charge.values.appAccountToken?.whole))
            return { try town.takeAll([Paper.customer(name, token: token)]) }
        },
    ]

    static let ofImports = [
        WriteWork("a report of a loss", of: taking(.purchaseReport)) { town in
            let attempt = town.report { ReportedAttempt.lost($0) }
            return { try town.takeAll([attempt.paper]) }
        },
        WriteWork("a report of an attempt that failed", of: taking(.purchaseReport)) { town in
            let attempt = town.report { [ReportedAttempt.state("failed", $0, errorCode: 2)] }
            return { try town.takeAll([attempt.paper]) }
        },
        WriteWork("a report that goes on", of: taking(.purchaseReport)) { town in
            let at = town.hour()
            var attempt = ReportedAttempt(
                id: "more\(town.next())", customer: "more", transaction: "9\(town.next())",
                events: [ReportedAttempt.state("purchased", at)])
            try town.takeAll([attempt.paper])
            attempt.events += ReportedAttempt.failing(2, from: at + 1)
            let paper = attempt.paper
            return { try town.takeAll([paper]) }
        },
        WriteWork("a report of a charge that is known", of: taking(.purchaseReport)) { town in
            let subscriber = try town.subscriber()
            let at = Double(24 * (WriteTown.today - 5))
            let attempt = ReportedAttempt(
                id: "known\(town.next())", customer: subscriber.customer.rawValue,
                transaction: subscriber.charge.id, chain: subscriber.charge.chain,
                events: [ReportedAttempt.state("purchased", at), ReportedAttempt.delivery(at + 0.1)])
            return { try town.takeAll([attempt.paper]) }
        },
        WriteWork("a report that supersedes another", of: taking(.purchaseReport)) { town in
            let (at, customer) = (town.hour(), "twice\(town.next())")
            let first = ReportedAttempt(
                id: "first\(customer)", customer: customer,
                events: [ReportedAttempt.state("failed", at, errorCode: 2)])
            try town.takeAll([first.paper])
            let second = ReportedAttempt(
                id: "second\(customer)", customer: customer, transaction: "9\(town.next())",
                events: ReportedAttempt.lost(at + 0.1))
            return { try town.takeAll([second.paper]) }
        },
        WriteWork("what cannot be understood", "importTogether(_:by:at:)") { town in
            let document = Paper.unreadable(town.next())
            return { try town.take(items: [document]) }
        },
        WriteWork("an import", of: [.call("importDocuments(_:by:at:)")]) { town in
            let paper = try town.renewal { Paper.receipt([$0, $1], on: WriteTown.today) }
            return { try town.shop.bring(paper, by: People.service) }
        },
        WriteWork(
            "an import of a loss", of: [.call("importDocuments(_:by:at:)")],
            growth: .rows("at its end incidents are looked for, in every hour in which anything failed")
        ) { town in
            let attempt = town.report { ReportedAttempt.lost($0) }
            return { try town.shop.bring(attempt) }
        },
        WriteWork("a document is dropped", "dropQuarantined(_:by:at:)") { town in
            let document = try town.quarantined()
            return { try town.store.dropQuarantined(document, by: People.lead, at: town.now) }
        },
        WriteWork("a document was taken in after all", "releaseQuarantined(_:by:at:)") { town in
            let (one, other) = (try town.quarantined(), try town.quarantined())
            return {
                try town.store.releaseQuarantined(one, by: People.lead, at: town.now)
                try town.store.releaseQuarantined([other], by: People.lead, at: town.now)
            }
        },
        WriteWork(
            "the catalogue is replaced", "replaceCatalog(with:by:at:)", "followCatalog(parts:by:at:)",
            growth: .rows(
                "no index finds what is of a product, so every transaction and attempt is looked at")
        ) { town in
            let more = Shop.product("extra\(town.next())", .autoRenewable, ["premium"])
            let catalog = Catalog(Array(try town.store.catalog().products.values) + [more])
            return { try town.store.replaceCatalog(with: catalog, by: People.lead, at: town.now) }
        },
    ]

    static let ofUpgrades = [
        WriteWork("a chain is brought to the present format", "upgrade(parts:by:at:progress:)") { town in
            _ = try town.subscriber()
            try Raw.write(
                town.store,
                """
                INSERT INTO store_state (key, value)
                SELECT 'upgrade_place', json_object('chain', max(id) - 1) FROM chains WHERE true
                ON CONFLICT (key) DO UPDATE SET value = excluded.value
                """)
            return {
                // The chain, and the look whether there is another.
                try WritePatience.$timeLimit.withValue(.zero) {
                    _ = try town.store.upgrade(parts: 2, by: People.lead, at: town.now)
                }
            }
        },
        WriteWork("backends hear nothing of an upgrade", "settleHeldNews(_:by:at:)") { town in
            let (customer, ticket) = (try town.subscriber().customer, try town.loss())
            try Raw.write(
                town.store,
                """
                INSERT INTO held_news
                VALUES ('customer', '\(customer.rawValue)'), ('ticket', '\(ticket.rawValue)')
                """)
            return {
                let told = try town.store.settleHeldNews(.keepQuiet, by: People.lead, at: town.now)
                town.expect(told.customers == 1 && told.tickets == 1)
            }
        },
    ]

    private static func taking(_ kind: DocumentKind) -> [Subject] {
        [.document(kind), .call("importTogether(_:by:at:)")]
    }
}

extension WriteTown {
    /// A document of a kind, as the desk hands it on.
    fileprivate func document(
        _ kind: DocumentKind, isSigned: Bool = false, _ fill: (inout DocumentContents) -> Void
    ) -> ImportItem {
        let precedence = Precedence(
            documentTime: now - .hours(1), isSigned: isSigned, digest: "made by hand \(next())")
        var contents = DocumentContents(kind: kind, precedence: precedence)
        (contents.environment, contents.bundleID) = (.production, BundleID("com.example.tea"))
        fill(&contents)
        return .document(
            DecodedDocument(
                contents: contents, body: "{}", source: "papers", check: isSigned ? .signed : .unchecked))
    }

    /// What a document tells of a charge.
    fileprivate static func observation(_ charge: Paper.Entry) -> TransactionObservation {
        TransactionObservation(
            transactionID: TransactionID(charge.id),
            originalTransactionID: OriginalTransactionID(charge.chain),
            environment: .production, values: charge.values)
    }

    /// A document about a charge that is known and the one that follows it.
    fileprivate func renewal(_ paper: (Paper.Entry, Paper.Entry) -> Paper) throws -> Paper {
        let charge = try subscriber().charge
        let second = Paper.Entry(
            id: "\(charge.id)1", chain: charge.chain, line: "M\(charge.id)", day: Self.today - 1)
        return paper(charge, second)
    }

    /// Takes documents in, none of which is refused.
    fileprivate func takeAll(_ papers: [Paper]) throws {
        try takeAll(items: papers.map { $0.item(for: nil) })
    }

    fileprivate func takeAll(items: [ImportItem]) throws {
        let batch = ImportBatch(items, from: "POST")
        let outcomes = try store.importTogether([batch], by: Self.service, at: now)
        #expect(outcomes.first?.result?.documents.allSatisfy { $0.accepted != nil } == true)
    }
}
