internal import Purchases

extension StoreError {
    /// A login that is not in the list of agents.
    static func unknownAgent(_ agent: AgentName) -> StoreError {
        StoreError(
            .refused, "\(agent) is not among this store's agents",
            remedy: "a lead must run `makegood agents add \(agent) --role agent`")
    }

    /// A role that does not allow what was asked.
    static func notAllowed(_ agent: AgentName, _ role: Role, _ permission: Permission) -> StoreError {
        let words = permission.rawValue.split(separator: "_").joined(separator: " ")
        return StoreError(
            .refused, "the role of \(agent), \(role.rawValue), does not allow this (\(words))",
            remedy: permission.isLeadsAlone ? "ask a lead" : "ask a lead for another role")
    }

    /// A write that its body did not tell the audit log of.
    static let unaudited = StoreError(
        .damaged, "a write would have left no entry in the audit log",
        remedy: "nothing was changed; report it")
}
