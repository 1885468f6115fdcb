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
    /// Whose agenda it is.
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
