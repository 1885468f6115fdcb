package import AppStore
import Foundation
import Intake
package import Persistence
package import Purchases

/// Fills a practice store with people and purchases, the same for the same number, seed and moment.
///
/// `makegood demo` makes its stores so. All that customers did goes in as documents through `Importer`, so that a
/// practice store is also its largest test; what agents did is done by the store's own functions (`PracticeDeeds`,
/// `PracticeQueue`).
package struct PracticePopulation: Hashable, Sendable {
    package let customers: Int
    /// What the population is made of.
    package let seed: UInt64
    /// When its stories end.
    package let now: Instant

    /// A population of so many customers.
    package init(customers: Int, seed: UInt64, now: Instant) {
        (self.customers, self.seed, self.now) = (customers, seed, now)
    }

    /// The population that a store says it was made of; nil for a text that tells none.
    package init?(_ text: String) {
        let parts = text.split(separator: " ").compactMap { part -> (Substring, Substring)? in
            part.firstIndex(of: "=").map { (part[..<$0], part[part.index(after: $0)...]) }
        }
        let values = Dictionary(parts, uniquingKeysWith: { first, _ in first })
        guard let customers = values["customers"].flatMap({ Int($0) }),
            let seed = values["seed"].flatMap({ UInt64($0) }),
            let now = values["now"].flatMap({ Instant(String($0)) })
        else { return nil }
        self.init(customers: customers, seed: seed, now: now)
    }

    /// What a store of it says it was made of.
    package var text: String { "customers=\(customers) seed=\(seed) now=\(now)" }

    /// How many customers show everything that there is, and are made while somebody waits: every group and cause, an
    /// incident, silent losses, requests and refunds.
    package static let usualCustomers = 240

    /// The agents of a practice store beside the one who made it, by their logins.
    package static let agents: [(login: AgentName, role: Role)] = [
        (AgentName("ana"), .agent), (AgentName("ben"), .agent), (AgentName("lea"), .lead),
        (AgentName("lena"), .lead), (AgentName("vic"), .viewer),
        (AgentName("importer"), .service),
    ]

    /// The root under which a made-up App Store signs; nothing but practice stores trusts it.
    package static func roots() throws -> TrustedRoots { try TrustedRoots(certificate: PracticeSigner.root) }

    /// Fills an empty practice store; `lead` is who made it, and stays a lead even under one of the agents' names.
    ///
    /// - Parameter progress: told how far it is, from nothing to everything.
    /// - Returns: What the imports of the documents did, in their order.
    /// - Throws: `StoreError` when the store cannot be written.
    @discardableResult
    package func fill(
        _ store: Store, lead: AgentName, progress: @escaping (PracticeProgress) -> Void = { _ in }
    ) throws -> [ImportReport] {
        let roots = try Self.roots()
        var work = PracticeWork(customers: customers, tell: progress)
        try found(store, lead: lead)
        let people = people { work.invented() }
        let told = try documents(of: people) { work.written() }
        work.documents = told.count
        let bring = { (documents: [Data], name: String, at: Instant) in
            let before = work
            let report = try Importer(store: store, agent: lead, now: at, roots: roots)
                // A made-up App Store answers a made-up shop: its word is as good as the rest of the population.
                .run(lines(documents), named: name, in: DocumentContext(isAnswer: true)) {
                    before.takenIn($0.documents)
                }
            work.tookIn(documents.count)
            return report
        }
        let known = try bring(try people.map { try $0.record() }, "customers", start)
        try PracticeDeeds(store: store, start: start, seed: seed).perform(for: people.map(\.person.id))
        let early = told.prefix { $0.receivedAt < calendar.morningAfter }
        let first = try bring(early.map(\.bytes), "purchases", calendar.morningAfter)
        let unlucky = people.filter { $0.troubles.contains(.outage(.refunded)) }.map(\.person.id)
        try TicketDeeds(store: store, calendar: calendar, refundedLater: Set(unlucky)).perform()
        try PracticeRequests(store: store, now: now).file(for: people.map(\.person.id))
        try PracticeOrders(store: store, calendar: calendar, seed: seed).record(for: people)
        let last = try bring(told.dropFirst(early.count).map(\.bytes), "purchases", now)
        try PracticeQueue(store: store, now: now).perform()
        try PracticeRefunds.agree(in: store, by: lead, at: now)
        // Tickets that only time moves are moved now, so that the first opening changes nothing.
        _ = try store.applyOverdueMoves(by: lead, at: now)
        // Made-up losses are no news: nobody is to be called for them.
        try store.passAlarmsOver(by: lead, at: now)
        return [known, first, last]
    }

    /// When the practice store was founded: thirty days before the present.
    package var start: Instant { now - .days(30) }

    private var calendar: PracticeCalendar { PracticeCalendar(now: now) }

    private func found(_ store: Store, lead: AgentName) throws {
        for agent in PracticePopulation.agents where agent.login != lead {
            try store.addAgent(agent.login, role: agent.role, by: lead, at: start)
        }
        let yaml = String(decoding: PracticeCatalog.yaml, as: UTF8.self)
        try store.replaceCatalog(with: CatalogReader(file: "practice").catalog(yaml), by: lead, at: start)
        // A demo is opened at any hour of its day: what agents hold is still theirs then.
        try store.set(.claimHours, to: "24", by: lead, at: start)
        _ = try store.addSecret(PracticeDocuments.secret, by: lead, at: start)
    }

    /// The people, in order.
    func people(each done: () -> Void = {}) -> [PracticeCustomer] {
        (0..<customers).map { number in
            defer { done() }
            return PracticeCustomer(number: number, among: customers, seed: seed, calendar)
        }
    }

    /// Everything that was told of people, as it was received.
    func documents(of people: [PracticeCustomer], each done: () -> Void = {}) throws -> [PracticeDocument] {
        let documents = try people.flatMap { person in
            defer { done() }
            return try person.documents()
        }
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

/// How far the making of a practice store is.
package struct PracticeProgress: Hashable, Sendable {
    /// The part of the work that is done, from 0 to 1.
    package let share: Double
    /// What is done just now, in few words.
    package let doing: String
}

/// The work of making a practice store: people to invent, their documents to write, and everything to take in.
struct PracticeWork {
    let customers: Int
    /// Told how far it is.
    let tell: (PracticeProgress) -> Void
    /// How many documents the people's stories have; a guess until they are written.
    var documents: Int
    private var (inventedPeople, writtenPeople, takenDocuments) = (0, 0, 0)

    /// What inventing a person and writing its documents cost, in documents taken in.
    private static let (inventing, writing) = (0.1, 0.2)
    /// How many documents a person's story has, about.
    private static let perPerson = 7

    /// Work of which nothing is done.
    init(customers: Int, tell: @escaping (PracticeProgress) -> Void) {
        (self.customers, self.tell) = (customers, tell)
        documents = customers * PracticeWork.perPerson
        tell(PracticeProgress(share: 0, doing: "inventing people"))
    }

    /// One more person is invented.
    mutating func invented() {
        inventedPeople += 1
        tell("inventing people")
    }

    /// One more person's documents are written.
    mutating func written() {
        writtenPeople += 1
        tell("writing documents")
    }

    /// So many documents of an import are in.
    func takenIn(_ count: Int) {
        var later = self
        later.takenDocuments += count
        later.tell("\(later.takenDocuments) of \(customers + documents) documents")
    }

    /// An import of so many documents is at its end.
    mutating func tookIn(_ count: Int) { takenDocuments += count }

    private func tell(_ doing: String) {
        let done =
            PracticeWork.inventing * Double(inventedPeople) + PracticeWork.writing * Double(writtenPeople)
            + Double(takenDocuments)
        let all = Double(customers) * (PracticeWork.inventing + PracticeWork.writing + 1) + Double(documents)
        tell(PracticeProgress(share: min(1, done / max(1, all)), doing: doing))
    }
}

/// One customer of the practice store, with everything that happened.
struct PracticeCustomer: Sendable {
    /// The place in the population.
    let number: Int
    let person: PracticePerson
    /// What went wrong.
    let troubles: [PracticeTrouble]
    /// The life's chains, then those of troubles.
    let chains: [PracticeChain]
    private let calendar: PracticeCalendar

    /// The customer at a place among so many.
    init(number: Int, among customers: Int, seed: UInt64, _ calendar: PracticeCalendar) {
        (self.number, self.calendar) = (number, calendar)
        var random = PracticeRandom(seed: seed, place: number)
        person = PracticePerson(number: number, random: &random)
        let lived = PracticeCustomer.life(
            of: number, PracticeRandom(seed: seed, place: number &+ customers), calendar)
        // Parts with generators of their own, so that a new one leaves the others as they were.
        var reports = HealthyReports(
            calendar: calendar, random: PracticeRandom(seed: seed, place: number, part: 1))
        var luck = PracticeRandom(seed: seed, place: number, part: 2)
        troubles = PracticeTrouble.troubles(of: number, among: customers, random: &luck)
        var story = TroubleStory(calendar: calendar, beside: lived, random: luck)
        chains = reports.adding(to: lived) + troubles.map { story.chain(of: $0) }
    }

    private static func life(
        of number: Int, _ random: PracticeRandom, _ calendar: PracticeCalendar
    ) -> [PracticeChain] {
        var random = random
        let life = PracticeLife.life(of: number, random: &random)
        var story = PracticeStory(now: calendar.now, random: random)
        return story.chains(of: life)
    }

    /// The customer as the app's own list would tell it.
    func record() throws -> Data {
        let created = min(began, calendar.now) - .days(3)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(
            PracticeRecord(
                app_user_id: person.id.rawValue, email: person.email, name: person.name,
                app_account_token: person.token, created_at: created.description,
                updated_at: created.description, locale: person.locale, country: person.country))
    }

    /// What the App Store and the app told, in no order of time.
    func documents() throws -> [PracticeDocument] {
        var documents = PracticeDocuments(person: person, number: number, calendar: calendar)
        return try documents.documents(for: chains)
    }

    /// When the customer first bought or tried to.
    private var began: Instant {
        let bought = chains.flatMap(\.purchases).map(\.purchasedAt)
        let tried = chains.flatMap(\.attempts).flatMap(\.reports).flatMap(\.events).map(\.at)
        return (bought + tried).min() ?? calendar.now
    }
}
