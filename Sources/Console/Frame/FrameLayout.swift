import TerminalCore

/// Where the parts of the frame stand; small terminals give their rows to the body.
struct FrameLayout: Hashable, Sendable {
    /// The whole screen.
    let size: Size

    /// Whether a rule stands below the tabs.
    var hasRule: Bool { size.rows >= 14 }
    /// Whether keys and message have a row each; else the message takes the place of the keys.
    var hasMessageRow: Bool { size.rows >= 14 }

    /// The row of product, store and clock.
    var top: Rectangle { row(0) }
    /// The row of tabs and breadcrumbs.
    var tabs: Rectangle { row(1) }
    /// The row of the rule.
    var rule: Rectangle { row(2) }
    /// The room for the screen.
    var body: Rectangle {
        let first = hasRule ? 3 : 2
        return Rectangle(
            column: 0, row: first, columns: size.columns,
            rows: size.rows - first - (hasMessageRow ? 2 : 1))
    }
    /// The row of keys.
    var footer: Rectangle { row(size.rows - (hasMessageRow ? 2 : 1)) }
    /// The row of the message.
    var message: Rectangle { row(size.rows - 1) }

    private func row(_ index: Int) -> Rectangle {
        Rectangle(column: 0, row: index, columns: size.columns, rows: 1)
    }
}
