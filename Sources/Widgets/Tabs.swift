public import TerminalCore

/// The row of tabs, chosen by their digit.
public struct Tabs: Hashable, Sendable {
    /// One tab.
    public struct Item: Hashable, Sendable, Identifiable {
        /// What it is called in code.
        public let id: String
        /// What it is called on the screen.
        public let title: String
        /// The digit that shows it; tabs keep theirs when others come and go between them.
        public let digit: Int
        /// A short number behind the title, for example of open tickets; empty for none.
        public var badge: String
        /// The key that stands before the title: the digit, or another one where digits are text.
        public var keyLabel: String

        /// A tab; its key is its digit unless another is named.
        public init(_ id: String, _ title: String, digit: Int, badge: String = "", keyLabel: String? = nil) {
            self.id = id
            self.title = title
            self.digit = digit
            self.badge = badge
            self.keyLabel = keyLabel ?? "\(digit)"
        }
    }

    /// The tabs from left to right.
    public var items: [Item]
    /// The id of the tab that is shown.
    public var selectedID: String

    /// A row of tabs.
    public init(_ items: [Item], selectedID: String) {
        self.items = items
        self.selectedID = selectedID
    }

    /// Takes a digit key of a tab; false for every other key.
    public mutating func handle(_ key: Key) -> Bool {
        guard case .character(let digit) = key, let number = digit.wholeNumberValue, digit.isASCII,
            let item = items.first(where: { $0.digit == number })
        else { return false }
        selectedID = item.id
        return true
    }

    /// Draws the tabs on the first row and returns how many columns they took; the shown one has brackets.
    @discardableResult
    public func draw(in canvas: inout Canvas, theme: Theme) -> Int {
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
