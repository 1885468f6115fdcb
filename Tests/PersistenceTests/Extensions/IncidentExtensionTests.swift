import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// Having Apple renew everybody of an incident later: each chain once, and nobody more often than Apple allows.
struct IncidentExtensionTests {
    private static let wish = ExtensionTerms(days: 14, because: .outage)
    private static let present = Paper.moment(70)

    /// A shop in which an evening of failures hit four subscriptions, three of them of one customer.
    private func shop() throws -> (Shop, IncidentID) {
        let shop = try Shop.staffed()
        func yearly(_ id: String) -> Paper.Entry {
            Paper.Entry(id: id, chain: id, product: "tea.yearly", line: id, day: 40, days: 365)
        }
        for id in ["7000", "8000", "8500"] {
            try shop.bring([.receipt([yearly(id)], on: 61)], customer: "u_1")
        }
        try shop.bring([.receipt([yearly("9000")], on: 61)], customer: "u_2")
        let hurt: [Int: (AppUserID, String)] = [
            0: ("u_1", "7000"), 1: ("u_1", "8000"), 2: ("u_1", "8500"), 3: ("u_2", "9000"),
        ]
        let evening = (0..<14).map { place in
            let at = 69 * 24 + Double(place) / 6
            return ReportedAttempt(
                id: "a\(place)", customer: hurt[place]?.0.rawValue ?? "u_x\(place)", chain: hurt[place]?.1,
                events: ReportedAttempt.lost(at) + [ReportedAttempt.step("verify", at + 0.1, httpStatus: 503)]
            )
        }
        try shop.bring(evening.map(\.paper), at: Self.present)
        return (shop, try #require(try shop.store.wholePage(of: IncidentListQuery()).incidents.first?.id))
    }

    private func ask(_ shop: Shop, _ incident: IncidentID, at now: Instant) throws -> IncidentExtensionAnswer
    {
        try shop.store.askExtensions(ofIncident: incident, Self.wish, by: Shop.lead, at: now)
    }

    @Test func eachChainOnceAndNobodyMoreThanTwice() throws {
        let (shop, incident) = try shop()
        let answer = try ask(shop, incident, at: Self.present)
        #expect(answer.asked.map(\.request.subject) == ["7000", "8000", "9000"])
        let left = answer.preview.chains.filter { !$0.isPossible }
        #expect(left.map(\.chain.original) == ["8500"])
        #expect(left.first?.obstacles.map(\.code) == ["too_often"])
        #expect(answer.preview.withoutChain == 10)
        let waiting = try #require(try shop.store.wholePage(of: IncidentQuery(incident))?.extensions)
        #expect(waiting.waiting == 3 && waiting.done == 0)

        let later = Self.present + .hours(1)
        let effects = answer.asked.map { SideEffect.tried($0.id, .answered("extended", effect: nil)) }
        _ = try shop.store.importTogether(
            [ImportBatch([], from: "test", effects: effects)], by: Shop.lead, at: later)
        let done = try #require(try shop.store.wholePage(of: IncidentQuery(incident))?.extensions)
        #expect(done.waiting == 0 && done.done == 3)

        let again = try shop.store.wholePage(
            of: IncidentExtensionPreviewQuery(of: incident, Self.wish), at: later)
        #expect(again.possible.isEmpty)
        #expect(
            again.chains.first { $0.chain.original == "9000" }?.obstacles == [.sameIncident(incident)],
            "it is possible by itself")
        #expect(
            try shop.store.wholePage(of: ExtensionPreviewQuery(of: "9000", Self.wish), at: later).isPossible)
        #expect(throws: StoreError.asking(.nobodyExtensible(incident))) { try ask(shop, incident, at: later) }
        #expect(try shop.store.verifyAudit().isOK)
    }

    /// Whoever gets it with everybody who has the product does not get it again by name, and the other way round it is said.
    @Test func everybodyAndEachChainKnowOfEachOther() throws {
        let (shop, incident) = try shop()
        try shop.store.askExtensions(
            ofIncident: incident, Self.wish, by: Shop.lead, at: Self.present)
        let reach = try shop.store.wholePage(
            of: MassExtensionReachQuery(of: "tea.yearly", for: incident), at: Self.present)
        #expect(reach.renewed == 3)
        let (other, second) = try self.shop()
        try other.store.askMassExtension(
            of: "tea.yearly", Self.wish, for: second, by: Shop.lead, at: Self.present)
        let preview = try other.store.wholePage(
            of: IncidentExtensionPreviewQuery(of: second, Self.wish), at: Self.present)
        #expect(preview.possible.isEmpty)
        #expect(preview.chains.allSatisfy { $0.obstacles.contains(.sameIncident(second)) })
        let alone = try other.store.wholePage(
            of: ExtensionPreviewQuery(of: "9000", Self.wish), at: Self.present)
        #expect(alone.isPossible && alone.doubts.contains(.everybodyWaits))
    }

    /// Who came only after Apple had gone through everybody, and whom Apple left out, got nothing.
    @Test func everybodyAreThoseWhoWereThereAndWereNotLeftOut() throws {
        let (shop, incident) = try shop()
        let asked = try shop.store.askMassExtension(
            of: "tea.yearly", Self.wish, for: incident, by: Shop.lead, at: Self.present)
        let effect = MassExtensionEffect(succeeded: 3, failed: 1, completedAt: Paper.moment(39))
        _ = try shop.store.importTogether(
            [
                ImportBatch(
                    [], from: "test", effects: [.tried(asked.id, .answered("extended", effect: effect.text))])
            ], by: Shop.lead, at: Self.present)
        func codes() throws -> Set<[String]> {
            Set(
                try shop.store.wholePage(
                    of: IncidentExtensionPreviewQuery(of: incident, Self.wish), at: Self.present
                ).chains
                    .map { $0.obstacles.map(\.code) })
        }
        #expect(try codes() == [[], ["too_often"]], "all were bought on day 40, after it was done")
        let there = MassExtensionEffect(succeeded: 3, failed: 1, completedAt: Paper.moment(69))
        try Raw.write(
            shop.store, "UPDATE requests SET effect = '\(there.text ?? "")' WHERE id = \(asked.id)")
        #expect(try codes() == [["same_incident"]])
        try Raw.write(
            shop.store,
            """
            INSERT INTO notifications (document_id, uuid, chain_id, environment, type, subtype, signed_ms, checked)
              SELECT (SELECT min(id) FROM documents), 'u' || id, id, environment, 'RENEWAL_EXTENSION', 'FAILURE',
                \(Self.present.milliseconds), 'signed' FROM chains
            """)
        #expect(try codes() == [[], ["too_often"]])
    }

    /// What was asked for an incident is remembered by the one that it was merged into.
    @Test func aMergedIncidentBringsWhatWasAskedForIt() throws {
        let (shop, incident) = try shop()
        let answer = try ask(shop, incident, at: Self.present)
        let effects = answer.asked.map { SideEffect.tried($0.id, .answered("extended", effect: nil)) }
        _ = try shop.store.importTogether(
            [ImportBatch([], from: "test", effects: effects)], by: Shop.lead, at: Self.present)
        try Raw.write(
            shop.store,
            """
            INSERT INTO incidents (id, kind, key, causes, from_ms, until_ms, opened_ms, usual, quiet_ms)
              SELECT 77, kind, key, causes, from_ms, until_ms, opened_ms, usual, quiet_ms FROM incidents WHERE id = \(incident);
            UPDATE incidents SET merged_into = 77 WHERE id = \(incident);
            UPDATE tickets SET incident_id = 77 WHERE incident_id = \(incident)
            """)
        #expect(try shop.store.wholePage(of: IncidentQuery(IncidentID("77")))?.extensions.done == 3)
        let preview = try shop.store.wholePage(
            of: IncidentExtensionPreviewQuery(of: IncidentID("77"), Self.wish), at: Self.present + .hours(1))
        #expect(
            preview.chains.first { $0.chain.original == "9000" }?.obstacles == [
                .sameIncident(IncidentID("77"))
            ])
    }

    @Test func aChainThatIsAskedAboutAgainCountsOnce() throws {
        let (shop, incident) = try shop()
        for row in try ask(shop, incident, at: Self.present).asked {
            try shop.store.cancelAsked(row.id, by: Shop.lead, at: Self.present)
        }
        _ = try ask(shop, incident, at: Self.present)
        let state = try #require(try shop.store.wholePage(of: IncidentQuery(incident))?.extensions)
        #expect(state.waiting == 3 && state.failed == 0)
    }
}
