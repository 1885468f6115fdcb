import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// Explains a ticket at the length that there is room for, what matters most first.
struct TicketSummary {
    let page: TicketPage
    /// Who looks, in which role, and when.
    let context: ConsoleContext

    private var time: TimeText { context.time }
    private var ticket: Ticket { page.ticket }
    private var code: CodeText { CodeText(meaning: Codes.meaning(ofCause: ticket.cause.rawValue)) }

    /// The longest explanation that fits.
    func lines(columns: Int, rows: Int, glyphs: Glyphs) -> [StyledLine] {
        let (usually, few) = (usually(columns), fewFigures(columns, glyphs: glyphs))
        let start = warnings(columns, glyphs: glyphs) + cause(columns)
        let standing = standing(columns)
        // What is known in general gives way first, then what can be looked up; the facts stay whole to the last.
        let shorter: [[StyledLine]] = [
            whole(columns: columns, glyphs: glyphs),
            start + blame(columns) + next(columns) + standing + usually + facts(columns, glyphs: glyphs)
                + few,
            start + next(columns) + standing + usually + facts(columns, glyphs: glyphs) + few,
            start + next(columns) + standing + facts(columns, glyphs: glyphs) + few,
            start + next(columns) + standing + facts(columns, glyphs: glyphs),
            warnings(columns, glyphs: glyphs) + briefCause(columns) + next(columns) + standing
                + facts(columns, glyphs: glyphs),
        ]
        if let fitting = shorter.first(where: { $0.count <= rows }) { return fitting }
        // What to do is worth more than why.
        let cause = ticket.hasCause ? [StyledLine("  \(code.brief)", .strong)] : []
        let next = StyledLine("  \(nextStep)").wrapped(to: columns, indent: 2)
        return Array((next + warnings(columns, glyphs: glyphs).prefix(1) + cause).prefix(max(1, rows)))
    }

    /// Everything: cause, next step, what the code means in general, facts, and what they amount to.
    func whole(columns: Int, glyphs: Glyphs) -> [StyledLine] {
        warnings(columns, glyphs: glyphs) + cause(columns) + blame(columns) + next(columns)
            + standing(columns) + usually(columns) + facts(columns, glyphs: glyphs)
            + figures.flatMap { LabelledText.lines($0.label, StyledLine($0.words), columns: columns) }
            + asked(columns)
    }

    /// What was asked of the App Store with every try, the newest first.
    private func asked(_ columns: Int) -> [StyledLine] {
        AskedLines(rows: page.asked, time: time).section.flatMap { $0.wrapped(to: columns, indent: 4) }
    }

    /// The figures in few words.
    private func fewFigures(_ columns: Int, glyphs: Glyphs) -> [StyledLine] {
        let figures = figures.map(\.short).joined(separator: " \(glyphs.bullet) ")
        return figures.isEmpty ? [] : StyledLine("  \(figures)").wrapped(to: columns, indent: 2)
    }

    private func cause(_ columns: Int) -> [StyledLine] {
        guard ticket.hasCause else { return [] }
        return LabelledText.lines("because", code.sentence, columns: columns)
    }

    private func blame(_ columns: Int) -> [StyledLine] {
        guard ticket.hasCause else { return [] }
        return LabelledText.lines("", StyledLine(code.blame, .dim), columns: columns)
    }

    /// Who has it, whom it waits for, and what was done about it that its head does not say.
    private func standing(_ columns: Int) -> [StyledLine] {
        let (reader, links) = (time.reader, page.links.map { "ticket \($0.id)" })
        let words = [
            reader.waiting(ticket), page.askedEnd.map { reader.words(of: $0) },
            ticket.claimedBy == nil ? nil : ticket.assignedTo.map { "handed to \($0)" },
            reader.contact(ticket), page.retry.map { reader.words(of: $0) },
            links.isEmpty ? nil : "linked with \(Counting.all(links))",
            ticket.skips == 0 ? nil : "passed over \(Counting.of(ticket.skips, "time"))",
        ]
        let said = words.compactMap { $0 }.joined(separator: "; ")
        guard ticket.isUnresolved || !links.isEmpty, !said.isEmpty else { return [] }
        return LabelledText.lines("work", StyledLine(said), columns: columns)
    }

    private func briefCause(_ columns: Int) -> [StyledLine] {
        guard ticket.hasCause else { return [] }
        return LabelledText.lines("because", StyledLine(code.brief, .strong), columns: columns)
    }

    private func next(_ columns: Int) -> [StyledLine] {
        LabelledText.lines("next", StyledLine(nextStep), columns: columns)
    }

    private var nextStep: String { time.reader.words(of: page.nextStep) }

    /// What to do about the code in general, unless that is to wait for what will not come any more.
    private func usually(_ columns: Int) -> [StyledLine] {
        guard let advice = ticket.usualAdvice else { return [] }
        return LabelledText.lines("usually", StyledLine(advice), columns: columns)
    }

    private func facts(_ columns: Int, glyphs: Glyphs) -> [StyledLine] {
        FactText(facts: page.facts, time: time).lines(columns: columns, glyphs: glyphs)
    }

    /// What leads have to look at: the money or the goods came after the make-good, or it is no purchase like others.
    private func warnings(_ columns: Int, glyphs: Glyphs) -> [StyledLine] {
        let text: String? =
            switch ticket.aftermath {
            case .delivered: "After it was made good the purchase was delivered after all; the grant stays"
            case .refunded: "After it was made good Apple gave the money back; the grant stays"
            case nil: nil
            }
        let told = page.warnings.filter(\.isOfPurchase).map { time.reader.words(of: $0) }
        return ([text, time.reader.proof(of: ticket)].compactMap { $0 } + told).flatMap {
            StyledLine("\(glyphs.alert) \($0)", .warning).wrapped(to: columns, indent: 2)
        }
    }

