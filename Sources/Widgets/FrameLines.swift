package import TerminalCore

/// The row of tabs, chosen by their digit.
///
/// With it stand the other lines around a screen's body: `ConsoleFrame` in `Console/Application` draws all of them.
package struct Tabs: Hashable, Sendable {
    /// One tab.
    package struct Item: Hashable, Sendable, Identifiable {
        /// What it is called in code.
        package let id: String
        /// What it is called on the screen.
        package let title: String
        /// The digit that shows it; tabs keep theirs when others come and go between them.
        package let digit: Int
        /// A short number behind the title, for example of open tickets; empty for none.
        package var badge: String
        /// The key that stands before the title: the digit, or another one where digits are text.
        package var keyLabel: String

        /// A tab; its key is its digit unless another is named.
        package init(_ id: String, _ title: String, digit: Int, badge: String = "", keyLabel: String? = nil) {
            self.id = id
            self.title = title
            self.digit = digit
            self.badge = badge
            self.keyLabel = keyLabel ?? "\(digit)"
        }
    }

    /// The tabs from left to right.
    package let items: [Item]
    /// The id of the tab that is shown.
    package let selectedID: String

    package init(_ items: [Item], selectedID: String) {
        self.items = items
        self.selectedID = selectedID
    }

    /// Draws the tabs on the first row and returns how many columns they took; the shown one has brackets.
    @discardableResult
    package func draw(in canvas: inout Canvas, theme: Theme) -> Int {
        let full = line(short: false)
        return canvas.draw(
            full.columns <= canvas.size.columns ? full : line(short: true), at: .zero, theme: theme)
    }

    /// Where there is no room, the other tabs show their key only.
    private func line(short: Bool) -> StyledLine {
        StyledLine(
            items.flatMap { item in
                let isShown = item.id == selectedID
                let badge = item.badge.isEmpty ? "" : " \(item.badge)"
                let text = short && !isShown ? item.keyLabel : "\(item.keyLabel) \(item.title)\(badge)"
                return [TextSpan(isShown ? "[\(text)]" : " \(text) ", isShown ? .activeTab : .tab)]
            })
    }
}

/// The way that led to this screen. Where there is no room names are left out from its beginning: the first one is the
/// tab's, which says it already.
package struct Breadcrumbs: Hashable, Sendable {
    /// The names of the screens from the first to this one.
    package var titles: [String]

    package init(_ titles: [String]) {
        self.titles = titles
    }

    /// Draws the way on the first row, ending at the right edge.
    package func draw(in canvas: inout Canvas, theme: Theme) {
        var shown = titles[...]
        while shown.count > 1, line(shown, glyphs: canvas.glyphs).columns > canvas.size.columns {
            shown.removeFirst()
        }
        canvas.drawTrailing(line(shown, glyphs: canvas.glyphs), row: 0, theme: theme)
    }

    /// The columns in which the whole way stands.
    package func columns(_ glyphs: Glyphs) -> Int { line(titles[...], glyphs: glyphs).columns }

    /// The columns in which at least the last name is whole.
    package func least(_ glyphs: Glyphs) -> Int { line(titles.suffix(1), glyphs: glyphs).columns }

    private func line(_ shown: ArraySlice<String>, glyphs: Glyphs) -> StyledLine {
        let start =
            switch titles.count - shown.count {
            case 0: ""
            case 1: "\(glyphs.crumb) "
            default: "\(glyphs.ellipsis) \(glyphs.crumb) "
            }
        return StyledLine(start + shown.joined(separator: " \(glyphs.crumb) "), .breadcrumb)
    }
}

/// The line that says what just happened.
package struct MessageLine: Hashable, Sendable {
    /// What kind of news it is.
    package enum Kind: Hashable, Sendable {
        /// Neither good nor bad.
        case note
        case success, warning, error
    }

    /// What kind of news it is.
    package let kind: Kind
    /// The news, in one sentence.
    package let text: String

    /// News.
    package init(_ kind: Kind = .note, _ text: String) {
        self.kind = kind
        self.text = text
    }

    /// The news broken into lines of a width; a sign says its kind, not the colour alone.
    package func lines(columns: Int, glyphs: Glyphs) -> [StyledLine] {
        let (sign, scope): (String, StyleName) =
            switch kind {
            case .note: (glyphs.bullet, .dim)
            case .success: (glyphs.good, .success)
            case .warning: (glyphs.alert, .warning)
            case .error: (glyphs.bad, .error)
            }
        return StyledLine("\(sign) \(text)", scope).wrapped(to: columns, indent: 2)
    }

    /// Draws the news from the first row on; the last row that there is cuts what is longer, or longer than `last`.
    package func draw(in canvas: inout Canvas, theme: Theme, last: Int? = nil) {
        let size = canvas.size
        let lines = lines(columns: size.columns - 1, glyphs: canvas.glyphs)
        for (row, line) in lines.prefix(size.rows).enumerated() {
            // What does not fit the line goes on behind it, so that the edge cuts it with an ellipsis.
            let isCut = row == size.rows - 1 && row < lines.count - 1
            canvas.draw(
                isCut ? line + lines[row + 1] : line, at: Position(column: 1, row: row), theme: theme,
                limit: row == size.rows - 1 ? last : nil)
        }
    }
}

/// The one sentence that is drawn when the terminal is too small for anything else.
package enum TooSmall {
    /// The smallest terminal on which screens are drawn.
    package static let minimum = Size(columns: 40, rows: 10)

    /// Whether a size is too small.
    package static func applies(to size: Size) -> Bool {
        size.columns < minimum.columns || size.rows < minimum.rows
    }

    /// Draws the sentence, wrapped as the room allows.
    package static func draw(in canvas: inout Canvas, theme: Theme) {
        let text =
            "This terminal is \(canvas.size.columns)×\(canvas.size.rows); "
            + "Makegood needs \(minimum.columns)×\(minimum.rows). Make it larger, or press Q to quit."
        canvas.fill(style: theme.style(.text))
        for (row, line) in StyledLine(text).wrapped(to: canvas.size.columns).enumerated() {
            canvas.draw(line, at: Position(column: 0, row: row), theme: theme)
        }
    }
}
