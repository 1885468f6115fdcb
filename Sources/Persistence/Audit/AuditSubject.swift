internal import Purchases

/// Something that an audit entry speaks of, so that it is found by it.
struct AuditSubject: Hashable, Sendable {
    /// What kind of thing it is, the word before the colon in `--about grant:5`.
    let kind: String
    /// Its name.
    let id: String

    /// A customer.
    static func customer(_ id: AppUserID) -> AuditSubject { AuditSubject(kind: "customer", id: id.rawValue) }
    /// A grant.
    static func grant(_ id: GrantID) -> AuditSubject { AuditSubject(kind: "grant", id: id.rawValue) }
    /// A ticket.
    static func ticket(_ id: TicketID) -> AuditSubject { AuditSubject(kind: "ticket", id: id.rawValue) }
    /// A chain.
    static func chain(_ id: OriginalTransactionID) -> AuditSubject {
        AuditSubject(kind: "chain", id: id.rawValue)
    }
    /// An agent.
    static func agent(_ login: AgentName) -> AuditSubject { AuditSubject(kind: "agent", id: login.rawValue) }
    /// A setting.
    static func setting(_ key: String) -> AuditSubject { AuditSubject(kind: "setting", id: key) }
}
