import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// Draws the search box and the rows below it.
struct CustomersView {
    /// The box.
    let box: SearchBox
    /// Whether the box has the focus.
    let isTyping: Bool
    /// Which customers are shown while nothing is typed.
    let filter: CustomersFilter
    /// The rows.
    let list: PagedList<CustomerRow, String>
    /// What stands at the right of the line below the box.
    let caption: String
    /// What stands in place of the rows while there are none.
    let empty: [String]
    /// What may be known.
    let context: ConsoleContext

    /// How many rows are visible below box, filter and heads.
    func visibleRows(in size: Size) -> Int { layout(in: size).page(in: listRoom(in: size)) }

    private func listRoom(in size: Size) -> Rectangle {
        let heads = CustomersView.headRows(size, isFiltered: !filter.isEmpty)
        return Rectangle(column: 0, row: heads, columns: size.columns, rows: size.rows - heads)
    }

    private func layout(in size: Size) -> RowLayout<CustomerRow> {
        let columns = CustomerColumns(list.rows, width: size.columns - 3, in: context)
        return RowLayout(
            list.rows, columns: size.columns - 3, isPlain: context.isPlain, heads: columns.heads,
            cells: columns.cells,
            lines: { [columns.line($0)] })
    }

    /// The rows above the list: box, a line for the filter or blank where there is room, heads.
    private static func headRows(_ size: Size, isFiltered: Bool) -> Int {
        size.rows >= 12 || isFiltered ? 3 : 2
    }

    /// Draws everything.
    func draw(in canvas: inout Canvas, theme: Theme) {
        let size = canvas.size
        drawBox(in: &canvas, theme: theme)
        drawFilter(in: &canvas, theme: theme)
        let room = listRoom(in: size)
        guard !list.rows.isEmpty else { return canvas.within(room) { drawEmpty(in: &$0, theme: theme) } }
        list.draw(layout(in: size), in: &canvas, room, theme: theme, empty: "", isFocused: !isTyping)
    }

    private func drawEmpty(in canvas: inout Canvas, theme: Theme) {
        let lines = empty.flatMap { StyledLine($0, .dim).wrapped(to: canvas.size.columns - 3) }
        _ = canvas.draw(lines, from: 0, until: canvas.size.rows, theme: theme, column: 2)
    }

    private func drawFilter(in canvas: inout Canvas, theme: Theme) {
        guard !filter.isEmpty else { return }
        let hint = box.isEmpty ? "Esc clears it" : "not while searching"
        let line: StyledLine = [
            TextSpan("Filter ", .fieldLabel), TextSpan(filter.text, box.isEmpty ? .strong : .dim),
            TextSpan("  \(hint)", .dim),
        ]
        canvas.draw(line, at: Position(column: 1, row: 1), theme: theme, limit: canvas.size.columns - 2)
    }

    private func drawBox(in canvas: inout Canvas, theme: Theme) {
        let label = canvas.draw("Search ", at: Position(column: 1, row: 0), theme: theme, .fieldLabel)
        let count = DisplayText.columns(of: caption)
        let hasCaptionBeside = canvas.size.columns >= 60 + count
        let columns = canvas.size.columns - label - 2 - (hasCaptionBeside ? count + 2 : 0)
        canvas.within(Rectangle(column: label + 1, row: 0, columns: columns, rows: 1)) {
            box.draw(in: &$0, theme: theme, isFocused: isTyping)
        }
        guard count > 0 else { return }
        if hasCaptionBeside {
            canvas.within(Rectangle(column: 0, row: 0, columns: canvas.size.columns - 1, rows: 1)) {
                _ = $0.drawTrailing(StyledLine(caption, .dim), row: 0, theme: theme)
            }
        } else if canvas.size.rows >= 12, filter.isEmpty {
            canvas.draw(caption, at: Position(column: label + 1, row: 1), theme: theme, .dim)
        }
    }
}

/// The columns of the list of customers: which fit, how wide they are, and a row's text in them.
struct CustomerColumns {
    private enum Kind: CaseIterable {
        case name, access, id, email, match, status
    }

    private let slots: [(kind: Kind, width: Int)]
    private let showsProducts: Bool
    /// The blanks between two columns: what the columns leave stands between them.
    private let gap: Int
    private let context: ConsoleContext

