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

    @Test(arguments: sizes) func list(_ size: Size) {
        check("list", size) { Fixtures.draw(Fixtures.list, in: &$0, theme: theme) }
    }

    @Test(arguments: sizes) func help(_ size: Size) {
        check("help", size) { TextPanel.help(Fixtures.keys).draw(in: &$0, theme: theme) }
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
            Fixtures.draw(Fixtures.list, in: &canvas, theme: theme, isFocused: false)
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
            let (half, last) = (canvas.size.columns / 2, canvas.size.rows - 1)
            let right = Rectangle(column: half, row: 0, columns: canvas.size.columns - half, rows: 1)
            canvas.within(Rectangle(column: 0, row: 0, columns: half, rows: 1)) {
                tabs.draw(in: &$0, theme: theme)
            }
            canvas.within(right) {
                Breadcrumbs(["Customers", "山田 太郎", "Chain 1000000831360853"]).draw(in: &$0, theme: theme)
            }
            canvas.drawRule(row: 1, theme: theme)
            canvas.within(canvas.bounds.row(last - 1)) {
                MessageLine(.warning, "Zoë changed this ticket").draw(in: &$0, theme: theme)
            }
            canvas.within(canvas.bounds.row(last)) { Footer(Fixtures.keys).draw(in: &$0, theme: theme) }
        }
    }

    @Test func listStyles() {
        let legend = StyleLegend(StyleName.known.map { ($0, theme.style($0)) })
        check("list-styles", Size(columns: 60, rows: 8), legend: legend) {
            Fixtures.draw(Fixtures.list, in: &$0, theme: theme)
        }
    }

    @Test func listInASCII() {
        let size = Size(columns: 60, rows: 8)
        check("list-ascii", size, glyphs: .ascii) { canvas in
            canvas.drawBox(title: "Customers", trailing: "6 read", theme: theme)
            canvas.within(canvas.bounds.inset()) { Fixtures.draw(Fixtures.list, in: &$0, theme: theme) }
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
