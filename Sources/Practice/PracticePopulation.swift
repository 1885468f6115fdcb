import Foundation
public import Intake
public import Persistence
public import Purchases

/// Fills a practice store with people and purchases, the same for the same number, seed and moment.
///
/// Everything goes in as documents through the importer, so that a practice store is also its largest test.
public struct PracticePopulation: Sendable {
    /// How many customers.
    public let customers: Int
    /// What the population is made of.
    public let seed: UInt64
    /// When its stories end.
    public let now: Instant

    /// A population of so many customers.
    public init(customers: Int, seed: UInt64, now: Instant) {
        (self.customers, self.seed, self.now) = (customers, seed, now)
    }

    /// The agents of a practice store beside the one who made it, by their logins.
    public static let agents: [(login: AgentName, role: Role)] = [
        (AgentName("ana"), .agent), (AgentName("lena"), .lead), (AgentName("vic"), .viewer),
        (AgentName("importer"), .service),
    ]

    /// Fills an empty practice store; `lead` is who made it.
    ///
    /// - Returns: What the imports of the documents did, in their order.
    /// - Throws: `StoreError` when the store cannot be written.
    @discardableResult
    public func fill(
        _ store: Store, lead: AgentName, progress: @escaping (ImportProgress) -> Void = { _ in }
    ) throws -> [ImportReport] {
        try found(store, lead: lead)
        let people = people()
        let bring = { (bytes: Data, name: String, at: Instant) in
            try Importer(store: store, agent: lead, now: at).run(bytes, named: name, progress: progress)
        }
        let known = try bring(lines(people.map { try $0.record() }), "customers", start)
        try PracticeDeeds(store: store, start: start, seed: seed).perform(for: people.map(\.person.id))
        let documents = try documents(of: people)
        let early = documents.prefix { $0.receivedAt < calendar.morningAfter }
        let first = try bring(lines(early.map(\.bytes)), "purchases", calendar.morningAfter)
        let unlucky = people.filter { $0.troubles.contains(.outage(.refunded)) }.map(\.person.id)
        try TicketDeeds(store: store, calendar: calendar, refundedLater: Set(unlucky)).perform()
        let rest = documents.dropFirst(early.count)
        return [known, first, try bring(lines(rest.map(\.bytes)), "purchases", now)]
    }

    /// When the practice store was founded: thirty days before the present.
    public var start: Instant { now - .days(30) }

    private var calendar: PracticeCalendar { PracticeCalendar(now: now) }

    private func found(_ store: Store, lead: AgentName) throws {
        for agent in PracticePopulation.agents {
            try store.addAgent(agent.login, role: agent.role, by: lead, at: start)
        }
        let yaml = String(decoding: PracticeCatalog.yaml, as: UTF8.self)
        try store.replaceCatalog(with: CatalogReader(file: "practice").catalog(yaml), by: lead, at: start)
        _ = try store.addSecret(PracticeDocuments.secret, by: lead, at: start)
    }

    /// The people, in order.
    func people() -> [PracticeCustomer] {
        (0..<customers).map { PracticeCustomer(number: $0, among: customers, seed: seed, calendar) }
    }

    /// Everything that was told of people, as it was received.
    func documents(of people: [PracticeCustomer]) throws -> [PracticeDocument] {
        let documents = try people.flatMap { try $0.documents() }
        let order = documents.indices.sorted {
            (documents[$0].receivedAt, $0) < (documents[$1].receivedAt, $1)
        }
        return order.map { documents[$0] }
    }

    /// Documents as JSON Lines.
    private func lines(_ documents: [Data]) -> Data {
        documents.reduce(into: Data()) { lines, document in
            lines.append(document)
            lines.append(0x0A)
        }
    }
}
