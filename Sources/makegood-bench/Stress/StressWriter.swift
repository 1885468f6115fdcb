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

    /// The agent who writes.
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
