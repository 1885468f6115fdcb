import ArgumentParser
import JSONAnswers
import Persistence
import Purchases
import Wording

/// Lists incidents.
struct IncidentsCommand: StoreCommand {
    static let configuration = CommandConfiguration(
        commandName: "incidents",
        abstract: "List incidents: purchases that failed together, the newest first.",
        discussion:
            "`makegood review incident ID` shows one whole; docs/review.md says by which rule they are found."
    )

    @Option(help: "Only those that go on, or those that are over: going-on, closed.") var state: StateChoice?
    @Option(
        help: "How many at most (default: 50, and with --csv everything).", transform: RowCount.parse)
    var limit: Int?
    @Option(help: "Only incidents after this cursor, the “next” of the page before.") var after: String?
    @OptionGroup var form: CSVOption
    @OptionGroup var global: GlobalOptions

    /// Which state may be asked for.
    enum StateChoice: String, ExpressibleByArgument, CaseIterable {
        case goingOn = "going-on"
        case closed

        init?(argument: String) { self.init(rawValue: argument.replacing("_", with: "-")) }

        var state: IncidentState { self == .goingOn ? .goingOn : .closed }
    }

    func validate() throws {
        try global.check(csv: form.csv)
    }

    func run(in invocation: Invocation) throws -> ExitCode {
        guard !form.csv else {
            let chosen = state?.state
            let whole = WholeList<Incident, String>(limit: limit, after: after) { after, count in
                let page = try invocation.wholePage(of: IncidentListQuery(chosen, after: after, limit: count))
                return (rows: page.incidents, next: page.next)
            }
            let next = try whole.write { Answers.incidentTable($0, at: invocation.now).values }
            Answers.next(next).forEach(Output.note)
            return .success
        }
        let page = try invocation.wholePage(
            of: IncidentListQuery(state?.state, after: after, limit: min(limit ?? 50, 10_000)))
        invocation.output.answer(page.json, Answers.incidents(page, at: invocation.now))
        return .success
    }
}

