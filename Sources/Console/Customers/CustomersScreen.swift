import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// The list of customers, and the search box that knows every kind of identifier.
struct CustomersScreen: PageScreen, Filtered {
    /// What the screen was opened for.
    enum Purpose: Hashable, Sendable {
        /// The bottom of its tab: all customers are listed while nothing is typed.
        case list
        /// A search over some other screen, to which Escape leads back.
        case search
    }

    /// What it was opened for.
    let purpose: Purpose
    /// What is looked for, as it is typed or pasted.
    var box = SearchBox()
    /// Whether the box has the focus.
    private(set) var isTyping = true
    /// The rows: what was found, or all customers while nothing is typed.
    var list = PagedList<CustomerRow, String>()
    /// What was found for ``shownQuery``; nil while nothing is looked for.
    private(set) var findings: SearchFindings?
    /// Which customers are shown while nothing is typed.
    var filter = CustomersFilter()
    var prompt: Prompt?
    var names = FilterNames()
    private var page: CustomersPage?
    /// Whether Enter was pressed before the answer came.
    private var isOpening = false
    /// The text that the rows were found for; nil before the first answer.
    private var shownQuery: String?

    /// The screen with the focus in its empty box.
    init(_ purpose: Purpose = .list) { self.purpose = purpose }

    /// The order that was chosen; nil for the list's own, or that of a search's matches.
    var order: RowOrder?

    static let sortable: [ListColumn<CustomerRow>] = [.name, .email, .id, .access, .status]

    func commands(_ context: ConsoleContext) -> Commands {
        guard isTyping else { return Self.inRows }
        return list.rows.count > 1 && shownQuery == box.query ? Self.leadingToRows : Self.inBox
    }

    /// The box takes letters at once; what Enter finds and the rows of the list are waited for.
    var awaited: Awaited? {
        if isOpening { return .next }
        return purpose == .search || isTyping || prompt != nil || list.isLoaded ? nil : .page
    }

    func title(_ context: ConsoleContext) -> String { purpose == .search ? "Search" : "Customers" }

    var beside: Beside? { list.selected?.subject.beside ?? .nothing }

    mutating func load(_ context: ConsoleContext) -> [Effect] {
        guard box.query.isEmpty else { return [.ask(.read(SearchQuery(box.query), at: context.now))] }
        guard purpose == .list else {
            startAnew(isTyping: isTyping)
            return []
        }
        return [ask(after: nil, count: list.reload(), in: context)]
    }

    mutating func handle(_ key: Key, in context: ConsoleContext) -> [Effect]? {
        if let effects = filterKey(key, in: context) { return effects }
        guard !isTyping else { return type(key, in: context) }
        let page = view(context).visibleRows(in: context.body)
        if (key == .up || key == "k"), list.cursor.index == 0 {
            isTyping = true
            return []
        }
        guard list.handle(key, page: page) else { return nil }
        return readOn(context)
    }

    mutating func paste(_ text: String, in context: ConsoleContext) -> [Effect]? {
        guard prompt == nil else {
            prompt?.paste(text)
            return []
        }
        (isTyping, isOpening) = (true, false)
        box.paste(text)
        return load(context)
    }

    mutating func receive(
        other answer: Answer, to request: StoreRequest, in context: ConsoleContext
    ) -> [Effect] {
        if let found = answer.answered(SearchQuery.self) {
            guard found.query.text == box.query else { return [] }
            receive(SearchFindings(found.page), for: found.query.text)
            return isOpening ? enter() : []
        }
        if let found = answer.page(of: FilterNamesQuery.self) {
            take(found)
            return []
        }
        switch (answer, request) {
        case (.asked, _): return request.news(answer).map { [.say(MessageLine(.success, $0))] } ?? []
        case (.failed, .read(is SearchQuery, _)): isOpening = false
        default: break
        }
        return []
    }

    mutating func receive(
        _ page: ListedCustomers, to question: CustomersQuery, in context: ConsoleContext
    ) -> [Effect] {
        guard isListing, question.filter == filter else { return [] }
        receive(CustomersPage(page), after: question.after)
        if !filter.isOfNobody { sortRows(context) }
        return []
    }

    mutating func miss(_ question: CustomersQuery, because failure: StoreFailure, in context: ConsoleContext)
    {
        list.failed()
    }

