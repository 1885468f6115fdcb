import PersistenceTesting
import Purchases

@testable import Persistence

/// Documents made up for tests, ready to be applied.
enum TestDocuments {
    /// Takes documents in, in order; they are numbered from 1.
    static func store(_ documents: DecodedDocument...) throws -> Store {
        let store = try People.inMemory()
        try take(documents, into: store)
        return store
    }

    /// Takes documents into a store.
    static func take(_ documents: [DecodedDocument], into store: Store) throws {
        _ = try store.importDocuments(
            ImportFeed(
                documents.map(ImportItem.document), sources: [ImportSource(name: "papers", sha256: nil)]),
            by: People.lead, at: People.now)
    }

    /// A notification of version 2 by its name and uuid, about a charge, that arrived at a time.
    static func notification(
        _ type: String, _ subtype: String? = nil, uuid: String, about charge: String = "1001",
        on day: Int = 0, received: Instant? = nil, check: StoreNotification.Check = .signed, copy: Int = 0
    ) -> DecodedDocument {
        let at = moment(day)
        var contents = contents(.notificationV2, "\(uuid).\(copy)", at, isSigned: check == .signed)
        contents.receivedAt = received
        let notification = StoreNotification(
            type: type, subtype: subtype, uuid: uuid, signedAt: at, receivedAt: received, check: check,
            charge: TransactionID(charge))
        contents.notices = [.init(chain: chain, notification: notification)]
        return ready(contents, check)
    }

    /// The App Store's history of notifications, which brings none of them.
    static func history(_ uuids: [String], type: String = "DID_RENEW", attempts: [SendAttempt] = [])
        -> DecodedDocument
    {
        var contents = contents(.serverAPI, "history of \(uuids)", moment(5), isSigned: true)
        contents.notices = uuids.map { uuid in
            let notification = StoreNotification(
                type: type, uuid: uuid, signedAt: moment(1), check: .signed, charge: TransactionID("1001"))
            return .init(
                chain: chain, notification: notification, isDelivery: false, sendAttempts: attempts)
        }
        return ready(contents, .signed)
    }

    /// An answer of verifyReceipt that tells charges of a month each, and whether the first was refunded.
    static func answer(
        _ charges: [(id: String, day: Int)], on day: Int = 0, refundedAt: Instant? = nil,
        change: (inout DocumentContents) -> Void = { _ in }
    ) -> DecodedDocument {
        var contents = contents(.verifyReceipt, "\(charges) \(day)", moment(day), isSigned: false)
        contents.transactions = charges.map { charge in
            var values = TransactionValues()
            values.productID = ProductID("basic")
            values.purchasedAt = moment(charge.day)
            values.expiresAt = moment(charge.day) + .days(30)
            values.revocation =
                charge.id == charges[0].id ? refundedAt.map { .revoked(Revocation(at: $0)) } : nil
            return TransactionObservation(
                transactionID: TransactionID(charge.id), originalTransactionID: chain,
                environment: .production, values: values)
        }
        change(&contents)
        return ready(contents, .unchecked)
    }

    /// The chain that all of them speak of.
    static let chain = OriginalTransactionID("1001")

    /// Noon of a day, from the present.
    static func moment(_ day: Int) -> Instant {
        Instant("2023-11-14T12:00:00Z").map { $0 + .days(Int64(day)) } ?? .earliest
    }

    private static func contents(
        _ kind: DocumentKind, _ digest: String, _ at: Instant, isSigned: Bool
    ) -> DocumentContents {
        var contents = DocumentContents(
            kind: kind, precedence: Precedence(documentTime: at, isSigned: isSigned, digest: digest))
        contents.environment = .production
        return contents
    }

    private static func ready(
        _ contents: DocumentContents, _ check: StoreNotification.Check
    ) -> DecodedDocument {
        DecodedDocument(contents: contents, body: "{}", source: "papers", check: check)
    }
}
