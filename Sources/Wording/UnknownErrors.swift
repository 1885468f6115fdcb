import Persistence

/// `UnknownSubject` and `TakenName` in words: names that nothing has, and names that something has already.
extension ErrorText {
    /// What does not exist.
    func words(of subject: UnknownSubject) -> ErrorWords {
        switch subject {
        case .agent(let agent):
            ErrorWords(
                what: "\(agent) is not among this store's agents", onCommandLine: "see `makegood agents list`"
            )
        case .value(let text, let setting):
            ErrorWords(
                what: "\(setting.rawValue) does not hold \(text)",
                onCommandLine: "see `makegood settings show`")
        case .secret:
            ErrorWords(what: "that secret is not known", onCommandLine: "see `makegood settings show`")
        case .keyName(let name):
            ErrorWords(what: "there is no API key \(name)", onCommandLine: "see `makegood-server key list`")
        case .webhook(let name):
            ErrorWords(
                what: "webhooks have no receiver or message \(name)",
                inConsole: "the page of the server has them all",
                onCommandLine: "see `makegood-server webhooks list`")
        case .customer(let id, let near):
            ErrorWords(
                what: "there is no customer \(id)",
                inConsole: near.isEmpty ? "search for the customer" : nil,
                onCommandLine: meant(near)
                    ?? "look the customer up with `makegood lookup`, or add one with `makegood customer add`")
        case .holder(let id, let near):
            ErrorWords(
                what: "there is no customer \(id)",
                inConsole: meant(near) ?? "choose a customer, or say that one is to be created",
                onCommandLine:
                    "\(meant(near) ?? "look the customer up with `makegood lookup`;") --create makes a new one"
            )
        case .chain(let id):
            ErrorWords(
                what: "there is no chain \(id)",
                inConsole: "search for it by any transaction id, or import the customer's receipt",
                onCommandLine:
                    "find it by any transaction id with `makegood lookup`, or import the customer's receipt")
        case .chainOfOrder(let id):
            ErrorWords(what: "there is no chain \(id)", onCommandLine: "import its documents first")
        case .subscription(let product):
            ErrorWords(
                what: "no subscription to \(product) is known",
                inConsole: "choose a product of the catalogue", onCommandLine: "see `makegood catalog show`")
        case .entitlement(let entitlement, let near):
            ErrorWords(
                what: "no product unlocks \(entitlement)",
                inConsole: near.isEmpty ? "choose one that the catalogue knows" : nil,
                onCommandLine: meant(near) ?? "see `makegood catalog show`")
        case .grant(let grant):
            ErrorWords(
                what: "there is no grant \(grant)", onCommandLine: "the customer's page lists all grants")
        case .ticket(let ticket):
            ErrorWords(
                what: "there is no ticket \(ticket)", inConsole: "look for it in the queues",
                onCommandLine: "see `makegood tickets`")
        case .request(let request):
            ErrorWords(
                what: "there is no request \(request)", inConsole: "the list of approvals has them all",
                onCommandLine: "see `makegood requests --all`")
        case .batch(let batch):
            ErrorWords(
                what: "there is no batch \(batch)", inConsole: "the list of batches has them all",
                onCommandLine: "see `makegood bulk list`")
        case .incident(let incident):
            ErrorWords(
                what: "there is no incident \(incident)", inConsole: "look at the list of incidents again",
                onCommandLine: "see `makegood review incidents`")
        case .asked(let id):
            ErrorWords(
                what: "there is no question \(id) to the App Store", inConsole: "nothing is left to cancel",
                onCommandLine: "see `makegood ask list`")
        case .refund(let id):
            ErrorWords(
                what: "there is no refund request \(id)",
                inConsole: "the list of refund requests has them all",
                onCommandLine: "see `makegood refunds list --all`")
        case .quarantined(let document):
            ErrorWords(
                what: "there is no document \(document) in quarantine",
                onCommandLine: "see `makegood quarantine list`")
        }
    }

    private func meant(_ names: [String]) -> String? {
        names.isEmpty ? nil : "did you mean \(names.joined(separator: ", "))?"
    }

    /// What is there already.
    func words(of name: TakenName) -> ErrorWords {
        switch name {
        case .path(let path):
            ErrorWords(
                what: "\(path) exists already", onCommandLine: "name another path, nothing was overwritten")
        case .secret: ErrorWords(what: "that secret is known already", onCommandLine: "nothing to do")
        case .keyName(let name):
            ErrorWords(
                what: "there is an API key \(name)",
                onCommandLine: "choose another name, or remove that one with `makegood-server key remove`")
        case .customer(let id):
            ErrorWords(
                what: "there is a customer \(id) already",
                onCommandLine: "change it with `makegood customer set`")
        case .requestKey(let key):
            ErrorWords(what: "the key \(key) was used for something else", onCommandLine: "use a new key")
        }
    }
}
