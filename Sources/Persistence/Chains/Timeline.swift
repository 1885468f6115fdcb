import Foundation
import GRDB
public import Purchases

/// One entry of the merged timeline, on two clocks: when it happened, and when we learned it.
public struct TimelineEvent: Hashable, Sendable {
    /// What an entry is about.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A purchase or a renewal.
        case purchase
        /// A refund.
        case refund
        /// A loss of family sharing.
        case familyRevoke = "family_revoke"
        /// A notification by the App Store.
        case notification
        /// A make-good.
        case grant
        /// A make-good taken back.
        case grantRevoked = "grant_revoked"
        /// A note by an agent.
        case note
        /// A chain that an agent moved.
        case attach
        /// A purchase attempt that the app reported.
        case report
        /// A ticket that was opened, moved or resolved.
        case ticket
    }

    /// Where an entry comes from.
    public enum Source: String, Hashable, Sendable {
        /// The App Store.
        case appStore = "app_store"
        /// An agent.
        case agent
        /// The app.
        case app
    }

    /// When it happened.
    public let happenedAt: Instant
    /// When we learned it.
    public let learnedAt: Instant
    /// What it is about.
    public let kind: Kind
    /// What happened, in words.
    public let text: String
    /// Where it comes from.
    public let source: Source
    /// The transaction, the grant, the chain: what to look at.
    public let reference: String?
    /// The document that told it; nil for what no document told.
    public let evidence: Evidence?

    /// An entry.
    init(
        happenedAt: Instant, learnedAt: Instant, kind: Kind, text: String, source: Source, reference: String?,
        evidence: Evidence? = nil
    ) {
        (self.happenedAt, self.learnedAt, self.kind) = (happenedAt, learnedAt, kind)
        (self.text, self.source, self.reference) = (text, source, reference)
        self.evidence = evidence
    }
}

/// Merges what the App Store told and what agents did into one timeline.
enum TimelineBuilder {
    /// The entries of a customer, oldest first.
    static func events(
        chains: [ChainPage], grants: [Grant], notes: [CustomerNote], moves: [TimelineEvent] = []
    ) -> [TimelineEvent] {
        var events: [TimelineEvent] = []
        for page in chains { append(page, to: &events) }
        events += grants.flatMap(TimelineBuilder.events) + moves
        events += notes.map(TimelineBuilder.event)
        let order = events.indices.sorted { left, right in
            let happened = (events[left].happenedAt, events[right].happenedAt)
            return happened.0 != happened.1 ? happened.0 < happened.1 : left < right
        }
        return order.map { events[$0] }
    }

    private static func event(_ note: CustomerNote) -> TimelineEvent {
        let place = note.ticket.map { " on ticket \($0)" } ?? ""
        return TimelineEvent(
            happenedAt: note.at, learnedAt: note.at, kind: .note, text: "\(note.agent)\(place): \(note.text)",
            source: .agent, reference: note.ticket?.rawValue ?? note.reference)
    }

    private static func append(_ page: ChainPage, to events: inout [TimelineEvent]) {
        for transaction in page.chain.transactions { append(transaction, of: page, to: &events) }
        events += StoreNotification.distinctEvents(page.notifications).map { event($0, of: page) }
    }

    private static func append(
        _ transaction: Transaction, of page: ChainPage, to events: inout [TimelineEvent]
    ) {
        let id = transaction.shownID(in: page.chain.id).rawValue
        let verb =
            transaction.isTrial
            ? "trial of" : transaction.ownership == .familyShared ? "shared by family:" : "bought"
        let product = transaction.productID.rawValue
        let end = transaction.expiresAt.map { " to " + $0.description } ?? ""
        events.append(
            TimelineEvent(
                happenedAt: transaction.purchasedAt, learnedAt: transaction.knownAt, kind: .purchase,
                text: verb + " " + product + end, source: .appStore, reference: id,
                evidence: page.evidence.of(transaction)))
        guard let revocation = transaction.revocation, let kind = transaction.revocationKind else { return }
        let isFamily = kind == .familyRevoke
        events.append(
            TimelineEvent(
                happenedAt: revocation.at, learnedAt: transaction.revocationKnownAt ?? transaction.knownAt,
                kind: isFamily ? .familyRevoke : .refund,
                text: (isFamily ? "family sharing ended for " : "Apple refunded ") + product,
                source: .appStore, reference: id, evidence: page.evidence.ofRevocation(of: transaction)))
    }

    private static func event(_ notification: StoreNotification, of page: ChainPage) -> TimelineEvent {
        let name = [notification.type, notification.subtype].compactMap { $0 }.joined(separator: "/")
        return TimelineEvent(
            happenedAt: notification.signedAt, learnedAt: notification.receivedAt ?? notification.signedAt,
            kind: .notification, text: "notification \(name), \(notification.check.rawValue)",
            source: .appStore, reference: notification.charge?.rawValue ?? page.chain.id.rawValue,
            evidence: page.evidence.of(notification))
    }

