import TerminalCore
import TerminalTesting
import Testing
import Widgets

/// Bars, columns over time and maps of hours: what they draw of any number, and how they look at every depth.
@Suite struct ChartTests {
    @Test(arguments: [
        (0, 100, ""), (1, 100, "▏"), (25, 100, "██▌"), (50, 100, "█████"), (99, 100, "█████████▉"),
        (100, 100, "██████████"), (1000, 100, "██████████"), (-5, 100, ""), (5, 0, ""), (5, -3, ""),
        (Int64.max, Int64.max, "██████████"), (1, Int64.max, "▏"),
    ] as [(Int64, Int64, String)])
    func aBarCountsEighths(_ value: Int64, _ whole: Int64, _ expected: String) {
        let line = Bar(value, of: whole).line(columns: 10, glyphs: .unicode)
        #expect(line.columns == 10)
        #expect(line.text.replacing(" ", with: "") == expected)
    }

    @Test(arguments: [(0, 100, ""), (1, 100, "#"), (26, 100, "###"), (100, 100, "##########")])
    func inASCIIABarCountsColumns(_ value: Int64, _ whole: Int64, _ expected: String) {
        let line = Bar(value, of: whole).line(columns: 10, glyphs: .ascii)
        #expect(line.columns == 10)
        #expect(line.text.replacing(" ", with: "") == expected)
    }

    @Test func partsOfABarAreToldApartWithoutColour() {
        let parts: [Bar.Part] = [.init(50, .done), .init(30, .rest), .init(20, .solid)]
        #expect(Bar(parts, of: 100).line(columns: 10, glyphs: .unicode).text == "▓▓▓▓▓░░░██")
        #expect(Bar(parts, of: 100).line(columns: 10, glyphs: .ascii).text == "=====...##")
        let few: [Bar.Part] = [.init(1, .solid), .init(999, .rest)]
        #expect(Bar(few, of: 1000).line(columns: 10, glyphs: .unicode).text == "█░░░░░░░░░")
        #expect(Bar(parts, of: 100).line(columns: 0, glyphs: .unicode).text.isEmpty)
    }

    @Test(arguments: [
        ([], ""), ([0], "·"), ([7], "█"), ([5, 5, 5], "███"), ([0, 1, 8], "·▁█"), ([1, 1000], "▁█"),
        ([4, -3, 8], "▄▾█"), ([0, 0, 0], "···"), ([-1, -2], "▾▾"), ([Int64.max, Int64.max / 2], "█▄"),
        ([Int64.min, 1], "▾█"),
    ] as [([Int64], String)])
    func columnsBeginAtZero(_ values: [Int64], _ expected: String) {
        let lines = Sparkline(values).lines(columns: 20, glyphs: .unicode)
        #expect(lines.map(\.text).joined() == expected)
    }

    @Test func columnsShareRoomAndGrow() {
        let many = Sparkline((0..<30).map { $0 == 29 ? 6 : 1 })
        #expect(many.lines(columns: 10, glyphs: .unicode)[0].text == "▃▃▃▃▃▃▃▃▃█")
        #expect(many.columns(in: 70, widest: 3) == 60 && many.columns(in: 200, widest: 3) == 90)
        #expect(many.column(of: 29, columns: 10) == 9 && many.column(of: 29, columns: 60) == 58)
        let tall = Sparkline([0, 1, 2, 4]).lines(columns: 8, rows: 2, widest: 2, glyphs: .unicode)
        #expect(tall.map(\.text) == ["      ██", "··▄▄████"])
        #expect(Sparkline([0, 1, 2, 4]).lines(columns: 9, glyphs: .ascii).map(\.text) == [" :=#"])
        let peak = Sparkline([3, 9, 9, 0]).peak
        #expect(peak?.index == 2 && peak?.value == 9 && Sparkline([0, -1]).peak == nil)
        #expect(Sparkline([Int64.max, Int64.max]).lines(columns: 1, glyphs: .unicode)[0].text == "█")
    }

    @Test(arguments: [
        (0, []), (1, [1]), (2, [1, 2]), (3, [1, 2, 3]), (4, [1, 2, 3, 4]), (12, [1, 4, 7, 10]),
        (1000, [1, 251, 501, 751]), (-4, []),
    ] as [(Int64, [Int64])])
    func shadesHaveEvenSteps(_ greatest: Int64, _ steps: [Int64]) {
        #expect(HeatMap(greatest: greatest).steps == steps)
    }

