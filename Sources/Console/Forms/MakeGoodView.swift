import Persistence
import Purchases
import TerminalCore
import Widgets

/// Draws the make-good form with access before and after beside it.
struct MakeGoodView {
    /// The fields.
    let form: Form
    /// Whom.
    let subject: MakeGoodSubject
    /// The loss that is made good; nil for a grant without a ticket.
    let loss: MakeGoodSubject.Loss?
    /// What the grant would do; nil while that is not known.
    let preview: GrantOutcome?
    /// Why the store would refuse it; nil when it would not.
    let refusal: String?
    /// What may be known.
    let context: ConsoleContext

    /// Draws everything: the preview beside the form where there is room, else below it.
    func draw(in canvas: inout Canvas, theme: Theme) {
        let size = canvas.size
        let title: StyledLine = [
            TextSpan("Make good for ", .title), TextSpan(subject.name, .strong),
            TextSpan(" (\(subject.customer))", .dim),
            TextSpan(loss.map { " with ticket \($0.ticket)" } ?? ""),
        ]
        canvas.draw(title, at: Position(column: 1, row: 0), theme: theme, limit: size.columns - 2)
        let first = size.rows >= 14 ? 2 : 1
        let isWide = size.columns >= 100
        // Wide enough for every length to stand beside the others, as far as the preview keeps its room.
        let formColumns = max(60, min(76, size.columns - 48))
        let lines = previewLines(
            columns: isWide ? size.columns - formColumns - 8 : size.columns - 4, canvas.glyphs)
        let rows = size.rows - first
        guard !isWide else {
            canvas.within(Rectangle(column: 1, row: first, columns: formColumns, rows: rows)) {
                form.draw(in: &$0, theme: theme)
            }
            canvas.within(
                Rectangle(
                    column: formColumns + 3, row: first - 1, columns: size.columns - formColumns - 4,
                    rows: min(rows, lines.count + 4))
            ) {
                drawPreview(lines, in: &$0, theme)
            }
            return
        }
        let isRefused = refusal != nil || preview?.excess != nil
        let previewRows = min(lines.count, max(isRefused ? 4 : 2, rows - form.rows))
        let formRows = min(form.rows, rows - previewRows)
        canvas.within(Rectangle(column: 1, row: first, columns: size.columns - 2, rows: formRows)) {
            form.draw(in: &$0, theme: theme)
        }
        let gap = rows - formRows - lines.count >= 3 ? 1 : 0
        let below = first + formRows + gap
        if gap > 0, !context.isPlain {
            canvas.within(Rectangle(column: 1, row: below, columns: size.columns - 2, rows: 1)) {
                $0.drawRule(row: 0, theme: theme)
            }
        }
        _ = canvas.draw(lines, from: below + gap, until: size.rows, theme: theme, column: 2)
    }

    private func drawPreview(_ lines: [StyledLine], in box: inout Canvas, _ theme: Theme) {
        if !context.isPlain { box.drawBox(title: "Access", theme: theme) }
        _ = box.draw(lines, from: 2, until: box.size.rows - 1, theme: theme, column: 2)
    }

    /// Access today, access after, what is gained, what the limits leave; or why it is refused.
    private func previewLines(columns: Int, _ glyphs: Glyphs) -> [StyledLine] {
        if let refusal {
            return StyledLine([TextSpan("\(glyphs.bad) Refused  ", .error), TextSpan(refusal)])
                .wrapped(to: columns, indent: 2)
        }
        guard let preview else { return [StyledLine("Fill the form in to see what it does", .dim)] }
        var lines: [StyledLine] = [
            StyledLine("Today   ", .dim) + verdict(preview.before, glyphs),
            StyledLine("After   ", .dim) + verdict(preview.after, glyphs),
        ]
        if let lost = preview.owed?.lost {
            let length = lost.length.map { TimeText.length($0) } ?? "access without end"
            lines.append([TextSpan("Lost    ", .dim), TextSpan(length)])
        }
        lines.append(StyledLine("Gains   ", .dim) + gains(preview, glyphs))
        lines += preview.warnings.map {
            [
                TextSpan("Look    ", .dim),
                TextSpan("\(glyphs.alert) \(MakeGoodScreen.words($0, context))", .warning),
            ]
        }
        // What stands in the way is read first, and where there is little room alone.
        lines = preview.excess == nil ? lines + limits(preview, glyphs) : limits(preview, glyphs) + lines
        return lines.flatMap { $0.wrapped(to: columns, indent: 8) }
    }

