internal import FileStore
import Foundation
import Intake
import Persistence
import Practice
import Purchases

/// Makes the bench's store, through the product's own import and grants.
struct StoreBuilder {
    /// Who is in it.
    let population: BenchPopulation
    let progress: ProgressLine

    /// The lead who made the store.
    static let lead = AgentName("bench")
    /// The leads who give grants.
    static let givers = (0..<9).map { AgentName("giver\($0)") }

    /// How many chains, the first ones, have an order that an invoice names.
    static let orders = 200

    /// How many documents are brought, and grants given, between two looks at the clock.
    private static let (part, grants) = (5000, 100)

    /// Makes the store under another name first, so that one half made is never taken for whole.
    func build(at path: String) throws {
        let (draft, begin) = (path + ".part", SteadyClock.seconds)
        StoreFiles(draft).remove()
        var making = StoreMaking()
        // One that a power cut ends is made anew anyway.
        try Durability.$current.withValue(.none) { try fill(draft, &making) }
        try StoreFiles(draft).settle()
        sync()
        try StoreFiles(draft).move(to: path)
        making.seconds = SteadyClock.seconds - begin
        try making.keep(besideStore: path)
        progress.say("the store is made, in \(TableText.number(making.seconds)) s")
    }

    private func fill(_ draft: String, _ making: inout StoreMaking) throws {
        let store = try StoreBuilder.empty(at: draft)
        try bring(.customers, population.customers, to: store, &making)
        try bring(.verifyReceipt, population.customers, to: store, &making)
        try importer(store).run(writer.longChains(), named: "long chains").checked()
        try importer(store).run(writer.strangers(), named: "strangers").checked()
        try bring(.purchaseReport, population.reports, to: store, &making)
        try give(in: store, &making)
        try order(in: store)
        // What is due is moved now, so that no console that is measured has to write.
        _ = try store.applyOverdueMoves(by: StoreBuilder.lead, at: BenchPopulation.now)
        try store.close()
    }

    /// An empty store with agents and a catalogue.
    static func empty(at path: String) throws -> Store {
        let store = try Store.create(
            at: path, practice: true, bundleIDs: [BundleID(PracticeCatalog.bundleID)], by: lead,
            at: BenchPopulation.start)
        for giver in givers { try store.addAgent(giver, role: .lead, by: lead, at: BenchPopulation.start) }
        let yaml = String(decoding: PracticeCatalog.yaml, as: UTF8.self)
        try store.replaceCatalog(
            with: CatalogReader(file: "bench").catalog(yaml), by: lead, at: BenchPopulation.start)
        return store
    }

    private var writer: DocumentWriter { DocumentWriter(population: population) }

    private func importer(_ store: Store) throws -> Importer {
        try Importer(store: store, agent: StoreBuilder.lead, now: BenchPopulation.now)
    }

    private func bring(
        _ kind: DocumentWriter.Kind, _ count: Int, to store: Store, _ making: inout StoreMaking
    ) throws {
        let begin = SteadyClock.seconds
        for start in stride(from: 0, to: count, by: StoreBuilder.part) {
            let numbers = start..<min(count, start + StoreBuilder.part)
            let documents = writer.documents(kind, numbers)
            let seconds = try SteadyClock.time {
                try importer(store).run(documents, named: kind.rawValue).checked()
            }
            making.note(numbers.count, of: kind.rawValue, in: seconds)
            progress.show(kind.rawValue, numbers.upperBound, after: start, of: count, since: begin)
        }
    }

    private func order(in store: Store) throws {
        for number in 0..<min(StoreBuilder.orders, population.customers) {
            let person = population.person(number)
            try store.recordOrder(
                OrderID(person.order), of: OriginalTransactionID(String(person.chainID)),
                by: StoreBuilder.lead,
                at: BenchPopulation.now)
        }
    }

    /// Grants spread over the days since the founding and over the leads.
    private func give(in store: Store, _ making: inout StoreMaking) throws {
        let begin = SteadyClock.seconds
        var last = begin
        let span = (BenchPopulation.now - BenchPopulation.start).count - 86_400_000
        for number in 0..<population.grants {
            let person = population.person(number * 10 / 3)
            let at = BenchPopulation.start + TimeLength(span / Int64(population.grants) * Int64(number))
            let agent = StoreBuilder.givers[number % StoreBuilder.givers.count]
            _ = try store.grant(
                BenchGrant.of(person.id, at: at), key: "bench-\(number)", by: agent, at: at)
            let given = number + 1
            guard given.isMultiple(of: StoreBuilder.grants) || given == population.grants else { continue }
            let (now, before) = (SteadyClock.seconds, (given - 1) / StoreBuilder.grants * StoreBuilder.grants)
            making.note(given - before, of: "grants", in: now - last)
            last = now
            progress.show("grants", given, after: before, of: population.grants, since: begin)
        }
    }
}

extension ImportReport {
    /// Refuses an import that left anything out: the bench measures a whole store.
    fileprivate func checked() throws {
        guard let rejection = rejected.first else { return }
        throw BenchError("the store refused \(rejection.source): \(rejection.reason), \(rejection.detail)")
    }
}

/// What the bench gives: a week of something that no purchase of its people unlocks, so that time is always gained.
enum BenchGrant {
    /// The wish for a customer at a moment.
    static func of(_ customer: AppUserID, at instant: Instant) -> GrantRequest {
        GrantRequest(
            customer: customer, entitlement: EntitlementID("pro"), term: .until(instant + .days(7)),
            reason: "goodwill", evenIfNothingIsGained: true)
    }
}
