import Purchases
import TerminalCore
import Widgets

/// The columns of the list of customers: which fit, how wide they are, and a row's text in them.
struct PersonColumns {
    private enum Kind: CaseIterable {
        case name, access, id, email, match, status
    }

    private let slots: [(kind: Kind, width: Int)]
    /// The blanks between two columns: what the columns leave stands between them.
    private let gap: Int

    /// Columns for a width; the last ones of the list are dropped first where there is no room.
    init(width: Int, isSearch: Bool) {
        let wanted: [Kind] =
            isSearch ? [.name, .access, .id, .match, .email] : [.name, .access, .id, .email, .status]
        var shown = wanted
        while shown.count > 1, Self.total(shown) > width { shown.removeLast() }
        let rest = max(0, width - Self.total(shown))
        // What is left goes to names, addresses and matches alike.
        let flexible = shown.filter { $0 != .access && $0 != .status }
        slots = shown.sorted { Self.order($0) < Self.order($1) }.map { kind in
            let share = flexible.contains(kind) ? rest / flexible.count : 0
            return (kind, min(Self.minimum(kind) + share, Self.maximum(kind)))
        }
        let left = max(0, width - slots.reduce(0) { $0 + $1.width })
        gap = max(2, min(12, left / max(1, slots.count)))
    }

    /// The heads of the columns.
    var heads: StyledLine {
        join { kind in
            switch kind {
            case .name: [TextSpan("Customer", .columnHeader)]
            case .email: [TextSpan("E-mail", .columnHeader)]
            case .id: [TextSpan("Id", .columnHeader)]
            case .access: [TextSpan("Access", .columnHeader)]
            case .match: [TextSpan("Found by", .columnHeader)]
            case .status: [TextSpan("Last chain", .columnHeader)]
            }
        }
    }

    /// A row's text.
    func line(_ row: PersonRow, _ people: PersonText, _ glyphs: Glyphs) -> StyledLine {
        join { kind in
            switch kind {
            case .name: [name(row, people)]
            case .email: [TextSpan(people.email(row.values), .dim)]
            case .id: [TextSpan(id(row), .dim)]
            case .access: [row.hasAccess.map { StatusText.access($0, glyphs) } ?? TextSpan("")]
            case .status: row.status.map { [StatusText.span($0, glyphs)] } ?? []
            case .match:
                [TextSpan("\(row.matchedOn) ", .dim)]
                    + (people.isMasked ? [] : [TextSpan(row.matchedText, .match)])
            }
        }
    }

    private func name(_ row: PersonRow, _ people: PersonText) -> TextSpan {
        if case .chain = row.subject { return TextSpan("nobody's chain", .warning) }
        let name = people.name(row.values)
        return name.isEmpty ? TextSpan("no name", .dim) : TextSpan(name)
    }

    private func id(_ row: PersonRow) -> String {
        switch row.subject {
        case .customer(let id): id.rawValue
        case .chain(let id): id.rawValue
        }
    }

    private func join(_ cell: (Kind) -> [TextSpan]) -> StyledLine {
        StyledLine(
            slots.flatMap { slot in
                CellText.fitted(StyledLine(cell(slot.kind)), to: slot.width).spans
                    + [TextSpan(String(repeating: " ", count: gap))]
            })
    }

    private static func total(_ kinds: [Kind]) -> Int { kinds.reduce(0) { $0 + minimum($1) + 2 } }

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
