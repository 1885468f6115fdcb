import ArgumentParser
import Intake
import JSONAnswers
package import JSONValues
import Persistence
import Purchases
import Wording

/// Makes good: gives an entitlement by hand.
struct GrantCommand: StoreCommand {
    static let configuration = CommandConfiguration(
        commandName: "grant", abstract: "Make good: give a customer an entitlement.",
        discussion: """
            Lengths: \(GrantLength.presets.joined(separator: " ")), or an ISO 8601 duration. With a ticket it gives \
            back what was lost unless told otherwise: for the lost time, after present access.

            What exceeds an agent's limits is not given: it is filed as a request to a lead, with exit code 2. The same \
            --key answers what became of it. `makegood policy show` tells the limits, --dry-run what remains of them.
            """)

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
    @Flag(
        name: .customLong("dry-run"),
        help: "Show access before and after and what limits remain; give nothing.")
    var isPreview = false
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard length == nil || until == nil else {
            throw ValidationError("Say how long: either --for or --until, not both.")
        }
        guard length != nil || until != nil || ticket != nil else {
            throw ValidationError("Say how long, with --for or --until, or name what was lost with --ticket.")
        }
    }

    var deed: String? { isPreview ? nil : "the grant was given or filed as a request" }

    func run(in invocation: Invocation) throws -> ExitCode {
        let (store, agent, now) = (invocation.store, invocation.agent, invocation.now)
        guard !isPreview else {
            return say(try invocation.wholePage(of: GrantPreviewQuery(request, key: key)), to: invocation)
        }
        switch try store.grant(request, key: key, by: agent, at: now) {
        case .granted(let outcome): return say(outcome, to: invocation)
        case .filed(let request):
            if let decision = request.decision {
                throw CommandError(
                    .refused, "request \(request.id) was \(Answers.reader.fate(of: request))",
                    remedy: decision.note?.text ?? "ask again, with another key")
            }
            invocation.output.answer(.object(["request": request.filedJSON]), Answers.filed(request))
            return .filed
        }
    }

    private func say(_ outcome: GrantOutcome, to invocation: Invocation) -> ExitCode {
        outcome.warnings.forEach { Output.note("makegood: \(Answers.note(on: $0))") }
        invocation.output.answer(
            outcome.json(at: invocation.now, isPreview: isPreview),
            Answers.grant(outcome, isPreview: isPreview))
        if !isPreview, let ticket = outcome.blocking {
            Output.note(
                "makegood: ticket \(ticket) still blocks buying again: `makegood ask finish \(ticket)` unblocks it"
            )
        }
        return .success
    }

    private var request: GrantRequest {
        let term = length.map(GrantRequest.Term.init) ?? until.map(GrantRequest.Term.until) ?? .lost
        return GrantRequest(
            customer: AppUserID(customer), entitlement: EntitlementID(entitlement), term: term, start: starts,
            reason: reason, note: note.map { FreeText($0, for: .whole) }, ticket: ticket.map(TicketID.init),
            reference: ref,
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

/// Takes a grant back in the moment in which its giver may, as if it had not been given.
struct CancelCommand: StoreCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel",
        abstract: "Cancel a grant that you gave just now; its ticket is open again.",
        discussion: """
            The policy says for how long: `makegood policy set cancel_seconds`. Later, and for grants of others, \
            `makegood revoke` ends a grant with a reason.
            """)

    @Argument(help: "The grant's id.") var grant: String
    @OptionGroup var global: GlobalOptions

    var deed: String? { "the grant was cancelled" }

    func run(in invocation: Invocation) throws -> ExitCode {
        let outcome = try invocation.store.cancelGrant(
            GrantID(grant), by: invocation.agent, at: invocation.now)
        invocation.output.answer(
            outcome.json(at: invocation.now), Answers.revocation(outcome, verb: "cancelled"))
        return .success
    }
}

/// Ends a grant now.
struct RevokeCommand: StoreCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "End a grant now; it stays in the store.")

    @Argument(help: "The grant's id.") var grant: String
    @Option(
        help: "The reason code; beside those for grants: mistake.", completion: .revocationReasons)
    var reason: String
    @Option(help: "What the next agent should know.") var note: String?
    @OptionGroup var global: GlobalOptions

    var deed: String? { "the grant was ended" }

    func run(in invocation: Invocation) throws -> ExitCode {
        let outcome = try invocation.store.revoke(
            GrantID(grant), reason: reason, note: note.map { FreeText($0, for: .whole) },
            by: invocation.agent, at: invocation.now)
        invocation.output.answer(outcome.json(at: invocation.now), Answers.revocation(outcome))
        return .success
    }
}

