internal import Purchases

/// What the audit log tells of acts whose traces stand in other tables, for `doctor --all` (`DoctorAll.swift`): of
/// customers, chains and answers, not the glossary's deeds of tickets. `DeedCheck` fills it; the checks below and those
/// of chains and events compare with it.
final class LoggedDeeds {
    /// A chain that was attached.
    struct Attachment {
        let customer: AppUserID
        let at: Instant
    }

    /// A note that was written on a customer.
    struct Note {
        let customer: AppUserID
        let agent: AgentName
        let at: Instant
        /// The token of its text's digest; nil in entries of before, which have none.
        let token: String?
    }

    /// The customers who are marked as testers.
    private(set) var testers: Set<AppUserID> = []
    /// The customers who agreed that Apple is told what was consumed.
    private(set) var consents: Set<AppUserID> = []
    /// The answers to customers that leads wrote, by their names.
    private(set) var templates: [String: String] = [:]
    /// The notes on customers, by their numbers.
    private(set) var notes: [Int64: Note] = [:]
    /// Whether a lead said what backends hear of an upgrade: then something may have been taken as told, without an event.
    private(set) var isUpgradeTold = false
    private var attached: [OriginalTransactionID: [Attachment]] = [:]
    private var kept: [AppUserID: Set<Instant>] = [:]

    /// How a chain was attached, in order; chains of one name in several environments have this in common.
    func attachments(of chain: OriginalTransactionID) -> [Attachment] { attached[chain] ?? [] }

    /// Whether somebody wrote fields of a customer at a moment.
    func isWritten(_ customer: AppUserID, at moment: Instant) -> Bool {
        kept[customer]?.contains(moment) ?? false
    }

    /// Follows the next entry of the log.
    func follow(_ entry: AuditEntry) {
        let customer = AppUserID(entry.subject)
        switch AuditAction(rawValue: entry.action) {
        case .chainAttach:
            guard let to = details(entry)?.to else { return }
            attached[OriginalTransactionID(entry.subject), default: []].append(
                Attachment(customer: AppUserID(to), at: entry.at))
        case .customerTester:
            if details(entry)?.tester == true {
                testers.insert(customer)
            } else {
                testers.remove(customer)
            }
        case .customerConsent:
            if details(entry)?.given == true {
                consents.insert(customer)
            } else {
                consents.remove(customer)
            }
        case .templateSet: templates[entry.subject] = details(entry)?.after
        case .customerNote:
            guard let told = details(entry), let number = told.note else { return }
            notes[number] = Note(
                customer: customer, agent: entry.agent, at: entry.at, token: told.digest?.text)
        case .customerAdd, .customerSet: kept[customer, default: []].insert(entry.at)
        case .upgradeTell: isUpgradeTold = true
        case .customerErase:
            consents.remove(customer)
            notes = notes.filter { $0.value.customer != customer }
        default: return
        }
    }

    /// What the details of those entries may have.
    private struct Details: Decodable {
        struct Token: Decodable {
            let text: String
        }

        let to: String?
        let tester: Bool?
        let given: Bool?
        let after: String?
        let note: Int64?
        let digest: Token?
    }

    private func details(_ entry: AuditEntry) -> Details? { try? ColumnText.value(entry.details) }
}

/// Reads what the log tells, and compares the answers to customers with it.
struct DeedCheck: WholeCheck {
    let table = "audit"
    let key = "sequence"
    let part: Int64 = 2000
    private let deeds: LoggedDeeds

    /// A check that fills what is known of deeds.
    init(deeds: LoggedDeeds) { self.deeds = deeds }

    mutating func look(at rows: Range<Int64>, in db: Connection) throws {
        try db.step(
            "\(AuditLog.selection) WHERE a.sequence >= ? AND a.sequence < ? ORDER BY a.sequence",
            [rows.lowerBound, rows.upperBound]
        ) { row in
            deeds.follow(try AuditLog.entry(row))
            return true
        }
    }

    func findings(_ db: Connection) throws -> [Finding] {
        let kept = try db.map("SELECT language, situation, body FROM reply_templates") { row in
            ("reply.\(try row[0] as String).\(try row[1] as String)", try row[2] as String)
        }
        let templates = Dictionary(kept, uniquingKeysWith: { first, _ in first })
        var wrong = Discrepancies()
        for name in Set(templates.keys).union(deeds.templates.keys).sorted()
        where templates[name] != deeds.templates[name] {
            wrong.note("\(name) is not the text that the log tells of")
        }
        return [wrong.finding("templates", right: "answers to customers are what leads wrote")]
    }
}

