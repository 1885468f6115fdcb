import Persistence
import PersistenceTesting
import Purchases
import Testing

/// Asking for later renewals: who may, what stands against it, what is kept before anything is sent.
struct AskingExtensionTests {
    private static let wish = ExtensionTerms(days: 14, because: .outage)
    /// The third of the periods of thirty days runs; the first was a trial.
    private static let present = Paper.moment(70)

    /// A shop with a subscription of u_1 that runs.
    private func shop(_ more: [Paper] = []) throws -> Shop {
        let shop = try Shop.staffed()
        let names = ["7000", "7001", "7002"]
        let entries: [Paper.Entry] = names.enumerated().map { number, name in
            let day = Int64(number) * 30
            return Paper.Entry(id: name, chain: "7000", line: "5\(name)", day: day) { $0.isTrial = day == 0 }
        }
        try shop.bring([.receipt(entries, on: 61)] + more, customer: "u_1")
        return shop
    }

    @Test func whatIsSentIsDecidedBeforeItIsSent() throws {
        let shop = try shop()
        let preview = try shop.store.wholePage(
            of: ExtensionPreviewQuery(of: "7000", Self.wish), at: Self.present)
        #expect(preview.isPossible && preview.doubts == [] && preview.past == [])
        #expect(preview.expiresAt == Paper.moment(90) && preview.extendedTo == Paper.moment(104))
        let asked = try shop.store.askExtension(of: "7000", Self.wish, by: Shop.lead, at: Self.present).asked
        let order = try #require(asked.request.extensionOrder)
        #expect(order.wish == Self.wish && order.transaction == "7002" && order.expiresAt == Paper.moment(90))
        #expect(order.requestIdentifier.count == 36 && order.environment == .production)
        let due = try shop.store.dueAsks(at: Self.present)
        #expect(due.map(\.request.id) == [asked.id])
        let twin = try self.shop()
        let again = try twin.store.askExtension(of: "7000", Self.wish, by: Shop.lead, at: Self.present).asked
        #expect(again.request.extensionOrder == order, "a practice store does the same on the same day")
    }

    @Test func askingTwiceIsAskingOnce() throws {
        let shop = try shop()
        func ask(_ days: Int, key: String? = nil) throws -> AskedRow {
            try shop.store.askExtension(
                of: "7000", ExtensionTerms(days: days, because: .outage), key: key, by: Shop.lead,
                at: Self.present
            ).asked
        }
        let first = try ask(14, key: "a")
        #expect(try ask(14, key: "a") == first)
        #expect(try ask(14) == first)
        #expect(throws: StoreError.asking(.extensionWaits(first.id))) { try ask(7) }
        #expect(throws: StoreError.taken(.requestKey("a"))) { try ask(7, key: "a") }
        try shop.store.cancelAsked(first.id, by: Shop.lead, at: Self.present)
        #expect(try ask(14, key: "a").request.state == .cancelled, "the key tells what came of it")
        #expect(try ask(7).id != first.id)
    }

    /// The same days for others is something else.
    @Test func anotherReachIsAnotherWish() throws {
        let shop = try shop()
        func ask(_ storefronts: [String], key: String? = nil) throws -> AskedRow {
            try shop.store.askMassExtension(
                of: "tea.monthly", Self.wish, storefronts: storefronts, key: key, by: Shop.lead,
                at: Self.present)
        }
        let first = try ask(["deu", "AUT"], key: "a")
        #expect(try ask(["AUT", "DEU"], key: "a") == first && ask(["AUT", "DEU"]) == first)
        #expect(throws: StoreError.taken(.requestKey("a"))) { try ask([], key: "a") }
        #expect(throws: StoreError.asking(.extensionWaits(first.id))) { try ask([]) }
        #expect(throws: StoreError.invalid(.storefront("DE"))) { try ask(["DE"]) }
        let reach = try shop.store.wholePage(of: MassExtensionReachQuery(of: "tea.monthly"), at: Self.present)
        #expect(reach.waiting?.id == first.id)
    }

