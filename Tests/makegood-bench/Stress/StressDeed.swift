import Foundation

/// What a writer did and was told.
struct StressDeed {
    /// The kinds of deeds, by what the audit log calls them.
    enum Kind: String {
        /// Something was given.
        case grant
        /// A grant was ended.
        case revoke
        /// A note was written on a customer.
        case note = "customer.note"
        /// A ticket was claimed.
        case claim = "ticket claim"
        /// A ticket was given back.
        case release = "ticket release"
        /// A ticket was written off.
        case resolve = "ticket.write_off resolve"
        /// A chain was moved to another customer.
        case attach = "chain.attach"
    }

    /// The answers.
    enum Answer: String {
        case done
        /// It had been done under the same key.
        case replayed
        /// It had been done by the same writer, who was killed before hearing of it.
        case recovered
        /// Somebody else was first.
        case refused
        /// There was nothing to do.
        case idle
        /// Another process held the store for too long.
        case busy
        /// Anything that must not happen.
        case failed
    }

    var kind: Kind
    /// What came of it.
    var answer: Answer
    /// What it was done to, as the audit log names it.
    var subject = "-"
    /// What it is known by: a grant's key, a note's text.
    var key = "-"
    /// What it made: a grant's id, a chain's owner, why it failed.
    var result = "-"
    /// When it was asked for.
    var begin = 0.0
    /// When it was answered.
    var end = 0.0

    /// Whether the writer was told that the store holds what it did.
    var isAcknowledged: Bool { answer == .done || answer == .recovered }
}

extension StressDeed {
    /// The deed on one line.
    var line: String {
        let words = [kind.rawValue, answer.rawValue, subject, key, result].map { word in
            String(word.map { $0 == "\t" || $0.isNewline ? " " : $0 })
        }
        return (words + [String(begin), String(end)]).joined(separator: "\t") + "\n"
    }

    /// The deed of a line; nil when it is none.
    init?(line: Substring) {
        let words = line.split(separator: "\t").map(String.init)
        guard words.count == 7, let kind = Kind(rawValue: words[0]), let answer = Answer(rawValue: words[1]),
            let begin = Double(words[5]), let end = Double(words[6])
        else { return nil }
        self.init(
            kind: kind, answer: answer, subject: words[2], key: words[3], result: words[4], begin: begin,
            end: end)
    }
}

/// Where a writer writes down each deed once it was answered, to be read after the writer was killed too.
final class DeedLog {
    private let descriptor: Int32

    /// Goes on with a log, or begins it.
    init(_ path: String) throws {
        descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw BenchError("\(path) cannot be written: errno \(errno)") }
    }

    deinit { close(descriptor) }

    /// Writes a deed down, whole or not at all.
    func append(_ deed: StressDeed) throws { try append(deed.line) }

    /// Writes a line down, whole or not at all.
    func append(_ line: String) throws {
        let line = Array(line.utf8)
        guard write(descriptor, line, line.count) == line.count else {
            throw BenchError("a deed cannot be written down: errno \(errno)")
        }
    }

    /// The deeds of a log; none when there is no log.
    static func deeds(at path: String) -> [StressDeed] {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return [] }
        return text.split(separator: "\n").compactMap { StressDeed(line: $0) }
    }
}

/// Compares what writers were told with what the store holds.
struct DeedCheck {
    /// What everybody was told.
    let plan: StressPlan
    /// Where the store stood before.
    let start: StressStart
    /// What the writers did.
    let outcome: StressOutcome
    let table: StoreTable

    /// Every acknowledged write must be there once; more than that only as far as writers were killed.
    func problems() throws -> [String] {
        try entries() + keys() + notes() + revocations() + owners() + endings()
    }

    private var deeds: [StressDeed] { outcome.writers.flatMap { $0 } }

    private func acknowledged(_ kind: StressDeed.Kind) -> [StressDeed] {
        deeds.filter { $0.kind == kind && $0.isAcknowledged }
    }