/// Compares customers with what was told of them, and testers and consents with the log.
struct CustomerCheck: WholeCheck {
    let table = "customers"
    private let deeds: LoggedDeeds
    private var customers = 0
    private var fields = Discrepancies()
    private var testers = Discrepancies()
    private var consents = Discrepancies()

    /// A check that knows what the log tells.
    init(deeds: LoggedDeeds) { self.deeds = deeds }

    mutating func look(at rows: Range<Int64>, in db: Connection) throws {
        let people = try db.map(
            """
            SELECT \(CustomerTable.selection), u.told, k.is_given FROM customers u
            LEFT JOIN consumption_consents k ON k.customer_id = u.id WHERE u.id >= ? AND u.id < ?
            """, [rows.lowerBound, rows.upperBound]
        ) { row in
            let told: MergedFacts<CustomerValues>? = try row.json(CustomerTable.width)
            return (
                customer: try CustomerTable(row).customer, told: told,
                isGiven: row[CustomerTable.width + 1] as Bool? ?? false
            )
        }
        for (customer, told, isGiven) in people {
            customers += 1
            let id = customer.id
            if customer.isTester != deeds.testers.contains(id) { testers.note("\(id)") }
            if isGiven != deeds.consents.contains(id) { consents.note("\(id)") }
            guard told?.values ?? CustomerValues() == customer.values else {
                fields.note("\(id) has other fields than were told")
                continue
            }
            for telling in told?.tellings ?? [] where try !isSourced(telling, of: customer, in: db) {
                fields.note("neither the log nor a document tells the fields of \(id)")
            }
        }
    }

    /// Whether a document told it, an agent wrote it, or it is what an erasure leaves.
    private func isSourced(
        _ telling: MergedFacts<CustomerValues>.Observation, of customer: Customer, in db: Connection
    ) throws -> Bool {
        let (digest, time) = (telling.precedence.digest, telling.precedence.documentTime)
        if customer.erasedAt == time, digest == ColumnText.digest(of: customer.id.rawValue) { return true }
        if try deeds.isWritten(customer.id, at: time)
            && digest == ColumnText.digest(of: ColumnText.json(telling.values))
        {
            return true
        }
        return try db.exists("SELECT 1 FROM documents WHERE sha256 = ?", [digest])
    }

    func findings(_ db: Connection) throws -> [Finding] {
        [
            fields.finding("customers", right: "the fields of all \(customers) customers are what was told"),
            testers.finding("testers", right: "testers are whom the log names").preceded(
                by: "the log says otherwise of the tester's mark of"),
            consents.finding("consents", right: "consents are those that the log tells of").preceded(
                by: "the log says otherwise of the consent of"),
        ]
    }
}

extension Finding {
    /// The same with words before what is wrong.
    fileprivate func preceded(by words: String) -> Finding {
        guard level != .ok, let fix else { return self }
        return Finding(code, level, "\(words) \(text)", fix: fix)
    }
}

/// Compares notes with what the log has of them.
struct NoteCheck: WholeCheck {
    let table = "notes"
    private let deeds: LoggedDeeds
    private var notes = 0
    private var seen: Set<Int64> = []
    private var wrong = Discrepancies()

    /// A check that knows what the log tells.
    init(deeds: LoggedDeeds) { self.deeds = deeds }

    private struct Kept {
        let number: Int64
        let at: Instant
        let agent: AgentName
        let body: String
        let customer: AppUserID?
        let ticket: Int64?
    }

    mutating func look(at rows: Range<Int64>, in db: Connection) throws {
        let kept = try db.map(
            """
            SELECT n.id, n.at_ms, n.agent, n.body, u.app_user_id, n.ticket_id FROM notes n
            LEFT JOIN customers u ON u.id = n.customer_id WHERE n.id >= ? AND n.id < ?
            """, [rows.lowerBound, rows.upperBound]
        ) { row in
            Kept(
                number: try row[0], at: try row[1], agent: try row[2], body: try row[3], customer: row[4],
                ticket: row[5])
        }
        let isAnybodyErased = try db.exists("SELECT 1 FROM customers WHERE erased_ms IS NOT NULL")
        for note in kept {
            notes += 1
            if note.customer != nil { seen.insert(note.number) }
            // What named somebody who was erased was taken out of others' notes, too.
            if isAnybodyErased, note.body.contains(Redactor.mark) { continue }
            if let ticket = note.ticket {
                if try !isTold(note, onTicket: ticket, in: db) {
                    wrong.note("the log does not have note \(note.number) on ticket \(ticket) so")
                }
            } else if try !isTold(note, in: db) {
                wrong.note("the log does not have note \(note.number) so")
            }
        }
    }

