package import TerminalCore

/// Fields to fill in, one of them with the focus. Submitting is a command of the screen (`FormScreen` in
/// `Console/Forms`), never Enter.
package struct Form: Hashable, Sendable {
    /// The fields from top to bottom.
    package private(set) var fields: [FormField]
    /// The number of the field with the focus.
    package private(set) var focus = 0

    /// A form; the first field has the focus.
    package init(_ fields: [FormField]) {
        self.fields = fields
    }

    /// The id of the field with the focus.
    package var focusedID: String? { fields.isEmpty ? nil : fields[focus].id }

    /// What was filled in: the text, or the id of the chosen option; empty for an unknown field.
    package func value(_ id: String) -> String {
        fields.first { $0.id == id }?.value ?? ""
    }

    /// What was typed into a field, with single blanks between words; nil when that is nothing.
    package func words(_ id: String) -> String? {
        let text = value(id).split(separator: " ").joined(separator: " ")
        return text.isEmpty ? nil : text
    }

    /// Whether some field holds words that a person typed; choices are made again in a moment and do not count.
    package var holdsTypedText: Bool {
        fields.contains { field in
            if case .text(let text) = field.content { text.holdsTypedText } else { false }
        }
    }

    /// Changes a field; false when there is none of this id.
    @discardableResult
    package mutating func update(_ id: String, _ change: (inout FormField) -> Void) -> Bool {
        guard let index = fields.firstIndex(where: { $0.id == id }) else { return false }
        change(&fields[index])
        return true
    }

    /// Says what is wrong with fields, by id, and gives the focus to the first of them.
    package mutating func show(problems: [String: String]) {
        for index in fields.indices { fields[index].problem = problems[fields[index].id] }
        if let first = fields.firstIndex(where: { $0.problem != nil }) { focus = first }
    }

    /// Gives the focus to a field.
    package mutating func focus(on id: String) {
        if let index = fields.firstIndex(where: { $0.id == id }) { focus = index }
    }

    /// Takes a key: Tab, Enter and arrows move between fields, the rest goes to the field. False if unused.
    package mutating func handle(_ key: Key) -> Bool {
        guard !fields.isEmpty else { return false }
        switch key {
        case .tab: focus = (focus + 1) % fields.count
        case .backtab: focus = (focus + fields.count - 1) % fields.count
        case .down, .enter: focus = min(fields.count - 1, focus + 1)
        case .up: focus = max(0, focus - 1)
        default:
            return edit {
                $0.handle(key)
            } choice: {
                $0.handle(key)
            }
        }
        return true
    }

    /// Takes a pasted text into the field with the focus; false when it takes none.
    package mutating func paste(_ text: String) -> Bool {
        guard !fields.isEmpty else { return false }
        return edit {
            $0.paste(text)
            return true
        } choice: { _ in
            false
        }
    }

    /// How many rows the form needs.
    package var rows: Int { fields.indices.reduce(0) { $0 + height($1) } }

    /// Draws labels and fields; the field with the focus is always visible.
    package func draw(in canvas: inout Canvas, theme: Theme) {
        let labels = fields.map { DisplayText.columns(of: $0.label) }.max() ?? 0
        let left = min(labels, canvas.size.columns / 3) + 3
        var row = min(0, canvas.size.rows - (0...max(0, focus)).reduce(0) { $0 + height($1) })
        for index in fields.indices {
            if row >= 0 { draw(index, row: row, left: left, in: &canvas, theme: theme) }
            row += height(index)
        }
    }

    private func draw(_ index: Int, row: Int, left: Int, in canvas: inout Canvas, theme: Theme) {
        let field = fields[index]
        let isFocused = index == focus
        if isFocused {
            canvas.draw(canvas.glyphs.pointer, at: Position(column: 0, row: row), theme: theme, .key)
        }
        canvas.draw(
            field.label, at: Position(column: 2, row: row), theme: theme, .fieldLabel, limit: left - 3)
        let room = Rectangle(column: left, row: row, columns: canvas.size.columns - left, rows: 1)
        canvas.within(room) { part in
            switch field.content {
            case .text(let text): text.draw(in: &part, theme: theme, isFocused: isFocused)
            case .choice(let choice): choice.draw(in: &part, theme: theme, isFocused: isFocused)
            }
        }
        let below = Position(column: left, row: row + 1)
        if let problem = field.problem {
            canvas.draw("\(canvas.glyphs.bad) \(problem)", at: below, theme: theme, .error)
        } else if isFocused, !field.hint.isEmpty {
            canvas.draw(field.hint, at: below, theme: theme, .dim)
        }
    }

    /// How many rows a field takes: one more where a problem or a hint stands below it.
    private func height(_ index: Int) -> Int {
        guard fields.indices.contains(index) else { return 0 }
        return fields[index].problem != nil || !fields[index].hint.isEmpty ? 2 : 1
    }

    private mutating func edit(
        text change: (inout TextField) -> Bool, choice: (inout ChoiceField) -> Bool
    ) -> Bool {
        switch fields[focus].content {
        case .text(var field):
            guard change(&field) else { return false }
            fields[focus].content = .text(field)
            fields[focus].problem = field.fullness
        case .choice(var field):
            guard choice(&field) else { return false }
            fields[focus].content = .choice(field)
            fields[focus].problem = nil
        }
        return true
    }
}

