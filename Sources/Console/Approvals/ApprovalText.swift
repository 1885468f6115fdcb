import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// Says a request in lines: what was asked, what was seen then, what is so now and what changed since.
struct ApprovalText {
    /// The request.
    let page: ApprovalPage
    /// Who looks, in which role, and when.
    let context: ConsoleContext
    /// How wide the lines may be.
    let columns: Int
    let glyphs: Glyphs

    private var request: ApprovalRequest { page.request }
    private var reader: Reader { context.reader }

    /// Who asks for what and why.
    var asked: [StyledLine] {
        let name = page.customer?.values.name?.text ?? ""
        let wish = request.wish
        let headline: StyledLine = [
            TextSpan(reader.what(of: wish), .title), TextSpan(wish.customer == nil ? ": " : " for "),
            TextSpan(name.isEmpty ? reader.whom(of: wish) : name, .strong),
            TextSpan(name.isEmpty ? "" : " (\(reader.whom(of: wish)))", .dim),
        ]
        let age = TimeText.age(max(.zero, context.now - request.askedAt))
        let facts: [(String, StyledLine?)] = [
            ("state", state),
            ("asked", "by \(request.askedBy) at \(reader.moment(request.askedAt)), \(age) ago"),
            ("because", [TextSpan(reader.words(of: request.because))]),
            ("reason", wish.reason.map { [TextSpan(CodeText.words($0))] }),
            ("note", wish.note.map { [typed($0.text)] }), ("case", wish.reference.map { [TextSpan($0)] }),
            ("ticket", wish.ticket.map { [TextSpan($0.rawValue)] }),
            ("answer", request.decision?.note.map { [typed($0.text)] }),
        ]
        return headline.wrapped(to: columns, indent: 2)
            + facts.flatMap { label, line in line.map { labelled(label, $0) } ?? [] }
    }

    /// What whoever asked saw.
    var seen: [StyledLine] {
        if let move = page.move {
            return [StyledLine("When it was asked", .title)] + effects(move.asked)
        }
        guard let evidence = page.evidence else { return [] }
        var lines = [StyledLine("When it was asked", .title)]
        lines += labelled("before", answer(evidence.before))
        lines += labelled("after", answer(evidence.after))
        lines += labelled("gains", gains(evidence.gained))
        if let owed = evidence.owed { lines += labelled("owed", [TextSpan(reader.words(of: owed))]) }
        let left = evidence.allowance
        let limits =
            "\(TimeText.length(left.longest)) at most, \(TimeText.length(left.customer)) for this customer, "
            + "\(Counting.of(left.grants, "grant")) that day"
        return lines + labelled("limits", [TextSpan(limits)])
    }

    /// What is so now, and what giving it would do.
    var now: [StyledLine] {
        var lines = [StyledLine("Now", .title)]
        if let batch = page.batch { return lines + about(batch) }
        if let move = page.move { return lines + (move.attachment.map { effects($0.facts) } ?? []) }
        if case .token(let asked) = request.wish {
            let effect = "approval gives \(asked.customer) what was bought with the token"
            return lines + labelled("token", [TextSpan("carried by \(asked.carrier)")])
                + labelled("then", [TextSpan(effect)])
        }
        if let end = request.wish.end { return lines + about(page.ticket, end) }
        if let verdict = page.verdict {
            lines += VerdictText(verdict: verdict, time: context.time).lines(
                columns: columns, glyphs: glyphs)
        } else {
            lines.append(StyledLine("  The customer is not known any more", .warning))
        }
        if let outcome = page.outcome {
            lines += labelled("with it", answer(outcome.after)) + labelled("gains", gains(outcome.gained))
            lines += outcome.warnings.flatMap {
                labelled("look", [TextSpan("\(glyphs.alert) \(reader.words(of: $0))", .warning)])
            }
        }
        if let grant = page.grant { lines += labelled("given", given(grant)) }
        return lines
    }

    /// What changed since it was asked, and what stands in the way; empty for what was decided.
    var changes: [StyledLine] {
        guard request.state == .open else { return [] }
        if let problem = page.problem {
            let why = "It cannot be carried out any more, \(ErrorText.console(problem, at: context.now).what)"
            return StyledLine("\(glyphs.alert) \(why)", .warning).wrapped(to: columns, indent: 2) + told
        }
        if page.batch != nil || request.wish.end != nil { return [] }
        return page.changes.isEmpty ? [StyledLine("Nothing has changed since it was asked", .dim)] : told
    }

