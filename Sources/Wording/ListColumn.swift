package import Purchases

/// A column of a list, told once: its head, its name for programs, the room that it has, and what stands in it.
///
/// A screen's list, a command's table, tab- and comma-separated values, and the orders of a list are made of it. Columns
/// that screens and commands show stand beside the words of their subject in this room; one that only a screen or only a
/// command has, there. Where a screen says something else in a column, its screen says it.
package struct ListColumn<Row>: Sendable {
    package typealias Cell = @Sendable (Row) -> ListCell

    /// What stands above it, in small letters; nil when only programs read it.
    package let head: String?
    /// Its name for programs; nil when only people read it.
    package let key: String?
    /// What becomes of it where a command's table is short of room.
    package let rank: ColumnRank
    /// Where its texts stand in a command's table.
    package var alignment = ColumnAlignment.leading
    /// Whether its text goes on in the next line of a command's table instead of being cut; the last column's alone.
    package var wraps = false
    /// How wide it is on a screen.
    package var width: ColumnWidth = 0
    package let cell: Cell
}

/// What of a column stays where a command's table has no room for everything.
package enum ColumnRank: Int, Comparable, Sendable {
    /// It is never cut and never left out.
    case decisive
    /// It is cut where room is short, and left out where it is very short.
    case useful
    /// It is shown where there is room for everything useful, and never cut.
    case extra

    package static func < (left: ColumnRank, right: ColumnRank) -> Bool { left.rawValue < right.rawValue }
}

/// Where the texts of a column stand: at its beginning, or at its end, as numbers do.
package enum ColumnAlignment: Sendable {
    case leading, trailing
}

/// How wide a column of a screen is at least, and how much of the width that is left it takes.
package enum ColumnWidth: ExpressibleByIntegerLiteral, Sendable {
    /// Nothing.
    case fixed(Int)
    /// One of so many parts, at most so many cells.
    case part(Int, of: Int, atMost: Int = .max)
    /// What the others do not take.
    case rest(Int)
    /// As much as its texts need, within these widths.
    case texts(ClosedRange<Int>)

    package init(integerLiteral width: Int) { self = .fixed(width) }

    package var least: Int {
        switch self {
        case .fixed(let width), .part(let width, _, _), .rest(let width): width
        case .texts(let widths): widths.lowerBound
        }
    }

    /// As wide as this it grows for its texts.
    package var most: Int { if case .texts(let widths) = self { widths.upperBound } else { least } }
}

extension ListColumn {
    /// A column that is never cut.
    package static func decisive(
        _ head: String, _ key: String? = nil, width: ColumnWidth = 0, _ cell: @escaping Cell
    ) -> ListColumn { ListColumn(head: head, key: key, rank: .decisive, width: width, cell: cell) }

    /// A column that may be cut.
    package static func useful(
        _ head: String, _ key: String? = nil, width: ColumnWidth = 0, _ cell: @escaping Cell
    ) -> ListColumn { ListColumn(head: head, key: key, rank: .useful, width: width, cell: cell) }

    /// A column that is shown only where there is room.
    package static func extra(
        _ head: String, _ key: String? = nil, width: ColumnWidth = 0, _ cell: @escaping Cell
    ) -> ListColumn { ListColumn(head: head, key: key, rank: .extra, width: width, cell: cell) }

    /// A column of numbers, which are never cut.
    package static func number(
        _ head: String?, _ key: String? = nil, _ rank: ColumnRank = .decisive, width: ColumnWidth = 0,
        _ cell: @escaping Cell
    ) -> ListColumn {
        ListColumn(head: head, key: key, rank: rank, alignment: .trailing, width: width, cell: cell)
    }

    /// A column of sentences that go on in the next line.
    package static func sentences(
        _ head: String, _ key: String? = nil, _ cell: @escaping Cell
    ) -> ListColumn { ListColumn(head: head, key: key, rank: .decisive, wraps: true, cell: cell) }

    /// A column for programs.
    package static func value(_ key: String, _ cell: @escaping Cell) -> ListColumn {
        ListColumn(head: nil, key: key, rank: .extra, cell: cell)
    }
}

/// Who reads a list and when, and what the shop calls products.
package struct ListReader: Sendable {
    package let now: Instant
    /// How sentences are said.
    package let reader: Reader
    /// What the shop calls products.
    package var products: ProductNames

    /// A reader; without names products are called by their ids.
    package init(_ reader: Reader, at now: Instant, products: ProductNames = ProductNames()) {
        (self.reader, self.now, self.products) = (reader, now, products)
    }
}

