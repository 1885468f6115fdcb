import Alarms
import Logging
import Persistence
import Purchases
import Wording

/// Rings for lost money: calls the command that leads chose, once a ticket, and says in one line what came of it. Every
/// `StoreCommand` and the console run inside it; the server has its `AlarmWorker`.
///
/// Only processes of the account that agreed to the command run it, also for alarms that others raised. Nothing that
/// goes wrong here stops work.
struct AlarmDispatcher: Sendable {
    /// How often an open console looks for alarms that are due.
    private static let pace = Duration.seconds(5)
    /// Every so many looks an open console moves what time moves: once a minute.
    private static let looksBetweenMoves = 12

    private let invocation: Invocation
    private let opened = ContinuousClock.now
    private let consent = Login.alarms

    /// The bell of a run.
    init(_ invocation: Invocation) { self.invocation = invocation }

    /// Does some work; rings meanwhile for what waited, and afterwards for what the work raised.
    func ringing(during work: () async throws -> Void) async throws {
        async let waited = OwnThread.run { ring(AlarmTally()) }
        let failure: (any Error)?
        do {
            try await work()
            failure = nil
        } catch { failure = error }
        let before = await waited
        AlarmLog.write(await OwnThread.run { stood(ring(before)) })
        if let failure { throw failure }
    }

    /// Does the work of a console; rings behind it again and again, and speaks when the terminal is given back.
    ///
    /// Leaving takes no wait: a command that runs just then is cut short, and its alarm waits for the next run.
    func ringing(behind work: () async throws -> Void) async throws {
        let end = AlarmEnd()
        async let rung = OwnThread.run { ringAgainAndAgain(until: end) }
        let failure: (any Error)?
        do {
            try await work()
            failure = nil
        } catch { failure = error }
        end.come()
        AlarmLog.write(await rung)
        if let failure { throw failure }
    }

    private func ringAgainAndAgain(until end: AlarmEnd) -> AlarmTally {
        var (all, looks) = (AlarmTally(), 0)
        repeat {
            looks += 1
            if looks % AlarmDispatcher.looksBetweenMoves == 0 { applyOverdueMoves() }
            guard (try? invocation.store.hasDueAlarm(at: present, through: [.command])) == true else {
                continue
            }
            all.join(ring(AlarmTally(), until: end))
        } while !end.hasCome(within: AlarmDispatcher.pace)
        return all
    }

    /// Moves the tickets that only time moves, as every opening of the store does.
    private func applyOverdueMoves() {
        _ = try? invocation.store.applyOverdueMoves(by: invocation.agent, at: present)
    }

    /// The present; with `--now` it goes on from the given moment, so that the pause before an alarm's next try ends.
    private var present: Instant {
        guard invocation.isTimePinned else { return invocation.present }
        let passed = (ContinuousClock.now - opened) / .milliseconds(1)
        return invocation.now + TimeLength(Int64(passed))
    }

    /// Takes the alarms that are due and calls the command for each, one after the other, while there is time for it.
    private func ring(_ before: AlarmTally, until end: AlarmEnd = AlarmEnd()) -> AlarmTally {
        let (store, agent) = (invocation.store, invocation.agent)
        var tally = before
        guard !store.isReadOnly, (try? store.alarmStanding()) != .clear,
            (try? store.role(of: agent).may(.importDocuments)) == true,
            let reach = try? AlarmReach(of: store, with: consent)
        else { return tally }
        tally.obstacle = reach.obstacle
        guard !reach.calling.targets.isEmpty else {
            // Beside a running server the alarms go on waiting: it calls as soon as leads set somebody.
            guard (try? store.wholePage(of: ServerStatusQuery(), at: present).isThere) != true else {
                return tally
            }
            if let told = try? store.takeUnheardAlarms(by: agent, at: present) { tally.note(told, page) }
            return tally
        }
        let sender = AlarmSender(store, agent: agent, consent: consent, able: [.command])
        // Whatever the store refuses is left to the next run: a lease ends by itself.
        while !end.hasCome, let limit = tally.nextCommand, let call = try? sender.next(at: present) {
            let started = ContinuousClock.now
            let failure = call.command.flatMap { $0.run(input: call.text, for: limit, until: end) }
            tally.note(failure, of: call.alarm, after: ContinuousClock.now - started)
            try? sender.settle(
                call, heardBy: failure == nil ? [.command] : [], failure: failure, at: present)
        }
        return tally
    }

    /// A tally with what still waits, where the run had something to do with it.
    private func stood(_ tally: AlarmTally) -> AlarmTally {
        guard tally.hasTried || tally.isHindered, let standing = try? invocation.store.alarmStanding() else {
            return tally
        }
        var tally = tally
        tally.standing = standing
        return tally
    }

    private func page(_ ticket: TicketID) -> TicketPage? {
        (try? invocation.wholePage(of: TicketQuery(ticket), at: present)) ?? nil
    }
}

