import CustomDump
import FileStore
import Persistence
import PostgresTesting
import Purchases
import Testing

@testable import Practice

/// A practice store is the same on either engine.
@Suite(.enabled(if: PostgresServer.isInstalled, "\(PostgresServer.remedy)"))
struct PracticeOnPostgresTests {
    private static let lead = AgentName("olga")
    private static let now = Instant(milliseconds: 1_772_800_200_000)

    @Test func bothEnginesHoldTheSame() throws {
        let population = PracticePopulation(customers: 60, seed: 3, now: Self.now)
        let sqlite = try Store.inMemory(practice: true, by: Self.lead, at: population.start)
        try StoreTwins(of: sqlite, template: "template_practice").withStore { postgres, differences in
            for store in [sqlite, postgres] {
                #expect(try population.fill(store, lead: Self.lead).flatMap(\.rejected).isEmpty)
            }
            for difference in try differences(sqlite) { Issue.record("\(difference)") }
            try expectSamePages(sqlite, postgres, population)
        }
    }

    /// What people look at says the same.
    private func expectSamePages(
        _ sqlite: Store, _ postgres: Store, _ population: PracticePopulation
    ) throws {
        let people = population.people().map(\.person.id)
        #expect(people.count == 60)
        let questions: [(Store) throws -> Any?] =
            people.map { id in { try $0.wholePage(of: CustomerQuery(id), at: Self.now) } } + [
                { try $0.wholePage(of: LossReviewQuery(), at: Self.now) }, { try $0.report(at: Self.now) },
                { try $0.wholePage(of: BalanceQuery(), at: Self.now) }, { try $0.verifyAudit() },
                { try $0.wholePage(of: TicketListQuery(TicketFilter()), at: Self.now) },
                { try $0.wholePage(of: CustomerListQuery(), at: Self.now) },
                { try $0.wholePage(of: LeadListCountsQuery(), at: Self.now) },
                {
                    try $0.wholePage(of: DocumentListQuery(DocumentFilter(), limit: 100), at: Self.now)
                        .documents
                },
            ]
        for question in questions {
            let (one, other) = (try question(sqlite), try question(postgres))
            #expect(one != nil)
            expectNoDifference(String(customDumping: one), String(customDumping: other))
        }
    }
}
