import Persistence
import Purchases
import Wording

/// The words that filters of customers, tickets and the audit log are made of, for `Completion` in `Console/Drawing`.
/// What they mean is read elsewhere: `CustomersFilter`, `AuditFilter`, and `TicketFilter` in `Purchases`.
extension FilterNames {
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
                name: "renewal", explanation: "with a chain that will not renew as it is",
                values: [
                    Value(text: "off", meaning: "the customer turned renewal off"),
                    Value(text: "downgrade", meaning: "it changes to another plan"),
                ], isClosed: true),
            FilterWord(
                name: "price", explanation: "with a chain whose price goes up",
                values: [Value(text: "increase", meaning: "a price increase is not answered yet")],
                isClosed: true),
            FilterWord(name: "nobody", signs: [alone], explanation: "the chains without a customer"),
        ]
    }

    /// The words of the filter of the audit log.
    static func ofAudit(_ names: FilterNames) -> [FilterWord] {
        [
            FilterWord(name: "agent", explanation: "who did it", values: names.agentValues),
            FilterWord(
                name: "action", explanation: "what was done; the word before a dot means all of its kind",
                values: AuditFilter.actionNames.map { Value(text: $0) }, isClosed: true),
            FilterWord(
                name: "about", explanation: "what it is about, by its name; the name alone works, too"),
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
        TicketFilter.Word.allCases.map { word in
            let (values, isClosed) = values(of: word, tickets, names)
            return FilterWord(
                name: word.rawValue, signs: word == .age ? [">", "<"] : [":"], explanation: word.explanation,
                values: values, isClosed: isClosed)
        }
    }

    /// What may stand behind a word, as far as it is known, and whether nothing else may.
    private static func values(
        of word: TicketFilter.Word, _ tickets: [Ticket], _ names: FilterNames
    ) -> ([Value], isClosed: Bool) {
        switch word.values {
        case .listed(let texts): (texts.map { Value(text: $0) }, true)
        case .agents(let others): (others.map { Value(text: $0) } + names.agentValues, false)
        case .causes:
            (
                Set(tickets.map(\.cause.rawValue)).sorted().map {
                    Value(text: $0, meaning: Codes.meaning(ofCause: $0).name)
                }, false
            )
        case .products: (names.productValues(tickets.compactMap(\.product)), false)
        case .customers, .cases, .incidents: ([], false)
        case .versions: (Set(tickets.compactMap(\.appVersion)).sorted().map { Value(text: $0) }, false)
        case .storefronts: (Set(tickets.compactMap(\.storefront)).sorted().map { Value(text: $0) }, false)
        case .currencies: (Set(tickets.compactMap(\.money?.currency)).sorted().map { Value(text: $0) }, false)
        case .days: (["today", "yesterday"].map { Value(text: $0) }, false)
        case .moments: (["today", "yesterday", "3d-ago", "7d-ago"].map { Value(text: $0) }, false)
        case .ages: (["6h", "1d", "2d", "7d", "30d"].map { Value(text: $0) }, false)
        }
    }
}
