internal import Foundation
package import Purchases

/// By whom reports come that are held to a ration.
package struct ReportSender: Hashable, Sendable {
    /// The number of the key; what waits and is taken in later has a ration of its own.
    package let key: Int64
    /// How many bytes of what has to wait are kept a day; nil for what is kept already.
    let keptBytes: Int?

    /// Whoever has a key.
    package init(key: Int64, keptBytes: Int) { (self.key, self.keptBytes) = (key, keptBytes) }

    /// Whoever takes in what waits.
    package static let quarantine = ReportSender()

    private init() { (key, keptBytes) = (0, nil) }
}

/// Holds the reports of one write to their ration: those that claim a charge of which the store has no record of the App
/// Store's. More than a key or a customer may bring in a day wait in quarantine.
struct UnprovedReports {
    /// Why they wait.
    static let reason = "rationed"

    /// What becomes of a document.
    enum Verdict {
        /// It is not held to a ration: it claims no charge, or a proved one, or one that it has claimed before.
        case free
        /// It is within its ration, of which it takes a part.
        case counts
        case waits(Rejection)
    }

    private let ration: ReportRation
    private let served: Set<AppStoreEnvironment>
    private let day: Instant
    private let now: Instant
    private let db: Connection
    /// The keys whose counts were looked through in this write.
    private var swept: Set<Int64> = []

    /// For the present day.
    init(_ rules: TicketRules, in writing: StoreTransaction) throws {
        (db, now, served) = (writing.db, writing.now, rules.servedEnvironments)
        day = UnprovedReports.day(of: writing.now)
        ration = ReportRation(
            perKey: try SettingTable.number(.reportsPerKey, in: writing.db),
            perCustomer: try SettingTable.number(.reportsPerCustomer, in: writing.db))
    }

    /// The day of a moment, as it is counted by.
    static func day(of moment: Instant) -> Instant {
        Instant(milliseconds: Int64(moment.dayCount) * TimeLength.days(1).count)
    }

    /// What becomes of a document that somebody sent.
    mutating func verdict(on document: DecodedDocument, from sender: ReportSender) throws -> Verdict {
        guard let report = document.contents.report, report.claimsCharge,
            served.contains(document.contents.environment ?? .production),
            try !isKnown(report), try !isProved(document)
        else { return .free }
        let customer = report.values.customer
        if try allows(sender.key, customer) { return .counts }
        // What was proved since it was counted counts no more; once is enough for all of a write.
        if swept.insert(sender.key).inserted {
            try sweep(sender.key)
            if try allows(sender.key, customer) { return .counts }
        }
        return .waits(waiting(document))
    }

    /// Counts a report that was taken in.
    func count(_ document: DecodedDocument, from sender: ReportSender) throws {
        guard let report = document.contents.report,
            let row = try AttemptTable.row(of: report.attempt, named: report.values.customer, in: db)
        else { return }
        let customer = try report.values.customer.flatMap { try CustomerTable.find($0, in: db)?.rowID }
        try UnprovedReport.table.insertIfAbsent(
            UnprovedReport(attempt: row, day: day, key: sender.key, customer: customer), in: db)
    }

    private func allows(_ key: Int64, _ customer: AppUserID?) throws -> Bool {
        let ofKey = try count("key_id", is: key, upTo: ration.perKey)
        let row = try customer.flatMap { try CustomerTable.find($0, in: db)?.rowID }
        let ofCustomer = try row.map { try count("customer_id", is: $0, upTo: ration.perCustomer) }
        return ration.allows(ofKey: ofKey, ofCustomer: ofCustomer ?? 0)
    }

    private func count(_ column: String, is row: Int64, upTo limit: Int) throws -> Int {
        try db.value(
            """
            SELECT count(*) FROM (SELECT 1 FROM unproved_reports WHERE \(column) = ? AND day_ms = ? LIMIT ?) counted
            """, [row, day, limit]) ?? 0
    }

    /// Whether the attempt has claimed a charge before: later reports add to it.
    private func isKnown(_ report: PurchaseReport) throws -> Bool {
        try db.exists(
            """
            SELECT 1 FROM attempts a JOIN attempt_events e ON e.attempt = a.id AND e.step = 'purchased'
            WHERE a.attempt_id = ? AND a.named = ? LIMIT 1
            """, [report.attempt, report.values.customer?.rawValue ?? ""])
    }

