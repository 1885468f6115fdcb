import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// The review in one look: what was lost and what became of it, what goes on, and since when.
struct ReviewSummary {
    let page: ReviewPage
    /// Of which charges.
    let period: ReviewPeriod
    /// The currency by whose amounts the days are compared; nil: by numbers of tickets.
    let currency: String?
    /// Who looks, in which role, and when.
    let context: ConsoleContext
    let glyphs: Glyphs

    private var losses: LossReview { page.losses }
    private var figures: LossFigures { losses.total }

    /// A column of the table of sums.
    private static let columns: [(head: String, choice: LossChoice)] = [
        ("Lost", .lost), ("Open", .open), ("Made good", .madeGood), ("Refunded", .refunded),
        ("Written off", .writtenOff), ("Credited", .credited), ("No proof", .closedWithoutProof),
    ]

    /// As many lines as fit; the sums come first, then what goes on, then how it went, then the days.
    func lines(columns: Int, rows: Int) -> [StyledLine] {
        guard rows > 0 else { return [] }
        if figures.tickets(Set(LossStatus.allCases)) == 0 { return nothing(columns: columns, rows: rows) }
        let rest =
            [incident(columns: columns)] + batches + [standing(columns: columns)] + days(columns: columns)
        let most = columns < 60 || context.isPlain ? max(1, rows - 1) : max(2, rows - rest.count)
        let sums =
            columns < 60 || context.isPlain ? sentences(rows: most) : table(columns: columns, rows: most)
        let lines = (sums + rest).flatMap { context.isPlain ? $0.wrapped(to: columns, indent: 2) : [$0] }
        return Array(lines.prefix(rows))
    }

    /// What is said where nothing was lost; before any app reports, that is no good news.
    private func nothing(columns: Int, rows: Int) -> [StyledLine] {
        let isReported = context.silentLosses?.isAnythingReported != false
        let text: StyledLine =
            !isReported
            ? StyledLine(
                "No app reports yet: without purchase reports nobody can tell which charges were delivered",
                .warning)
            : (context.silentLosses?.count.counted ?? 0) > 0
                ? StyledLine("No loss has a ticket; silent losses have none: S lists them", .warning)
                : period == .ever
                    ? StyledLine("Nothing was lost: every charge was delivered, or given back", .success)
                    : StyledLine("Nothing was lost of \(period.words): t shows others", .success)
        let lines =
            text.wrapped(to: columns) + [incident(columns: columns)] + batches + [standing(columns: columns)]
        return Array(lines.prefix(rows))
    }

    // MARK: Sums

    /// One sentence a currency, for narrow screens and screen readers.
    private func sentences(rows: Int) -> [StyledLine] {
        let currencies = ReviewRows.currencies(of: figures)
        let shown = currencies.prefix(max(1, rows - 1))
        var lines: [StyledLine] = shown.map { code in
            var spans = [
                TextSpan("\(figures.money(LossStatus.lost, in: code).shown) lost"),
                TextSpan(", "), TextSpan("\(figures.money([.open], in: code).shownAmount) open", .money),
            ]
            if context.isPlain {
                for (head, choice) in Self.columns.dropFirst(2) {
                    let amount = figures.money(choice.standings, in: code)
                    guard amount.milliunits != 0 else { continue }
                    spans.append(TextSpan(", \(amount.shownAmount) \(head.lowercased())"))
                }
            }
            return StyledLine(spans)
        }
        if currencies.count > shown.count, !lines.isEmpty {
            lines[lines.count - 1] =
                lines[lines.count - 1]
                + StyledLine(" \(ReviewRows.folded(currencies.count - shown.count))", .dim)
        }
        let unknown = figures.unpriced()
        let tickets: StyledLine = [
            TextSpan(Counting.of(figures.tickets(), "loss", "losses")),
            TextSpan(", \(figures.tickets([.open])) open", .strong),
            TextSpan(unknown == 0 ? "" : ", \(unknown) without a price", .dim),
        ]
        return Array((lines + [tickets]).prefix(max(1, rows)))
    }