    /// How much longer access lasts, and how much of what was lost that leaves owed.
    private func gains(_ preview: GrantOutcome, _ glyphs: Glyphs) -> StyledLine {
        if preview.gained == .zero {
            return [TextSpan("\(glyphs.alert) nothing: access lasts longer already", .warning)]
        }
        let gained = preview.gained.map { TimeText.length($0) } ?? "time without end"
        guard let lost = preview.owed?.lost else { return [TextSpan(gained)] }
        if lost.until == nil, preview.gained != nil {
            return [
                TextSpan("\(gained) "), TextSpan("\(glyphs.alert) access without end was lost", .warning),
            ]
        }
        guard let missing = preview.missing, missing != .zero else {
            let more = lost.length.flatMap { length in preview.gained.map { $0 - length } } ?? .zero
            return [
                TextSpan("\(gained), all of it\(more > .zero ? " and \(TimeText.length(more)) more" : "")")
            ]
        }
        return [
            TextSpan("\(gained) "),
            TextSpan("\(glyphs.alert) \(TimeText.length(missing)) less than was lost", .warning),
        ]
    }

    /// What the policy leaves after this grant; or why it refuses it, and the way out.
    private func limits(_ preview: GrantOutcome, _ glyphs: Glyphs) -> [StyledLine] {
        guard context.role != .lead else {
            return [[TextSpan("Limits  ", .dim), TextSpan("none for a lead")]]
        }
        if let excess = preview.excess {
            let text = ExcessText(excess: excess, length: preview.grant.span?.length)
            return [
                [TextSpan("Limits  ", .dim), TextSpan("\(glyphs.alert) \(text.refusal)", .warning)],
                [TextSpan("        "), TextSpan(text.wayOut)],
            ]
        }
        if preview.grant.isRestitution {
            return [[TextSpan("Limits  ", .dim), TextSpan("none: it gives back what was lost")]]
        }
        let left = preview.allowance
        let today = "\(left.grants) grant\(left.grants == 1 ? "" : "s") today"
        return [
            [
                TextSpan("Leaves  ", .dim),
                TextSpan("\(TimeText.length(left.customer)) for this customer, \(today)"),
            ]
        ]
    }

    private func verdict(_ access: EntitlementAccess, _ glyphs: Glyphs) -> StyledLine {
        guard access.isEntitled else { return [TextSpan("\(glyphs.bad) no access", "verdict.no")] }
        let end = access.until.map { "until \(context.time.moment($0))" } ?? "without end"
        return [TextSpan("\(glyphs.good) access \(end)", "verdict.yes")]
    }
}

/// Says why policy refuses a grant, and the way out.
struct ExcessText {
    /// Why it is refused.
    let excess: GrantPolicy.Excess
    /// How long the grant would be; nil without end.
    let length: TimeLength?

    /// Why.
    var refusal: String { "Needs a lead: \(excess)" }

    /// What to do instead.
    var wayOut: String {
        switch excess {
        case .lifetime: "Choose a length, or ask a lead to give it"
        case .tooLong(_, let limit): "Choose at most \(days(limit)), or ask a lead to give it"
        case .customerHasEnough(let total, let limit):
            if let left = left(total: total, limit: limit) {
                "Choose at most \(days(left)), or ask a lead to give it"
            } else {
                "Nothing is left for this customer: ask a lead to give it"
            }
        case .tooMany: "Wait until your grants of yesterday no longer count, or ask a lead to give it"
        }
    }

    /// How many whole days the customer may still be given; nil for none.
    private func left(total: Int, limit: Int) -> Int? {
        guard let length else { return nil }
        let left = limit - (total - length.wholeDays)
        return left > 0 ? left : nil
    }

    private func days(_ count: Int) -> String { "\(count) day\(count == 1 ? "" : "s")" }
}
