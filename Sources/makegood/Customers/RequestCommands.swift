import ArgumentParser
import JSONAnswers
package import JSONValues
import Persistence
import Purchases
import Wording

/// Lists what agents asked of leads.
struct RequestsCommand: StoreCommand {
    static let configuration = CommandConfiguration(
        commandName: "requests",
        abstract:
            "List what was asked of leads: grants above an agent's limits, moves that take access, ends of tickets that no fact shows, batches above one lead's.",
        discussion: "Agents see their own. Those that wait come first, who waits longest before the others.")

    @Flag(help: "Those that were decided, too, newest first.") var all = false
    @OptionGroup var paging: PagingOptions
    @OptionGroup var form: CSVOption
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        try global.check(csv: form.csv)
    }

    func run(in invocation: Invocation) throws -> ExitCode {
        if form.csv { return try writeAll(in: invocation) }
        let page = try invocation.page(
            of: RequestListQuery(all ? .all : .open, after: paging.after, limit: paging.most))
        invocation.output.answer(
            .object(["requests": page.rows.map(\.request), "next": page.next]),
            Answers.requests(page, at: invocation.now))
        return .success
    }

    private func writeAll(in invocation: Invocation) throws -> ExitCode {
        let scope: ApprovalScope = all ? .all : .open
        let list = WholeList<ApprovalListPage.Row, String>(limit: paging.limit, after: paging.after) {
            after, count in
            let page = try invocation.page(of: RequestListQuery(scope, after: after, limit: count))
            return (rows: page.rows, next: page.next)
        }
        let people = try invocation.masksPersons() ? 0 : list.people(\.request.wish.customer)
        try invocation.noteExport(of: "requests", people: people)
        let next = try list.write { Answers.requestTable($0, at: invocation.now).values }
        Answers.next(next).forEach(Output.note)
        return .success
    }
}

/// Shows one request, or takes one's own back.
struct RequestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "request",
        abstract: "Look at a request beside what is known now, or take your own back.",
        subcommands: [Show.self, Withdraw.self])

    @OptionGroup var global: GlobalOptions

    /// Shows a request.
    struct Show: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract:
                "Show a request: what was seen when it was asked, the verdict now, and what changed since.")

        @Argument(help: "The request's number.", completion: .requests) var request: String
        @OptionGroup var global: GlobalOptions

        func run(in invocation: Invocation) throws -> ExitCode {
            let id = RequestID(request)
            guard let page = try invocation.page(of: RequestQuery(id)) else {
                throw StoreError.unknown(.request(id))
            }
            invocation.output.answer(page.json(at: invocation.now), Answers.request(page))
            return .success
        }
    }

    /// Takes a request back.
    struct Withdraw: RequestActCommand {
        static let configuration = CommandConfiguration(
            commandName: "withdraw", abstract: "Take back what you asked for.")

        @Argument(help: "The request's number.", completion: .requests) var request: String
        @OptionGroup var global: GlobalOptions

        var act: RequestAct { .withdraw }
    }
}

/// Gives what an agent asked for.
struct ApproveCommand: RequestActCommand {
    static let configuration = CommandConfiguration(
        commandName: "approve", abstract: "Give or do what an agent asked for (leads; never their own).",
        discussion: """
            What the request rests on is looked at once more. Where it is not what was seen when it was asked, or when it \
            was looked at last, nothing is given: the answer says what changed, with exit code 5, and approving once more \
            gives it. --seen names what was decided on, as `request show --json` tells it under "facts".
            """)

    @Argument(help: "The request's number.", completion: .requests) var request: String
    @Option(help: "What the agent who asked should know.") var note: String?
    @Option(help: "What was seen, as 'request show --json' names it.") var seen: String?
    @OptionGroup var global: GlobalOptions

    var act: RequestAct { .approve(seen: seen, note: note) }
}

/// Says no to what an agent asked for.
struct DeclineCommand: RequestActCommand {
    static let configuration = CommandConfiguration(
        commandName: "decline", abstract: "Decline what an agent asked for (leads; never their own).")

    @Argument(help: "The request's number.", completion: .requests) var request: String
    @Option(help: "Why, for the agent who asked.") var note: String
    @OptionGroup var global: GlobalOptions

    var act: RequestAct { .decline(note: note) }
}

/// A command that does one act to a request: what differs is the act, and what it is made of.
protocol RequestActCommand: StoreCommand {
    /// The request's number.
    var request: String { get }
    var act: RequestAct { get }
}

extension RequestActCommand {
    var deed: String? { act.deed }

