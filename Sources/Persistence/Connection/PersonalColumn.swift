import Purchases

/// A column that says something of a person, as the type of its values tells: by it an erasure knows what to look for
/// (`Privacy/ErasureSearch.swift`).
struct PersonalColumn: Hashable {
    /// Its name in the table.
    let name: String
    /// Where an erasure looks for its texts besides.
    let trace: PersonalTrace

    /// The columns of values that say something of a person, in the order of their list.
    static func all<Value: TableValue>(of type: Value.Type) -> [PersonalColumn] {
        var (value, finder) = (Value.unread, PersonalColumnFinder())
        value.visit(&finder)
        return finder.columns
    }

    /// What a value says of a person, by its columns; what is unknown is left out.
    static func texts(of value: some TableValue) -> [(column: PersonalColumn, text: any PersonalText)] {
        var (value, finder) = (value, PersonalColumnFinder())
        value.visit(&finder)
        return finder.texts
    }
}

/// Finds what a value says of a person.
private struct PersonalColumnFinder: ColumnVisitor {
    private(set) var columns: [PersonalColumn] = []
    private(set) var texts: [(column: PersonalColumn, text: any PersonalText)] = []

    mutating func visit<Value: ColumnValue>(_ column: String, _ value: inout Value) {
        var known: Value? = value
        visit(column, &known)
    }

    mutating func visit<Value: ColumnValue>(_ column: String, _ value: inout Value?) {
        guard let type = Value.self as? any PersonalText.Type else { return }
        let found = PersonalColumn(name: column, trace: type.trace)
        columns.append(found)
        if let text = value as? any PersonalText { texts.append((found, text)) }
    }

    mutating func visit(_ column: String, json value: inout (some Codable)?) {}

    mutating func visit(_ column: String, requiredJSON value: inout some Codable) {}

    mutating func visit(_ column: String, code value: inout some CodeWithValues) {}
}
