import Purchases
import TerminalCore
import TerminalTesting
import Testing
import Widgets
import Wording

@testable import Console
@testable import Persistence

/// Widths that follow what is in a table, axes that are shared, and signs that say what is bad.
struct LayoutTests {
    private static func need(_ least: Int, _ text: String, most: Int = 99) -> ColumnFit.Need {
        ColumnFit.Need(least: least, texts: [StyledLine(text)], atMost: most)
    }

    @Test func columnsGrowAsFarAsTheirTextsAndTheRestStandsBetween() {
        let needs = [Self.need(4, "ten cells."), Self.need(4, "six..."), Self.need(4, "")]
        #expect(ColumnFit(needs, in: 16).widths == [4, 4, 4])
        #expect(ColumnFit(needs, in: 20).widths == [8, 4, 4])
        let first = ColumnFit.Turn(column: 1, limit: nil)
        #expect(ColumnFit(needs, in: 20, growing: [first]).widths == [6, 6, 4])
        let wide = ColumnFit(needs, in: 40)
        #expect(wide.widths == [10, 6, 4] && wide.gap == 8)
        #expect(ColumnFit(needs, in: 24).gap == 2)
        #expect(ColumnFit([Self.need(4, "much too long", most: 6)], in: 40).widths == [6])
        // What a column does not use others have.
        let short = Self.need(11, "overdue")
        #expect(ColumnFit([short.snug(head: 3), needs[0]], in: 16).widths == [7, 7])
        #expect(ColumnFit([short.snug(head: 9)], in: 16).widths == [9])
        #expect(ColumnFit([Self.need(4, "overdue").snug(head: 3)], in: 5).widths == [5])
    }

    /// A column of words of so many letters.
    private static func column(
        _ head: String, _ width: ColumnWidth, alignment: ColumnAlignment = .leading
    ) -> ScreenColumn<Int> {
        ScreenColumn(head, width: width, alignment: alignment) { count, _ in
            StyledLine(String(repeating: "x", count: count))
        }
    }

    @Test func columnsShareWhatIsLeftAndTheLastOnesGiveWay() {
        let context = Frames.context(Size(columns: 80, rows: 24))
        let columns = [
            Self.column("a", 4), Self.column("b", .part(6, of: 2, atMost: 5)), Self.column("c", .rest(6)),
            Self.column("d", 8),
        ]
        func widths(_ room: Int) -> [Int] {
            ScreenColumns(columns, in: room, atLeast: 2, context).widths
        }
        #expect(widths(30) == [4, 6, 6, 8])
        #expect(widths(36) == [4, 9, 9, 8])
        #expect(widths(60) == [4, 11, 31, 8])
        #expect(widths(29) == [4, 10, 11])
        #expect(widths(10) == [4, 6])
        let last = [Self.column("a", 4), Self.column("b", 4)]
        #expect(ScreenColumns(last, in: 20, atLeast: 1, context).widths == [4, 14])
    }

    @Test func columnsAreAsWideAsTheirTextsAndNumbersStandAtTheirEnd() {
        let context = Frames.context(Size(columns: 80, rows: 24))
        let columns = [
            Self.column("Name", .texts(4...6)), Self.column("Sum", 5, alignment: .trailing),
            Self.column("More", .texts(10...20)),
        ]
        let fit = ScreenColumns(columns, fitting: [2, 7], in: 16, atLeast: 1, context)
        #expect(fit.heads.text.hasPrefix("Name  ") && fit.widths == [6, 5])
        #expect(fit.line(2).text.hasSuffix("   xx") && fit.line(7).text.hasPrefix("xxxxx…"))
        #expect(fit.cells(7).map(\.text) == [String](repeating: "xxxxxxx", count: 3))
        var sorted = fit
        sorted.sorted = ("Sum", true)
        #expect(sorted.heads.text.hasSuffix(" Sum↓"))
    }

    @Test func aColumnSaysOnAScreenWhatItsListTells() {
        let context = Frames.context(Size(columns: 80, rows: 24))
        let list = ListColumn<Int>.number("e-mails", "count", width: 5) { .number($0) }
        let plain = ScreenColumn(list)
        #expect(plain.head == "E-mails" && plain.width.least == 5 && plain.whole(7, context).text == "7")
        let scoped = ScreenColumn(list, head: "Mails").scoped { count, _ in count > 5 ? .warning : nil }
        #expect(scoped.head == "Mails" && scoped.whole(7, context) == StyledLine("7", .warning))
        let spoken = plain.speaking { count, _ in StyledLine("\(count) e-mails") }
        let columns = ScreenColumns(columns: [spoken], widths: [5], context: context)
        #expect(columns.cells(7) == [StyledLine("7 e-mails")] && columns.line(7).text == "7    ")
    }

    @Test func screenReadersGetEveryTextWhole() {
        let cells = [
            StyledLine("Zoë Müller"), StyledLine(""), StyledLine("9.99 EUR"), StyledLine("a long product"),
        ]
        let rows = RowLayout(
            [cells, [StyledLine("short")]], columns: 23, isPlain: true, cells: { $0 }, lines: { _ in [] })
        #expect(rows.rowsPerItem == 2)
        #expect(rows.lines(cells).map(\.text) == ["Zoë Müller, 9.99 EUR, a", "  long product"])
        #expect(rows.lines([StyledLine("short")]).map(\.text) == ["short"])
    }