    func run(in invocation: Invocation) throws -> ExitCode {
        let answer = try invocation.store.act(
            act, on: RequestID(request), by: invocation.agent, at: invocation.now)
        switch answer {
        case .approved(let request, let outcome):
            invocation.output.answer(
                outcome.json(at: invocation.now, isPreview: false).adding(["request": request]),
                [Answers.ended(request)] + Answers.grant(outcome, isPreview: false))
            return .success
        case .attached(let request, let attachment):
            invocation.output.answer(
                .object(["request": request, "attachment": attachment.json(isPreview: false)]),
                [Answers.ended(request)] + Answers.attachment(attachment, isPreview: false))
            return .success
        case .kept(let request, _), .closed(let request):
            invocation.output.answer(.object(["request": request]), [Answers.ended(request)])
            return .success
        case .begun(let request, let batch):
            Output.note("makegood: request \(request.id) is approved, batch \(batch.id) is carried out now")
            return try BatchWork(invocation).run(batch.id)
        case .ended(let request, let ticket):
            invocation.output.answer(
                .object(["request": request, "ticket": ticket.json(at: invocation.now)]),
                [Answers.ended(request)])
            return .success
        case .changed(let request, let changes):
            let said = changes.isEmpty ? ["it is not what was seen"] : changes.map(Reader.program.words)
            let message =
                "request \(request.id) has changed since it was looked at: \(said.joined(separator: "; ")). "
                + "Nothing was given; approve it once more if it still fits"
            Output.note("makegood: \(message)")
            invocation.output.answer(
                .object([
                    "error": ["code": "conflict", "message": message], "request": request,
                    "changes": changes,
                ]), [String]())
            return ExitCode(StoreError.Code.conflict.exitCode)
        }
    }
}

extension Answers {
    /// That a wish waits for a lead.
    static func filed(_ request: ApprovalRequest) -> [String] {
        [
            "filed request \(request.id) to a lead: \(reader.words(of: request.because))",
            "  `makegood request withdraw \(request.id)` takes it back",
        ]
    }

    static func ended(_ request: ApprovalRequest) -> String {
        "request \(request.id), \(reader.words(of: request.wish)): \(reader.fate(of: request))"
    }

    /// Requests, a row each.
    static func requests(_ page: ApprovalListPage, at now: Instant) -> Listing<ApprovalListPage.Row> {
        Listing(
            table: requestTable(page.rows, at: now), empty: "no request waits for a lead",
            remarks: next(page.next))
    }

    static func requestTable(
        _ requests: [ApprovalListPage.Row], at now: Instant
    ) -> Table<ApprovalListPage.Row> {
        Table(
            requests,
            [
                .number("id", "id") { .text($0.request.id.rawValue) }, .state, .askedBy, .asked, .customer,
                .useful("what", "entitlement") { row in
                    let wish = row.request.wish
                    return .said { wish.grant?.entitlement.rawValue ?? $0.what(of: wish) }
                },
                .useful("how long", "length") { row in
                    let wish = row.request.wish
                    return .said(value: Reader.program.length(of: wish)) { $0.length(of: wish) ?? "" }
                },
                .extra("ticket", "ticket") { .text($0.request.wish.ticket?.rawValue) }, .because,
            ], at: now)
    }

