import Persistence
import Purchases

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
        case .release: _ = try store.releaseTicket(TicketID(deed.subject), by: agent, at: at)
        case .resolve:
            _ = try store.resolveTicket(
                TicketID(deed.subject), ResolveRequest(.writtenOff, note: "stress"), by: agent, at: at)
        case .attach:
            _ = try store.attach(
                AttachRequest(
                    OriginalTransactionID(deed.subject), to: AppUserID(deed.result), reason: "stress"),
                by: agent,
                at: at)
        }
    }

    /// Whoever repeats a key must be answered as the first time.
    private func give(_ deed: inout StressDeed, at: Instant, isRepeated: Bool) throws {
        let wish = GrantRequest(
            customer: AppUserID(deed.subject), entitlement: EntitlementID("pro"),
            term: .until(BenchPopulation.now + .days(7)), reason: "goodwill", evenIfNothingIsGained: true)
        let outcome = try store.grant(wish, key: plan.name(of: deed.key), by: agent, at: at)
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
        if isRepeated, try store.customerPage(id, at: at)?.notes.contains(where: { $0.text == text }) == true
        {
            deed.answer = .recovered
        } else {
            try store.addNote(text, to: id, by: agent, at: at)
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
