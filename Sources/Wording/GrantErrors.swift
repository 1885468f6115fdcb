import Persistence
import Purchases

/// `GrantRefusal` in words.
extension ErrorText {
    /// Why a grant is not given, or not ended.
    func words(of refusal: GrantRefusal) -> ErrorWords {
        switch refusal {
        case .unknownReason(let reason, let known):
            ErrorWords(
                what: "\(reason) is no reason for a grant",
                onCommandLine: "use one of \(known.joined(separator: ", "))")
        case .bridgedByHand:
            ErrorWords(
                what: "bridge is the server's own reason, under policy.bridge_hours",
                inConsole: "choose another reason", onCommandLine: "give another reason")
        case .nothingGained:
            ErrorWords(
                what: "the customer has this access all that time already",
                inConsole: "start it later, or choose to give it anyway",
                onCommandLine: "start it later with --starts after, or give it --anyway")
        case .endsInPast(let end):
            ErrorWords(
                what: "the grant would end in the past, \(reader.moment(end))",
                onCommandLine: "give a later end")
        case .endsBeforeStart:
            ErrorWords(
                what: "the grant would end before it starts", onCommandLine: "give a later end")
        case .noEndToStartAfter(hasTicket: true):
            ErrorWords(
                what: "present access has no end to start after",
                inConsole: "start it now and choose to give it anyway, or resolve the ticket another way",
                onCommandLine:
                    "give it back all the same with --starts now --anyway, or resolve the ticket another way")
        case .noEndToStartAfter(hasTicket: false):
            ErrorWords(
                what: "present access has no end to start after", onCommandLine: "there is nothing to give")
        case .unknownLength(let ticket):
            ErrorWords(
                what: "nothing tells how long ticket \(ticket)'s product lasts",
                inConsole: "choose a length", onCommandLine: "give a length with --for")
        case .ticketOfAnother(let ticket, let owner):
            ErrorWords(
                what: "ticket \(ticket) is \(owner)'s", onCommandLine: "name that customer, or no ticket")
        case .unlocksNothing(let ticket, let product):
            ErrorWords(
                what: "ticket \(ticket)'s product \(product) unlocks nothing, so no grant makes it good",
                onCommandLine: "credit it in the app and resolve the ticket as credited")
        case .unlocksOthers(let ticket, let product, let unlocks, let asked):
            ErrorWords(
                what: "ticket \(ticket)'s product \(product) unlocks \(names(unlocks)), not \(asked)",
                onCommandLine: "give \(names(unlocks)) with the ticket, or \(asked) without it")
        case .revoked(let grant, let at):
            ErrorWords(
                what: "grant \(grant) was revoked at \(reader.moment(at))",
                onCommandLine: "nothing is left to end")
        case .ranOut(let grant, let at):
            ErrorWords(
                what: "grant \(grant) ended at \(reader.moment(at))", onCommandLine: "nothing is left to end")
        case .gone(let grant):
            ErrorWords(what: "grant \(grant) is missing", onCommandLine: "run `makegood audit verify`")
        }
    }

    private func names(_ entitlements: [EntitlementID]) -> String {
        entitlements.map(\.rawValue).joined(separator: ", ")
    }
}
