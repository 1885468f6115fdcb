import Foundation
import Persistence
import Purchases

/// Two consoles that stay open through a stress run: one on a customer's notes, one on the audit log.
struct StressConsoles {
    private let plan: StressPlan
    private let notes: WatchedConsole
    private let audit: WatchedConsole

    /// Starts both and goes to their screens.
    init(_ plan: StressPlan, program: String, on path: String) throws {
        self.plan = plan
        notes = try WatchedConsole(program, on: path)
        audit = try WatchedConsole(program, on: path)
        let person = StressAgenda.watched(plan)
        try StressConsoles.go(
            notes, [("", "F5 Customers"), (person.idText, "1 found"), ("\r", "Customers ›")])
        try StressConsoles.go(notes, [("\t\t\t", "[Notes")])
        try StressConsoles.go(
            audit, [("", "F5 Customers"), (KeyNames.escape, "1 Customers"), ("5", "[5 Audit]")])
    }

    /// What keeps them from showing the store's present, which a last note to a customer each makes plain.
    func problems(in store: Store) throws -> [String] {
        let note = plan.name(of: "seen")
        try tell(note, StressAgenda.watched(plan), in: store)
        var problems = StressConsoles.problem(of: notes, "notes", showing: note)
        let reserved = StressAgenda.reserved(plan)
        try tell(note, reserved, in: store)
        // The list stays where it was, whatever comes in above.
        problems += StressConsoles.problem(of: audit, "audit", showing: reserved.idText, pressing: "g")
        return problems
    }

    /// Ends both; answers those that had to be made to.
    func close() -> [String] {
        [("notes", notes), ("audit", audit)].compactMap { name, console in
            console.close() ? nil : "the console on \(name) did not end when it was asked to"
        }
    }

    private func tell(_ note: String, _ person: BenchPerson, in store: Store) throws {
        try store.addNote(note, to: person.id, by: StoreBuilder.lead, at: BenchPopulation.now + .days(6))
    }

    private static func go(_ console: WatchedConsole, _ way: [(keys: String, screen: String)]) throws {
        for (keys, screen) in way {
            console.press(keys)
            guard console.shows(screen) else { throw BenchError("a console never showed “\(screen)”") }
        }
    }

    private static func problem(
        of console: WatchedConsole, _ name: String, showing text: String, pressing keys: String = ""
    ) -> [String] {
        guard console.isAlive else { return ["the console on \(name) ended"] }
        return console.shows(text, pressing: keys) ? [] : ["the console on \(name) never showed “\(text)”"]
    }
}
