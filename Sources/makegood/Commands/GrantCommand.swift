import ArgumentParser
import Persistence
import Purchases

/// Makes good: gives an entitlement by hand.
struct GrantCommand: StoreCommand {
    static let configuration = CommandConfiguration(
        commandName: "grant", abstract: "Make good: give a customer an entitlement.",
        discussion: "Lengths: \(GrantLength.presets.joined(separator: " ")), or an ISO 8601 duration.")

    @OptionGroup var global: GlobalOptions
    @Argument(help: "The customer's app_user_id.", completion: .customers) var customer: String
    @Option(help: "What to give.", completion: .entitlements) var entitlement: String
    @Option(
        name: .customLong("for"), help: "How long.", completion: .list(GrantLength.presets),
        transform: GrantCommand.length)
    var length: GrantLength?
    @Option(help: "Until when (RFC 3339).", transform: TimeArgument.parse) var until: Instant?
    @Option(help: "The reason code.", completion: .reasons) var reason: String
    @Option(
        help: "When it starts: now, after (when present access ends), or a time.",
        completion: .list(["now", "after"]),
        transform: GrantCommand.start)
    var starts: GrantRequest.Start = .now
    @Option(help: "What the next agent should know.") var note: String?
    @Option(help: "The ticket it makes good.", completion: .tickets) var ticket: String?
    @Option(help: "The helpdesk's case.") var ref: String?
    @Option(help: "The same key never gives twice.") var key: String?
    @Flag(help: "Give it even if it adds no time.") var anyway = false
    @Flag(help: "Show access before and after and what limits remain; give nothing.") var dryRun = false

    func validate() throws {
        guard (length == nil) != (until == nil) else {
            throw ValidationError("Say how long: either --for or --until, not both.")
        }
    }

    var deed: String? { dryRun ? nil : "the grant was given" }

    func run(in invocation: Invocation) throws -> ExitCode {
        let (store, agent, now) = (invocation.store, invocation.agent, invocation.now)
        let outcome =
            try dryRun
            ? store.rehearse(request, key: key, by: agent, at: now)
            : store.grant(request, key: key, by: agent, at: now)
        invocation.output.answer(
            .grantOutcome(outcome, at: now, isDryRun: dryRun), Wording.grant(outcome, isDryRun: dryRun))
        return .success
    }

    private var request: GrantRequest {
        let term = length.map(GrantRequest.Term.init) ?? until.map(GrantRequest.Term.until) ?? .lifetime
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
