import Purchases
import TerminalCore
import Widgets

/// The columns of the list of customers: which fit, how wide they are, and a row's text in them.
struct CustomerColumns {
    private enum Kind: CaseIterable {
        case name, access, id, email, match, status
    }

    private let slots: [(kind: Kind, width: Int)]
    private let showsProducts: Bool
    /// The blanks between two columns: what the columns leave stands between them.
    private let gap: Int

    /// Columns of rows for a width; the last ones of the list are dropped first where there is no room.
    init(_ rows: [CustomerRow], width: Int) {
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
    func line(_ row: CustomerRow, _ people: CustomerText, _ glyphs: Glyphs) -> StyledLine {
        join { kind in
            switch kind {
            case .name: [name(row, people)]
            case .email: [TextSpan(row.product?.rawValue ?? people.email(row.values), .dim)]
            case .id: [TextSpan(row.subject.text, .dim)]
            case .access: [row.hasAccess.map { StatusText.access($0, glyphs) } ?? TextSpan("")]
            case .status: row.status.map { [StatusText.span($0, glyphs)] } ?? []
            case .match:
                [TextSpan("\(row.matchedOn) ", .dim)]
                    + (people.isMasked ? [] : [TextSpan(row.matchedText, .match)])
            }
        }
    }

    private func name(_ row: CustomerRow, _ people: CustomerText) -> TextSpan {
        if case .chain = row.subject { return TextSpan("nobody's chain", .warning) }
        let name = people.name(row.values)
        if case .ticket = row.subject, name.isEmpty { return TextSpan("nobody's ticket", .warning) }
        return name.isEmpty ? TextSpan("no name", .dim) : TextSpan(name)
    }

    private func join(_ cell: (Kind) -> [TextSpan]) -> StyledLine {
        StyledLine(
            slots.flatMap { slot in
                CellText.fitted(StyledLine(cell(slot.kind)), to: slot.width).spans
                    + [TextSpan(String(repeating: " ", count: gap))]
            })
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
        case .status: 15
        }
    }

    private static func maximum(_ kind: Kind) -> Int {
        switch kind {
        case .name: 26
        case .access: 8
        case .id: 20
        case .email: 32
        case .match: 48
        case .status: 15
        }
    }
}
