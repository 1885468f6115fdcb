import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// Says what a grant would do, asks whether to give it, and says what it did.
struct MakeGoodText {
    /// The form that describes it.
    let form: MakeGoodForm
    /// What it would do, or did.
    let outcome: GrantOutcome
    /// Who looks, in which role, and when.
    let context: ConsoleContext

    /// Access today, access after, what is gained, what the limits leave.
    func preview(_ glyphs: Glyphs) -> [StyledLine] {
        var lines: [StyledLine] = [
            StyledLine("Today   ", .dim) + verdict(outcome.before, glyphs: glyphs),
            StyledLine("After   ", .dim) + verdict(outcome.after, glyphs: glyphs),
        ]
        if let lost = outcome.owed?.lost {
            let length = lost.length.map { TimeText.length($0) } ?? "access without end"
            lines.append([TextSpan("Lost    ", .dim), TextSpan(length)])
        }
        lines.append(StyledLine("Gains   ", .dim) + gains(glyphs))
        lines += outcome.warnings.map {
            [TextSpan("Look    ", .dim), TextSpan("\(glyphs.alert) \(words($0))", .warning)]
        }
        // What stands in the way is read first, and where there is little room alone.
        return outcome.excess == nil ? lines + limits(glyphs) : limits(glyphs) + lines
    }

    /// How much longer access lasts, and how much of what was lost that leaves owed.
    private func gains(_ glyphs: Glyphs) -> StyledLine {
        if outcome.gained == .zero {
            return [TextSpan("\(glyphs.alert) nothing: access lasts longer already", .warning)]
        }
        let gained = outcome.gained.map { TimeText.length($0) } ?? "time without end"
        guard let lost = outcome.owed?.lost else { return [TextSpan(gained)] }
        if lost.until == nil, outcome.gained != nil {
            return [
                TextSpan("\(gained) "), TextSpan("\(glyphs.alert) access without end was lost", .warning),
            ]
        }
        guard let missing = outcome.missing, missing != .zero else {
            let more = lost.length.flatMap { length in outcome.gained.map { $0 - length } } ?? .zero
            return [
                TextSpan("\(gained), all of it\(more > .zero ? " and \(TimeText.length(more)) more" : "")")
            ]
        }
        return [
            TextSpan("\(gained) "),
            TextSpan("\(glyphs.alert) \(TimeText.length(missing)) less than was lost", .warning),
        ]
    }

    /// What the policy allows, and what this grant leaves of it; where it exceeds that, who decides, and the way out.
    private func limits(_ glyphs: Glyphs) -> [StyledLine] {
        if context.role == .lead, outcome.excess == nil {
            let alone = "one lead gives this; longer or without end, a second lead decides"
            return [[TextSpan("Limits  ", .dim), TextSpan(alone)]]
        }
        // What is left counts for agents alone.
        let before = context.role == .lead ? [] : [form.left.map(MakeGoodText.limits)].compactMap { $0 }
        if let excess = outcome.excess {
            let above = "\(context.reader.aboveOwnLimit(of: excess)): ^S asks \(decider)"
            let way = context.reader.wayOut(of: excess, length: outcome.grant.span?.length)
            return [
                [TextSpan("Lead    ", .dim), TextSpan("\(glyphs.alert) \(above)", .warning)],
                [TextSpan("        "), TextSpan(way)],
            ] + before
        }
        if outcome.grant.isRestitution {
            return before + [
                [TextSpan("        "), TextSpan("this counts against no limit: it gives back what was lost")]
            ]
        }
        let left = outcome.allowance
        let today = "\(Counting.of(left.grants, "grant")) today"
        return before + [
            [
                TextSpan("Leaves  ", .dim),
                TextSpan("\(TimeText.length(left.customer)) for this customer, \(today)"),
            ]
        ]
    }

    /// Who decides about what exceeds the limits of who sits here.
    private var decider: String { context.role == .lead ? "a second lead" : "a lead" }