    func draw(in canvas: inout Canvas, theme: Theme, context: ConsoleContext) {
        view(context).draw(in: &canvas, theme: theme)
        prompt?.draw(in: &canvas, theme: theme)
    }

    private func view(_ context: ConsoleContext) -> CustomersView {
        CustomersView(
            box: box, isTyping: isTyping && prompt == nil, filter: filter, list: list, caption: caption,
            empty: emptyLines(context), context: context)
    }

    func copies(_ context: ConsoleContext) -> [CopyItem] {
        guard let row = list.selected else { return [] }
        switch row.subject {
        case .chain(let id): return [CopyItem("h", "chain id", id.rawValue)]
        case .ticket(let id): return [CopyItem("d", "ticket id", id.rawValue)]
        case .page(let page): return [CopyItem("d", "\(SearchText.field(page.kind)) id", page.number)]
        case .customer(let id):
            let email = CopyItem.email(Customer(id: id, values: row.values), in: context)
            return [CopyItem("i", "customer id", id.rawValue)] + [email].compactMap { $0 }
        }
    }
}

/// The box.
extension CustomersScreen {
    private mutating func type(_ key: Key, in context: ConsoleContext) -> [Effect]? {
        if [.pageDown, .pageUp].contains(key) {
            isTyping = false
            return handle(key, in: context)
        }
        let before = box.query
        guard box.handle(key) else { return nil }
        isOpening = false
        return box.query == before ? [] : load(context)
    }

    /// An empty box, over what was found before; the list of customers is searched in a screen of its own.
    mutating func searchAnew(_ context: ConsoleContext) -> [Effect]? {
        guard isTyping || purpose == .search else { return nil }
        let effects = remembering
        box.clear()
        (isTyping, isOpening) = (true, false)
        return effects + load(context)
    }

    /// The search before the one that is shown.
    private mutating func recall(_ context: ConsoleContext) -> [Effect] {
        box.recall(context.searches) ? load(context) : []
    }

    /// Escape in the box: back to the screen below, or to the rows; without rows the text goes first.
    private mutating func leave(_ context: ConsoleContext) -> [Effect] {
        guard purpose == .list else { return remembering + [.close] }
        guard box.isEmpty || !list.rows.isEmpty else { return clear(context) }
        isTyping = false
        return []
    }

    /// Empties the box, wherever the focus is.
    mutating func clear(_ context: ConsoleContext) -> [Effect] {
        let effects = remembering
        box.clear()
        return effects + load(context)
    }

    /// Forgets the rows: other ones are asked for.
    mutating func startAnew(isTyping: Bool) {
        (page, shownQuery, findings, self.isTyping) = (nil, nil, nil, isTyping)
        list.clear()
    }

    /// Keeps what was typed for the arrow that brings it back; a pasted text is not kept.
    private var remembering: [Effect] { box.typed.isEmpty ? [] : [.remember(box.typed)] }

    /// Enter in the box: one row is opened; of several the agent chooses, never the program.
    private mutating func enter() -> [Effect] {
        isOpening = shownQuery ?? "" != box.query
        guard !isOpening else { return [] }
        // What is only near is never opened unseen.
        if list.rows.count == 1, findings?.isNear != true { return open() }
        isTyping = list.rows.isEmpty
        return list.rows.isEmpty ? [] : remembering
    }

    /// Opens the selected row. Whoever comes back begins the next search: what is typed then takes the text's place.
    private mutating func open() -> [Effect] {
        guard let selected = list.selected?.subject else { return [] }
        let effects = remembering
        if !box.isEmpty {
            isTyping = true
            box.willBeReplaced()
        }
        return effects + [.open(selected.route)]
    }
}

/// The rows.
extension CustomersScreen {
    private mutating func receive(_ found: CustomersPage, after place: String?) {
        if shownQuery != "" { list.clear() }
        list.take(found.rows, after: place, next: found.next)
        page = place == nil ? found : found.continuing(page)
        (findings, shownQuery) = (nil, "")
    }

    private mutating func receive(_ found: SearchFindings, for text: String) {
        // A new text begins at its best match; the same text read again keeps the selection.
        if shownQuery != text { list.clear() }
        list.take(found.rows, after: nil, next: nil)
        (findings, page, shownQuery) = (found, nil, text)
    }

