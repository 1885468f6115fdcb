internal import GRDB
internal import Purchases

/// One write under way: its transaction, who does it with which role, and when.
final class StoreTransaction {
    /// The connection, inside its transaction.
    let db: Database
    /// Who writes.
    let agent: AgentName
    /// The writer's role, as looked up in this transaction.
    let role: Role
    /// The present.
    let now: Instant
    /// The places where tests kill writers.
    let faults: FaultPlan

    /// A write by an agent.
    init(_ db: Database, agent: AgentName, role: Role, now: Instant, faults: FaultPlan) {
        (self.db, self.agent, self.role, self.now, self.faults) = (db, agent, role, now, faults)
    }

    /// Notes in the log of changes that something changed.
    func changed(_ entity: Entity, _ id: String) throws {
        try db.run("INSERT INTO change_log (entity, id) VALUES (?, ?)", [entity.rawValue, id])
    }

    /// Refuses what the writer's role does not allow.
    func require(_ permission: Permission) throws {
        guard role.may(permission) else { throw StoreError.notAllowed(agent, role, permission) }
    }
}
