internal import FileStore
import Foundation
import Persistence
import Purchases

/// One of the four who write as fast as they are answered.
struct StressWriter {
    /// What everybody is told.
    let plan: StressPlan
    /// Which of the four it is.
    let number: Int
    /// Whether it takes the place of a killed one.
    let isReplacement: Bool

    /// The name of a writer's process and of its log.
    static func name(_ number: Int) -> String { "writer\(number)" }

    static func agent(_ number: Int) -> AgentName { StoreBuilder.givers[number] }

    /// Does what is on the agenda, one line in the log for each turn.
    func run() throws {
        let folder = try plan.folder()
        let report = folder.report(StressWriter.name(number))
        let store = try Store.open(at: folder.store)
        let before = DeedLog.deeds(at: report)
        let log = try DeedLog(report)
        try folder.await(as: StressWriter.name(number))
        var desk = StressDesk(store: store, plan: plan, agent: StressWriter.agent(number), before: before)
        let (agenda, begin) = (StressAgenda(plan: plan, writer: number), try folder.begin())
        var turn = before.count
        while plan.goesOn(turn: turn, since: begin), !folder.isOver {
            // Whoever was killed may have done this turn's deed without hearing of it.
            let isRepeated = isReplacement && turn == before.count
            try log.append(desk.answer(agenda.item(turn), turn, isRepeated: isRepeated))
            turn += 1
        }
        try store.close()
    }
}

/// Does a writer's deeds, and remembers what later ones build on.
struct StressDesk {
    private let store: Store
    private let plan: StressPlan
    private let agent: AgentName
    private var running: [StressDeed] = []
    private var grants: [String: String] = [:]
    private var ticket: String?

    /// A desk that goes on after what was answered before.
    init(store: Store, plan: StressPlan, agent: AgentName, before: [StressDeed]) {
        (self.store, self.plan, self.agent) = (store, plan, agent)
        for deed in before { remember(deed) }
    }

    /// Does what an item says, and answers what came of it.
    mutating func answer(_ item: StressAgenda.Item, _ turn: Int, isRepeated: Bool) -> StressDeed {
        let at = plan.moment(of: turn)
        let begin = SteadyClock.seconds
        var deed = draft(item, turn)
        do {
            try carryOut(&deed, item, at: at, isRepeated: isRepeated)
        } catch let error as StoreError {
            deed.answer = StressDesk.answer(to: error, deed, isRepeated: isRepeated)
            // A recovered deed keeps what it was done to.
            if [.busy, .failed].contains(deed.answer) { deed.result = "\(error)" }
        } catch {
            (deed.answer, deed.result) = (.failed, "\(error)")
        }
        (deed.begin, deed.end) = (begin, SteadyClock.seconds)
        remember(deed)
        return deed
    }

    /// What an item comes down to at this desk.
    private func draft(_ item: StressAgenda.Item, _ turn: Int) -> StressDeed {
        switch item {
        case .grant(let key, let person):
            return StressDeed(kind: .grant, answer: .done, subject: person.idText, key: key)
        case .revoke:
            guard let oldest = running.first else { return StressDeed(kind: .revoke, answer: .idle) }
            return StressDeed(
                kind: .revoke, answer: .done, subject: oldest.subject, key: oldest.key, result: oldest.result)
        case .note(let text, let person):
            return StressDeed(kind: .note, answer: .done, subject: person.idText, key: text)
        case .ticket(let ends):
            guard let ticket else { return StressDeed(kind: .claim, answer: .done) }
            return StressDeed(kind: ends ? .resolve : .release, answer: .done, subject: ticket)
        case .attach(let chain, let person):
            return StressDeed(
                kind: .attach, answer: .done, subject: String(chain.chainID), result: person.idText)
        }
    }

    private func carryOut(
        _ deed: inout StressDeed, _ item: StressAgenda.Item, at: Instant, isRepeated: Bool
    ) throws {
        guard deed.answer == .done else { return }
        switch deed.kind {
        case .grant: try give(&deed, at: at, isRepeated: isRepeated)
        case .revoke: _ = try store.revoke(GrantID(deed.result), reason: "mistake", by: agent, at: at)
        case .note: try note(&deed, at: at, isRepeated: isRepeated)
        case .claim:
            let page = try store.claimNextTicket(by: agent, at: at)
            (deed.answer, deed.subject) = (page == nil ? .idle : .done, page?.ticket.id.rawValue ?? "-")
            if let page, page.ticket.claimedBy != agent { deed.answer = .failed }
        case .release: _ = try store.act(.release, on: TicketID(deed.subject), by: agent, at: at)
        case .resolve:
            _ = try store.act(
                .resolve(TicketEnd(.writtenOff, note: "stress")), on: TicketID(deed.subject), by: agent,
                at: at)
        case .attach:
            let request = AttachRequest(
                OriginalTransactionID(deed.subject), to: AppUserID(deed.result), reason: "stress")
            guard case .attached = try store.attach(request, by: agent, at: at) else {
                deed.answer = .failed
                return
            }
        }
    }