    private mutating func readOn(_ context: ConsoleContext) -> [Effect] {
        guard box.query.isEmpty, let next = list.readOn() else { return [] }
        return [ask(after: next, count: list.pageSize, in: context)]
    }

    /// Whether all who pass the filter are listed, as nothing is searched.
    private var isListing: Bool { box.query.isEmpty && purpose == .list }

    private func ask(after: String?, count: Int, in context: ConsoleContext) -> Effect {
        .ask(.read(CustomersQuery(filter, after: after, limit: count), at: context.now))
    }

    /// What stands beside the rows: what was read into the text, and how many there are.
    private var caption: String {
        guard list.isLoaded else { return "" }
        if let findings { return findings.caption }
        guard !list.rows.isEmpty else { return "" }
        let count = list.standing(of: page?.total)
        let sorted = order.map { loadedRows == nil ? ", by \($0.text)" : ", loaded rows by \($0.text)" } ?? ""
        return (page?.ofNobody.map { "\(count); \($0)" } ?? count) + sorted
    }

    /// What stands in place of the rows while there are none.
    private func emptyLines(_ context: ConsoleContext) -> [String] {
        if box.isEmpty, purpose == .search { return SearchFindings.invitation(context.searches) }
        guard list.isLoaded else { return ["Reading"] }
        if let findings { return findings.nothing(within: SearchReach(of: context.role)) }
        if filter.isEmpty { return ["No customers yet: import documents or customers first"] }
        return filter.isOfNobody
            ? ["Every chain has a customer; Esc leads back to the customers"]
            : ["No customer passes the filter; Esc clears it"]
    }
}

extension CustomersScreen: RowSorting {}

extension CustomersScreen: LookedAt {
    var look: ListLook {
        var look = ListLook(.customers)
        (look.query, look.sort) = (filter.text, order?.text)
        guard box.isEmpty, case .customer(let id) = list.selected?.subject else { return look }
        (look.selected, look.rows) = (id.rawValue, list.rows.count)
        return look
    }

    mutating func take(_ look: ListLook, in context: ConsoleContext) -> String? {
        let read = CustomersFilter(look.query)
        if let read { filter = read }
        order = look.sort.flatMap { RowOrder($0, of: Self.sortable) }
        box.clear()
        startAnew(isTyping: isTyping)
        list.restore(look.selected.map { .customer(AppUserID($0)) }, rows: look.rows)
        return read == nil ? "the filter \(look.query) is not understood here" : nil
    }
}

extension CustomersScreen {
    /// What can be done with the rows.
    static let inRows: Commands = viewing + sorting + listCommands

    private static let listCommands: Commands = Binding.section(
        "Customers",
        [
            Binding(
                "open", "Open the selected customer", keys: [.enter], label: "open", footer: 1,
                unless: noRow
            ) { screen, _ in screen.open() },
            filtering(
                "Filter by status, product and renewal", keys: ["f", .function(2)], footer: 3,
                unless: isSearch),
            Binding(
                "filter.nobody", "Chains without a customer, and back to the customers", keys: ["n"],
                unless: { screen, _ in
                    screen.purpose == .search ? "the list of customers shows them: F5" : nil
                }
            ) { $0.show($0.filter.isOfNobody ? CustomersFilter() : .ofNobody, in: $1) },
            only("grace", "in a grace period", key: "i", CustomerFilter(status: .gracePeriod)),
            only("retry", "in billing retry", key: "b", CustomerFilter(status: .billingRetry)),
            only("off", "who turned renewal off", key: "o", CustomerFilter(renewal: .off)),
            only("downgrade", "who change to another plan", key: "d", CustomerFilter(renewal: .downgrade)),
            only(
                "price", "who have not answered a price increase", key: "p",
                CustomerFilter(renewal: .priceIncrease)),
            recordingOrder,
            copying(unless: noRow) { screen, context in screen.copies(context) },
        ])