    @Test func theWayLeavesOutFirstWhatTheTabSays() {
        let way = Breadcrumbs(["Customers", "u_1042", "Make good"])
        func drawn(_ columns: Int) -> String {
            var canvas = Canvas(size: Size(columns: columns, rows: 1))
            way.draw(in: &canvas, theme: ThemeLibrary.builtIn(for: .trueColor))
            return canvas.grid.text(row: 0)
        }
        #expect(drawn(30) == "Customers › u_1042 › Make good")
        #expect(drawn(20) == "› u_1042 › Make good")
        #expect(drawn(13) == "… › Make good" && way.least(.unicode) == 13)
    }

    @Test(arguments: [
        ("66000", "KRW", "66\u{A0}000 KRW"), ("1300", "JPY", "1\u{A0}300 JPY"), ("9.99", "EUR", "9.99 EUR"),
        ("999", "JPY", "999 JPY"), ("1234567.5", "EUR", "1\u{A0}234\u{A0}567.50 EUR"),
        ("-1000", "KRW", "-1\u{A0}000 KRW"), ("0", "JPY", "0 JPY"),
    ])
    func thousandsAreKeptApart(_ amount: String, _ currency: String, _ shown: String) {
        #expect(Money(amount: amount, currency: currency)?.shown == shown)
    }

    private static func facts(_ charged: Bool, _ extended: Bool, _ finished: Bool, _ exhausted: Bool)
        -> [FactText.Weight]
    {
        let fact = { (value: Bool) in TicketFact(value, evidence: .untold) }
        let facts = TicketFacts(
            charged: fact(charged), extended: fact(extended), finished: fact(finished),
            exhausted: fact(exhausted))
        return FactText(facts: facts, time: TimeText(now: Pages.now)).weighed.map(\.weight)
    }

    @Test func whatIsBadLooksUnlikeWhatIsWell() {
        // Charged, delivered, closed, tries gone.
        #expect(Self.facts(true, false, true, false) == [.neither, .bad, .bad, .neither])
        #expect(Self.facts(true, false, false, true) == [.neither, .bad, .neither, .bad])
        #expect(Self.facts(true, true, true, false) == [.good, .good, .good, .neither])
        #expect(Self.facts(false, false, true, false) == [.neither, .neither, .neither, .neither])
    }

    @Test(arguments: [Glyphs.unicode, .ascii]) func theSignsOfFactsDiffer(_ glyphs: Glyphs) {
        #expect(Set([glyphs.good, glyphs.bad, glyphs.bullet]).count == 3)
    }

    private static func coverage(_ from: String, _ until: String) throws -> Coverage {
        let page = Pages.customer(
            People.zoe,
            chains: [Chains.bought(from: Pages.moment(from), until: Pages.moment(until))])
        return try #require(page.chains.first?.coverage)
    }

    @Test func chainsOfOneCustomerShareOneAxis() throws {
        let (old, new) = (
            try Self.coverage("2021-01-01", "2021-02-01"), try Self.coverage("2021-05-01", "2021-09-01")
        )
        let axis = try #require(CoverageStrip.axis(of: [new, old], at: Pages.now))
        #expect(axis.from == Pages.moment("2021-01-01") && axis.until == Pages.moment("2021-09-01"))
        let strips = try [old, new].map { try #require(CoverageStrip($0, on: axis, at: Pages.now)) }
        #expect(strips.map(\.span) == [axis, axis])
        let lines = strips.map { $0.line(columns: 80, glyphs: .unicode).text }
        #expect(lines[0].hasPrefix("▓") && lines[0].hasSuffix(" ") && lines[1].hasPrefix(" "))
        let axes = strips.map { CoverageAxis(strip: $0, time: TimeText(now: Pages.now)).text(columns: 80) }
        #expect(axes[0] == axes[1])
    }

    @Test func whatEndedLongAgoIsNotShrunkToNothing() throws {
        let old = try Self.coverage("2016-01-01", "2016-02-01")
        let strip = try #require(CoverageStrip(old, at: Pages.now))
        let signs = strip.line(columns: 76, glyphs: .unicode).text.count { $0 == "▓" }
        #expect(signs > 50, "\(signs)")
        let recent = try #require(CoverageStrip(Self.coverage("2021-05-01", "2021-08-01"), at: Pages.now))
        #expect(recent.span.until == Pages.now)
    }

    @Test func theMarkSaysTheDayThatIsLookedAt() throws {
        let day = Pages.moment("2021-06-01")
        let strip = try #require(CoverageStrip(Self.coverage("2021-05-01", "2021-09-01"), at: day))
        let time = TimeText(now: Pages.now)
        #expect(CoverageAxis(strip: strip, time: time).text(columns: 80).contains("now"))
        let axis = CoverageAxis(strip: strip, time: time, asOf: day).text(columns: 80)
        #expect(axis.contains("1\u{A0}Jun") && !axis.contains("now"))
    }
}