    /// What the policy allows an agent before anything is given.
    static func limits(_ left: GrantAllowance) -> StyledLine {
        let today = "\(Counting.of(left.grants, "grant")) today"
        let customer = TimeText.length(left.customer)
        return [
            TextSpan("Limits  ", .dim),
            TextSpan("\(TimeText.length(left.longest)) at most, \(customer) for this customer, \(today)"),
        ]
    }

    private func verdict(_ access: EntitlementAccess, glyphs: Glyphs) -> StyledLine {
        guard access.isEntitled else { return [TextSpan("\(glyphs.bad) no access", "verdict.no")] }
        let end = access.until.map { "until \(context.time.moment($0))" } ?? "without end"
        return [TextSpan("\(glyphs.good) access \(end)", "verdict.yes")]
    }

    /// What is asked before it is given.
    var question: Dialog {
        let gained = outcome.gained.map { TimeText.length($0) } ?? "time without end"
        let missing = outcome.missing.flatMap { $0 == .zero ? nil : $0 }
        let adds: TextSpan =
            if outcome.gained == .zero {
                TextSpan("Adds nothing: access lasts longer.", .warning)
            } else if let missing {
                TextSpan("Adds \(gained), \(TimeText.length(missing)) less than was lost.", .warning)
            } else if let lost = outcome.owed?.lost, lost.until == nil, outcome.gained != nil {
                TextSpan("Adds \(gained); access without end was lost.", .warning)
            } else {
                TextSpan(
                    outcome.owed?.lost == nil
                        ? "Adds \(gained) of access." : "Adds \(gained): all that was lost.")
            }
        let warnings = outcome.warnings.map { StyledLine(words($0), .warning) }
        guard let excess = outcome.excess else {
            return question(
                "Make good", [adds], warnings: warnings + (form.loss.map(lossLines) ?? []), verb: "grant")
        }
        let above = "\(context.reader.aboveOwnLimit(of: excess)): \(decider) decides."
        return question(
            "Ask \(decider)", [adds], warnings: warnings + [StyledLine(above, .warning)],
            verb: "ask \(decider)")
    }

    private func question(
        _ title: String, _ adds: StyledLine, warnings: [StyledLine], verb: String
    ) -> Dialog {
        let subject = form.subject
        let end = outcome.grant.endsAt.map { "until \(context.time.moment($0)) UTC" } ?? "without end"
        let gets = "gets \(form.form.value("entitlement")) \(form.lengthWords), \(end)."
        return Danger(
            title: title, what: [[TextSpan(subject.name, .strong), TextSpan(" (\(subject.customer))")]],
            howLong: [TextSpan(gets)],
            warnings: [adds, [TextSpan("Reason: \(form.form.value("reason")).")]] + warnings, verb: verb,
            otherwise: "change"
        ).dialog(context)
    }

    /// What should be known before it is given, with ages that a person can judge.
    private func words(_ warning: GrantWarning) -> String {
        switch warning {
        case .openTicket(let owed): "Ticket \(owed.ticket) waits for just this and stays open."
        case .noSecondLead(let excess):
            "\(context.reader.aboveOwnLimit(of: excess)), and there is no other lead: the log says so."
        case .recentGrant(let grant):
            "\(grant.grantedBy == context.agent ? "You" : grant.grantedBy.rawValue) granted this \(TimeText.length(context.now - grant.grantedAt)) ago\(grant.revokedAt == nil ? "" : ", and it was taken back")."
        }
    }

    /// What happens to the ticket, and whose work that is.
    private func lossLines(_ loss: MakeGoodSubject.Loss) -> [StyledLine] {
        let holder = loss.holder.map { StyledLine("\($0) works on this ticket: talk first.", .warning) }
        return [holder, "Ticket \(loss.ticket) is resolved with it."].compactMap { $0 }
    }

    /// What it did.
    var news: String {
        let end = outcome.grant.endsAt.map { "until \(context.time.moment($0))" } ?? "without end"
        let replayed = outcome.isReplay ? " (it had been granted before)" : ""
        let done = outcome.grant.ticket.map { "Ticket \($0) is made good" } ?? "Granted"
        let next = outcome.blocking != nil ? "; f lets it be bought again" : ""
        return "\(done): \(form.subject.name) has \(outcome.after.entitlement) \(end)\(replayed)\(next)"
    }
}