/// What stands in a column of a row: words for people, a value for programs, and what the row is sorted by.
package struct ListCell: Sendable {
    package typealias Text = @Sendable (ListReader) -> String

    package let shown: Text
    package let value: Text
    package let order: @Sendable (ListReader) -> SortKey

    /// Words for people, a value for programs, or the words for both; sorted by the words unless it says otherwise.
    package init(
        shown: @escaping Text, value: Text? = nil, order: (@Sendable (ListReader) -> SortKey)? = nil
    ) {
        (self.shown, self.value) = (shown, value ?? shown)
        self.order = order ?? { .words(shown($0)) }
    }
}

extension ListCell {
    /// A text, the same for both.
    package static func text(_ text: String?) -> ListCell { ListCell(shown: { _ in text ?? "" }) }

    /// Words for people, a value for programs.
    package static func words(_ words: String?, value: String?) -> ListCell {
        ListCell(shown: { _ in words ?? "" }, value: { _ in value ?? "" })
    }

    /// A sentence, the same for both.
    package static func said(_ words: @escaping @Sendable (Reader) -> String) -> ListCell {
        ListCell(shown: { words($0.reader) })
    }

    /// A sentence for people, a value for programs.
    package static func said(
        value: @escaping @autoclosure @Sendable () -> String?, _ words: @escaping @Sendable (Reader) -> String
    ) -> ListCell { ListCell(shown: { words($0.reader) }, value: { _ in value() ?? "" }) }

    package static func number(_ number: some BinaryInteger) -> ListCell { .text(String(number)) }

    /// Whether something is so, for programs.
    package static func flag(_ isSo: Bool?) -> ListCell { .text(isSo.map { $0 ? "true" : "false" }) }

    /// A moment: in words, to the minute; RFC 3339 for programs.
    package static func moment(_ instant: Instant?) -> ListCell {
        ListCell(
            shown: { list in instant.map { TimeText(now: list.now).moment($0) } ?? "" },
            value: { _ in instant?.description ?? "" },
            order: { _ in instant.map { .number($0.milliseconds) } ?? .missing })
    }

    /// How long somebody has waited since a moment.
    package static func waiting(since instant: Instant) -> ListCell {
        ListCell(shown: { $0.reader.age($0.now - instant) })
    }

    /// An amount, marked where it is the catalogue's.
    package static func money(_ money: Money?) -> ListCell {
        ListCell(
            shown: { money.map($0.reader.price) ?? "" },
            order: { _ in money.map { .amount($0.currency, $0.milliunits) } ?? .missing })
    }

    /// What is told of a person, as far as the reader of its row may see it.
    package static func personal(_ text: (some PersonalText)?) -> ListCell { .text(text?.text) }

    /// A customer by the id; sorted by the name, where it is known.
    package static func customer(_ id: AppUserID?, named name: PersonName? = nil) -> ListCell {
        ListCell(
            shown: { _ in id?.rawValue ?? "no customer" }, value: { _ in id?.rawValue ?? "" },
            order: { _ in .words(name?.text ?? id?.rawValue) })
    }

    /// A product: as the shop calls it, the id for programs.
    package static func product(_ product: ProductID?) -> ListCell {
        ListCell(
            shown: { list in product.map { list.products.shown($0, in: "en") } ?? "" },
            value: { _ in product?.rawValue ?? "" })
    }

    /// Whether there is access now; nil where nobody knows.
    package static func access(_ has: Bool?) -> ListCell {
        ListCell(
            shown: { _ in has.map { $0 ? "access" : "no access" } ?? "" },
            value: { _ in has.map { $0 ? "active" : "none" } ?? "" },
            order: { _ in has.map { .number($0 ? 0 : 1) } ?? .missing })
    }
}

/// What a row is sorted by.
package enum SortKey: Comparable, Sendable {
    /// A number, or a moment.
    case number(Int64)
    /// Amounts of one currency.
    case amount(String, Int64)
    /// A text, compared without regard to capital letters.
    case text(String)
    /// Nothing.
    case missing

    /// A text, or nothing where it is empty.
    package static func words(_ text: String?) -> SortKey {
        text.flatMap { $0.isEmpty ? nil : .text($0.lowercased()) } ?? .missing
    }
}
