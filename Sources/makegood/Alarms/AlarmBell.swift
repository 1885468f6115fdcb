import AppStore
import Persistence
import Purchases

/// Tells of lost money: a line on the log for every alarm, and the command that leads chose, once a ticket.
struct AlarmBell: Sendable {
    /// How many alarms at once are told one by one: history that was taken in late may hold any number.
    private static let most = 1000
    private let invocation: Invocation

    /// The bell of a run.
    init(_ invocation: Invocation) { self.invocation = invocation }

    /// Does some work; rings meanwhile for what a killed run left, and afterwards for what the work raised.
    func ringing(during work: () async throws -> Void) async throws {
        async let left = ring(within: AlarmBudget())
        let failure: (any Error)?
        do {
            try await work()
            failure = nil
        } catch { failure = error }
        _ = await ring(within: await left)
        if let failure { throw failure }
    }

    private func ring(within budget: AlarmBudget) async -> AlarmBudget {
        await OwnThread.run { ringHere(within: budget) }
    }

    /// Takes the alarms and rings for them. Whatever the store refuses is left to the next run: no alarm stops work.
    private func ringHere(within budget: AlarmBudget) -> AlarmBudget {
        let (store, agent) = (invocation.store, invocation.agent)
        guard !store.isReadOnly, (try? store.role(of: agent).may(.importDocuments)) == true else {
            return budget
        }
        let command = (try? store.settings()[.alarmCommand]) ?? ""
        guard command.isEmpty else { return run(AlarmCommand(command), within: budget) }
        log(take(atMost: .max))
        return budget
    }

    private func take(atMost limit: Int) -> [Alarm] {
        (try? invocation.store.takeAlarms(atMost: limit, by: invocation.agent, at: invocation.present)) ?? []
    }

    private func log(_ alarms: [Alarm]) {
        for alarm in alarms.prefix(AlarmBell.most) { page(of: alarm).map { AlarmLog.write($0.ticket) } }
        if alarms.count > AlarmBell.most { AlarmLog.write(more: alarms.count - AlarmBell.most) }
    }

    /// One after the other, each taken only when there is time for it: what is left waits for the next run.
    private func run(_ command: AlarmCommand, within budget: AlarmBudget) -> AlarmBudget {
        var budget = budget
        while let limit = budget.nextCommand, let alarm = take(atMost: 1).first {
            guard let page = page(of: alarm) else { continue }
            AlarmLog.write(page.ticket)
            let started = ContinuousClock.now
            let failure = command.run(input: text(page), for: limit)
            budget.spend(ContinuousClock.now - started)
            settle(alarm, failure: failure)
        }
        return budget
    }

    private func text(_ page: TicketPage) -> String {
        Printable.json(JSONValue.ticketPage(page).canonicalText) + "\n"
    }

    /// The page of a ticket that still is a loss: one that a later document of the same run delivered is none.
    private func page(of alarm: Alarm) -> TicketPage? {
        let page = (try? invocation.store.ticketPage(alarm.ticket, at: invocation.present)) ?? nil
        return page.flatMap { $0.ticket.isUnresolved ? $0 : nil }
    }

    private func settle(_ alarm: Alarm, failure: String?) {
        try? invocation.store.settleAlarm(
            of: alarm.ticket, failure: failure, by: invocation.agent, at: invocation.present)
    }
}
