extension TicketFilter {
    /// The words that a filter is made of: what is read, completed, and listed in help and docs.
    package enum Word: String, Hashable, Sendable, CaseIterable {
        case group
        /// How far the work is.
        case state
        /// By when it is to be ended.
        case due
        /// How long the customer waits.
        case age
        /// Who works on it.
        case agent
        /// To whom it was handed.
        case assigned
        case waiting
        /// Whether somebody passed it over.
        case skipped
        case cause
        case product
        case customer
        /// The app's version.
        case version
        /// The helpdesk's case.
        case ref
        /// Since when the customer waits.
        case since
        /// Before when the customer began to wait.
        case until
        /// Whether the open payment transaction blocks buying again.
        case blocks
        /// Whether only an agent's word says that it was charged.
        case unproved
        case resolution
        /// What came after it was made good.
        case after
        /// What has become of a loss of funds, as the review counts it.
        case loss
        /// On which days it was charged.
        case charged
        /// Where it was bought.
        case storefront
        /// The incident that it belongs to.
        case incident
        /// In which currency it was paid.
        case currency
        /// What is known of the price.
        case price
    }
}

extension TicketFilter.Word {
    /// What may stand behind a word.
    package enum Values: Hashable, Sendable {
        case listed([String])
        /// The login of an agent, or one of these.
        case agents(or: [String])
        /// The cause of a failed purchase.
        case causes
        /// A product of the catalogue.
        case products
        /// A customer's app_user_id.
        case customers
        /// A version of the app.
        case versions
        /// A case of the helpdesk.
        case cases
        /// A moment, as ``TimePhrase`` reads it.
        case moments
        /// A storefront, three letters.
        case storefronts
        /// The number of an incident.
        case incidents
        /// A currency, three letters.
        case currencies
        /// A day, or two days with `..` between.
        case days
        /// A length of time behind `<` or `>`: `90m`, `6h`, `2d`, `3w`.
        case ages
    }

    /// What may stand behind it.
    package var values: Values {
        switch self {
        case .group: .listed(ErrorGroup.allCases.map { String($0.rawValue) })
        case .state: .listed(["unresolved"] + TicketState.allCases.map(\.rawValue))
        case .due: .listed(TicketFilter.Due.allCases.map(\.rawValue))
        case .age: .ages
        case .agent, .assigned: .agents(or: ["me", "none"])
        case .waiting: .listed(WaitingParty.allCases.map(\.rawValue))
        case .skipped, .blocks, .unproved: .listed(["yes", "no"])
        case .cause: .causes
        case .product: .products
        case .customer: .customers
        case .version: .versions
        case .ref: .cases
        case .since, .until: .moments
        case .resolution: .listed(TicketResolution.allCases.map(\.rawValue))
        case .after: .listed([TicketResolution.madeGood.rawValue])
        case .loss: .listed(LossChoice.allCases.map(\.rawValue))
        case .charged: .days
        case .storefront: .storefronts
        case .incident: .incidents
        case .currency: .currencies
        case .price: .listed(TicketFilter.Price.allCases.map(\.rawValue))
        }
    }

    /// How it is typed, as help and errors say it.
    package var form: String {
        switch self {
        case .age: "age>2d, age<6h"
        case .state: "state:S"
        case .cause: "cause:C"
        case .product: "product:P"
        case .customer: "customer:U"
        case .version: "version:V"
        case .ref: "ref:CASE"
        case .since: "since:3d-ago"
        case .until: "until:2021-08-11"
        case .resolution: "resolution:R"
        case .loss: "loss:L"
        case .charged: "charged:2021-08-11"
        case .storefront: "storefront:DEU"
        case .incident: "incident:N"
        case .currency: "currency:EUR"
        case .price,
            .group, .due, .waiting, .skipped, .blocks, .unproved, .after, .agent, .assigned:
            "\(rawValue):\(choices.joined(separator: "|"))"
        }
    }

    /// What it shows, in words.
    package var explanation: String {
        switch self {
        case .group: "1 no payment, 2 paid and not delivered yet, 3 loss of funds"
        case .state: "how far the work is; unresolved is everything that is still in a queue"
        case .due:
            "overdue: its time is over; today: it is to be ended by the end of the day (UTC), or is overdue"
        case .age: "how long the customer waits: minutes m, hours h, days d, weeks w"
        case .agent: "who works on it; none: nobody does"
        case .assigned: "to whom it was handed; none: to nobody"
        case .waiting: "whom it waits for"
        case .skipped: "whether somebody passed it over"
        case .cause: "why it failed: a receipt status, http_503, error:DOMAIN:CODE, late, not_verified"
        case .product: "what was bought; none: nothing tells"
        case .customer: "whose it is, by app_user_id"
        case .version: "the app's version that made the purchase; none: nothing tells"
        case .ref: "the helpdesk's case, capital or small letters alike"
        case .since: "customers who wait since then or later"
        case .until: "customers who waited before then"
        case .blocks: "whether the open payment transaction keeps the customer from buying it again"
        case .unproved: "whether only an agent's word says that it was charged"
        case .resolution: "how it ended"
        case .after: "what was refunded or delivered although it had been made good"
        case .loss: "losses of funds as the review counts them: open, closed, or what became of them"
        case .charged: "the day of the charge (UTC), or the days from one to another: 2021-08-01..2021-08-11"
        case .storefront: "where it was bought, three letters; none: nothing tells"
        case .incident: "the incident that it belongs to, by its number"
        case .currency: "in which currency it was paid, three letters"
        case .price: "whether nothing tells the price, it is nothing, or it is below nothing"
        }
    }

    private var choices: [String] {
        switch values {
        case .listed(let values): values
        case .agents(let others): ["NAME"] + others
        default: []
        }
    }
}
