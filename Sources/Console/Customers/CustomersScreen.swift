import Purchases
import TerminalCore
import Widgets

/// The list of customers, and the search box that knows every kind of identifier.
struct CustomersScreen: Screen {
    /// What is typed.
    var box = TextField(
        placeholder: "order id, transaction id, UUID, e-mail, customer id or name", wholeLimit: 1 << 20)
    /// Whether the box has the focus.
    private(set) var isTyping = true
    /// The rows: what was found, or all customers while nothing is typed.
    private(set) var rows: [PersonRow] = []
    /// Which row is selected.
    private(set) var cursor = ListCursor<PersonRow.Subject>()
    /// What the text was taken for; empty while nothing is typed.
    private(set) var reading = ""
    /// Which customers are shown while nothing is typed.
    var filter = PeopleFilter()
    /// The question for the filter, while it is asked.
    var prompt: Prompt?
    private var next: PeopleCursor?
    private var total: String?
    private var isTruncated = false
    private var isLoaded = false
    private var isLoadingMore = false
    /// Whether Enter was pressed before the answer came.
    private var isOpening = false
    /// The text that the rows were found for; nil before the first answer.
    private var shownQuery: String?

    /// How many customers a page has.
    static let pageSize = 100

    var place: ConsolePlace { isTyping ? .searching : .customers }

    /// What is looked for, without blanks around; of a text that is too long to edit, its beginning.
    private var query: String {
        let text = box.isWhole ? box.text.prefix(TextField.limit) : box.text[...]
        return String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }

    func title(_ context: ConsoleContext) -> String { "Customers" }

    mutating func load(_ context: ConsoleContext) -> [Effect] {
        guard query.isEmpty else { return [.ask(.search(query, at: context.now))] }
        isLoadingMore = false
        // As many as were read before are read again at once, so that selection and scroll survive.
        let count = max(CustomersScreen.pageSize, rows.count)
        return [.ask(.people(filter, after: nil, count: count, at: context.now))]
    }

    func disabled(_ context: ConsoleContext) -> [CommandID: String] {
        var reasons: [CommandID: String] = [:]
        if rows.isEmpty, shownQuery == query {
            for command in [CommandID.open, .searchRows, .copy] { reasons[command] = "there is no row" }
        }
        if let refusal = context.copyRefusal { reasons[.copy] = refusal }
        return reasons
    }

    func keyMap(_ context: ConsoleContext) -> KeyMap {
        let keys = ConsoleCommands.keyMap(of: place).disabling(disabled(context))
        let isChoosing = isTyping && rows.count > 1 && shownQuery == query
        return isChoosing ? ConsoleCommands.leadingToRows(keys) : keys
    }

    mutating func handle(_ key: Key, _ context: ConsoleContext) -> [Effect]? {
        if prompt != nil { return ask(key, context) }
        guard !isTyping else { return type(key, context) }
        let page = CustomersView.visibleRows(in: context.body, isFiltered: !filter.isEmpty)
        if (key == .up || key == "k"), cursor.index == 0 {
            isTyping = true
            return []
        }
        guard cursor.handle(key, page: page) else { return nil }
        return loadMore(context)
    }

    mutating func perform(_ command: CommandID, _ context: ConsoleContext) -> [Effect] {
        switch command {
        case .search: isTyping = true
        case .searchRows: isTyping = rows.isEmpty
        case .searchLeave: return leave(context)
        case .open: return isTyping ? enter() : open()
        case .filter: askForFilter()
        case .back: return back(context)
        default: break
        }
        return []
    }

    mutating func paste(_ text: String, _ context: ConsoleContext) -> [Effect]? {
        guard prompt == nil else {
            prompt?.paste(text)
            return []
        }
        isTyping = true
        box.paste(text)
        return load(context)
    }

    mutating func receive(_ answer: Answer, to request: StoreRequest, _ context: ConsoleContext) -> [Effect] {
        switch (answer, request) {
        case (.matches(let found), .search(let text, _)) where text == query:
            receive(found, for: text)
            return isOpening ? enter() : []
        case (.people(let page), .people(let asked, let after, _, _)) where query.isEmpty && asked == filter:
            receive(page, isFurther: after != nil)
        case (.failed, .people): isLoadingMore = false
        default: break
        }
        return []
    }

