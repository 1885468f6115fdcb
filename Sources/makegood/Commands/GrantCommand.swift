import ArgumentParser
import Persistence
import Purchases

/// Makes good: gives an entitlement by hand.
struct GrantCommand: StoreCommand {
    static let configuration = CommandConfiguration(
        commandName: "grant", abstract: "Make good: give a customer an entitlement.",
        discussion: """
            Lengths: \(GrantLength.presets.joined(separator: " ")), or an ISO 8601 duration. With a ticket it gives \
            back what was lost unless told otherwise: for the lost time, after present access.
            """)

    @OptionGroup var global: GlobalOptions
    @Argument(help: "The customer's app_user_id.", completion: .customers) var customer: String
    @Option(help: "What to give.", completion: .entitlements) var entitlement: String
    @Option(
        name: .customLong("for"), help: "How long (default with a ticket: lost, the time that was paid for).",
        completion: .list(GrantLength.presets), transform: GrantCommand.length)
    var length: GrantLength?
    @Option(help: "Until when (RFC 3339).", transform: TimeArgument.parse) var until: Instant?
    @Option(help: "The reason code.", completion: .reasons) var reason: String
    @Option(
        help:
            "When it starts: now, after (when present access ends), or a time (default: now; with a ticket: after).",
        completion: .list(["now", "after"]),
        transform: GrantCommand.start)
    var starts: GrantRequest.Start?
    @Option(help: "What the next agent should know.") var note: String?
    @Option(help: "The ticket it makes good.", completion: .tickets) var ticket: String?
    @Option(help: "The helpdesk's case.") var ref: String?
    @Option(help: "The same key never gives twice.") var key: String?
    @Flag(help: "Give it even if it adds no time.") var anyway = false
    @Flag(help: "Show access before and after and what limits remain; give nothing.") var dryRun = false

    func validate() throws {
        guard length == nil || until == nil else {
            throw ValidationError("Say how long: either --for or --until, not both.")
        }
        guard length != nil || until != nil || ticket != nil else {
            throw ValidationError("Say how long, with --for or --until, or name what was lost with --ticket.")
        }
    }

    var deed: String? { dryRun ? nil : "the grant was given" }

    func run(in invocation: Invocation) throws -> ExitCode {
        let (store, agent, now) = (invocation.store, invocation.agent, invocation.now)
        let outcome =
            try dryRun
            ? store.rehearse(request, key: key, by: agent, at: now)
            : store.grant(request, key: key, by: agent, at: now)
        outcome.warnings.forEach { Output.note("makegood: \(Wording.note(on: $0))") }
        invocation.output.answer(
            .grantOutcome(outcome, at: now, isDryRun: dryRun), Wording.grant(outcome, isDryRun: dryRun))
        return .success
    }

    private var request: GrantRequest {
        let term = length.map(GrantRequest.Term.init) ?? until.map(GrantRequest.Term.until) ?? .lost
        return GrantRequest(
            customer: AppUserID(customer), entitlement: EntitlementID(entitlement), term: term, start: starts,
            reason: reason, note: note, ticket: ticket.map(TicketID.init), reference: ref,
            evenIfNothingIsGained: anyway)
    }

    private static func length(_ text: String) throws -> GrantLength {
        guard let length = GrantLength(text) else {
            let presets = GrantLength.presets.joined(separator: " ")
            throw ValidationError(
                "'\(text)' is no length: write \(presets), or an ISO 8601 duration such as P10D.")
        }
        return length
    }

    private static func start(_ text: String) throws -> GrantRequest.Start {
        switch text {
        case "now": .now
        case "after": .after
        default: .at(try TimeArgument.parse(text))
        }
    }
}
