public import TerminalCore

/// A choice among a few things, one of them chosen.
public struct ChoiceField: Hashable, Sendable {
    /// One thing to choose.
    public struct Option: Hashable, Sendable, Identifiable {
        /// What it is called in code.
        public let id: String
        /// What it is called on the screen.
        public let label: String

        /// An option; without a label it shows its id.
        public init(_ id: String, _ label: String? = nil) {
            self.id = id
            self.label = label ?? id
        }
    }

    /// What there is to choose.
    public let options: [Option]
    /// The number of the chosen one.
    public private(set) var index: Int

    /// A choice; the first option is chosen unless `selected` names another.
    public init(_ options: [Option], selected: String? = nil) {
        self.options = options
        index = options.firstIndex { $0.id == selected } ?? 0
    }

    /// The chosen option; nil when there are none.
    public var selection: Option? { options.isEmpty ? nil : options[index] }

    /// Chooses an option; false when it is not there.
    @discardableResult
    public mutating func select(_ id: String) -> Bool {
        guard let found = options.firstIndex(where: { $0.id == id }) else { return false }
        index = found
        return true
    }

    /// Takes a key that chooses; false for every other key.
    public mutating func handle(_ key: Key) -> Bool {
        guard !options.isEmpty else { return false }
        switch key {
        case .right, "l", " ": index = (index + 1) % options.count
        case .left, "h": index = (index + options.count - 1) % options.count
        case .home: index = 0
        case .end: index = options.count - 1
        default: return false
        }
        return true
    }

    /// Draws all options with the chosen one in brackets, or the chosen one alone where there is no room.
    public func draw(in canvas: inout Canvas, theme: Theme, isFocused: Bool) {
        let scope: StyleName = isFocused ? .focusedField : .field
        canvas.fill(canvas.bounds.row(0), style: theme.style(scope))
        let labels = options.enumerated().map {
            $0.offset == index ? "[\($0.element.label)]" : " \($0.element.label) "
        }
        let all = StyledLine(
            labels.enumerated().map { TextSpan($0.element, $0.offset == index ? .strong : nil) })
        if all.columns <= canvas.size.columns {
            canvas.draw(all, at: .zero, theme: theme, over: scope)
            let before = labels.prefix(index).reduce(0) { $0 + DisplayText.columns(of: $1) }
            if isFocused { canvas.placeCursor(at: Position(column: before, row: 0)) }
            return
        }
        let glyphs = canvas.glyphs
        let one = StyledLine("\(glyphs.left) \(selection?.label ?? "") \(glyphs.right)", .strong)
        let count = StyledLine("  \(index + 1) of \(options.count)", .dim)
        canvas.draw(one + count, at: .zero, theme: theme, over: scope)
        if isFocused { canvas.placeCursor(at: .zero) }
    }
}
