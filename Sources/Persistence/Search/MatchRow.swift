internal import GRDB
internal import Purchases

/// One row that a query of a search found.
struct MatchRow {
    /// What a row leads to; several rows that lead to the same are one match.
    enum Subject: Hashable {
        /// The customer of a row.
        case customer(Int64)
        /// The chain of a row, which is nobody's.
        case chain(Int64)
        /// The ticket of a row.
        case ticket(Int64)
    }

    /// What every query selects before the columns of the customer.
    private enum Column: Int, ColumnList {
        case matchedOn, matchedText, chainRow, originalTransactionId, ticket, hasAccess
    }

    /// What it leads to; nil when it leads nowhere.
    let subject: Subject?
    /// What is shown of it.
    let match: SearchResults.Match

    /// Reads a row of ``selection(matchedOn:text:chain:ticket:)``.
    init(_ row: StoredRow) {
        let found = Columns<Column>(row)
        let person = Columns<CustomerColumn>(row, after: Column.allCases.count)
        let customer: Int64? = person[.id]
        let (chain, ticket): (Int64?, Int64?) = (found[.chainRow], found[.ticket])
        subject =
            ticket.map(Subject.ticket) ?? customer.map(Subject.customer) ?? chain.map(Subject.chain)
        match = SearchResults.Match(
            customer: customer == nil ? nil : CustomerTable(person).customer,
            chain: found.identifier(.originalTransactionId), ticket: ticket.map { TicketID(String($0)) },
            matchedOn: found[.matchedOn], matchedText: found[.matchedText], hasAccess: found[.hasAccess])
    }

    /// What a query selects of the customer `u` and, by its alias, of the chain; ?4 is the moment of access.
    static func selection(
        matchedOn: String, text: String, chain: String? = nil, ticket: String = "NULL"
    ) -> String {
        let chain = chain.map { "\($0).id, \($0).original_transaction_id" } ?? "NULL, NULL"
        return """
            SELECT \(matchedOn), \(text), \(chain), \(ticket), \(PresentAccess.holds(customer: "u", at: "?4")),
              \(CustomerColumn.selection(of: "u"))
            """
    }
}