    /// Whoever repeats a key must be answered as the first time.
    private func give(_ deed: inout StressDeed, at: Instant, isRepeated: Bool) throws {
        let wish = GrantRequest(
            customer: AppUserID(deed.subject), entitlement: EntitlementID("pro"),
            term: .until(BenchPopulation.now + .days(7)), reason: "goodwill", evenIfNothingIsGained: true)
        let answer = try store.grant(wish, key: plan.name(of: deed.key), by: agent, at: at)
        guard case .granted(let outcome) = answer else {
            deed.answer = .failed
            return
        }
        deed.result = outcome.grant.id.rawValue
        let isKnown = grants[deed.key] != nil
        guard outcome.isReplay else {
            deed.answer = isKnown ? .failed : .done
            return
        }
        let isMine = deed.key.hasPrefix("own-")
        deed.answer = isKnown || !isMine ? .replayed : isRepeated ? .recovered : .failed
    }

    /// A note has no key: whoever is not sure looks at the page first.
    private func note(_ deed: inout StressDeed, at: Instant, isRepeated: Bool) throws {
        let (id, text) = (AppUserID(deed.subject), plan.name(of: deed.key))
        if isRepeated,
            try store.wholePage(of: CustomerQuery(id), at: at)?.notes.contains(where: {
                $0.text.whole == text
            })
                == true
        {
            deed.answer = .recovered
        } else {
            try store.act(.note(text), on: id, by: agent, at: at)
        }
    }

    private mutating func remember(_ deed: StressDeed) {
        switch (deed.kind, deed.answer) {
        case (.grant, .done), (.grant, .recovered):
            grants[deed.key] = deed.result
            if deed.key.hasPrefix("own-") { running.append(deed) }
        case (.revoke, .idle): break
        case (.revoke, _): running.removeFirst()
        case (.claim, .done): ticket = deed.subject
        case (.release, _), (.resolve, _): ticket = nil
        default: break
        }
    }

    /// A conflict tells a replacement that the killed one's deed is there.
    private static func answer(
        to error: StoreError, _ deed: StressDeed, isRepeated: Bool
    ) -> StressDeed.Answer {
        switch error.code {
        case .busy: .busy
        case .conflict where isRepeated && deed.kind == .revoke: .recovered
        case .conflict where isRepeated && [.release, .resolve].contains(deed.kind): .refused
        default: .failed
        }
    }
}

/// What a writer is to do on each turn, known from the plan alone.
struct StressAgenda {
    /// What there is to do.
    enum Item {
        /// Give something under a key.
        case grant(key: String, to: BenchPerson)
        /// Take back the oldest grant of one's own.
        case revoke
        /// Write a note.
        case note(String, to: BenchPerson)
        /// Claim a ticket, or give back or end the one that is held.
        case ticket(ends: Bool)
        /// Move a chain to somebody.
        case attach(chain: BenchPerson, to: BenchPerson)
    }

    /// What everybody is told.
    let plan: StressPlan
    let writer: Int

    /// The customer that a console looks at, who is written notes on.
    static func watched(_ plan: StressPlan) -> BenchPerson { plan.population.person(0) }

    /// The customer that nobody but the end of the run writes to.
    static func reserved(_ plan: StressPlan) -> BenchPerson { plan.population.person(plan.customers - 1) }

    /// What to do on a turn.
    func item(_ turn: Int) -> Item {
        if isShared(turn) { return .grant(key: "shared-\(turn)", to: person(turn, 31)) }
        let salt = UInt64(1000 + writer)
        switch plan.random(turn, salt, below: 100) {
        case ..<45: return grant(turn)
        case ..<55: return grant(earlierGrant(turn))
        case ..<65: return .revoke
        case ..<80: return .note("note-\(writer)-\(turn)", to: noted(turn))
        case ..<93: return .ticket(ends: plan.random(turn, 34, below: 4) == 0)
        default: return attach(turn)
        }
    }

    /// All writers give the same under one key at about the same time.
    private func isShared(_ turn: Int) -> Bool { plan.random(turn, 30, below: 10) == 0 }

    private func grant(_ turn: Int) -> Item {
        .grant(key: "own-\(writer)-\(turn)", to: person(turn, UInt64(2000 + writer)))
    }

    /// The nearest turn before that gave something; its own where there is none.
    private func earlierGrant(_ turn: Int) -> Int {
        let start = turn - plan.random(turn, 32, below: max(1, turn))
        let earlier = (0..<max(0, start)).reversed().first { turn in
            !isShared(turn) && plan.random(turn, UInt64(1000 + writer), below: 100) < 45
        }
        return earlier ?? turn
    }

    private func noted(_ turn: Int) -> BenchPerson {
        plan.random(turn, 33, below: 4) == 0
            ? StressAgenda.watched(plan) : person(turn, UInt64(3000 + writer))
    }

    /// Each writer moves chains of its own, so that the last move is known.
    private func attach(_ turn: Int) -> Item {
        let chain = 1 + writer + StressPlan.writers * plan.random(turn, 35, below: 20)
        return .attach(chain: plan.population.person(chain), to: person(turn, UInt64(4000 + writer)))
    }

    private func person(_ turn: Int, _ salt: UInt64) -> BenchPerson {
        plan.population.person(1 + plan.random(turn, salt, below: plan.customers - 2))
    }
}
