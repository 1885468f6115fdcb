import TerminalCore
import Widgets

extension ConsoleCommands {
    /// The commands of the queues.
    static let tickets = [
        command(.open, "Open the selected ticket", "open", [.enter], "Tickets", 1),
        command(.workNext, "Claim the next ticket and open it", "work", ["w"], "Tickets", 2),
        command(.claim, "Claim the selected ticket; once more gives it back", "claim", ["c"], "Tickets", 3),
        command(.nextPane, "Next queue", "queue", [.tab, "l"], "Tickets", 4),
        command(.previousPane, "Queue before", nil, [.backtab, "h"], "Tickets", nil),
        command(
            .incident, "Only the tickets of the incident: the most within 6 hours", "incident", ["i"],
            "Tickets", 5),
        command(
            .similar, "Only tickets with the cause of the selected one", "cause", ["s"], "Tickets", 6),
        command(.filter, "Filter: \(filterExample)", "filter", ["f"], "Tickets", 7),
        command(.ticketCustomer, "Go to the ticket's customer", "customer", ["u"], "Tickets", 8),
        command(
            .silentLosses, "Charges that no app reported as delivered", "silent losses", ["S"], "Tickets", 9),
        command(
            .wordDeliveries, "What was delivered by the app's word alone", "by word", ["b"], "Tickets", 10),
        copying("Tickets", 25, "Copy the ticket's, the transaction's or the customer's id"),
    ]

    /// The commands of the silent losses.
    static let silentLosses = [
        command(.open, "Open the selected charge's chain", "chain", [.enter], "Silent losses", 1),
        command(
            .openTicket, "Open a ticket for the selected charge", "open ticket", ["O"], "Silent losses", 2),
        command(.ticketCustomer, "Go to the charge's customer", "customer", ["u"], "Silent losses", 3),
        copying("Silent losses", 4, "Copy the transaction's, the chain's or the customer's id"),
    ]

    /// The commands of what was delivered by the app's word alone.
    static let wordDeliveries = [
        command(.open, "Open the customer", "customer", [.enter], "Delivered by word", 1),
        copying("Delivered by word", 2, "Copy the customer's, the transaction's or the attempt's id"),
    ]

    /// The commands of a ticket.
    static let ticket = [
        command(.makeGood, "Make good", "make good", ["m"], "Ticket", 1),
        command(.claim, "Claim the ticket; once more gives it back", "claim", ["c"], "Ticket", 2),
        command(.resolve, "Resolve the ticket another way", "resolve", ["r"], "Ticket", 3),
        command(.ticketCustomer, "Go to the ticket's customer", "customer", ["u"], "Ticket", 4),
        command(.nextPane, "Next pane", "pane", [.tab], "Ticket", 5),
        command(.previousPane, "Pane before", nil, [.backtab], "Ticket", nil),
        command(.open, "Explain the selected timeline entry", "explain", [.enter], "Ticket", 6),
        command(.similar, "Show the tickets with the same cause", "like this", ["s"], "Ticket", 7),
        command(.note, "Write a note", "note", ["N"], "Ticket", 8),
        command(.reopen, "Take the resolved ticket up again", "reopen", ["O"], "Ticket", 9),
        command(.raw, "Documents that speak of the ticket's chain", "raw", ["o"], "Ticket", 25),
        copying("Ticket", 26, "Copy the ticket's, the transaction's or the customer's id"),
    ]

    /// A filter of tickets as it is typed, for help and for the empty question.
    static let filterExample = "group:3 age>2d cause:21005 agent:none"
}
