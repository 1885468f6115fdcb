import Purchases
import TerminalCore
import Widgets

/// The tabs; one appears here when what it shows works.
enum ConsoleTab: String, CaseIterable, Hashable, Sendable {
    /// Customers, chains and making good.
    case customers = "Customers"
    /// Failed purchases in three queues.
    case tickets = "Tickets"
    /// The audit log.
    case audit = "Audit"

    /// The digit that shows it; those between are kept for tabs to come.
    var digit: Int {
        switch self {
        case .customers: 1
        case .tickets: 2
        case .audit: 5
        }
    }

    /// The function key that shows it, also where digits are text: four after the digit.
    var key: Key { .function(digit + 4) }

    /// The command that shows it.
    var command: CommandID {
        switch self {
        case .customers: .customersTab
        case .tickets: .ticketsTab
        case .audit: .auditTab
        }
    }

    /// The screen at the bottom of the tab.
    func root() -> any Screen {
        switch self {
        case .customers: CustomersScreen()
        case .tickets: TicketsScreen()
        case .audit: AuditScreen()
        }
    }
}