    /// Columns of rows for a width; the last ones of the list are dropped first where there is no room.
    init(_ rows: [CustomerRow], width: Int, in context: ConsoleContext) {
        self.context = context
        showsProducts = !rows.isEmpty && rows.allSatisfy { $0.product != nil }
        let isSearch = rows.contains { !$0.matchedOn.isEmpty }
        let hasAccess = rows.contains { $0.hasAccess != nil }
        // Ids are of use only whole, as far as there is room for them.
        let longest = rows.map { DisplayText.columns(of: $0.subject.text) }.max() ?? 0
        let id = min(max(longest, Self.minimum(.id)), Self.maximum(.id), max(width / 3, Self.minimum(.id)))
        let least = { (kind: Kind) in kind == .id ? id : Self.minimum(kind) }
        let total = { (kinds: [Kind]) in kinds.reduce(0) { $0 + least($1) + 2 } }
        let wanted: [Kind] =
            isSearch ? [.name, .access, .id, .match, .email] : [.name, .access, .id, .email, .status]
        var shown = wanted.filter { $0 != .access || hasAccess }
        while shown.count > 1, total(shown) > width { shown.removeLast() }
        let rest = max(0, width - total(shown))
        // What is left goes to names, addresses and matches alike.
        let flexible = shown.filter { $0 != .access && $0 != .status && ($0 != .id || longest > id) }
        slots = shown.sorted { Self.order($0) < Self.order($1) }.map { kind in
            let share = flexible.contains(kind) ? rest / flexible.count : 0
            return (kind, min(least(kind) + share, Self.maximum(kind)))
        }
        let left = max(0, width - slots.reduce(0) { $0 + $1.width })
        gap = max(2, min(12, left / max(1, slots.count)))
    }

    /// The heads of the columns.
    var heads: StyledLine {
        join { kind in
            switch kind {
            case .name: [TextSpan("Customer", .columnHeader)]
            case .email: [TextSpan(showsProducts ? "Product" : "E-mail", .columnHeader)]
            case .id: [TextSpan("Id", .columnHeader)]
            case .access: [TextSpan("Access", .columnHeader)]
            case .match: [TextSpan("Found by", .columnHeader)]
            case .status: [TextSpan("Last chain", .columnHeader)]
            }
        }
    }

    /// A row's text.
    func line(_ row: CustomerRow) -> StyledLine { join { spans(of: $0, row) } }

    /// A row's texts, each whole, for screen readers.
    func cells(_ row: CustomerRow) -> [StyledLine] {
        let isFound = !row.matchedOn.isEmpty
        let kinds: [Kind] = [.name, .access, .id, .email] + (isFound ? [.match] : [.status])
        return kinds.map { StyledLine(spans(of: $0, row)) }
    }

    private func spans(of kind: Kind, _ row: CustomerRow) -> [TextSpan] {
        let glyphs = context.options.glyphs
        return switch kind {
        case .name: [name(row)]
        case .email: [TextSpan(row.product.map(context.shown) ?? row.values.email?.text ?? "", .dim)]
        case .id: [TextSpan(row.subject.text, .dim)]
        case .access: [row.hasAccess.map { StatusText.access($0, glyphs: glyphs) } ?? TextSpan("")]
        case .status: row.status.map { [StatusText.span($0, glyphs: glyphs)] } ?? []
        case .match:
            [TextSpan("\(row.matchedOn) ", .dim)]
                + (context.role.may(.reveal) ? [TextSpan(row.matchedText, .match)] : [])
        }
    }

    private func name(_ row: CustomerRow) -> TextSpan {
        if case .chain = row.subject { return TextSpan("no customer", .warning) }
        if case .page(let page) = row.subject, row.values == CustomerValues() {
            return TextSpan(SearchText.field(page.kind), .dim)
        }
        let name = row.values.name?.text ?? ""
        if case .ticket = row.subject, name.isEmpty { return TextSpan("no customer", .warning) }
        return name.isEmpty ? TextSpan("no name", .dim) : TextSpan(name)
    }

    private func join(_ cell: (Kind) -> [TextSpan]) -> StyledLine {
        CellText.row(slots.map { StyledLine(cell($0.kind)) }, widths: slots.map(\.width), gap: gap)
    }

    private static func order(_ kind: Kind) -> Int {
        [.name, .email, .id, .access, .status, .match].firstIndex(of: kind) ?? 0
    }

    private static func minimum(_ kind: Kind) -> Int {
        switch kind {
        case .name: 14
        case .access: 8
        case .id: 8
        case .email: 18
        case .match: 18
        case .status: 17
        }
    }

    private static func maximum(_ kind: Kind) -> Int {
        switch kind {
        case .name: 26
        case .access: 8
        case .id: 20
        case .email: 32
        case .match: 48
        case .status: 17
        }
    }
}