    static func request(_ page: ApprovalPage) -> [String] {
        let (request, seen) = (page.request, page.evidence)
        let reference = request.wish.reference.map { ", case \($0)" } ?? ""
        let reason = request.wish.reason.map { " (\($0))" } ?? ""
        let head = [
            "request \(request.id): \(reader.words(of: request.wish))\(reason)\(reference)",
            "  asked by \(request.askedBy) at \(moment(request.askedAt)), \(reader.fate(of: request))",
            "  because \(reader.words(of: request.because))",
            request.wish.note.map { "  note: \($0)" }, request.decision?.note.map { "  answer: \($0)" },
        ].compactMap { $0 }
        if let batch = page.batch {
            let out = reader.words(of: batch.counts.excluded)
            return head
                + headed(
                    "now",
                    [
                        "batch \(batch.id) \(reader.progress(of: batch))",
                        "for \(Counting.of(batch.customers, "customer"))",
                        out.isEmpty ? nil : "left out: \(out)",
                    ].compactMap { $0 })
        }
        let problem = page.problem.map { "cannot be carried out: \(ErrorText.commandLine($0).what)" }
        if let move = page.move {
            let now = move.attachment.map { effects($0.facts) } ?? [problem].compactMap { $0 }
            return head + headed("seen when it was asked", effects(move.asked)) + headed("now", now)
                + headed("changed since", page.changes.map { reader.words(of: $0) })
        }
        if case .token(let asked) = request.wish {
            let effect = "approval gives \(asked.customer) what was bought with the token"
            return head + headed("now", request.state == .open ? [problem ?? effect] : [])
        }
        if let end = request.wish.end {
            return head
                + headed(
                    "now",
                    [
                        page.ticket.map {
                            "ticket \($0.id): \($0.title), \($0.endTitle ?? $0.state.rawValue)"
                        }
                            ?? "there is no ticket \(end.ticket) any more",
                        page.ticket?.money.map { "charge: \(money($0))" },
                        problem,
                    ].compactMap { $0 })
        }
        let then = headed(
            "seen when it was asked",
            seen.map { seen in
                let gained = seen.gained.map { "gains \(reader.length($0))" } ?? "gains time without end"
                return [
                    "before: \(headline(seen.before))", "after:  \(headline(seen.after)), \(gained)",
                ]
            } ?? [])
        let now = headed(
            "now",
            [
                page.verdict.map { "access: \(headline($0))" } ?? "the customer is not known any more",
                page.outcome.map { "after:  \(headline($0.after))" },
                problem,
                page.grant.map {
                    "grant \($0.id), given by \($0.grantedBy)\($0.revokedAt == nil ? "" : ", taken back")"
                },
            ].compactMap { $0 })
        return head + then + now + headed("changed since", page.changes.map { reader.words(of: $0) })
    }
}

extension Answers {
    /// Whose a chain is, and what its move means for whom.
    private static func effects(_ facts: AttachFacts) -> [String] {
        let effects = facts.effects.map { effect -> String in
            let (before, after) = (reader.words(of: effect.before), reader.words(of: effect.after))
            return "\(effect.customer) \(effect.entitlement): before \(before), after \(after)"
        }
        return [facts.owner.map { "the chain is \($0)'s" } ?? "the chain has no customer"] + effects
    }
}

/// Whose a chain is, and what its move means for whom.
extension AttachFacts: JSONEncodable {
    package var json: JSONValue {
        .object([
            "app_user_id": owner,
            "effects": effects.map {
                .object([
                    "app_user_id": $0.customer, "entitlement": $0.entitlement, "access_before": $0.before,
                    "access_after": $0.after,
                ])
            },
        ])
    }
}

extension AttachFacts.Holding: JSONEncodable {
    package var json: JSONValue { .object(["entitled": isEntitled, "until": until]) }
}

extension ApprovalRequest: JSONEncodable {
    /// A request that was filed in place of what was asked for.
    var filedJSON: JSONValue { json.adding(["needs": "lead"]) }

    /// What people typed is left out for an agent who sees no personal data.
    package var json: JSONValue {
        let bulk = wish.bulk
        return .object([
            "id": id, "kind": kind, "app_user_id": wish.customer, "asked_by": askedBy, "at": askedAt,
            "because": Reader.program.words(of: because), "limit": because.code, "state": state.rawValue,
            "entitlement": wish.grant?.entitlement, "length": Reader.program.length(of: wish),
            "batch": bulk?.batch, "resolution": wish.end?.end.resolution,
            "duplicate_of": wish.end?.end.other, "incident": bulk?.incident, "query": bulk?.words,
            "original_transaction_id": wish.attach?.chain, "reason": wish.reason,
            "note": wish.note?.textUnlessHidden, "ticket": wish.ticket, "ref": wish.reference,
            "decided_by": decision?.by, "decided_at": decision?.at,
            "decision_note": decision?.note?.textUnlessHidden, "grant": decision?.grant,
        ])
    }
}

extension ApprovalPage {
    /// A request with what was seen, what is so now, and what changed.
    func json(at now: Instant) -> JSONValue {
        .object([
            "request": request, "evidence": evidence, "batch": batch,
            "access_now": verdict, "access_after": outcome?.after,
            "gained_seconds": outcome?.gained?.wholeSeconds,
            "problem": problem.map { ErrorText.commandLine($0).what }, "move_asked": move?.asked,
            "move_now": move?.attachment?.facts, "changes": changes, "facts": digest,
            "grant": grant?.json(at: now),
        ])
    }
}

extension GrantEvidence: JSONEncodable {
    package var json: JSONValue {
        .object([
            "access_before": before, "access_after": after, "gained_seconds": gained?.wholeSeconds,
            "lost": owed?.lost, "remaining": allowance,
        ])
    }
}

/// What became different.
extension DecisionChange: JSONEncodable {
    package var json: JSONValue { .object(["change": code, "text": Reader.program.words(of: self)]) }
}
