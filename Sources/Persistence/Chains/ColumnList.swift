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
