internal import Purchases

extension Store {
    /// The findings of ``doctor(at:by:)`` on derived rows, documents, tickets and the server's work, one for each
    /// check.
    func examination(at now: Instant) -> [Finding] {
        let checks: [(Connection) throws -> Finding] = [
            { try DoctorSample($0).finding(at: now) }, Doctor.imports, Doctor.uncheckedNotifications,
            Doctor.uncheckedChains,
            { try Doctor.documents($0, at: now) }, Doctor.owners, Doctor.erasures, Doctor.disputes,
            { try Doctor.tickets($0, at: now) }, Doctor.alarms, Doctor.losses,
            { try Doctor.refunds($0, at: now) },
            { try Doctor.server($0, at: now) }, Doctor.serverAlarms, { try Doctor.webhooks($0, at: now) },
            Doctor.upgrade,
            { try Doctor.keys($0, at: now) },
            { try Doctor.history($0, at: now) }, { try Doctor.unauthentic($0, at: now) },
            { try Doctor.balance($0, at: now) },
        ]
        return checks.map { check in Doctor.guarded { try read(check) } }
    }
}

/// Compares the derived periods of a sample of chains with what the pure rules give.
struct DoctorSample {
    /// How many chains are looked at; each brings all chains of its customer.
    static let size: Int64 = 200

    private let db: Connection
    private let rules: AccessRules

    /// A sample under the rules of the store.
    init(_ db: Connection) throws {
        self.db = db
        rules = try SettingTable.accessRules(db)
    }

    /// What was found; other times look at other chains of a big store.
    func finding(at now: Instant) throws -> Finding {
        guard try !CatalogUpdate.isUnderWay(db) else {
            return Finding(
                "periods", .warning, "what the new catalogue changes is not worked out to its end",
                fix: "run 'makegood catalog': each run that may write goes on with it")
        }
        var (count, customers): (Int, Set<Int64>) = (0, [])
        for row in try chains(at: now) {
            guard let stored = try StoredChain.at(row, in: db) else { continue }
            if let customer = stored.customerRow, !customers.insert(customer).inserted { continue }
            let family =
                try stored.customerRow.map { try StoredChain.all(ofCustomer: $0, in: db) } ?? [stored]
            if let wrong = try self.wrong(in: family, of: stored.customerRow) {
                return Finding(
                    "periods", .error, "\(wrong) are not what the rules give",
                    fix: "restore a backup, or attach the customer's chains again, which rewrites them")
            }
            count += family.count
        }
        let all: Int = try db.value("SELECT count(*) FROM chains") ?? 0
        return Finding(
            "periods",
            "those of \(count) of \(all) chains are what the rules give\(Doctor.hint(count < all))")
    }

    /// Evenly spread over all chains; every one of a small store.
    private func chains(at now: Instant) throws -> [Int64] {
        let last: Int64 = try db.value("SELECT max(id) FROM chains") ?? 0
        let step = last / DoctorSample.size + 1
        let first = 1 + abs(now.milliseconds % step)
        return try stride(from: first, through: last, by: Int(step)).compactMap { place in
            try db.value("SELECT min(id) FROM chains WHERE id >= ? AND id < ?", [place, place + step])
        }
    }

    /// The first periods of a customer's chains, or of one of nobody's, that are not what the rules give; nil when all are.
    func wrong(in family: [StoredChain], of customer: Int64?) throws -> String? {
        let timelines = ChainTimeline.timelines(of: family.map(\.chain), catalog: rules.catalog)
        for (stored, timeline) in zip(family, timelines)
        where try kept(stored) != timeline.held(catalog: rules.catalog).accessPeriods {
            return "the access periods of chain \(stored.chain.id.original)"
        }
        return try customer.flatMap { try CustomerTable.at($0, in: db)?.customer.id }.flatMap(firstWrong)
    }

    private func kept(_ stored: StoredChain) throws -> [AccessPeriod?] {
        guard let payer = stored.payer else {
            return try PeriodTable.accessPeriods(ofChain: stored.rowID, in: db)
        }
        return try PeriodTable.accessPeriods(ofChain: stored.rowID, payer: payer, in: db)
    }

    private func firstWrong(of customer: AppUserID) throws -> String? {
        guard let facts = try CustomerFactsReading.facts(customer, in: db) else { return nil }
        let access = CustomerAccess(facts: facts, rules: rules)
        let counting = try countingPeriods(of: customer)
        let names = Set(access.entitlements()).union(counting.keys)
        let wrong = names.sorted().first { Span.union(counting[$0] ?? []) != access.runs(of: $0) }
        return wrong.map { "the periods of \($0) for \(customer)" }
    }

    private func countingPeriods(of customer: AppUserID) throws -> [EntitlementID: [Span]] {
        let periods = try db.map(
            "SELECT entitlement, from_ms, until_ms FROM counting_periods WHERE app_user_id = ?", [customer]
        ) { row in
            (entitlement: try row[0] as EntitlementID, span: Span(from: try row[1], until: row[2]))
        }
        return Dictionary(grouping: periods, by: \.entitlement).mapValues { $0.compactMap(\.span) }
    }
}