    /// What can be done in the search box.
    static let inBox: Commands = Binding.section(
        "Search box",
        [
            Binding(
                "open", "Open the row; of several, go to them", keys: [.enter], label: "open", footer: 1,
                unless: noRow
            ) { screen, _ in screen.enter() },
            toRows(keys: [.down, .tab], footer: 2),
            Binding(
                "search.recall", "Last searches, in the empty box", keys: [.up], label: "last", footer: 5,
                unless: { _, context in context.searches.isEmpty ? "nothing was searched yet" : nil }
            ) { $0.recall($1) },
            filtering(
                "Filter by status, product and renewal", keys: [.function(2)], footer: 4, unless: isSearch),
            recordingOrder, lookingOrderUp,
            Binding(
                "search.leave", "Leave the box: back to the view below it, or to the rows", keys: [.escape],
                label: "leave", footer: 3
            ) { $0.leave($1) },
        ])

    /// The same while there are several rows: Enter opens none, it goes to them.
    private static let leadingToRows: Commands =
        Binding.section("Search box", [toRows(keys: [.enter, .down, .tab], footer: 1)])
        + inBox.filter { !["open", "search.rows"].contains($0.command.id) }

    /// A list that is one key away; the key shows everybody again.
    private static func only(
        _ name: String, _ who: String, key: Key, _ values: CustomerFilter
    ) -> Binding<Self, Effect> {
        Binding(
            CommandID("filter.\(name)"), "Customers \(who), and back to all", keys: [key],
            unless: { screen, _ in
                screen.purpose == .search ? "the list of customers shows them: F5" : nil
            }
        ) { screen, context in
            let filter = CustomersFilter.of(values)
            return screen.show(screen.filter == filter ? CustomersFilter() : filter, in: context)
        }
    }

    private static func toRows(keys: [Key], footer: Int) -> Binding<Self, Effect> {
        Binding("search.rows", "Go to the rows", keys: keys, label: "rows", footer: footer, unless: noRow) {
            screen, _ in
            screen.isTyping = screen.list.rows.isEmpty
            return []
        }
    }

    private static func isSearch(_ screen: Self, in context: ConsoleContext) -> String? {
        screen.purpose == .search ? "the list of customers has a filter: F5" : nil
    }

    private static let recordingOrder = Binding<Self, Effect>(
        "order.record", "Record an order id on a chain", keys: [.function(4)],
        unless: { _, context in context.refusal }
    ) { screen, _ in [.open(.recordOrder(order: screen.findings?.unknownOrder, chain: nil))] }

    /// Asks the App Store what an order id bought of which nothing is known here.
    private static let lookingOrderUp = Binding<Self, Effect>(
        "order.ask", "Ask the App Store what the order id bought", keys: [.control("o")],
        unless: { screen, context in
            context.askRefusal
                ?? (screen.findings?.unknownOrder == nil ? "no unknown order id is searched" : nil)
        }
    ) { screen, context in
        screen.findings?.unknownOrder.map {
            [.ask(.write(.ask(.order, about: $0.rawValue), at: context.now))]
        } ?? []
    }

    private static func noRow(_ screen: Self, in context: ConsoleContext) -> String? {
        screen.list.rows.isEmpty && screen.shownQuery ?? "" == screen.box.query ? "there is no row" : nil
    }
}

/// The filter.
extension CustomersScreen {
    static var filterExample: String {
        "status:expired product:premium_month renewal:off price:increase nobody"
    }

    var filterText: String { filter.text }

    var filterWords: [FilterWord] { FilterWord.ofCustomers(names) }

    mutating func narrow(to text: String, in context: ConsoleContext) -> String? {
        guard let other = CustomersFilter(text) else {
            let parts = text.split(whereSeparator: \.isWhitespace).map(String.init)
            return parts.first { CustomersFilter($0) == nil } ?? "nobody among other words"
        }
        take(other)
        return nil
    }

    /// Esc among the rows: clears the search, else the filter.
    mutating func back(_ context: ConsoleContext) -> [Effect] {
        if !box.isEmpty { return clear(context) }
        guard filter.isEmpty else { return show(CustomersFilter(), in: context) }
        return [.say(MessageLine(.note, "Q leaves Makegood"))]
    }

    /// Shows those who pass a filter, in place of what was searched.
    private mutating func show(_ other: CustomersFilter, in context: ConsoleContext) -> [Effect] {
        take(other)
        return load(context)
    }

    private mutating func take(_ other: CustomersFilter) {
        filter = other
        box.clear()
        startAnew(isTyping: false)
    }
}
