import Persistence
import Purchases

/// Reads what consoles show, one screen after the other.
struct StressReader {
    /// What everybody is told.
    let plan: StressPlan
    /// The name of its process.
    static let name = "reader"

    /// Reads until it is told to end.
    func run() throws {
        let folder = try plan.folder()
        let store = try Store.open(at: folder.store)
        try folder.takeTurns(as: StressReader.name) { try read($0, in: store) }
        try store.close()
    }

    private func read(_ turn: Int, in store: Store) throws {
        let person = plan.population.person(plan.random(turn, 41, below: plan.customers))
        let now = BenchPopulation.now
        switch turn % 5 {
        case 0, 1:
            guard try store.customerPage(person.id, at: now)?.customer.id == person.id else {
                throw BenchError("there is no page of \(person.idText)")
            }
        case 2: _ = try store.search(String(person.name.prefix(4)), at: now)
        case 3:
            let page = try store.tickets(at: now)
            if let ticket = page.tickets.first { _ = try store.ticketPage(ticket.id, at: now) }
        default: _ = try store.ticketCounts(at: now)
        }
    }
}