    private static func events(_ grant: Grant) -> [TimelineEvent] {
        let end = grant.endsAt.map { "to \($0)" } ?? "without end"
        let note = grant.note.map { ": \($0)" } ?? ""
        let given = TimelineEvent(
            happenedAt: grant.grantedAt, learnedAt: grant.grantedAt, kind: .grant,
            text: "\(grant.grantedBy) granted \(grant.entitlement) \(end) (\(grant.reason))\(note)",
            source: .agent, reference: grant.id.rawValue)
        guard let revokedAt = grant.revokedAt else { return [given] }
        let revoked = TimelineEvent(
            happenedAt: revokedAt, learnedAt: revokedAt, kind: .grantRevoked,
            text: "grant \(grant.id) of \(grant.entitlement) taken back", source: .agent,
            reference: grant.id.rawValue)
        return [given, revoked]
    }
}

/// What a customer's timeline tells of failed purchases.
enum TicketHistory {
    /// How many entries there are at most.
    private static let most = 1000

    /// The attempts that failed, each with the newest report of it, and the moves of their tickets.
    static func events(ofCustomer customer: Int64, _ db: Database) throws -> [TimelineEvent] {
        try reports(customer, db) + moves(customer, db)
    }

    private static func reports(_ customer: Int64, _ db: Database) throws -> [TimelineEvent] {
        try db.map(
            """
            SELECT a.product_id, a.ticket_id, a.first_event_ms, a.received_ms, d.id, d.kind, d.checked FROM attempts a
            LEFT JOIN documents d ON d.id = (
              SELECT r.id FROM attempt_documents l JOIN documents r ON r.id = l.document_id WHERE l.attempt = a.id
              ORDER BY r.document_ms DESC, r.sha256 DESC LIMIT 1)
            WHERE a.customer_id = ? AND a.ticket_id IS NOT NULL ORDER BY a.first_event_ms LIMIT ?
            """, [customer, most]
        ) { row in
            let product: String = row[0] ?? "a purchase"
            let (happened, received) = (row[2] as Int64?, row[3] as Int64)
            return TimelineEvent(
                happenedAt: Instant(milliseconds: happened ?? received),
                learnedAt: Instant(milliseconds: received), kind: .report,
                text: "the app reported an attempt to buy \(product)", source: .app,
                reference: String(row[1] as Int64),
                evidence: (row[4] as Int64?).map { _ in EvidenceQuery.evidence(row, after: 4) })
        }
    }

    private static func moves(_ customer: Int64, _ db: Database) throws -> [TimelineEvent] {
        try db.map(
            """
            SELECT m.ticket_id, \(TicketMoveTable.columns) FROM tickets t JOIN ticket_moves m ON m.ticket_id = t.id
            WHERE t.customer_id = ? ORDER BY m.happened_ms, m.id LIMIT ?
            """, [customer, most]
        ) { row in
            let (ticket, move) = (String(row[0] as Int64), TicketMoveTable.read(row, after: 1))
            let end = move.to?.title.lowercased() ?? move.resolution?.title ?? "resolved"
            return TimelineEvent(
                happenedAt: move.at, learnedAt: move.learnedAt, kind: .ticket,
                text: "ticket \(ticket): \(end), \(move.because)",
                source: move.agent == nil ? .app : .agent, reference: ticket)
        }
    }
}

/// What a fact rests on: the document that told it, and how far that was checked.
public struct Evidence: Hashable, Sendable {
    /// The document's number.
    public let document: Int64
    /// What kind of document it is, by its name in the store.
    public let kind: String
    /// How far its authenticity was checked.
    public let check: StoreNotification.Check

    /// A document and how far it was checked.
    public init(document: Int64, kind: String, check: StoreNotification.Check) {
        (self.document, self.kind, self.check) = (document, kind, check)
    }

    /// The document in short words: `document 71, notification V1`.
    public var name: String { "document \(document), \(DocumentKind.title(of: kind))" }
}

/// Reads which documents told a chain's facts: one look-up for all of them, not one for each.
enum EvidenceQuery {
    /// The documents of some digests.
    static func documents(_ digests: Set<String>, _ db: Database) throws -> [String: Evidence] {
        guard !digests.isEmpty else { return [:] }
        let wanted = String(decoding: try JSONEncoder().encode(digests.sorted()), as: UTF8.self)
        let found = try db.map(
            """
            SELECT d.sha256, d.id, d.kind, d.checked FROM json_each(?) w CROSS JOIN documents d ON d.sha256 = w.value
            """, [wanted]
        ) { row in (row[0] as String, evidence(row, after: 1)) }
        return Dictionary(found, uniquingKeysWith: { first, _ in first })
    }

    /// A document's number, kind and check, standing behind so many other columns.
    static func evidence(_ row: StoredRow, after start: Int) -> Evidence {
        let check = (row[start + 2] as String?).flatMap(StoreNotification.Check.init(rawValue:))
        return Evidence(document: row[start], kind: row[start + 1], check: check ?? .unchecked)
    }
}
