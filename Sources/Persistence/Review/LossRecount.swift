/// Counts the losses of funds anew from their tickets, and compares that with the kept figures, for doctor.
struct LossRecount {
    let db: Connection

    private static let sums = "tickets, milliunits, free, negative"

    /// Losses counted from tickets by a dimension, as the kept rows have them.
    private static func counted(_ name: String, _ value: String, byDay: Bool) -> String {
        let (paid, standing) = (LossTerms.milliunits("t"), LossTerms.standing("t"))
        let day = byDay ? " \(LossSQL.day("t")) AS day," : ""
        return """
            SELECT '\(name)' AS dimension, t.environment,\(day) \(value) AS value,
              \(LossTerms.currency("t")) AS currency, \(standing) AS standing, count(*) AS tickets,
              sum(coalesce(\(paid), 0)) AS milliunits, sum(CASE WHEN \(paid) = 0 THEN 1 ELSE 0 END) AS free,
              sum(CASE WHEN \(paid) < 0 THEN 1 ELSE 0 END) AS negative
            FROM tickets t WHERE t."group" = 3 AND \(standing) IS NOT NULL
            GROUP BY \(byDay ? "2, 3, 4, 5, 6" : "2, 3, 4, 5")
            """
    }

    /// How many kept rows of the days are not what the tickets of one dimension give, in one pass over them; and how many
    /// sums of the other dimensions are not that dimension's.
    func quick() throws -> Int {
        let keys = "environment, currency, standing"
        let sums = LossRecount.sums.split(separator: ", ").map { "sum(\($0))" }.joined(separator: ", ")
        let causes = "SELECT \(keys), \(sums) FROM loss_totals WHERE dimension = 'cause' GROUP BY \(keys)"
        let others =
            LossSQL.dimensions(of: "t").map(\.name).map { ("loss_figures", $0) }
            + LossSQL.lasting(of: "t").map(\.name).map { ("loss_totals", $0) }
        return try others.reduce(try differences("cause", "coalesce(t.cause, '')", byDay: true)) {
            found, other in
            let sum =
                "SELECT \(keys), \(sums) FROM \(other.0) WHERE dimension = '\(other.1)' GROUP BY \(keys)"
            return found + (try differing(sum, causes))
        }
    }

    /// How many kept rows of a dimension, by day or of all time, are not what the tickets give.
    func differences(_ name: String, _ value: String, byDay: Bool) throws -> Int {
        let (table, day) = byDay ? ("loss_figures", " day,") : ("loss_totals", "")
        let columns = "dimension, environment,\(day) value, currency, standing, \(LossRecount.sums)"
        return try differing(
            LossRecount.counted(name, value, byDay: byDay),
            "SELECT \(columns) FROM \(table) WHERE dimension = '\(name)'")
    }

    /// How many rows one query has and the other does not.
    private func differing(_ left: String, _ right: String) throws -> Int {
        try db.value(
            """
            SELECT (SELECT count(*) FROM (SELECT * FROM (\(left)) l EXCEPT SELECT * FROM (\(right)) r) m)
              + (SELECT count(*) FROM (SELECT * FROM (\(right)) r EXCEPT SELECT * FROM (\(left)) l) m)
            """) ?? 0
    }
}
