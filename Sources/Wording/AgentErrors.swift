import Persistence
import Purchases

/// `AgentRefusal` in words.
extension ErrorText {
    /// Why an agent may not do something.
    func words(of refusal: AgentRefusal, about agent: AgentName) -> ErrorWords {
        switch refusal {
        case .notListed:
            ErrorWords(
                what: "\(agent) is not among this store's agents", inConsole: "a lead adds your login again",
                onCommandLine: "a lead must run `makegood agents add \(agent) --role agent`")
        case .notAllowed(let role, let permission):
            ErrorWords(
                what:
                    "the role of \(agent), \(role.rawValue), does not allow this (\(CodeText.words(permission.rawValue)))",
                onCommandLine: permission.isLeadsAlone ? "ask a lead" : "ask a lead for another role")
        case .worksNoTickets(let role):
            ErrorWords(
                what: "\(agent), a \(role.rawValue), does not work on tickets",
                onCommandLine: "hand it to an agent or a lead")
        case .lastLead:
            ErrorWords(
                what: "\(agent) is the last lead", onCommandLine: "make someone else a lead first")
        }
    }
}
