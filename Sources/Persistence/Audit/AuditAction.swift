public import Purchases

/// Everything that may be written, by its name in the audit log; each needs one permission.
public enum AuditAction: String, Hashable, Sendable, CaseIterable {
    /// A store was made.
    case initialize = "store.init"
    /// Documents were taken in.
    case importDocuments = "import"
    /// A quarantined document was tried again.
    case quarantineRetry = "quarantine.retry"
    /// A quarantined document was dropped.
    case quarantineDrop = "quarantine.drop"
    /// The catalogue was replaced.
    case catalogImport = "catalog.import"
    /// A setting was changed.
    case settingsSet = "settings.set"
    /// A shared secret was added.
    case secretAdd = "secret.add"
    /// A shared secret was removed.
    case secretRemove = "secret.remove"
    /// An agent was added or given another role.
    case agentAdd = "agent.add"
    /// An agent was removed.
    case agentRemove = "agent.remove"
    /// A customer was added.
    case customerAdd = "customer.add"
    /// A customer was changed.
    case customerSet = "customer.set"
    /// A note was written on a customer.
    case customerNote = "customer.note"
    /// A customer was marked as a tester, or no more.
    case customerTester = "customer.tester"
    /// A chain was moved to a customer.
    case chainAttach = "chain.attach"
    /// An order id was recorded for a chain.
    case chainOrder = "chain.order"
    /// A grant was given.
    case grant
    /// A grant was ended.
    case revoke
    /// A ticket was worked on.
    case ticket
    /// A loss was written off.
    case ticketWriteOff = "ticket.write_off"
    /// Tickets moved that only time moves.
    case ticketOverdue = "ticket.overdue"
    /// Alarms were taken, or their delivery noted.
    case alarm
    /// Personal data was shown or taken out.
    case reveal

    /// What the agent must be allowed to.
    public var permission: Permission {
        switch self {
        case .initialize, .agentAdd, .agentRemove: .agents
        case .importDocuments: .importDocuments
        case .quarantineRetry: .retryQuarantine
        case .quarantineDrop: .dropQuarantine
        case .catalogImport: .catalog
        case .settingsSet: .settings
        case .secretAdd, .secretRemove: .secrets
        case .customerAdd, .customerSet, .customerNote: .keepCustomers
        case .customerTester: .testers
        case .chainAttach, .chainOrder: .keepChains
        case .grant: .grant
        case .revoke: .revoke
        case .ticket: .workTickets
        case .ticketWriteOff: .writeOff
        case .ticketOverdue: .read
        case .alarm: .importDocuments
        case .reveal: .reveal
        }
    }
}
