import Widgets

extension CommandID {
    /// Opens what is selected.
    static let open: CommandID = "open"
    /// Goes to the search box.
    static let search: CommandID = "search"
    /// Goes from the search box to the rows.
    static let searchRows: CommandID = "search.rows"
    /// Brings back the last search.
    static let searchRecall: CommandID = "search.recall"
    /// Opens the form that records an order id.
    static let recordOrder: CommandID = "order.record"
    /// Shows the chains that are nobody's.
    static let ofNobody: CommandID = "filter.nobody"
    /// Leaves the search box.
    static let searchLeave: CommandID = "search.leave"
    /// Opens the make-good form.
    static let makeGood: CommandID = "grant.make"
    /// Opens the form that takes a grant back.
    static let revoke: CommandID = "grant.revoke"
    /// Opens the form that writes a note.
    static let note: CommandID = "note.add"
    /// Looks at the page as of another day.
    static let asOf: CommandID = "as-of"
    /// Shows the next pane.
    static let nextPane: CommandID = "pane.next"
    /// Shows the pane before.
    static let previousPane: CommandID = "pane.previous"
    /// Searches in what is shown.
    static let find: CommandID = "find"
    /// Keeps the words that are searched for.
    static let findKeep: CommandID = "find.keep"
    /// Goes to the next match.
    static let findNext: CommandID = "find.next"
    /// Goes to the match before.
    static let findPrevious: CommandID = "find.previous"
    /// Ends the search.
    static let findEnd: CommandID = "find.end"
    /// Opens what an entry of the audit log is about.
    static let subject: CommandID = "audit.subject"
    /// Opens the chain's owner.
    static let owner: CommandID = "chain.owner"
    /// Opens the form that attaches a chain.
    static let attach: CommandID = "chain.attach"
    /// Submits a form.
    static let submit: CommandID = "form.submit"
    /// Filters a list.
    static let filter: CommandID = "filter"
    /// Shows the documents that speak of a chain.
    static let raw: CommandID = "raw"
    /// Shows what can be copied.
    static let copy: CommandID = "copy"
    /// Shows the customers.
    static let customersTab: CommandID = "tab.customers"
    /// Shows the tickets.
    static let ticketsTab: CommandID = "tab.tickets"
    /// Shows the audit log.
    static let auditTab: CommandID = "tab.audit"
    /// Reads everything again.
    static let refresh: CommandID = "refresh"
    /// Shows the help.
    static let help: CommandID = "help"
    /// Shows all commands.
    static let palette: CommandID = "palette"
    /// Goes back.
    static let back: CommandID = "back"
    /// Closes this view.
    static let close: CommandID = "close"
    /// Leaves the console.
    static let quit: CommandID = "quit"
    /// Stops the process for a while.
    static let suspend: CommandID = "suspend"
}
