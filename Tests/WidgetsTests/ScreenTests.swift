import TerminalCore
import TerminalTesting
import Testing
import Widgets

/// Widgets as they look, against golden screens.
@Suite struct ScreenTests {
    static let sizes = [
        Size(columns: 80, rows: 24), Size(columns: 120, rows: 40), Size(columns: 40, rows: 10),
    ]
    private let goldens = GoldenScreen()
    private let theme = ThemeLibrary.builtIn(for: .trueColor)

    @Test(arguments: sizes) func table(_ size: Size) {
        check("table", size) { Fixtures.table.draw(in: &$0, theme: theme) }
    }

    @Test(arguments: sizes) func help(_ size: Size) {
        check("help", size) { HelpPanel(Fixtures.keys).draw(in: &$0, theme: theme) }
    }

    @Test(arguments: sizes) func palette(_ size: Size) {
        var palette = Palette(Fixtures.keys)
        for key in KeyScript("the<Down>").keys { _ = palette.handle(key) }
        check("palette", size) { palette.draw(in: &$0, theme: theme) }
    }

    @Test(arguments: sizes) func form(_ size: Size) {
        check("form", size) { canvas in
            canvas.drawBox(title: "Make good", theme: theme)
            canvas.within(canvas.bounds.inset(columns: 2)) { Fixtures.form.draw(in: &$0, theme: theme) }
        }
    }

    @Test(arguments: sizes) func dialog(_ size: Size) {
        check("dialog", size) { canvas in
            Fixtures.table.draw(in: &canvas, theme: theme, isFocused: false)
            Fixtures.dialog.draw(in: &canvas, theme: theme)
        }
    }

    @Test(arguments: sizes) func frame(_ size: Size) {
        let tabs = Tabs(
            [
                .init("customers", "Customers", digit: 1),
                .init("tickets", "Tickets", digit: 2, badge: "37"), .init("audit", "Audit", digit: 3),
            ],
            selectedID: "tickets")
        check("frame", size) { canvas in
            let parts = canvas.bounds.split(rows: [.fixed(1), .fixed(1), .rest, .fixed(1), .fixed(1)])
            let top = parts[0].split(columns: [.rest, .rest])
            canvas.within(top[0]) { tabs.draw(in: &$0, theme: theme) }
            canvas.within(top[1]) {
                Breadcrumbs(["Customers", "山田 太郎", "Chain 1000000831360853"]).draw(in: &$0, theme: theme)
            }
            canvas.within(parts[1]) { $0.drawRule(row: 0, theme: theme) }
            canvas.within(parts[2]) {
                ProgressBar(done: 3, total: 8, label: "Importing").draw(in: &$0, theme: theme)
            }
            canvas.within(parts[3]) {
                MessageLine(.warning, "Zoë changed this ticket").draw(in: &$0, theme: theme)
            }
            canvas.within(parts[4]) { Footer(Fixtures.keys).draw(in: &$0, theme: theme) }
        }
    }

    @Test func tableStyles() {
        let legend = StyleLegend(StyleName.known.map { ($0, theme.style($0)) })
        check("table-styles", Size(columns: 60, rows: 8), legend: legend) {
            Fixtures.table.draw(in: &$0, theme: theme)
        }
    }

    @Test func tableInASCII() {
        let size = Size(columns: 60, rows: 8)
        check("table-ascii", size, glyphs: .ascii) { canvas in
            canvas.drawBox(title: "Customers", trailing: "2 of 128", theme: theme)
            canvas.within(canvas.bounds.inset()) { Fixtures.table.draw(in: &$0, theme: theme) }
        }
    }

    @Test func tooSmall() {
        let size = Size(columns: 30, rows: 8)
        #expect(TooSmall.applies(to: size))
        #expect(!TooSmall.applies(to: TooSmall.minimum))
        check("too-small", size) { TooSmall.draw(in: &$0, theme: theme) }
    }

    private func check(
        _ name: String, _ size: Size, glyphs: Glyphs = .unicode, legend: StyleLegend? = nil,
        _ draw: (inout Canvas) -> Void
    ) {
        var canvas = Canvas(size: size, style: theme.style(.text), glyphs: glyphs)
        draw(&canvas)
        goldens.expect(canvas, named: "\(name)-\(size.columns)x\(size.rows)", legend: legend)
    }
}
