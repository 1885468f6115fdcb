import Foundation
import Purchases

/// One customer of the practice store, with everything that happened.
struct PracticeCustomer: Sendable {
    /// The place in the population.
    let number: Int
    /// Who it is.
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
