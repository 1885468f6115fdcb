package import Purchases

extension Store {
    /// Checks the store's health as ``doctor(at:by:)`` does, and looks at everything where that looks at samples.
    ///
    /// Each part is read for itself, so that no reading lasts long. A run that is killed begins again: a place kept in the
    /// file would be one more thing that somebody writes by hand.
    ///
    /// - Parameters:
    ///   - reread: reads a document once more as the store keeps it; without it documents are not looked at.
    ///   - progress: told how much is done, between 0 and 1.
    package func doctorAll(
        at now: Instant, by agent: AgentName? = nil, rereading reread: ((KeptDocument) -> Rereading)? = nil,
        progress: (Double) -> Void = { _ in }
    ) throws(StoreError) -> [Finding] {
        let usual = try doctor(at: now, by: agent)
        let whole = WholeExamination(store: self, now: now, reread: reread).findings(progress)
        let looked = Set(whole.map(\.code))
        return usual.filter { !looked.contains($0.code) } + whole
    }
}

/// A check that goes through all rows of a table, a part after the other. Each stands in a `DoctorAll….swift` beside
/// this one.
protocol WholeCheck {
    var table: String { get }
    /// The column that numbers its rows.
    var key: String { get }
    /// How many numbers one reading spans.
    var part: Int64 { get }

    /// Looks at the rows of a part.
    mutating func look(at rows: Range<Int64>, in db: Connection) throws

    /// What was found, once every part was looked at.
    func findings(_ db: Connection) throws -> [Finding]
}

extension WholeCheck {
    var key: String { "id" }
    var part: Int64 { 500 }
}

/// What a check found wrong: how much, and the first of it.
struct Discrepancies {
    private static let most = 5

    private(set) var count = 0
    private var named: [String] = []

    /// Whether nothing is wrong.
    var isEmpty: Bool { count == 0 }

    /// The first of it, in words.
    var words: String {
        named.joined(separator: "; ") + (count > named.count ? "; and \(count - named.count) more" : "")
    }

    /// Notes something that is wrong.
    mutating func note(_ what: String) {
        count += 1
        if named.count < Discrepancies.most { named.append(what) }
    }

    /// The finding about it.
    ///
    /// - Parameter right: what is said when nothing is wrong.
    func finding(_ code: String, right: String) -> Finding {
        guard !isEmpty else { return Finding(code, right) }
        return Finding(
            code, .error, words,
            fix: "somebody wrote to the file beside Makegood: find out who, then restore a backup")
    }
}

/// Everything that a store keeps, looked at once.
private struct WholeExamination {
    /// How much of the whole is spent on recounting charges.
    private static let ofBalance = 0.25

    let store: Store
    let now: Instant
    let reread: ((KeptDocument) -> Rereading)?

    func findings(_ progress: (Double) -> Void) -> [Finding] {
        var checks = all()
        let lasts = checks.map { last(of: $0) }
        let (whole, share) = (Double(max(1, lasts.reduce(0, +))), 1 - WholeExamination.ofBalance)
        var (findings, done): ([Finding], Int64) = ([], 0)
        for place in checks.indices {
            findings += guarded {
                try walk(&checks[place]) { passed in
                    progress(share * Double(done + max(0, min(passed, lasts[place]))) / whole)
                }
                return try store.read { try checks[place].findings($0) }
            }
            done += lasts[place]
        }
        return findings + guarded { [try balance { progress(share + WholeExamination.ofBalance * $0) }] }
    }

    /// The log comes first: others ask what it tells.
    private func all() -> [any WholeCheck] {
        let deeds = LoggedDeeds()
        let checks: [any WholeCheck] = [
            DeedCheck(deeds: deeds), ChainCheck(deeds: deeds), TicketCheck(now: now),
            CustomerCheck(deeds: deeds), NoteCheck(deeds: deeds), RequestCheck(),
            EventCheck(deeds: deeds), ChangeCheck(),
            MessageCheck(),
        ]
        guard let reread else { return checks }
        let documents = RereadDocuments(reread)
        return checks + [FactCheck(documents), DocumentCheck(documents)] as [any WholeCheck]
    }

    /// Goes through a table from one row that is there to the next, whatever numbers lie between.
    private func walk(_ check: inout any WholeCheck, _ passed: (Int64) -> Void) throws {
        var from = Int64.min
        while let first = try store.read({ try next(in: check, from: from, $0) }) {
            let end = first.addingReportingOverflow(check.part)
            let rows = first..<(end.overflow ? .max : end.partialValue)
            guard !rows.isEmpty else { return }
            try store.read { try check.look(at: rows, in: $0) }
            from = rows.upperBound
            passed(from)
        }
    }

    private func next(in check: any WholeCheck, from number: Int64, _ db: Connection) throws -> Int64? {
        try db.value("SELECT min(\(check.key)) FROM \(check.table) WHERE \(check.key) >= ?", [number])
    }

    /// Each for itself, as the doctor's other checks.
    private func guarded(_ check: () throws -> [Finding]) -> [Finding] {
        do { return try check() } catch { return [Finding(StoreError(of: error))] }
    }

    /// The number of a table's last row, small enough to be added up with the others'. A table that cannot be read is
    /// said by its check.
    private func last(of check: any WholeCheck) -> Int64 {
        let last: Int64? = try? store.read {
            try $0.value("SELECT max(\(check.key)) FROM \(check.table)") as Int64?
        }
        return max(0, min(last ?? 0, .max / 64))
    }

    private func balance(_ progress: (Double) -> Void) throws -> Finding {
        let check = try store.checkBalance(at: now, progress: progress)
        guard let first = check.findings.first else {
            return Finding("balance", "the sums are right, and so are all \(check.charges) charges")
        }
        return Finding(
            "balance", .error,
            "\(check.count) \(check.count == 1 ? "charge or sum is" : "charges or sums are") kept otherwise than the facts tell, such as \(first.subject)",
            fix: "see all of it with `makegood balance --check`, then restore a backup")
    }
}
