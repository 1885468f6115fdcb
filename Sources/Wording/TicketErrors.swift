import Persistence
import Purchases

/// `TicketRefusal` and `OpeningRefusal` in words.
extension ErrorText {
    /// Why nothing is done with a ticket.
    func words(of refusal: TicketRefusal, about ticket: TicketID) -> ErrorWords {
        switch refusal {
        case .held(let agent):
            ErrorWords(
                what: "\(agent) works on ticket \(ticket)",
                onCommandLine: "ask \(agent), or take another ticket")
        case .notHeld:
            ErrorWords(what: "nobody holds ticket \(ticket)", onCommandLine: "nothing is left to release")
        case .changed(let state, let group, let cause):
            ErrorWords(
                what:
                    "ticket \(ticket) changed: it is \(state.rawValue) in group \(group.rawValue), cause \(cause)",
                onCommandLine: "look at it again")
        case .resolved(let end, let agent, let at):
            ErrorWords(
                what: resolved(ticket, as: end, by: agent, at: at), inConsole: "its page tells how",
                onCommandLine: "see `makegood ticket show \(ticket)`")
        case .notResolved:
            ErrorWords(
                what: "ticket \(ticket) is not resolved", onCommandLine: "nothing is left to reopen")
        case .duplicate:
            ErrorWords(
                what: "ticket \(ticket) is a duplicate",
                onCommandLine: "reopen the ticket that it is a duplicate of")
        case .withdrawn:
            ErrorWords(
                what: "ticket \(ticket) was opened by mistake and taken back",
                inConsole: "open a new one on the customer or in the silent losses",
                onCommandLine:
                    "open a new one with `makegood ticket open` or `makegood tickets silent --open`")
        case .notOpenedByHand:
            ErrorWords(
                what: "an app has told of ticket \(ticket)'s purchase",
                inConsole: "resolve it with a note that says why",
                onCommandLine:
                    "end it with `makegood ticket resolve \(ticket) --as not_charged --note WHY`, or have a lead write it off"
            )
        case .endNeedsProof(let end, let missing):
            ErrorWords(
                what:
                    "no fact shows that ticket \(ticket) ended as \(end.rawValue): it needs \(Counting.all(missing.map(\.title)))",
                inConsole: Counting.all(missing.map(\.fieldAdvice)),
                onCommandLine: Counting.all(missing.map { $0.optionAdvice(for: ticket) }))
        case .endWaits(let request, let agent):
            ErrorWords(
                what: "an end of ticket \(ticket) waits for a lead: request \(request) of \(agent)",
                inConsole: "look under tab 4", onCommandLine: "see `makegood request show \(request)`")
        case .noDuplicate(let other, let obstacle):
            ErrorWords(
                what: "ticket \(ticket) is no duplicate of ticket \(other): \(ErrorText.words(of: obstacle))",
                onCommandLine: ErrorText.advice(on: obstacle))
        case .linkedToItself:
            ErrorWords(
                what: "ticket \(ticket) cannot be linked to itself", onCommandLine: "name another ticket")
        case .nothingToRetry:
            ErrorWords(
                what:
                    "the App Store has told of no charge for ticket \(ticket), so nothing can be delivered again",
                onCommandLine: "ask for it when a charge is known")
        }
    }

    private func resolved(
        _ ticket: TicketID, as end: TicketResolution?, by agent: AgentName?, at: Instant?
    ) -> String {
        // Who closed it so did not give the money back.
        let end = end.map { $0 == .refunded ? "closed as refunded" : $0.title } ?? "resolved"
        return switch (agent, at.map(reader.moment)) {
        case (let agent?, let at?): "ticket \(ticket) is \(end) by \(agent) at \(at)"
        case (let agent?, nil): "ticket \(ticket) is \(end) by \(agent)"
        case (nil, let at?): "ticket \(ticket) is \(end) at \(at)"
        case (nil, nil): "ticket \(ticket) is \(end)"
        }
    }

    /// Why no ticket is opened.
    func words(of refusal: OpeningRefusal) -> ErrorWords {
        switch refusal {
        case .delivered:
            ErrorWords(
                what: "that purchase was delivered: the store knows it in time",
                onCommandLine: "look at the customer's page")
        case .hasTicket(let ticket):
            ErrorWords(
                what: "that charge has ticket \(ticket)", inConsole: "open ticket \(ticket)",
                onCommandLine: "see `makegood ticket show \(ticket)`")
        case .noSilentLoss(let transaction):
            ErrorWords(
                what: "transaction \(transaction) is no silent loss",
                onCommandLine: "it has a ticket, was delivered or refunded, or is not known: look it up")
        }
    }
}