    /// A row for each currency, one for what has no price, and one for the numbers of tickets.
    private func table(columns: Int, rows: Int) -> [StyledLine] {
        let shownColumns = Self.columns.filter {
            [.lost, .open].contains($0.choice) || figures.tickets($0.choice.standings) > 0
                || $0.choice == .madeGood
        }
        let currencies = ReviewRows.currencies(of: figures)
        let hasUnknown = figures.unpriced() > 0
        // Heads, the tickets, and what has no price stand in any case.
        let room = max(1, rows - 2 - (hasUnknown ? 1 : 0))
        let shown = currencies.count <= room ? currencies[...] : currencies.prefix(max(1, room - 1))
        var table = shown.map { code in
            BarTable.Row(
                StyledLine(code, .strong),
                shownColumns.map { _, choice in
                    let amount = figures.money(choice.standings, in: code)
                    let isNone = figures.tickets(choice.standings, in: code) == 0
                    return StyledLine(
                        isNone ? dash : amount.shownAmount, isNone ? .dim : choice == .open ? .money : nil)
                }, bar: nil)
        }
        let fold = table.count
        if hasUnknown {
            table.append(
                BarTable.Row(
                    StyledLine("no price", .dim),
                    shownColumns.map { _, choice in
                        let count = figures.unpriced(choice.standings)
                        return StyledLine(
                            count == 0 ? dash : Counting.of(count, "ticket"), .dim)
                    }, bar: nil))
        }
        table.append(
            BarTable.Row(
                StyledLine("Tickets"),
                shownColumns.map { _, choice in
                    let count = figures.tickets(choice.standings)
                    return StyledLine(count == 0 ? dash : "\(count)", choice == .open ? .strong : nil)
                }, bar: nil))
        let heads = shownColumns.map(\.head)
        let title = period == .ever ? "Loss of funds" : "Last \(period.rawValue) days"
        let fit = BarTable(table, label: title, heads: heads, in: columns)
        var lines = table.map { fit.line($0, glyphs: glyphs) }
        if currencies.count > shown.count {
            // It has no numbers, and so the whole line.
            lines.insert(
                StyledLine(ReviewRows.folded(currencies.count - shown.count), .dim), at: fold)
        }
        return [fit.heads(title, heads)] + lines
    }

    private var dash: String { "–" }

    // MARK: What goes on, and how it went

    /// The incident that matters most, or that there is none.
    private func incident(columns: Int) -> StyledLine {
        let goingOn = page.incidents.filter { $0.state == .goingOn }
        if let worst = goingOn.max(by: { $0.figures.open < $1.figures.open }) {
            let text = IncidentText(incident: worst, time: context.time)
            let more = goingOn.count > 1 ? "; \(goingOn.count - 1) more" : ""
            return [
                TextSpan("\(glyphs.alert) ", .error),
                TextSpan(text.sentence(columns: columns - 2 - more.count) + more, .error),
            ]
        }
        guard let last = page.incidents.first else {
            return StyledLine("No incident: failures come one by one", .dim)
        }
        let text = IncidentText(incident: last, time: context.time)
        return StyledLine("No incident now; the last: \(text.sentence(columns: columns - 32))", .dim)
    }

    /// The oldest batch that is not at its end; nothing where all are.
    private var batches: [StyledLine] {
        guard let batch = page.unfinished.first else { return [] }
        let more = page.unfinished.count > 1 ? "; \(page.unfinished.count - 1) more" : ""
        let words = "Batch \(batch.id): \(context.reader.progress(of: batch))\(more) (U)"
        return [StyledLine("\(glyphs.alert) \(words)", .warning)]
    }

