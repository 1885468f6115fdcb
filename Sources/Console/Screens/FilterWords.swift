import Persistence
import Purchases
import Wording

/// The names that the values of a filter may be.
struct FilterNames: Hashable, Sendable {
    /// Everyone who may use the store.
    var agents: [AgentName] = []
    /// The products of the catalogue.
    var products: [ProductID] = []

    fileprivate var agentValues: [FilterWord.Value] { agents.map { FilterWord.Value(text: $0.rawValue) } }

    /// The products of the catalogue and those of rows.
    fileprivate func productValues(_ shown: [ProductID]) -> [FilterWord.Value] {
        Set(products + shown).sorted().map { FilterWord.Value(text: $0.rawValue) }
    }
}

extension FilterWord {
    /// The words of the filter of customers.
    static func ofCustomers(_ names: FilterNames) -> [FilterWord] {
        let statuses = ChainStatus.allCases.filter { $0 != .none }
        return [
            FilterWord(
                name: "status", explanation: "with a chain that is so now",
                values: statuses.map { Value(text: $0.rawValue) }, isClosed: true),
            FilterWord(
                name: "product", explanation: "with a chain that bought it last",
                values: names.productValues([])),
            FilterWord(
                name: "renewal", explanation: "with a chain that will not renew",
                values: [Value(text: "off")],
                isClosed: true),
            FilterWord(name: "nobody", signs: [alone], explanation: "the chains that are nobody's"),
        ]
    }

    /// The words of the filter of the audit log.
    static func ofAudit(_ names: FilterNames) -> [FilterWord] {
        [
            FilterWord(name: "agent", explanation: "who did it", values: names.agentValues),
            FilterWord(
                name: "action", explanation: "what was done; a word before a dot stands for all of its kind",
                values: AuditFilter.actionNames.map { Value(text: $0) }, isClosed: true),
            FilterWord(
                name: "about", explanation: "what it speaks of, by its name; the name alone does, too"),
            FilterWord(
                name: "since", explanation: "from then on: yesterday, 3d-ago, 2021-08-10",
                values: ["today", "yesterday", "7d-ago", "30d-ago"].map { Value(text: $0) }),
        ]
            + AuditFilter.kinds.map {
                FilterWord(name: $0, explanation: "about the \($0) of that name")
            }
    }
}

extension FilterWord {
    /// The words of the filter of tickets, with the values that rows show.
    static func ofTickets(_ tickets: [Ticket], _ names: FilterNames) -> [FilterWord] {
        let causes = Set(tickets.map(\.cause.rawValue)).sorted().map {
            Value(text: $0, meaning: Codes.meaning(ofCause: $0).name)
        }
        return [
            FilterWord(
                name: "group", explanation: "1 no payment, 2 paid and not delivered yet, 3 loss of funds",
                values: ErrorGroup.allCases.reversed().map {
                    Value(text: "\($0.rawValue)", meaning: $0.title)
                },
                isClosed: true),
            FilterWord(
                name: "state", explanation: "how far the work is",
                values: (["unresolved"] + TicketState.allCases.map(\.rawValue)).map { Value(text: $0) },
                isClosed: true),
            FilterWord(
                name: "age", signs: [">", "<"], explanation: "how long the customer waits",
                values: ["1h", "6h", "1d", "2d", "7d", "30d"].map { Value(text: $0) }),
            FilterWord(
                name: "agent", explanation: "who works on it",
                values: [Value(text: "none", meaning: "nobody works on it")] + names.agentValues),
            FilterWord(name: "cause", explanation: "why it failed", values: causes),
            FilterWord(
                name: "product", explanation: "what was bought",
                values: names.productValues(tickets.compactMap(\.product))),
            FilterWord(name: "customer", explanation: "whose it is, by app_user_id"),
        ]
    }
}