/// A labelled field of a form.
package struct FormField: Hashable, Sendable, Identifiable {
    /// What a person fills in.
    package enum Content: Hashable, Sendable {
        case text(TextField)
        case choice(ChoiceField)
    }

    /// What it is called in code.
    package let id: String
    /// What it is called on the screen.
    package let label: String
    /// What is filled in.
    package var content: Content
    /// A sentence shown below while the field has the focus.
    package var hint: String
    /// What is wrong with it, shown below; nil when nothing is.
    package var problem: String?

    package init(_ id: String, _ label: String, _ content: Content, hint: String = "", problem: String? = nil)
    {
        self.id = id
        self.label = label
        self.content = content
        self.hint = hint
        self.problem = problem
    }

    /// A field in which a text is typed.
    package init(
        _ id: String, _ label: String, _ text: String = "", placeholder: String, hint: String = ""
    ) {
        self.init(id, label, .text(TextField(text, placeholder: placeholder)), hint: hint)
    }

    /// A field in which one of a few things is chosen; the first unless another is.
    package init(
        _ id: String, _ label: String, of options: [ChoiceField.Option], selected: String? = nil,
        hint: String = ""
    ) {
        self.init(id, label, .choice(ChoiceField(options, selected: selected)), hint: hint)
    }

    /// What was filled in: the text, or the id of the chosen option.
    package var value: String {
        switch content {
        case .text(let field): field.text
        case .choice(let choice): choice.selection?.id ?? ""
        }
    }
}

/// A choice among a few things, one of them chosen.
package struct ChoiceField: Hashable, Sendable {
    /// One thing to choose.
    package struct Option: Hashable, Sendable, Identifiable {
        /// What it is called in code.
        package let id: String
        /// What it is called on the screen.
        package let label: String

        /// An option; without a label it shows its id.
        package init(_ id: String, _ label: String? = nil) {
            self.id = id
            self.label = label ?? id
        }
    }

    /// What there is to choose.
    package let options: [Option]
    /// The number of the chosen one.
    package private(set) var index: Int

    /// A choice; the first option is chosen unless `selected` names another.
    package init(_ options: [Option], selected: String? = nil) {
        self.options = options
        index = options.firstIndex { $0.id == selected } ?? 0
    }

    /// The chosen option; nil when there are none.
    package var selection: Option? { options.isEmpty ? nil : options[index] }

    /// Takes a key that chooses; false for every other key.
    package mutating func handle(_ key: Key) -> Bool {
        guard !options.isEmpty else { return false }
        switch key {
        case .right, "l", " ": index = (index + 1) % options.count
        case .left, "h": index = (index + options.count - 1) % options.count
        case .home: index = 0
        case .end: index = options.count - 1
        case .character(let letter): return select(beginningWith: letter)
        default: return false
        }
        return true
    }

    /// Chooses the next option whose label begins with a letter; false when there is none.
    private mutating func select(beginningWith letter: Character) -> Bool {
        let following = (1...options.count).map { (index + $0) % options.count }
        guard
            let found = following.first(where: { place in
                options[place].label.first.map { $0.lowercased() == letter.lowercased() } ?? false
            })
        else { return false }
        index = found
        return true
    }

    /// Draws all options with the chosen one in brackets, or the chosen one alone where there is no room.
    package func draw(in canvas: inout Canvas, theme: Theme, isFocused: Bool) {
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