    func draw(in canvas: inout Canvas, theme: Theme, _ context: ConsoleContext) {
        CustomersView(
            box: box, isTyping: isTyping && prompt == nil, filter: filter, rows: rows, cursor: cursor,
            caption: caption, isLoaded: isLoaded,
            context: context
        ).draw(in: &canvas, theme: theme)
        prompt?.draw(in: &canvas, theme: theme)
    }

    func copies(_ context: ConsoleContext) -> [CopyItem] {
        guard let row = rows.first(where: { $0.id == cursor.selectedID }) else { return [] }
        switch row.subject {
        case .chain(let id): return [CopyItem("h", "chain id", id.rawValue)]
        case .customer(let id):
            let email = CopyItem.email(Customer(id: id, values: row.values), context)
            return [CopyItem("i", "customer id", id.rawValue)] + [email].compactMap { $0 }
        }
    }

    /// What stands beside the rows: what was read into the text, and how many there are.
    private var caption: String {
        guard isLoaded else { return "" }
        guard shownQuery != "" else {
            return rows.isEmpty
                ? "" : "\(cursor.index + 1) of \(total ?? "\(rows.count)\(next == nil ? "" : "+")")"
        }
        let count = "\(rows.count)\(isTruncated ? "+" : "") found"
        return reading.isEmpty ? count : "read as \(reading): \(count)"
    }
}

extension CustomersScreen {
    private mutating func type(_ key: Key, _ context: ConsoleContext) -> [Effect]? {
        if [.pageDown, .pageUp].contains(key) {
            isTyping = false
            return handle(key, context)
        }
        let before = query
        guard box.handle(key) else { return nil }
        isOpening = false
        return query == before ? [] : load(context)
    }

    private mutating func leave(_ context: ConsoleContext) -> [Effect] {
        guard box.isEmpty else {
            return rows.isEmpty ? clear(context) : stopTyping()
        }
        return stopTyping()
    }

    private mutating func stopTyping() -> [Effect] {
        isTyping = false
        return []
    }

    /// Empties the box.
    mutating func clear(_ context: ConsoleContext) -> [Effect] {
        box.set("")
        isTyping = true
        return load(context)
    }

    /// Forgets the rows: other ones are asked for.
    mutating func startAnew() {
        (rows, next, total, shownQuery) = ([], nil, nil, nil)
        (cursor, isTyping, isLoaded) = (ListCursor(), false, false)
    }

    /// Enter in the box: one row is opened; of several the agent chooses, never the program.
    private mutating func enter() -> [Effect] {
        isOpening = shownQuery != query
        guard !isOpening else { return [] }
        if rows.count == 1 { return open() }
        isTyping = rows.isEmpty
        return []
    }

    private mutating func open() -> [Effect] {
        guard let selected = cursor.selectedID else { return [] }
        isTyping = false
        return switch selected {
        case .customer(let id): [.open(.customer(id, asOf: nil))]
        case .chain(let id): [.open(.chain(id, nil, asOf: nil))]
        }
    }

    private mutating func receive(_ page: PeoplePage, isFurther: Bool) {
        (isLoadingMore, isLoaded, isTruncated, reading) = (false, true, false, "")
        (next, total) = (page.next, page.total ?? total)
        let known = Set(isFurther ? rows.map(\.id) : [])
        rows = (isFurther ? rows : []) + page.rows.filter { !known.contains($0.id) }
        if shownQuery != "" { cursor = ListCursor() }
        shownQuery = ""
        cursor.update(rows.map(\.id))
    }

    private mutating func receive(_ found: SearchFindings, for text: String) {
        (reading, isTruncated, next, isLoaded) = (found.reading, found.isTruncated, nil, true)
        rows = found.rows
        // A new text begins at its best match; the same text read again keeps the selection.
        if shownQuery != text { cursor = ListCursor() }
        shownQuery = text
        cursor.update(rows.map(\.id))
    }

    private mutating func loadMore(_ context: ConsoleContext) -> [Effect] {
        guard let next, query.isEmpty, !isLoadingMore, cursor.index >= rows.count - 50 else { return [] }
        isLoadingMore = true
        return [.ask(.people(filter, after: next, count: CustomersScreen.pageSize, at: context.now))]
    }
}