    @Test func onlyALeadAsks() throws {
        let shop = try shop()
        #expect(throws: StoreError.agent(Shop.agent, .notAllowed(.agent, .extend))) {
            try shop.store.askExtension(of: "7000", Self.wish, by: Shop.agent, at: Self.present)
        }
        #expect(throws: StoreError.agent(Shop.agent, .notAllowed(.agent, .extend))) {
            try shop.store.askMassExtension(
                of: "tea.monthly", Self.wish, by: Shop.agent, at: Self.present)
        }
        for kind in [AppStoreRequest.Kind.extend, .massExtend] {
            #expect(throws: StoreError.self, "no way around it") {
                try shop.store.askAppStore(kind, about: "7000", by: Shop.lead, at: Self.present)
            }
        }
        let asked = try shop.store.askExtension(of: "7000", Self.wish, by: Shop.lead, at: Self.present).asked
        #expect(throws: StoreError.agent(Shop.agent, .notAllowed(.agent, .extend))) {
            try shop.store.cancelAsked(asked.id, by: Shop.agent, at: Self.present)
        }
        #expect(try shop.store.asked(asked.id)?.request.state == .waiting)
    }

    @Test func whatARuleStandsAgainstIsNotKept() throws {
        let shop = try shop()
        #expect(throws: StoreError.invalid(.extensionLength(days: 91))) {
            try shop.store.askExtension(
                of: "7000", ExtensionTerms(days: 91, because: .other), by: Shop.lead, at: Self.present)
        }
        #expect(throws: StoreError.asking(.notExtensible("7000", [.freeOffer(until: Paper.moment(30))]))) {
            try shop.store.askExtension(of: "7000", Self.wish, by: Shop.lead, at: Paper.moment(10))
        }
        #expect(throws: StoreError.unknown(.chain("7009"))) {
            try shop.store.askExtension(of: "7009", Self.wish, by: Shop.lead, at: Self.present)
        }
        #expect(throws: StoreError.unknown(.subscription("forever"))) {
            try shop.store.askMassExtension(of: "forever", Self.wish, by: Shop.lead, at: Self.present)
        }
        #expect(try shop.store.asked(.all).isEmpty)
    }

    /// What Apple did is known by its answer; what its documents do not show yet is asked for at once.
    @Test func anAnswerWithoutDocumentsIsFollowedByAQuestion() throws {
        let shop = try shop()
        let asked = try shop.store.askExtension(of: "7000", Self.wish, by: Shop.lead, at: Self.present).asked
        let effect = ExtensionEffect(effectiveAt: Paper.moment(104), lineItem: nil)
        let noted = SideEffect.tried(asked.id, .answered("extended", effect: effect.text))
        _ = try shop.store.importTogether(
            [ImportBatch([], from: "test", effects: [noted])], by: Shop.lead, at: Self.present)
        let about = try shop.store.asked(.chain("7000"))
        #expect(about.map(\.request.kind) == [.refresh, .extend])
        #expect(about.last?.request.extensionEffect == effect)
        let preview = try shop.store.wholePage(
            of: ExtensionPreviewQuery(of: "7000", Self.wish), at: Self.present)
        #expect(preview.past.map(\.request) == [asked.id])
    }

    /// A tester uses up nothing of what Production allows.
    @Test func whatIsTriedInTheSandboxDoesNotCount() throws {
        let trial = Paper.receipt(
            [Paper.Entry(id: "8000", chain: "8000", product: "tea.yearly", line: "8", day: 50, days: 365)],
            on: 62, environment: "Sandbox")
        let shop = try shop([trial])
        try shop.store.act(.tester(true), on: "u_1", by: Shop.lead, at: Self.present)
        for number in 0...1 {
            let asked = try shop.store.askExtension(
                of: "8000", Self.wish, by: Shop.lead, at: Self.present + .days(Int64(number))
            ).asked
            let effect = SideEffect.tried(asked.id, .answered("extended", effect: nil))
            _ = try shop.store.importTogether(
                [ImportBatch([], from: "test", effects: [effect])], by: Shop.lead, at: Self.present)
        }
        let now = Self.present + .days(2)
        #expect(
            try shop.store.wholePage(of: ExtensionPreviewQuery(of: "8000", Self.wish), at: now).obstacles.map(
                \.code)
                == ["too_often"])
        let preview = try shop.store.wholePage(of: ExtensionPreviewQuery(of: "7000", Self.wish), at: now)
        #expect(preview.isPossible && preview.past == [])
    }

    /// News that were on their way when an extension came to its end may be too old to tell what became of it.
    @Test func onlyNewsThatWereAskedForAfterwardsSettle() throws {
        let shop = try shop()
        func note(_ id: AppStoreRequestID, _ result: TryResult, after hours: Int64) throws {
            _ = try shop.store.importTogether(
                [ImportBatch([], from: "test", effects: [.tried(id, result)])], by: Shop.lead,
                at: Self.present + .hours(hours))
        }
        func obstacles() throws -> [ExtensionObstacle] {
            try shop.store.wholePage(of: ExtensionPreviewQuery(of: "7000", Self.wish), at: Self.present)
                .obstacles
        }
        let asked = try shop.store.askExtension(of: "7000", Self.wish, by: Shop.lead, at: Self.present).asked
        let early = try shop.store.askAppStore(.refresh, about: "7000", by: Shop.lead, at: Self.present)
        _ = try shop.store.takeDueAsks(for: .only, by: Shop.lead, at: Self.present)
        let period = SubscriptionPeriod(of: "7002", endingAt: Paper.moment(90))
        #expect(
            try shop.store.beginExtension(asked.id, of: period, by: Shop.lead, on: .only, at: Self.present))
        try note(asked.id, .refused("4030004"), after: 1)
        #expect(try obstacles() == [.mayBeDone(asked.id)])
        try note(early.id, .answered("answered"), after: 2)
        #expect(try obstacles() == [.mayBeDone(asked.id)], "it may have been read before")
        let late = try #require(try shop.store.asked(.waiting).first)
        #expect(late.request.kind == .refresh && late.id != early.id)
        try note(late.id, .answered("answered"), after: 3)
        #expect(try obstacles().isEmpty)
        #expect(try shop.store.asked(asked.id)?.request.outcome == "not_extended")
        #expect(try shop.store.asked(.waiting).isEmpty)
    }

    /// Who asks Apple to renew everybody later may ask no more once Apple says nothing of it for a week, and is told that it
    /// may have been done.
    @Test func whatAppleSaysNothingOfCanBeLeft() throws {
        let shop = try shop()
        let asked = try shop.store.askMassExtension(
            of: "tea.monthly", Self.wish, by: Shop.lead, at: Self.present)
        func note(_ code: String, at now: Instant) throws {
            let effect = SideEffect.tried(asked.id, .begun(code, effect: nil))
            _ = try shop.store.importTogether(
                [ImportBatch([], from: "test", effects: [effect])], by: Shop.lead, at: now)
        }
        try note("in_progress", at: Self.present)
        try note("in_progress", at: Self.present + .days(8))
        try note("network", at: Self.present + .days(8))
        #expect(throws: StoreError.asking(.ended(asked.id, .done)), "Apple works on it") {
            try shop.store.cancelAsked(asked.id, by: Shop.lead, at: Self.present + .days(9))
        }
        let later = Self.present + .days(16)
        try note("4040009", at: later)
        #expect(try shop.store.asked(asked.id)?.request.state == .waiting, "what Apple had is not lost")
        let left = try shop.store.cancelAsked(asked.id, by: Shop.lead, at: later)
        #expect(left.request.state == .cancelled && left.request.outcome == "cut_off")
        #expect(
            try shop.store.wholePage(of: MassExtensionReachQuery(of: "tea.monthly"), at: later).unsettled
                == asked.id)
    }

    @Test func theExtensionsOfAllChainsOfTheCustomerCount() throws {
        let other = Paper.receipt(
            [Paper.Entry(id: "8000", chain: "8000", product: "tea.yearly", line: "8", day: 50, days: 365)],
            on: 62)
        let shop = try shop([other])
        for (chain, time) in [("7000", Self.present), ("8000", Self.present + .days(1))] {
            let asked = try shop.store.askExtension(
                of: OriginalTransactionID(chain), Self.wish, by: Shop.lead, at: time
            ).asked
            let effect = SideEffect.tried(asked.id, .answered("extended", effect: nil))
            _ = try shop.store.importTogether(
                [ImportBatch([], from: "test", effects: [effect])], by: Shop.lead, at: time)
        }
        let now = Self.present + .days(2)
        let preview = try shop.store.wholePage(of: ExtensionPreviewQuery(of: "8000", Self.wish), at: now)
        #expect(
            preview.obstacles == [
                .tooOften([Self.present, Self.present + .days(1)], until: Self.present + .days(365))
            ])
    }
}