    /// Whether the App Store's record has the transaction that it names. That it has the chain proves nothing: anybody could
    /// invent charges of a chain of one's own.
    private func isProved(_ document: DecodedDocument) throws -> Bool {
        guard let values = document.contents.report?.values else { return false }
        let environment = document.contents.environment ?? .production
        return try db.exists(
            """
            SELECT 1 FROM transactions t JOIN chains c ON c.id = t.chain_id
              WHERE t.transaction_id = ?1 AND c.environment = ?3
            UNION ALL SELECT 1 FROM other_transaction_ids o JOIN transactions t ON t.id = o."transaction"
              JOIN chains c ON c.id = t.chain_id WHERE o.transaction_id = ?1 AND c.environment = ?3
            UNION ALL SELECT 1 FROM transactions t JOIN chains c ON c.id = t.chain_id
              WHERE t.web_order_line_item_id = ?2 AND c.environment = ?3
            LIMIT 1
            """, [values.transactionID, values.webOrderLineItemID, environment])
    }

    /// Takes out of a key's count what the App Store's record proves by now: no more rows than the key's ration.
    private func sweep(_ key: Int64) throws {
        try db.run(
            """
            DELETE FROM unproved_reports WHERE attempt IN (
              SELECT u.attempt FROM unproved_reports u JOIN attempts a ON a.id = u.attempt
              WHERE u.key_id = ? AND u.day_ms = ? AND (a.record IS NOT NULL
                OR EXISTS (SELECT 1 FROM transactions t JOIN chains c ON c.id = t.chain_id
                  WHERE t.transaction_id = a.transaction_id AND c.environment = a.environment)
                OR EXISTS (SELECT 1 FROM other_transaction_ids o JOIN transactions t ON t.id = o."transaction"
                  JOIN chains c ON c.id = t.chain_id
                  WHERE o.transaction_id = a.transaction_id AND c.environment = a.environment)
                OR EXISTS (SELECT 1 FROM transactions t JOIN chains c ON c.id = t.chain_id
                  WHERE t.web_order_line_item_id = a.web_order_line_item_id AND c.environment = a.environment)))
            """, [key, day])
    }

    /// The report as it waits, with when it came: whoever takes it in later knows that it was known since then.
    private func waiting(_ document: DecodedDocument) -> Rejection {
        let received = document.contents.receivedAt ?? now
        let kind = DocumentKind.purchaseReport.rawValue
        let needs = document.contents.needsEvidence ? #""needs_evidence":true,"# : ""
        let text = #"{"body":\#(document.body),"kind":"\#(kind)",\#(needs)"received_at":"\#(received)"}"#
        let body = Data(text.utf8)
        return Rejection(
            source: document.source, kind: kind, reason: UnprovedReports.reason,
            detail:
                "nothing of the App Store's proves the charge, and today's ration of such reports is used up: it is taken in as the ration allows, or by 'quarantine retry'",
            body: body, byteCount: body.count, forcedKind: kind)
    }
}

extension DocumentResult {
    /// Whether it waits in quarantine until its ration allows it.
    package var waits: Bool {
        if case .rejected(UnprovedReports.reason, _, true) = self { true } else { false }
    }

    /// Whether it would have to wait, and more waits than is kept: whoever sent it sends it again.
    package var isToBeSentAgain: Bool {
        if case .rejected(UnprovedReports.reason, _, false) = self { true } else { false }
    }
}

extension Store {
    /// Forgets what was counted on days that are over.
    ///
    /// - Throws: `StoreError`: refused by role; busy.
    package func forgetCountedReports(by agent: AgentName, at now: Instant) throws(StoreError) {
        let day = UnprovedReports.day(of: now)
        guard
            try read({ try $0.exists("SELECT 1 FROM unproved_reports WHERE day_ms < ? LIMIT 1", [day]) })
        else { return }
        try write(.serverNote, by: agent, at: now) { writing in
            try writing.db.run("DELETE FROM unproved_reports WHERE day_ms < ?", [day])
            return .noted(())
        }
    }
}

/// A report that counts against a day's rations, by its attempt.
struct UnprovedReport: TableRow {
    static let table = Table<UnprovedReport>("unproved_reports", key: "attempt")
    static let unread = UnprovedReport(attempt: 0, day: .earliest, key: 0, customer: nil)

    var attempt: Int64
    var day: Instant
    var key: Int64
    var customer: Int64?

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("attempt", &attempt)
        columns.visit("day_ms", &day)
        columns.visit("key_id", &key)
        columns.visit("customer_id", &customer)
    }
}
