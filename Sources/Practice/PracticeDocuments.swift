import Foundation
import Purchases

/// Writes a made-up customer's chains and attempts as the documents that the app's server would have received.
struct PracticeDocuments {
    private let person: PracticePerson
    private let number: Int
    private let calendar: PracticeCalendar
    private var ids: PracticeIDs

    /// The documents of a person.
    init(person: PracticePerson, number: Int, calendar: PracticeCalendar) {
        (self.person, self.number, self.calendar) = (person, number, calendar)
        ids = PracticeIDs(number: number)
    }

    /// The shared secret that the notifications carry.
    static let secret = "practice-secret"

    /// What the App Store and the app told of chains, in no order of time.
    mutating func documents(for chains: [PracticeChain]) throws -> [PracticeDocument] {
        try chains.flatMap { chain in
            let writer = ChainWriter(chain, of: person, ids: &ids)
            return try told(writer) + questions(writer) + reports(writer)
        }
    }

    private func told(_ writer: ChainWriter) throws -> [PracticeDocument] {
        guard !writer.chain.purchases.isEmpty else { return [] }
        if let tellings = writer.chain.tellings { return try tellings.map { try document($0, writer) } }
        return try charges(writer) + changes(writer)
    }

    /// What Apple asks about a refund that the customer wants.
    private func questions(_ writer: ChainWriter) throws -> [PracticeDocument] {
        guard let asked = PracticeRefunds.askedAt(of: number, about: writer.chain, now: calendar.now) else {
            return []
        }
        let telling = PracticeTelling(at: asked, form: .notification(PracticeRefunds.question))
        return [try document(telling, writer)]
    }

    private func document(_ telling: PracticeTelling, _ writer: ChainWriter) throws -> PracticeDocument {
        let owner = writer.chain.isOwnerless ? nil : person.id
        switch telling.form {
        case .answer:
            return try PracticeDocument(
                "verify_receipt", writer.answer(at: telling.at), of: owner, receivedAt: telling.at)
        case .notification(let type):
            let arrival = arrival(of: telling.at)
            if let signed = signed(writer)?.notification(type, at: telling.at) {
                return try PracticeDocument("notification_v2", signed, of: owner, receivedAt: arrival)
            }
            return try PracticeDocument(
                "notification_v1", writer.notification(type, at: telling.at), of: owner, receivedAt: arrival)
        }
    }

    private func signed(_ writer: ChainWriter) -> SignedWriter? {
        writer.isSubscription ? SignedWriter(writer, of: person, number: number) : nil
    }

    /// Each charge as it was told at once, since the app reports purchases.
    private func charges(_ writer: ChainWriter) throws -> [PracticeDocument] {
        guard writer.chain.environment == .production else { return [] }
        let purchases = writer.chain.purchases
        return try purchases.indices.compactMap { place in
            let bought = purchases[place].purchasedAt
            guard (calendar.reportingSince...calendar.now).contains(bought) else { return nil }
            guard writer.isSubscription else {
                return try document(PracticeTelling(at: bought + .seconds(30), form: .answer), writer)
            }
            if place == purchases.indices.last, isToldByItsChange(writer.chain) { return nil }
            let type = type(of: place, in: purchases)
            if let signed = signed(writer)?.notification(type, at: bought) {
                return try PracticeDocument(
                    "notification_v2", signed, of: person.id, receivedAt: arrival(of: bought))
            }
            return try PracticeDocument(
                "notification_v1", writer.charge(type, place), of: person.id, receivedAt: arrival(of: bought))
        }
    }

    /// When a notification of a moment reaches the server: soon, and never after the stories end.
    private func arrival(of instant: Instant) -> Instant { min(instant + .seconds(40), calendar.now) }

    /// Whether the notification about the newest change tells the newest purchase as soon as it was made.
    private func isToldByItsChange(_ chain: PracticeChain) -> Bool {
        chain.notification != nil && chain.changedAt == nil && chain.purchases.last?.cancelledAt == nil
    }

    private func type(of place: Int, in purchases: [PracticePurchase]) -> String {
        guard place > 0 else { return "INITIAL_BUY" }
        let (before, bought) = (purchases[place - 1], purchases[place])
        if bought.isRecovered { return "DID_RECOVER" }
        let renews = before.product == bought.product && before.expiresAt == bought.purchasedAt
        return renews ? "DID_RENEW" : "INTERACTIVE_RENEWAL"
    }

    /// The notification about the newest change, and what the App Store answered last.
    private func changes(_ writer: ChainWriter) throws -> [PracticeDocument] {
        let chain = writer.chain
        guard let newest = chain.purchases.last else { return [] }
        var tellings = [
            PracticeTelling(at: chain.askedAt ?? calendar.now, form: .answer)
        ]
        if let type = chain.notification, writer.isSubscription {
            let at = chain.changedAt ?? newest.cancelledAt ?? newest.purchasedAt
            tellings.insert(PracticeTelling(at: at, form: .notification(type)), at: 0)
        }
        if newest.isRecovered, let failed = chain.purchases.dropLast().last?.expiresAt {
            let telling = PracticeTelling(at: failed + .seconds(60), form: .notification("DID_FAIL_TO_RENEW"))
            tellings.insert(telling, at: 0)
        }
        return try tellings.map { try document($0, writer) }
    }

    private mutating func reports(_ writer: ChainWriter) throws -> [PracticeDocument] {
        let reporter = ReportWriter(person: person, environment: writer.chain.environment)
        return try writer.chain.attempts.flatMap { attempt in
            let names = names(of: attempt, writer)
            return try attempt.reports.map {
                try PracticeDocument(
                    "purchase_report", reporter.body($0, of: attempt, names), of: nil,
                    receivedAt: $0.receivedAt)
            }
        }
    }

    private mutating func names(of attempt: PracticeAttempt, _ writer: ChainWriter) -> ReportWriter.Names? {
        guard let original = writer.transactionID(0) else { return nil }
        switch attempt.subject {
        case .nothing: return nil
        case .purchase(let place):
            return writer.transactionID(place).map {
                ReportWriter.Names(transaction: $0, original: original)
            }
        case .restoredPurchase: return ReportWriter.Names(transaction: ids.take(), original: original)
        }
    }
}

/// One document in its envelope, and when it was received.
struct PracticeDocument: Hashable, Sendable {
    let receivedAt: Instant
    /// The envelope with the document in it, as JSON on one line.
    let bytes: Data

    /// A document of a kind, received at a moment and said to be a customer's.
    init(_ kind: String, _ body: some Encodable, of customer: AppUserID?, receivedAt: Instant) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        bytes = try encoder.encode(
            PracticeEnvelope(
                kind: kind, customer: customer?.rawValue, received_at: receivedAt.description,
                source: "practice", body: body))
        self.receivedAt = receivedAt
    }
}

/// A document in the envelope that says whose it is and when it arrived.
struct PracticeEnvelope<Body: Encodable>: Encodable {
    let kind: String
    let customer: String?
    let received_at: String
    let source: String
    let body: Body
}

/// A customer as the app's own list would tell it.
struct PracticeRecord: Encodable {
    let app_user_id: String
    let email: String
    let name: String
    let app_account_token: String
    let created_at: String
    let updated_at: String
    let locale: String
    let country: String
}