    @Test func aMapSaysWhatItsShadesMean() {
        let map = HeatMap(greatest: 12)
        let values: [Int64] = [0, 1, 3, 4, 6, 7, 12, 10] + Array(repeating: 0, count: 16)
        #expect(map.line(values, hourColumns: 1, glyphs: .unicode).text.prefix(9) == "·░░▒▒▓██·")
        #expect(map.line(values, hourColumns: 2, glyphs: .ascii).text.prefix(16) == "  ....::::**####")
        #expect(map.legend(.unicode).text == "░ 1–3  ▒ 4–6  ▓ 7–9  █ 10–12")
        #expect(HeatMap(greatest: 1).legend(.ascii).text == "# 1")
        #expect(HeatMap.axis(hourColumns: 1) == "00    06    12    18    ")
        #expect(HeatMap.axis(hourColumns: 2).count == 48)
        #expect(HeatMap(greatest: Int64.max).steps.count == 4)
    }

    @Test(arguments: [40, 80, 120, 200]) func rowsOfBarsNeverOutgrowTheirRoom(_ columns: Int) {
        for names in [["a"], ["山田 太郎 and a name that goes on for a long time, as some do", "x"]] {
            for numbers in [["1"], ["10 000.00 EUR", "100", "100 %"]] {
                let rows = names.map {
                    BarTable.Row(StyledLine($0), numbers.map { StyledLine($0) }, bar: Bar(1, of: 2))
                }
                let table = BarTable(rows, in: columns)
                let lines = rows.map { table.line($0, glyphs: .unicode) }
                #expect(lines.allSatisfy { $0.columns <= columns && $0.columns == lines[0].columns })
                #expect(lines.allSatisfy { $0.text.contains(numbers[0]) })
            }
        }
    }

    @Test(
        arguments: [
            (ColorDepth.trueColor, "color"), (.sixteen, "sixteen"), (.monochrome, "mono"),
            (.monochrome, "ascii"),
        ],
        [Size(columns: 80, rows: 18), Size(columns: 40, rows: 18)])
    func looks(_ depth: (ColorDepth, String), _ size: Size) {
        let theme = ThemeLibrary.builtIn(for: depth.0)
        var canvas = Canvas(
            size: size, style: theme.style(.text), glyphs: depth.1 == "ascii" ? .ascii : .unicode)
        Self.draw(in: &canvas, theme: theme)
        let legend = StyleLegend(StyleName.known.map { ($0, theme.style($0)) })
        GoldenScreen().expect(
            canvas, named: "charts-\(depth.1)-\(size.columns)x\(size.rows)", theme: theme.name, legend: legend)
    }

    /// All charts below each other.
    private static func draw(in canvas: inout Canvas, theme: Theme) {
        let (glyphs, columns) = (canvas.glyphs, canvas.size.columns - 1)
        let causes: [(String, Int64, Int64)] = [
            ("21005 The receipt server is not available", 23, 4), ("http_503", 11, 11),
            ("購入エラー:山田:9", 2, 0), ("late", 0, 0),
        ]
        let rows = causes.map { name, count, done in
            BarTable.Row(
                StyledLine(name), [StyledLine("\(count)"), StyledLine("\(count * 100 / 36) %", .dim)],
                bar: Bar([.init(done, .done), .init(count - done, .solid)], of: 23))
        }
        let table = BarTable(rows, heads: ["Tickets", ""], in: columns)
        var lines = [table.heads("Cause", ["Tickets", ""])] + rows.map { table.line($0, glyphs: glyphs) }
        let days = (0..<30).map { (day: Int) -> Int64 in day == 22 ? 23 : day % 7 == 0 ? 0 : Int64(day % 4) }
        lines += [""] + Sparkline(days).lines(columns: columns, widest: 2, glyphs: glyphs)
        lines += Sparkline(days).lines(columns: columns, rows: 3, widest: 2, glyphs: glyphs) + [""]
        let map = HeatMap(greatest: 12)
        let wide = HeatMap.hourColumns(in: columns - 12)
        lines.append(StyledLine("        " + HeatMap.axis(hourColumns: wide), .dim))
        for day in 0..<3 {
            let values = (0..<24).map { Int64(max(0, 12 - abs($0 - 8 - day * 5) * 2)) }
            let label = CellText.fitted("\(day + 9) Aug", .dim, to: 8)
            lines.append(
                label + map.line(values, hourColumns: wide, glyphs: glyphs)
                    + " \(values.reduce(0, +))")
        }
        lines.append(map.legend(glyphs))
        for (row, line) in lines.enumerated() {
            canvas.draw(line, at: Position(column: 0, row: row), theme: theme)
        }
    }
}