    /// The lost period, the wait, similar tickets and the alarm: under a label, in full words and in few.
    private var figures: [(label: String, words: String, short: String)] {
        let similar = page.similar
        let like = "\(similar.count) like this\(similar.since.map { " since \(time.moment($0))" } ?? "")"
        let waited = page.waited.map { TimeText.length($0) }
        return ending
            + [
                page.lost.map {
                    (
                        "lost", lost($0),
                        $0.length.map { "lost \(TimeText.length($0))" } ?? "a lifetime purchase was lost"
                    )
                },
                waited.map { ("waited", $0, "waited \($0)") },
                ticket.blocksRepurchase
                    ? (
                        "blocks", "the open payment transaction keeps the customer from buying again",
                        "blocks buying again"
                    )
                    : nil,
                ticket.incident.map { ("incident", "\($0)", "incident \($0)") },
                similar.count.counted > 0 ? ("similar", "\(like): s shows them", "\(like): s") : nil,
                page.alarm.map { ("alarm", alarm($0), "alarm \(alarm($0))") },
            ].compactMap { $0 }
    }

    /// What ended it, where its resolution alone does not say it.
    private var ending: [(label: String, words: String, short: String)] {
        let facts = [
            ticket.mergedInto.map { ("same as", "ticket \($0)") },
            ticket.supersededBy.map { ("later", "attempt \($0)") },
            ticket.supersedingCharge.map { ("later", "transaction \($0)") },
            ticket.creditedQuantity.map { ("credited", "\($0)") }, ticket.reference.map { ("case", $0) },
        ]
        return facts.compactMap { $0 }.map { ($0.0, $0.1, "\($0.0) \($0.1)") }
    }

    private func lost(_ span: Span) -> String {
        let length = span.length.map { " (\(TimeText.length($0)))" } ?? ""
        return "\(time.moment(span.from)) to \(span.until.map(time.moment) ?? "no end")\(length)"
    }

    /// How far the alarm came; one that neither waits nor was sent nor failed had no command to be sent with.
    private func alarm(_ alarm: Alarm) -> String {
        if let at = alarm.deliveredAt { return "sent \(time.moment(at))" }
        if let failure = alarm.failure {
            let again = alarm.nextAt.map { "; tried again from \(time.moment($0)) on" } ?? ""
            return "not sent: \(failure)\(again)"
        }
        guard !alarm.isWaiting else { return alarm.takenAt == nil ? "not sent yet" : "being sent" }
        return "recorded \(time.moment(alarm.at)), nobody is set up to be called"
    }
}

/// Says the facts that decide a ticket's group, each with its time and evidence, and which of them are bad.
struct FactText {
    /// What a fact means for the customer: a yes can be bad, and a no can be harmless.
    enum Weight: Hashable, Sendable {
        /// It is as it should be.
        case good
        /// It is what went wrong.
        case bad
        /// It neither harms nor helps by itself.
        case neither
    }

    /// A fact with its name and what it means.
    struct Weighed: Hashable, Sendable {
        let name: String
        let fact: TicketFact
        /// What it means.
        let weight: Weight
    }

    let facts: TicketFacts
    let time: TimeText

    /// The facts, each wrapped to a width: what decides is never cut off.
    func lines(columns: Int, glyphs: Glyphs) -> [StyledLine] {
        let isNarrow = columns < 60
        let width = isNarrow ? 0 : 10
        let longest = weighed.compactMap { $0.fact.at.map { time.moment($0).count } }.max() ?? 0
        let moment = isNarrow ? 0 : max(12, longest)
        return weighed.flatMap { entry in
            line(entry, label: width, moment: moment, glyphs: glyphs)
                .wrapped(to: columns, indent: isNarrow ? 2 : width + moment + 9)
        }
    }

    /// Every fact with its name and its weight.
    var weighed: [Weighed] {
        let isOwed = facts.charged.value && !facts.extended.value
        let isServed = facts.charged.value && facts.extended.value
        return [
            Weighed(name: "charged", fact: facts.charged, weight: isServed ? .good : .neither),
            Weighed(
                name: "delivered", fact: facts.extended,
                weight: facts.extended.value ? .good : isOwed ? .bad : .neither),
            Weighed(
                name: "closed", fact: facts.finished,
                weight: !facts.finished.value ? .neither : isOwed ? .bad : isServed ? .good : .neither),
            Weighed(
                name: "tries gone", fact: facts.exhausted,
                weight: facts.exhausted.value && isOwed ? .bad : .neither),
        ]
    }

    private func line(_ entry: Weighed, label width: Int, moment: Int, glyphs: Glyphs) -> StyledLine {
        let (fact, weight) = (entry.fact, entry.weight)
        let (sign, scope): (String, StyleName?) =
            switch weight {
            case .good: (glyphs.good, .success)
            case .bad: (glyphs.bad, .error)
            case .neither: (glyphs.bullet, .dim)
            }
        let label = TextSpan(entry.name.padded(to: width), weight == .bad ? .error : .strong)
        let word = TextSpan(fact.value ? " yes  " : " no   ", weight == .neither ? nil : scope)
        let when = TextSpan((fact.at.map(time.moment) ?? "").padded(to: moment), .dim)
        return [
            TextSpan("\(sign) ", scope), label, word, when,
            TextSpan(" \(time.reader.words(of: fact.evidence))"),
        ]
    }
}

extension String {
    /// The text filled with blanks to a width.
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - DisplayText.columns(of: self)))
    }
}