extension Answers {
    /// What a grant changed.
    static func grant(_ outcome: GrantOutcome, isPreview: Bool) -> [String] {
        let grant = outcome.grant
        let verb =
            isPreview ? "would grant" : outcome.isReplay ? "granted already, with this key:" : "granted"
        let end = reader.term(until: grant.endsAt)
        let gained = outcome.gained.map { "gains \(reader.length($0))" } ?? "gains time without end"
        let lost = outcome.owed?.lost.map { lost in
            let missing = outcome.missing.flatMap {
                $0 == .zero ? nil : ", \(reader.length($0)) of it not given back"
            }
            return "  lost:   \(lost.length.map(reader.length) ?? "time without end")\(missing ?? "")"
        }
        let number = isPreview && !outcome.isReplay ? "" : ", grant \(grant.id)"
        let left = outcome.allowance
        let request = outcome.excess.map {
            "  would become a request to a lead: \(reader.words(of: $0))"
        }
        let cancel = outcome.cancelUntil.flatMap { end in
            isPreview || outcome.isReplay
                ? nil : "  until \(moment(end)) `makegood cancel \(grant.id)` takes it back"
        }
        return [
            "\(verb) \(grant.entitlement) to \(grant.customer) from \(moment(grant.startsAt)) \(end) (\(grant.reason))\(number)",
            "  before: \(headline(outcome.before))", "  after:  \(headline(outcome.after)), \(gained)",
            lost,
            outcome.grant.isRestitution
                ? "  it gives back what was lost: it counts against no limit" : nil,
            "  agents may still give this customer \(left.customer.wholeDays) days; you may still give \(left.grants) grants today",
            request, cancel,
        ].compactMap { $0 }
    }

    /// A warning with what to do about it from here.
    static func note(on warning: GrantWarning) -> String {
        switch warning {
        case .openTicket(let owed):
            "\(Reader.program.words(of: warning)): give it with --ticket \(owed.ticket)"
        case .recentGrant: "\(Reader.program.words(of: warning)): look before giving it twice"
        case .noSecondLead: "\(Reader.program.words(of: warning)): the log says so"
        }
    }

    /// What ending a grant changed.
    static func revocation(_ outcome: RevocationOutcome, verb: String = "ended") -> [String] {
        [
            "\(verb) grant \(outcome.grant.id) of \(outcome.grant.entitlement) to \(outcome.grant.customer)",
            "  before: \(headline(outcome.before))", "  after:  \(headline(outcome.after))",
        ]
    }
}

extension GrantOutcome {
    /// The answer of `grant`.
    func json(at instant: Instant, isPreview: Bool) -> JSONValue {
        let answer = JSONValue.object([
            "grant": grant.json(at: instant), "access_before": before, "access_after": after,
            "gained_seconds": gained?.wholeSeconds, "lost": owed?.lost,
            "missing_seconds": missing?.wholeSeconds, "restitution": grant.isRestitution,
            "warnings": warnings.map { .object(["code": $0.code, "text": Reader.program.words(of: $0)]) },
            "replayed": isReplay, "dry_run": isPreview, "remaining": allowance,
        ])
        guard isPreview else { return answer.adding(["cancel_until": cancelUntil]) }
        guard let excess else { return answer.adding(["refused_because": JSONValue.null]) }
        let because = Reader.program.words(of: excess)
        return answer.adding([
            "refused_because": because,
            "request": .object(["id": JSONValue.null, "needs": "lead", "because": because]),
        ])
    }
}

/// What agents may still give.
extension GrantAllowance: JSONEncodable {
    package var json: JSONValue {
        .object([
            "longest_days": longest.wholeDays, "customer_days": customer.wholeDays, "grants": grants,
        ])
    }
}

extension RevocationOutcome {
    /// The answer of `revoke`.
    func json(at instant: Instant) -> JSONValue {
        .object(["grant": grant.json(at: instant), "access_before": before, "access_after": after])
    }
}
