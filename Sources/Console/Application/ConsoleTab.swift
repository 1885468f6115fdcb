import Purchases

/// The tabs; one appears here when what it shows works.
enum ConsoleTab: String, CaseIterable, Hashable, Sendable {
    /// Customers, chains and making good.
    case customers = "Customers"
    /// The audit log.
    case audit = "Audit"

    /// The screen at the bottom of the tab.
    func root() -> any Screen {
        switch self {
        case .customers: CustomersScreen()
        case .audit: AuditScreen()
        }
    }
}
