internal import GRDB
internal import Purchases

/// One row that a query of a search found.
struct MatchRow {
    /// What every query selects before the columns of the customer.
    private enum Column: Int, ColumnList {
        case matchedOn, matchedText, chainRow, originalTransactionId, hasAccess
    }

    /// The row of the customer; nil when it is nobody's.
    let customerRow: Int64?
    /// The row of the chain; nil when the customer itself was found.
    let chainRow: Int64?
    /// What is shown of it.
    let match: SearchResults.Match

    /// Reads a row of ``selection(matchedOn:text:chain:)``.
    init(_ row: StoredRow) {
        let found = Columns<Column>(row)
        let person = Columns<CustomerColumn>(row, after: Column.allCases.count)
        customerRow = person[.id]
        chainRow = found[.chainRow]
        match = SearchResults.Match(
            customer: customerRow == nil ? nil : CustomerRow(person).customer,
            chain: found.identifier(.originalTransactionId), matchedOn: found[.matchedOn],
            matchedText: found[.matchedText], hasAccess: found[.hasAccess])
    }

    /// What a query selects of the customer `u` and, by its alias, of the chain; ?4 is the moment of access.
    static func selection(matchedOn: String, text: String, chain: String? = nil) -> String {
        let chain = chain.map { "\($0).id, \($0).original_transaction_id" } ?? "NULL, NULL"
        return """
            SELECT \(matchedOn), \(text), \(chain), \(PresentAccess.holds(customer: "u", at: "?4")),
              \(CustomerColumn.selection(of: "u"))
            """
    }
}
