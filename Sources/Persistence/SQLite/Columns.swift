import Purchases

/// The columns of a query, in the order in which it selects and a reader reads them.
///
/// They are read by place: looking a column up by its name costs more than reading it. A case is named like its column.
protocol ColumnList: CaseIterable, RawRepresentable where RawValue == Int {
    /// What the query selects for it.
    var sql: String { get }
}

extension ColumnList {
    /// The column's own name.
    var sql: String { name }

    /// The case's name as columns are named: `created_at_ms` for `createdAtMs`.
    var name: String {
        "\(self)".reduce(into: "") { name, letter in
            name += letter.isUppercase ? "_" + letter.lowercased() : String(letter)
        }
    }

    /// What a query selects, of a table by its alias where there are several; to be kept, because it is put together.
    static func selection(of alias: String? = nil) -> String {
        allCases.map { column in alias.map { "\($0).\(column.sql)" } ?? column.sql }.joined(separator: ", ")
    }
}

/// A row, or a part of one, read by the places of its columns.
struct Columns<List: ColumnList> {
    private let row: StoredRow
    private let start: Int

    /// The columns of a list in a row that has so many others before them.
    init(_ row: StoredRow, after start: Int = 0) { (self.row, self.start) = (row, start) }

    /// The value of a column; NULL reads as zero or nothing.
    subscript<Value: ColumnValue>(column: List) -> Value { row[start + column.rawValue] }

    /// The value of a column; nil for NULL.
    subscript<Value: ColumnValue>(column: List) -> Value? { row[start + column.rawValue] }

    /// A moment kept as milliseconds; nil for NULL.
    func instant(_ column: List) -> Instant? {
        (self[column] as Int64?).map(Instant.init(milliseconds:))
    }

    /// An identifier kept as text; nil for NULL.
    func identifier<ID: StringIdentifier>(_ column: List) -> ID? {
        (self[column] as String?).map(ID.init(_:))
    }

    /// A value kept as JSON; nil for NULL.
    func json<Value: Decodable>(_ column: List) throws -> Value? {
        try ColumnText.value(self[column])
    }
}