/// Shows one incident, and shapes it.
struct IncidentCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "incident", abstract: "Show an incident, or shape it (leads).",
        discussion:
            "What a lead merged, split, closed, reopened or moved, the rule leaves alone from then on.",
        subcommands: [
            Show.self, Name.self, Merge.self, Separate.self, Split.self, Close.self, Reopen.self, Move.self,
        ], defaultSubcommand: Show.self)

    @OptionGroup var global: GlobalOptions

    /// Which incident, as it was seen.
    struct Seen: ParsableArguments {
        @Argument(help: "The incident's number.") var incident: String
        @Option(help: "The version that you saw: refused when it changed since.") var version: Int?

        var id: IncidentID { IncidentID(incident) }
    }

    /// Shows an incident.
    struct Show: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show everything about an incident.")

        @Argument(help: "The incident's number.") var incident: String
        @OptionGroup var global: GlobalOptions

        func run(in invocation: Invocation) throws -> ExitCode {
            guard let page = try invocation.wholePage(of: IncidentQuery(IncidentID(incident))) else {
                throw StoreError.unknown(.incident(IncidentID(incident)))
            }
            return IncidentCommand.answer(page, invocation)
        }
    }

    /// Names it.
    struct Name: IncidentActCommand {
        static let configuration = CommandConfiguration(
            commandName: "name", abstract: "Give an incident a name; without one, take it away.")

        @OptionGroup var seen: Seen
        @Argument(help: "What to call it.") var name: String?
        @OptionGroup var global: GlobalOptions

        var act: IncidentAct { .name(name) }
    }

    /// Merges it.
    struct Merge: IncidentActCommand {
        static let configuration = CommandConfiguration(
            commandName: "merge",
            abstract: "Say that an incident is the same as another, which takes it over.",
            discussion: "`makegood review incident separate ID` undoes it.")

        @OptionGroup var seen: Seen
        @Option(help: "The incident that it is the same as.") var into: String
        @OptionGroup var global: GlobalOptions

        var act: IncidentAct { .merge(into: IncidentID(into)) }
    }

    /// Takes it out again.
    struct Separate: IncidentActCommand {
        static let configuration = CommandConfiguration(
            commandName: "separate", abstract: "Take an incident out of the one that it was merged into.")

        @OptionGroup var seen: Seen
        @OptionGroup var global: GlobalOptions

        var act: IncidentAct { .separate }
    }

    /// Cuts it.
    struct Split: IncidentActCommand {
        static let configuration = CommandConfiguration(
            commandName: "split", abstract: "Cut an incident in two, by time, version or cause.",
            discussion: "The answer is the new incident; merging it back undoes it.")

        @OptionGroup var seen: Seen
        @Option(
            help: "What was charged from this time on (RFC 3339) is another.", transform: TimeArgument.parse)
        var at: Instant?
        @Option(help: "What was bought with this version is another.") var appVersion: String?
        @Option(help: "What failed for this cause is another.") var cause: String?
        @OptionGroup var global: GlobalOptions

        func validate() throws {
            guard [at != nil, appVersion != nil, cause != nil].count(where: { $0 }) == 1 else {
                throw ValidationError("Choose one of --at, --app-version and --cause.")
            }
        }

        var act: IncidentAct {
            .split(
                at.map(IncidentCut.from) ?? appVersion.map(IncidentCut.version)
                    ?? .cause(TicketCause(cause ?? "")))
        }
    }

    /// Ends it.
    struct Close: IncidentActCommand {
        static let configuration = CommandConfiguration(
            commandName: "close", abstract: "End an incident: later failures do not join it.")

        @OptionGroup var seen: Seen
        @OptionGroup var global: GlobalOptions

        var act: IncidentAct { .close }
    }

    /// Takes it up again.
    struct Reopen: IncidentActCommand {
        static let configuration = CommandConfiguration(
            commandName: "reopen",
            abstract: "Reopen an incident: new failures join it, and the next loss raises an alarm.")

        @OptionGroup var seen: Seen
        @OptionGroup var global: GlobalOptions

        var act: IncidentAct { .reopen }
    }

    /// Moves tickets.
    struct Move: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "move", abstract: "Move tickets into an incident; --out takes them out of it.")
        static let permission = Permission.bulk

        @Argument(help: "The incident's number.") var incident: String
        @Argument(help: "The tickets' numbers.", completion: .tickets) var tickets: [String]
        @Flag(help: "Take them out of it.") var out = false
        @OptionGroup var global: GlobalOptions

        var deed: String? { "the tickets were moved" }

        func run(in invocation: Invocation) throws -> ExitCode {
            let id = IncidentID(incident)
            try invocation.store.moveTickets(
                tickets.map { TicketID($0) }, into: out ? nil : id, by: invocation.agent, at: invocation.now)
            guard let page = try invocation.wholePage(of: IncidentQuery(id)) else {
                throw StoreError.unknown(.incident(id))
            }
            return IncidentCommand.answer(page, invocation)
        }
    }

    /// Answers with the incident as it is now.
    static func answer(_ page: IncidentPage, _ invocation: Invocation) -> ExitCode {
        invocation.output.answer(page.json, Answers.incident(page))
        return .success
    }
}

/// A command that does one act to an incident: what differs is the act, and what it is made of.
protocol IncidentActCommand: StoreCommand {
    /// Which incident, as it was seen.
    var seen: IncidentCommand.Seen { get }
    var act: IncidentAct { get }
}

extension IncidentActCommand {
    static var permission: Permission { .bulk }
    var deed: String? { act.deed }

    func run(in invocation: Invocation) throws -> ExitCode {
        IncidentCommand.answer(
            try invocation.store.act(
                act, on: seen.id, version: seen.version, by: invocation.agent, at: invocation.now),
            invocation)
    }
}