    /// A batch as it is now: how many it is for, and who is left out.
    private func about(_ batch: Batch) -> [StyledLine] {
        let counts = batch.counts
        let out = reader.words(of: counts.excluded)
        return labelled("batch", [TextSpan(reader.progress(of: batch))])
            + labelled("gets it", [TextSpan(Counting.of(batch.customers, "customer"), .strong)])
            + labelled("left out", [TextSpan(out.isEmpty ? "no customer so far" : out)])
            + labelled("then", [TextSpan("every customer is checked again when it is carried out")])
    }

    /// Whose a chain is, and what its move means for whom.
    private func effects(_ facts: AttachFacts) -> [StyledLine] {
        let owner = facts.owner.map { "\($0)'s" } ?? "no customer yet"
        return labelled("chain", [TextSpan(owner)])
            + facts.effects.flatMap { effect -> [StyledLine] in
                let whom = StyledLine("  \(effect.customer) \(effect.entitlement)", .strong)
                return [whom] + labelled("before", answer(effect.before))
                    + labelled("after", answer(effect.after))
            }
    }

    private func answer(_ holding: AttachFacts.Holding) -> StyledLine {
        let words = reader.words(of: holding)
        return holding.isEntitled
            ? [TextSpan("\(glyphs.good) \(words)", "verdict.yes")]
            : [TextSpan("\(glyphs.bad) \(words)", "verdict.no")]
    }

    /// The ticket that is to end, as it is now.
    private func about(_ ticket: Ticket?, _ end: EndAsked) -> [StyledLine] {
        guard let ticket else { return [StyledLine("  There is no ticket \(end.ticket) any more", .warning)] }
        let text = TicketText(ticket: ticket, context: context)
        let charge: StyledLine = [
            text.money,
            TextSpan(
                ticket.chargedAt.map { ", charged \(reader.moment($0))" } ?? ", \(ticket.withoutCharge)"),
        ]
        return labelled("ticket", [TextSpan(ticket.id.rawValue), TextSpan(" \(ticket.title), "), text.state])
            + labelled("charge", charge)
            + labelled(
                "then", [TextSpan("no fact shows this end: the charge stands as closed without proof")])
    }

    private var told: [StyledLine] {
        guard !page.changes.isEmpty else { return [] }
        return [StyledLine("Changed since it was asked", .title)]
            + page.changes.flatMap {
                StyledLine("\(glyphs.alert) \(reader.words(of: $0))", .warning).wrapped(
                    to: columns, indent: 2)
            }
    }

    private var state: StyledLine {
        switch request.state {
        case .open: [TextSpan("\(glyphs.alert) \(reader.fate(of: request))", .warning)]
        case .approved: [TextSpan("\(glyphs.good) \(reader.fate(of: request))", .success)]
        case .declined, .withdrawn: [TextSpan("\(glyphs.bad) \(reader.fate(of: request))")]
        }
    }

    private func given(_ grant: Grant) -> StyledLine {
        let end =
            grant.revokedAt.map { "taken back at \(reader.moment($0))" } ?? reader.term(until: grant.endsAt)
        return [TextSpan("grant \(grant.id), \(end)")]
    }

    private func answer(_ access: EntitlementAccess) -> StyledLine {
        access.isEntitled
            ? [TextSpan("\(glyphs.good) access \(reader.term(until: access.until))", "verdict.yes")]
            : [TextSpan("\(glyphs.bad) no access", "verdict.no")]
    }

    private func gains(_ gained: TimeLength?) -> StyledLine {
        [TextSpan(gained.map { TimeText.length($0) } ?? "time without end")]
    }

    /// What a person typed may be personal.
    private func typed(_ text: String) -> TextSpan {
        context.concealment.map { TextSpan("hidden: \($0)", .dim) } ?? TextSpan(text)
    }

    private func labelled(_ label: String, _ line: StyledLine) -> [StyledLine] {
        LabelledText.lines(label, line, columns: columns)
    }
}
