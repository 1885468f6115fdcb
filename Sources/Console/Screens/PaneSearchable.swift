import TerminalCore
import Widgets

/// A screen in whose lists and texts one can search.
protocol PaneSearchable: Screen {
    /// The search; nil while there is none.
    var search: PaneSearch? { get set }

    /// The keys that begin a search: `F`, and where customers are not searched by it, the slash.
    static var findKeys: [Key] { get }

    /// Whether what is shown now can be searched.
    var isSearchable: Bool { get }

    /// Lays out a text that is shown, so that its lines can be searched and scrolled to.
    mutating func arrange(_ context: ConsoleContext)

    /// What is shown, entry by entry or line by line.
    func searchTexts(_ context: ConsoleContext) -> [String]

    /// The number of the entry that is selected, or of the line on top.
    var searchPosition: Int { get }

    /// Selects an entry, or brings a line to the top.
    mutating func show(match index: Int)
}

extension Screen {
    /// The commands while a question for one line of text is asked at the foot of a screen, which takes all other keys.
    static var answering: Commands {
        Binding.section(
            "Question",
            [
                Binding(
                    "prompt.answer", "Go on with what is typed", keys: [.enter], label: "go on", footer: 1
                ) { $0.handle(.enter, in: $1) ?? [] },
                Binding("prompt.leave", "Leave the question", keys: [.escape], label: "leave", footer: 2) {
                    $0.handle(.escape, in: $1) ?? []
                },
            ])
    }
}

extension PaneSearchable {
    static var findKeys: [Key] { ["/", "F"] }

    /// Lists need no layout.
    mutating func arrange(_ context: ConsoleContext) {}

    /// Letters are text while words are typed to search them.
    var isTyping: Bool { isSearchable && search?.isTyping == true }

    /// A screen's commands, and before them those of the search.
    func searching(_ commands: Commands) -> Commands {
        guard isSearchable else { return commands }
        guard let search else { return Self.finding + commands }
        return search.isTyping ? Self.searchingHere : Self.found + commands
    }

    /// The command that searches in what is shown.
    static var finding: Commands {
        Binding.section(
            "Searching here",
            [
                Binding("find", "Search in what is shown", keys: findKeys, label: "find", footer: 9) {
                    $0.find($1)
                }
            ])
    }

    /// The commands while words are typed to search them.
    static var searchingHere: Commands {
        Binding.section(
            "Searching here",
            [
                Binding(
                    "find.keep", "Keep the words and walk through their matches", keys: [.enter],
                    label: "keep",
                    footer: 1
                ) { $0.searchKey(.enter, in: $1) ?? [] },
                Binding(
                    "find.end", "End the search", keys: [.escape], label: "end", footer: 2
                ) {
                    $0.endSearch($1)
                },
            ])
    }

    /// The commands of a search whose words stand.
    static var found: Commands {
        Binding.section(
            "Searching here",
            [
                Binding("find.next", "Next match", keys: ["n"], label: "next", footer: 0) {
                    $0.go(.next, in: $1)
                },
                Binding("find.previous", "Previous match", keys: ["N"], label: "before", footer: 0) {
                    $0.go(.previous, in: $1)
                },
                Binding("find.end", "End the search", keys: [.escape], label: "end", footer: 0) {
                    $0.endSearch($1)
                },
                Binding("find", "Search for something else", keys: findKeys) { $0.find($1) },
            ])
    }

    private mutating func find(_ context: ConsoleContext) -> [Effect] {
        arrange(context)
        search = PaneSearch(from: searchPosition)
        return []
    }

    private mutating func endSearch(_ context: ConsoleContext) -> [Effect] {
        search = nil
        return []
    }

    /// The room of its body; a search takes the last row.
    func bodySize(_ size: Size) -> Size {
        search == nil ? size : Size(columns: size.columns, rows: max(1, size.rows - 1))
    }

    /// Takes a key while words are typed; nil when the screen may have it.
    mutating func searchKey(_ key: Key, in context: ConsoleContext) -> [Effect]? {
        guard var search else { return nil }
        let outcome = search.handle(key)
        self.search = outcome == .ended ? nil : search
        if outcome == .changed { return go(.fromStart, in: context) }
        return outcome == .unused ? nil : []
    }

    /// Takes a pasted text while words are typed; nil when there is no search to take it.
    mutating func searchPaste(_ text: String, in context: ConsoleContext) -> [Effect]? {
        guard search?.paste(text) == true else { return nil }
        return go(.fromStart, in: context)
    }

    /// Draws the body with the search below it, where there is one.
    func drawSearching(in canvas: inout Canvas, theme: Theme, _ body: (inout Canvas) -> Void) {
        guard let search else { return body(&canvas) }
        let size = bodySize(canvas.size)
        canvas.within(Rectangle(column: 0, row: 0, columns: size.columns, rows: size.rows)) { body(&$0) }
        if search.isTyping { canvas.hideCursor() }
        search.draw(in: &canvas, theme: theme)
    }

    private mutating func go(_ step: PaneSearch.Step, in context: ConsoleContext) -> [Effect] {
        arrange(context)
        let (texts, position) = (searchTexts(context), searchPosition)
        let index = search?.find(step, among: texts, from: position)
        if let index { show(match: index) }
        return []
    }
}

extension PaneSearchable where Self: ListScreen {
    static var findKeys: [Key] { ["F"] }

    var searchPosition: Int { list.cursor.index }

    mutating func show(match index: Int) { list.select(at: index) }
}