/// What one run did about alarms, and what it may still spend on them, so that no alarm ever keeps it long.
struct AlarmTally: Sendable {
    /// How much time commands may still take.
    private(set) var time = Duration.seconds(10)
    /// For how many losses that belong to no incident the command was called and ended well.
    private(set) var delivered = 0
    /// For how many incidents it was.
    private(set) var incidents = 0
    /// The alarm that could not be delivered, and why; the last one.
    private(set) var failure: (ticket: TicketID, why: String)?
    /// How many losses that belong to no incident nobody is called for.
    private(set) var unheard = 0
    /// The incidents that nobody is called for.
    private(set) var unheardIncidents: [Incident] = []
    /// The ticket of the loss that nobody is called for, where it is one alone.
    private(set) var only: Ticket?
    /// What waits afterwards.
    var standing = AlarmSummary.clear
    /// Why this run may not call the command that is set.
    var obstacle: AlarmObstacle?
    /// Whether the obstacle is one for the person who runs this; that another account rings is none.
    var isHindered: Bool { obstacle.map { !$0.isOthers } ?? false }

    /// Whether any command was run.
    var hasTried: Bool { delivered + incidents > 0 || failure != nil }

    /// How long the next command may take; nil when none may be run any more.
    var nextCommand: Duration? {
        time >= .milliseconds(100) ? min(time, AlarmSender.longestCall) : nil
    }

    /// Notes a command that was run, and why it failed; after one that failed no other is tried, because it is the
    /// command that failed.
    mutating func note(_ why: String?, of alarm: Alarm, after duration: Duration) {
        time = why == nil ? time - duration : .zero
        if let why {
            failure = (alarm.ticket, why)
        } else if alarm.incident != nil {
            incidents += 1
        } else {
            delivered += 1
        }
    }

    /// Notes losses that nobody is called for.
    mutating func note(_ told: UnheardAlarms, _ page: (TicketID) -> TicketPage?) {
        unheard += told.count
        unheardIncidents += told.incidents
        only = unheard == 1 ? told.first.flatMap(page)?.ticket ?? only : nil
    }

    /// Adds what another round of the same run did.
    mutating func join(_ other: AlarmTally) {
        delivered += other.delivered
        incidents += other.incidents
        // One that was delivered since is no failure any more.
        failure = other.failure ?? (other.delivered + other.incidents > 0 ? nil : failure)
        obstacle = other.obstacle
        unheard += other.unheard
        unheardIncidents += other.unheardIncidents
        only = unheard == 1 ? other.only ?? only : nil
    }
}

/// Says on the log, which is standard error, what a run did about alarms: a line for each of three things at most.
enum AlarmLog {
    /// Says what there is to say.
    static func write(_ tally: AlarmTally) {
        if tally.unheard > 0 || !tally.unheardIncidents.isEmpty {
            logger.critical("\(Printable.line(unheard(tally)))")
        }
        if let failure = tally.failure {
            logger.critical("\(Printable.line(failed(failure.ticket, failure.why, tally.standing)))")
        } else if let obstacle = tally.obstacle, tally.isHindered, tally.standing.waiting.counted > 0 {
            logger.warning(
                "\(Printable.line("\(words(tally.standing.waiting)): \(obstacle.what); \(obstacle.remedy)"))")
        } else if tally.hasTried, tally.standing.waiting.counted > 0 {
            let wait = words(tally.standing.waiting)
            logger.warning("\(wait) for the next run: this one had no more time for policy.alarm_command")
        }
        if tally.delivered + tally.incidents > 0 { Output.note("makegood: \(delivered(tally))") }
    }

    /// The line about losses that nobody is called for, however many they are.
    static func unheard(_ tally: AlarmTally) -> String {
        let losses = tally.only.map(line) ?? "\(tally.unheard) losses of funds opened tickets"
        let what = tally.unheardIncidents.map(line) + (tally.unheard > 0 ? [losses] : [])
        return "\(what.joined(separator: "; ")); set policy.alarm_command to be called"
    }

    /// The line about alarms that could not be delivered.
    static func failed(_ ticket: TicketID, _ why: String, _ standing: AlarmSummary) -> String {
        let again = standing.worst?.nextAt.map { " from \($0) on" } ?? ""
        let wait = standing.waiting.counted == 0 ? "an alarm waits" : words(standing.waiting)
        return "\(wait): policy.alarm_command failed for ticket \(ticket), \(why); "
            + "the next run of makegood tries again\(again), see `makegood doctor`"
    }

    /// What the line about one ticket says; it names no person but by the app's own id.
    static func line(_ ticket: Ticket) -> String {
        let facts = [
            "ticket \(ticket.id)", ticket.customer?.rawValue ?? "customer unknown",
            ticket.product?.rawValue ?? "product unknown",
            ticket.money.map { "\($0.amount) \($0.currency)" } ?? "price unknown", ticket.cause.rawValue,
        ]
        return "loss of funds: " + facts.joined(separator: ", ")
    }

    /// What the line about an incident says.
    static func line(_ incident: Incident) -> String { Reader.program.line(about: incident) }

    private static func delivered(_ tally: AlarmTally) -> String {
        let losses = tally.delivered == 1 ? "a loss of funds" : "\(tally.delivered) losses of funds"
        let incidents = tally.incidents == 1 ? "an incident" : "\(tally.incidents) incidents"
        let what = (tally.incidents > 0 ? [incidents] : []) + (tally.delivered > 0 ? [losses] : [])
        return "policy.alarm_command was called for \(what.joined(separator: " and "))"
    }

    private static func words(_ waiting: CappedCount) -> String {
        waiting.counted == 1 ? "1 alarm waits" : "\(waiting) alarms wait"
    }

    private static let logger = Logger(label: "makegood") { StreamLogHandler.standardError(label: $0) }
}