    private func isTold(_ note: Kept, in db: Connection) throws -> Bool {
        guard let told = deeds.notes[note.number], told.customer == note.customer,
            told.agent == note.agent, told.at == note.at
        else { return false }
        return try told.token.map { try isText($0, ColumnText.digest(of: note.body), in: db) } ?? true
    }

    /// What was written when something was asked for is kept, as the asker's, once a lead grants it.
    private func isTold(_ note: Kept, onTicket ticket: Int64, in db: Connection) throws -> Bool {
        let details: [String] = try db.values(
            """
            SELECT a.details FROM audit_subjects s JOIN audit a ON a.sequence = s.sequence
            WHERE s.id = ?1 AND s.kind = 'ticket' AND a.at_ms = ?3
              AND (a.agent = ?2 OR json_valid(a.details) = 1 AND json_extract(a.details, '$.asked_by') = ?2)
            """, [String(ticket), note.agent, note.at])
        return try details.flatMap(FreeText.tokens(in:)).contains { try isText($0, note.body, in: db) }
    }

    /// Whether a text of the log is this one; a text that was erased may have been any.
    private func isText(_ token: String, _ body: String, in db: Connection) throws -> Bool {
        guard let kept = try AuditTextTable.find(token, in: db) else { return false }
        return kept.body == nil || kept.body == body
    }

    func findings(_ db: Connection) throws -> [Finding] {
        var wrong = self.wrong
        for number in deeds.notes.keys.sorted() where !seen.contains(number) {
            wrong.note("note \(number) is missing")
        }
        return [wrong.finding("notes", right: "all \(notes) notes are as the log has them")]
    }
}

/// Compares what was decided about requests with what the log tells.
struct RequestCheck: WholeCheck {
    let table = "approval_requests"
    private var requests = 0
    private var wrong = Discrepancies()

    private struct Decision: Equatable {
        var state: RequestState
        var by: AgentName?
        var at: Instant?
        var grant: GrantID?
    }

    mutating func look(at rows: Range<Int64>, in db: Connection) throws {
        let kept = try db.map(
            """
            SELECT id, state, decided_by, decided_at_ms, grant_id, asked_by, asked_at_ms FROM approval_requests
            WHERE id >= ? AND id < ?
            """, [rows.lowerBound, rows.upperBound]
        ) { row in
            (
                request: try row[0] as Int64,
                decision: Decision(state: try row[1], by: row[2], at: row[3], grant: row[4]),
                asker: try row[5] as AgentName, at: try row[6] as Instant
            )
        }
        for (request, decision, asker, at) in kept {
            requests += 1
            // Nobody decides their own: who asked is kept as the log has it.
            let isAsked = try db.exists(
                """
                SELECT 1 FROM audit_subjects s JOIN audit a ON a.sequence = s.sequence
                WHERE s.id = ? AND s.kind = 'request' AND a.agent = ? AND a.at_ms = ?
                """, [String(request), asker, at])
            if !isAsked { wrong.note("no entry tells that \(asker) asked for request \(request)") }
            if try decision != told(request, in: db) {
                wrong.note("the log says otherwise of what became of request \(request)")
            }
        }
    }

    /// The newest decision that the log tells of; open where it tells of none.
    private func told(_ request: Int64, in db: Connection) throws -> Decision {
        let entries = try db.map(
            """
            \(AuditLog.selection) JOIN audit_subjects s ON s.sequence = a.sequence
            WHERE s.id = ? AND s.kind = 'request' ORDER BY s.sequence DESC
            """, [String(request)]
        ) { try AuditLog.entry($0) }
        for entry in entries {
            let state: RequestState? =
                switch AuditAction(rawValue: entry.action) {
                case .requestApprove: .approved
                case .requestDecline: .declined
                case .requestWithdraw: .withdrawn
                // An act carried out with an approval has its own action; its details name the approval.
                default: isApproval(entry) ? .approved : nil
                }
            guard let state else { continue }
            let grant =
                entry.action == AuditAction.requestApprove.rawValue
                ? GrantAuditDetails.grant(in: entry.details) : nil
            return Decision(state: state, by: entry.agent, at: entry.at, grant: grant)
        }
        return Decision(state: .open)
    }

    private func isApproval(_ entry: AuditEntry) -> Bool {
        struct Details: Decodable {
            let approved: String?
        }
        let details: Details? = try? ColumnText.value(entry.details)
        return details?.approved != nil
    }

    func findings(_ db: Connection) throws -> [Finding] {
        [wrong.finding("requests", right: "all \(requests) requests stand as the log tells")]
    }
}
