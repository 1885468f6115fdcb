import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// Draws the search box and the rows below it.
struct CustomersView {
    let box: SearchBox
    /// Whether the box has the focus.
    let isTyping: Bool
    /// Which customers are shown while nothing is typed.
    let filter: CustomersFilter
    let list: PagedList<CustomerRow, String>
    /// What stands at the right of the line below the box.
    let caption: String
    /// What stands in place of the rows while there are none.
    let empty: [String]
    /// Who looks, in which role, and when.
    let context: ConsoleContext

    /// How many rows are visible below box, filter and heads.
    func visibleRows(in size: Size) -> Int { layout(in: size).page(in: listRoom(in: size)) }

    private func listRoom(in size: Size) -> Rectangle {
        // The box, a line for the filter or blank where there is room, heads.
        Rectangle(size: size).below(size.rows >= 12 || !filter.isEmpty ? 3 : 2)
    }

    private func layout(in size: Size) -> RowLayout<CustomerRow> {
        let room = size.columns - 3
        return RowLayout(
            list.rows, in: room, CustomerColumns.fitting(list.rows, width: room, in: context))
    }

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

/// The columns of the list of customers: which fit, and how wide they are.
enum CustomerColumns {
    /// Columns of rows for a width; the last ones are dropped first where there is no room.
    static func fitting(
        _ rows: [CustomerRow], width: Int, in context: ConsoleContext
    ) -> ScreenColumns<CustomerRow> {
        let showsProducts = !rows.isEmpty && rows.allSatisfy { $0.product != nil }
        let address = showsProducts ? product : email
        let isSearch = rows.contains { !$0.matchedOn.isEmpty }
        // Ids are of use only whole, as far as there is room for them.
        let longest = rows.map { DisplayText.columns(of: $0.subject.text) }.max() ?? 0
        let idWidth = min(max(longest, id.width.least), id.width.most, max(width / 3, id.width.least))
        let least = { (column: ScreenColumn<CustomerRow>) in
            column.head == id.head ? idWidth : column.width.least
        }
        let wanted = isSearch ? [name, access, id, match, address] : [name, access, id, address, status]
        var shown = rows.contains { $0.hasAccess != nil } ? wanted : wanted.filter { $0.head != access.head }
        let total = { shown.reduce(0) { $0 + least($1) + 2 } }
        while shown.count > 1, total() > width { shown.removeLast() }
        // What is left goes to names, addresses and matches alike.
        let rest = max(0, width - total())
        let rigid = [access.head, status.head] + (longest > idWidth ? [] : [id.head])
        let flexible = shown.map(\.head).filter { !rigid.contains($0) }
        let columns = [name, address, id, access, status, match].filter { column in
            shown.contains { $0.head == column.head }
        }
        let widths = columns.map { column in
            let share = flexible.contains(column.head) ? rest / flexible.count : 0
            return min(least(column) + share, column.width.most)
        }
        let left = max(0, width - widths.reduce(0, +))
        return ScreenColumns(
            columns: columns, widths: widths, gap: max(2, min(12, left / max(1, columns.count))),
            context: context, spoken: [name, access, id, address, match, status])
    }

    private static let name = ScreenColumn<CustomerRow>(.name, head: "Customer") { row, context in
        if case .chain = row.subject { return StyledLine("no customer", .warning) }
        if case .page(let page) = row.subject, row.values == CustomerValues() {
            return StyledLine(SearchText.field(page.kind), .dim)
        }
        let name = row.values.name?.text ?? ""
        if case .ticket = row.subject, name.isEmpty { return StyledLine("no customer", .warning) }
        return name.isEmpty ? StyledLine("no name", .dim) : StyledLine(name)
    }

    private static let email = ScreenColumn<CustomerRow>(.email, saying: address)
    private static let product = ScreenColumn<CustomerRow>(.email, head: "Product", saying: address)

    /// What a chain bought, else a person's address.
    private static func address(_ row: CustomerRow, _ context: ConsoleContext) -> StyledLine {
        StyledLine(row.product.map(context.shown) ?? row.values.email?.text ?? "", .dim)
    }

    private static let id = ScreenColumn<CustomerRow>(.id, in: .dim)

    private static let access = ScreenColumn<CustomerRow>(.access) { row, context in
        StyledLine(row.hasAccess.map { [StatusText.access($0, glyphs: context.options.glyphs)] } ?? [""])
    }

    private static let status = ScreenColumn<CustomerRow>(.status, head: "Last chain") { row, context in
        StyledLine(row.status.map { [StatusText.span($0, glyphs: context.options.glyphs)] } ?? [])
    }

    private static let match = ScreenColumn<CustomerRow>(
        "Found by", width: .texts(18...48)
    ) { row, context in
        StyledLine(
            [TextSpan("\(row.matchedOn) ", .dim)]
                + (context.role.may(.reveal) ? [TextSpan(row.matchedText, .match)] : []))
    }
}

/// The columns by which the list of customers can be sorted.
extension ListColumn<CustomerRow> {
    static var name: Self {
        .useful("name", width: .texts(14...26)) { .personal($0.values.name) }
    }

    static var email: Self {
        .useful("e-mail", width: .texts(18...32)) { .personal($0.values.email) }
    }

    static var id: Self { .useful("id", width: .texts(8...20)) { .text($0.subject.text) } }

    static var access: Self { .useful("access", width: 8) { .access($0.hasAccess) } }

    static var status: Self { .useful("status", width: 17) { .text($0.status?.rawValue) } }
}
