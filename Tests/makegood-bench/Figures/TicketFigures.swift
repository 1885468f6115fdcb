import Persistence
import Purchases

/// Acts on tickets by eight agents in bursts beside eight readers.
struct TicketFigures {
    static let names = ["tickets.act.eight"]

    private let bench: Bench
    private let scratch: Scratch

    /// The figures on a copy of a bench's store.
    init(_ bench: Bench, _ scratch: Scratch) { (self.bench, self.scratch) = (bench, scratch) }

    /// The figures, as far as they are wanted.
    func figures() throws -> [Figure] {
        guard TicketFigures.names.contains(where: bench.settings.wants) else { return [] }
        let seconds = bench.settings.burstSeconds
        let burst = Burst(.tickets, bench, on: scratch.path, seconds: seconds)
        let found = try burst.product()
        let shift = TicketShift()
        let acts: [Scratch.Act] = (0..<Burst.Work.tickets.acts(in: seconds)).map { number in
            { try shift.act(number, in: $0) }
        }
        let bare = try burst.bare(scratch.record(acts + Burst.pages(bench)))
        let worst = TableText.number((found.max() ?? 0) * 1000)
        return [
            Figure(
                TicketFigures.names[0], .milliseconds, found, bare: bare,
                note: "8 × 5/s in bursts beside 8 readers, \(seconds) s each; the longest \(worst) ms")
        ]
    }
}

/// What agents do to tickets one after the other: the next is claimed, written on, its customer called, and given back.
final class TicketShift {
    private var held: [Int: TicketID] = [:]

    /// Does the act of a number; the agents take turns.
    func act(_ number: Int, in store: Store) throws {
        let (agent, now) = (
            number % Burst.Work.tickets.writers, BenchPopulation.now + .seconds(Int64(number))
        )
        let name = StoreBuilder.givers[agent]
        guard let ticket = held[agent] else {
            held[agent] = try store.claimNextTicket(by: name, at: now)?.ticket.id
            return
        }
        switch number / Burst.Work.tickets.writers % 4 {
        case 1: _ = try store.act(.note("the customer wrote again"), on: ticket, by: name, at: now)
        case 2: _ = try store.act(.contacted(by: .phone), on: ticket, by: name, at: now)
        default:
            _ = try store.act(.release, on: ticket, by: name, at: now)
            held[agent] = nil
        }
    }
}
