import Purchases

/// Reads of a customer's attempts whether one began within seconds after another had been cancelled.
struct AskedAgainReading {
    /// How many attempts are looked at, the newest of them.†
    private static let attempts = 100

    let db: Connection

    /// The newest of those that began between two moments, and where only some attempts are asked for, of these.
    func newest(
        of customer: AppUserID, from: Instant, until: Instant, about attempts: Set<AttemptID>? = nil
    ) throws -> AskedAgain? {
        let found = AskedAgain.all(in: try tellings(of: customer, from: from, until: until))
        return found.first { asked in
            attempts.map { $0.contains(asked.cancelled) || $0.contains(asked.next) } ?? true
        }
    }

    /// The newest that some attempts of a customer have part in.
    func newest(of customer: AppUserID, about attempts: [PurchaseAttempt]) throws -> AskedAgain? {
        let times = attempts.flatMap(\.events).map(\.event.at)
        guard let first = times.min(), let last = times.max() else { return nil }
        // A payment sheet stays open for minutes at most.
        return try newest(
            of: customer, from: first - .hours(1), until: last + AskedAgain.window,
            about: Set(attempts.map(\.id)))
    }

    /// When attempts began and were cancelled; an attempt that tells no beginning began with its first event.
    private func tellings(
        of customer: AppUserID, from: Instant, until: Instant
    ) throws -> [AskedAgain.Telling] {
        // Code 2 of StoreKit is that the customer cancelled; which domain an error has `isCancellation` looks at.
        try db.map(
            """
            SELECT a.attempt_id, e.at_ms, e.step, e.error_domain, e.error_code,
              CASE WHEN e.at_ms = a.first_event_ms THEN 1 ELSE 0 END
            FROM (SELECT b.id, b.attempt_id, b.first_event_ms FROM customers u CROSS JOIN attempts b
                ON b.customer_id = u.id
              WHERE u.app_user_id = ?1 AND b.first_event_ms BETWEEN ?2 AND ?3
              ORDER BY b.first_event_ms DESC, b.attempt_id, b.id LIMIT ?4) a
              CROSS JOIN attempt_events e ON e.attempt = a.id
            WHERE e.step = 'purchasing' OR e.error_code = '2' OR e.at_ms = a.first_event_ms
            """, [customer, from, until, AskedAgainReading.attempts]
        ) { row -> [AskedAgain.Telling] in
            let (attempt, at): (AttemptID, Instant) = (try row[0], try row[1])
            let step: String = try row[2]
            let (domain, code): (String?, String?) = (row[3], row[4])
            let error = domain.map { ReportedError(domain: $0, code: code) }
            let (isFailed, isFirst): (Bool, Bool) = (step == "failed", try row[5])
            var kinds: [AskedAgain.Telling.Kind] = step == "purchasing" || isFirst ? [.begun] : []
            if isFailed, error?.isCancellation == true { kinds.append(.cancelled) }
            return kinds.map { AskedAgain.Telling($0, attempt, at: at) }
        }.flatMap { $0 }
    }
}
