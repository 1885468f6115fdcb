import Persistence
import Purchases

/// `Reversal` and `OwnAct` in words: why somebody cannot take something back.
extension ErrorText {
    /// What cannot be taken back any more.
    func words(of reversal: Reversal, overSince since: Instant?) -> ErrorWords {
        switch reversal {
        case .grant(let grant):
            ErrorWords(
                what: since.map { "the time to cancel grant \(grant) was over at \(reader.moment($0))" }
                    ?? "the policy gives no time to cancel grant \(grant)",
                inConsole: "x on the customer's grants takes it back with a reason",
                onCommandLine: "take it back with `makegood revoke \(grant) --reason mistake`")
        case .batch(let batch):
            ErrorWords(
                what: since.map { "the time to take batch \(batch) back was over at \(reader.moment($0))" }
                    ?? "the policy gives no time to take batch \(batch) back",
                inConsole: "x on a customer's grants takes one back with a reason",
                onCommandLine:
                    "see `makegood bulk show \(batch)`; `makegood revoke` ends a grant with a reason")
        case .ticket(let ticket):
            ErrorWords(
                what: since.map { "the time to take ticket \(ticket) back was over at \(reader.moment($0))" }
                    ?? "the policy gives no time to take ticket \(ticket) back",
                inConsole: "resolve it with a note that says why",
                onCommandLine:
                    "end it with `makegood ticket resolve \(ticket) --as not_charged --note WHY`, or have a lead write it off"
            )
        }
    }

    /// What another agent did.
    func words(of act: OwnAct, by agent: AgentName) -> ErrorWords {
        switch act {
        case .grant(let grant):
            ErrorWords(
                what: "grant \(grant) was given by \(agent)",
                inConsole: "x on the customer's grants takes it back with a reason",
                onCommandLine: "take it back with `makegood revoke \(grant) --reason mistake`")
        case .request(let request):
            ErrorWords(
                what: "request \(request) is \(agent)'s", inConsole: "nothing was changed",
                onCommandLine: "ask \(agent)")
        case .ticket(let ticket):
            ErrorWords(
                what: "ticket \(ticket) was opened by \(agent)",
                onCommandLine: "\(agent) or a lead takes it back")
        }
    }
}
