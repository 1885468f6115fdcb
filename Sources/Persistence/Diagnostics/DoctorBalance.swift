internal import Purchases

/// The quick check of the ledger; `makegood balance --check` (`Reports/BalanceCheck.swift`) recounts all of it.
extension Doctor {
    /// How many rows of chains, and of attempts, have their charges recounted: the newest.
    private static let recounted: Int64 = 200

    /// Whether the kept sums of days are what the charges come to, and the newest charges what the facts say.
    static func balance(_ db: Connection, at now: Instant) throws -> Finding {
        let sums = try DaySum.differences(db)
        if let first = sums.first {
            return wrong(
                "\(sums.count) \(sums.count == 1 ? "sum" : "sums") of days are not what their charges come to, such as \(first.subject)"
            )
        }
        var check = BalanceCheck()
        let recount = try BalanceRecount(db)
        let chain: Int64 = try db.value("SELECT max(id) FROM chains") ?? 0
        let attempt: Int64 = try db.value("SELECT max(id) FROM attempts") ?? 0
        try recount.chains(max(1, chain - recounted)..<(chain + 1), &check)
        try recount.attempts(max(1, attempt - recounted)..<(attempt + 1), at: now, &check)
        if let first = check.findings.first {
            return wrong("charges are kept otherwise than the facts tell them, such as \(first.subject)")
        }
        let all: Int = try db.value("SELECT count(*) FROM charges") ?? 0
        return Finding(
            "balance",
            "the sums are right, and so are \(check.charges) of \(all) charges\(Doctor.hint(check.charges < all))"
        )
    }

    private static func wrong(_ text: String) -> Finding {
        Finding(
            "balance", .error, text,
            fix: "see all of it with `makegood balance --check`, then restore a backup")
    }
}