    /// Since when customers wait, what nobody reported, and how fast it was made good.
    private func standing(columns: Int) -> StyledLine {
        var parts: [[TextSpan]] = []
        if let oldest = losses.oldest {
            let age = TimeText.age(context.now - oldest.waitingSince)
            parts.append([
                TextSpan("Oldest ", .dim), TextSpan(age, .strong),
                TextSpan(columns < 90 ? "" : " (ticket \(oldest.ticket))", .dim),
            ])
        }
        if let silent = context.silentLosses?.count, silent.counted > 0 {
            parts.append([
                TextSpan("Silent ", .dim), TextSpan(silent.description, .warning), TextSpan(" (S)", .dim),
            ])
        }
        if let withoutProof = page.withoutProof, withoutProof.counted > 0 || columns >= 110 {
            parts.append([
                TextSpan(withoutProof.description, withoutProof.counted > 0 ? .warning : .strong),
                TextSpan(" closed without proof", .dim), TextSpan(" (L)", .dim),
            ])
        }
        // The queue has what no sum counts, and L lists it.
        if let queue = context.ticketCounts?.count(of: .lossOfFunds), !queue.isCapped {
            let more = queue.counted - losses.ever.tickets([.open])
            if more > 0 {
                parts.append([
                    TextSpan(columns < 90 ? "Queue " : "In the queue besides ", .dim),
                    TextSpan("+\(more)", .warning), TextSpan(" (L)", .dim),
                ])
            }
        }
        let made = losses.makingGood
        if made.count > 0, let median = made.median, let ninetieth = made.ninetieth {
            parts.append([
                TextSpan("Made good ", .dim), TextSpan("\(made.count)", .strong),
                TextSpan(
                    ", half within \(TimeText.age(median)), 90 % within \(TimeText.age(ninetieth))", .dim),
            ])
        }
        if let most = losses.writtenOff.first, columns >= 110 || context.isPlain {
            let others = Set(losses.writtenOff.map(\.agent)).count - 1
            let count = losses.writtenOff.reduce(0) { $0 + $1.tickets }
            let who = others > 0 ? "\(most.agent) and \(others) more" : "\(most.agent)"
            parts.append([
                TextSpan("Written off ", .dim), TextSpan("\(count)", .strong),
                TextSpan(" by \(who)", .dim),
            ])
        }
        guard !parts.isEmpty else { return StyledLine("Nothing is open", .dim) }
        // What has no room is left out whole, from the end.
        while !context.isPlain, parts.count > 1, StyledLine(bulleted: parts, glyphs).columns > columns {
            parts.removeLast()
        }
        return StyledLine(bulleted: parts, glyphs)
    }

    /// The days of the series as columns, and the day of the most.
    private func days(columns: Int) -> [StyledLine] {
        let series = ReviewSeries(losses: losses, currency: currency)
        guard let peak = series.line.peak else {
            return [StyledLine("Nothing lost in the last \(series.starts.count) days", .dim)]
        }
        let label = "\(series.starts.count) days"
        let most =
            "most: \(series.words(peak.value)) on \(context.time.day(series.starts[peak.index]))"
        guard !context.isPlain else { return [StyledLine("\(label): \(most)")] }
        let room = columns - label.count - most.count - 3
        let line = series.line.lines(columns: max(4, room), widest: 2, glyphs: glyphs)
        return [
            StyledLine("\(label) ", .dim) + (line.first ?? StyledLine()) + StyledLine(" \(most)", .dim)
        ]
    }
}

/// The days of a review as numbers: tickets, or the amounts of one currency.
struct ReviewSeries {
    /// The midnights, the oldest first.
    let starts: [Instant]
    /// The numbers.
    let line: Sparkline
    /// The currency of the amounts; nil: numbers of tickets.
    let currency: String?

    /// The days of the series.
    init(losses: LossReview, currency: String?) {
        let known = Dictionary(losses.days.map { ($0.start, $0.figures) }, uniquingKeysWith: { $1 })
        self.currency = currency
        starts = ReviewRows.starts(of: losses)
        line = Sparkline(starts.map { known[$0]?.measure(in: currency) ?? 0 })
    }

    /// A number as it is said.
    func words(_ value: Int64) -> String {
        currency.map { Money(milliunits: value, currency: $0).shown } ?? Counting.of(value, "loss", "losses")
    }
}