    /// The audit log must hold each deed, and nothing of the writers that they were not told.
    private func entries() throws -> [String] {
        let agents = (0..<StressPlan.writers).map(StressWriter.agent)
        var kept: [String: Int] = [:]
        for row in try table.rows(
            """
            SELECT agent || ' ' || trim(action || ' ' || coalesce(json_extract(details, '$.deed'), ''))
                || ' ' || subject, count(*)
            FROM audit WHERE sequence > \(start.audit)
                AND agent IN (\(agents.map { "'\($0)'" }.joined(separator: ", "))) GROUP BY 1
            """)
        { kept[row[0]] = Int(row[1]) }
        var told: [String: Int] = [:]
        for (agent, log) in zip(agents, outcome.writers) {
            for deed in log where deed.isAcknowledged {
                told["\(agent) \(deed.kind.rawValue) \(deed.subject)", default: 0] += 1
            }
        }
        let lost = told.filter { kept[$0.key] ?? 0 < $0.value }.keys.sorted().map { "lost: \($0)" }
        let surplus = kept.values.reduce(0, +) - told.values.reduce(0, +)
        let isTooMuch = surplus > outcome.kills
        return lost + (isTooMuch ? ["\(surplus) writes were never told, after \(outcome.kills) kills"] : [])
    }

    /// A key stands for one grant, whoever used it and however often.
    private func keys() throws -> [String] {
        let prefix = plan.name(of: "")
        let rows = try table.rows(
            """
            SELECT i.key, g.id, g.app_user_id FROM idempotency i
            LEFT JOIN grants g ON g.id = CAST(json_extract(i.result, '$.grant') AS INTEGER)
            WHERE i.key >= '\(prefix)' AND i.key < '\(prefix)~'
            """)
        let kept = Dictionary(uniqueKeysWithValues: rows.map { ($0[0], [$0[1], $0[2]]) })
        let answered = deeds.filter { $0.kind == .grant && ($0.isAcknowledged || $0.answer == .replayed) }
        let wrong = answered.filter { kept[plan.name(of: $0.key)] != [$0.result, $0.subject] }.map {
            "the key \($0.key) does not stand for grant \($0.result)"
        }
        let grants = try table.number("SELECT count(*) FROM grants WHERE id > \(start.grants)")
        let double = Dictionary(grouping: acknowledged(.grant), by: \.key).filter { $0.value.count > 1 }
        return wrong + double.keys.sorted().map { "the key \($0) gave something twice" }
            + (grants == kept.count ? [] : ["\(grants) grants for \(kept.count) keys"])
    }

    private func notes() throws -> [String] {
        let prefix = plan.name(of: "note-")
        let rows = try table.rows(
            "SELECT body, count(*) FROM notes WHERE body GLOB '\(prefix)*' GROUP BY body")
        let kept = Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) })
        let lost = acknowledged(.note).filter { kept[plan.name(of: $0.key)] == nil }
        return lost.map { "lost: \($0.key)" } + kept.filter { $0.value != "1" }.keys.map { "twice: \($0)" }
    }

    private func revocations() throws -> [String] {
        let rows = try table.rows(
            "SELECT id FROM grants WHERE id > \(start.grants) AND revoked_at_ms IS NOT NULL")
        let revoked = Set(rows.map { $0[0] })
        return acknowledged(.revoke).filter { !revoked.contains($0.result) }.map {
            "grant \($0.result) is not revoked"
        }
    }

    /// The last move of a chain says whose it is.
    private func owners() throws -> [String] {
        let moves = acknowledged(.attach).sorted { $0.end < $1.end }
        let last = Dictionary(moves.map { ($0.subject, $0.result) }) { $1 }
        return try last.sorted { $0.key < $1.key }.compactMap { chain, customer in
            let owner = try table.rows(
                """
                SELECT p.app_user_id FROM chains c JOIN customers p ON p.id = c.customer_id
                WHERE c.original_transaction_id = '\(chain)'
                """)
            return owner == [[customer]] ? nil : "chain \(chain) is not \(customer)'s"
        }
    }

    private func endings() throws -> [String] {
        let rows = try table.rows("SELECT id FROM tickets WHERE state = 'resolved'")
        let resolved = Set(rows.map { $0[0] })
        return acknowledged(.resolve).filter { !resolved.contains($0.subject) }.map {
            "ticket \($0.subject) is not resolved"
        }
    }
}
