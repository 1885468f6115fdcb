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
    /// - Throws: `StoreError` when the store cannot be written.
    public func fill(
        _ store: Store, lead: AgentName, progress: @escaping (ImportProgress) -> Void = { _ in }
    ) throws {
        for agent in PracticePopulation.agents {
            try store.addAgent(agent.login, role: agent.role, by: lead, at: start)
        }
        let yaml = String(decoding: PracticeCatalog.yaml, as: UTF8.self)
        try store.replaceCatalog(with: CatalogReader(file: "practice").catalog(yaml), by: lead, at: start)
        _ = try store.addSecret(PracticeDocuments.secret, by: lead, at: start)
        let people = people()
        let stories = people.enumerated().map { story(of: $0.element, number: $0.offset) }
        let records = try lines(zip(people, stories).map { try record(of: $0, $1) })
        _ = try Importer(store: store, agent: lead, now: start).run(
            records, named: "customers", progress: progress)
        try PracticeDeeds(store: store, start: start, seed: seed).perform(for: people.map(\.id))
        let purchases = try people.enumerated().flatMap { number, person in
            var documents = PracticeDocuments(person: person, number: number, now: now)
            return try documents.lines(for: stories[number])
        }
        _ = try Importer(store: store, agent: lead, now: now).run(
            lines(purchases), named: "purchases", progress: progress)
    }

    /// When the practice store was founded: thirty days before the present.
    public var start: Instant { now - .days(30) }

    /// The people, in order.
    func people() -> [PracticePerson] {
        (0..<customers).map { number in
            var random = PracticeRandom(seed: seed, place: number)
            return PracticePerson(number: number, random: &random)
        }
    }

    /// What happened to a person.
    private func story(of person: PracticePerson, number: Int) -> [PracticeChain] {
        var random = PracticeRandom(seed: seed, place: number &+ customers)
        let life = PracticeLife.life(of: number, random: &random)
        var story = PracticeStory(now: now, random: random)
        return story.chains(of: life)
    }

    /// Documents as JSON Lines.
    private func lines(_ documents: [Data]) -> Data {
        documents.reduce(into: Data()) { lines, document in
            lines.append(document)
            lines.append(0x0A)
        }
    }

    /// The customer as the app's own list would tell it.
    private struct Record: Encodable {
        let app_user_id: String
        let email: String
        let name: String
        let app_account_token: String
        let created_at: String
        let updated_at: String
        let locale: String
        let country: String
    }

    private func record(of person: PracticePerson, _ chains: [PracticeChain]) throws -> Data {
        let first = chains.flatMap(\.purchases).map(\.purchasedAt).min() ?? now
        let created = min(first, now) - .days(3)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(
            Record(
                app_user_id: person.id.rawValue, email: person.email, name: person.name,
                app_account_token: person.token, created_at: created.description,
                updated_at: created.description, locale: person.locale, country: person.country))
    }
}
