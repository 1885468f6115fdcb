package import Persistence
package import Purchases

/// The limits of grants in words, warnings about a grant, and how long it lasts.
extension Reader {
    /// Why something needs a lead, or what a lead does a second one, the beginning of a line in small letters.
    package func words(of excess: GrantPolicy.Excess) -> String {
        switch excess {
        case .lifetime: "only a lead gives a grant for life"
        case .tooLong(let days, let limit):
            "\(Counting.of(days, "day")) are more than an agent's longest grant, \(limit)"
        case .customerHasEnough(let days, let limit):
            "the customer would have \(Counting.of(days, "day")) in 365, agents may give \(limit)"
        case .tooMany(let limit): "an agent may give \(Counting.of(limit, "grant")) in 24 hours"
        case .tooManyCustomers(let customers, let limit):
            "one lead makes good for at most \(Counting.of(limit, "customer")) at once, these are \(customers)"
        case .losesAccess(let customer): "\(customer) loses access by it"
        case .tokenOfAnother(let customer): "\(customer) carries that token"
        case .leadLifetime: "a grant for life needs a second lead"
        case .leadTooLong(let days, let limit):
            "\(Counting.of(days, "day")) are more than one lead gives alone, \(limit)"
        case .saidEnd(let resolution):
            "no fact shows that it ended as \(resolution.title): a lead says so"
        }
    }

    /// How a grant of that length that needs a lead could be given without one; nil is a grant without end.
    package func wayOut(of excess: GrantPolicy.Excess, length: TimeLength?) -> String {
        switch excess {
        case .lifetime, .leadLifetime: return "or choose a length"
        case .tooLong(_, let limit), .leadTooLong(_, let limit):
            return "or choose at most \(Counting.of(limit, "day"))"
        case .customerHasEnough(let total, let limit):
            let left = length.map { limit - (total - $0.wholeDays) } ?? 0
            return left > 0
                ? "or choose at most \(Counting.of(left, "day"))" : "nothing is left for this customer"
        case .tooManyCustomers(_, let limit): return "or choose at most \(Counting.of(limit, "customer"))"
        case .saidEnd: return "or wait for the record that shows it"
        case .tooMany: return "or wait until your grants of yesterday no longer count"
        case .losesAccess, .tokenOfAnother: return "or leave it as it is"
        }
    }

    /// What should be known of a grant that is allowed, the beginning of a line in small letters.
    package func words(of warning: GrantWarning) -> String {
        switch warning {
        case .openTicket(let owed): "ticket \(owed.ticket) waits for this: \(words(of: owed))"
        case .noSecondLead(let excess): "\(words(of: excess)), and there is no other lead here"
        case .recentGrant(let grant):
            grant.revokedAt.map {
                "\(grant.grantedBy) granted this at \(moment(grant.grantedAt)), grant \(grant.id), and it was taken back at \(moment($0))"
            } ?? "\(grant.grantedBy) granted this at \(moment(grant.grantedAt)), grant \(grant.id)"
        }
    }

    /// That a second lead is asked about a batch first and why, or that there is none; nil where one lead decides.
    package func secondLead(of preview: BatchPreview) -> String? {
        preview.because.map { because in
            preview.isWithoutSecondLead
                ? "there is no second lead to ask: \(words(of: because))"
                : "a second lead is asked: \(words(of: because))"
        }
    }

    /// How long a grant lasts: `until 11 Aug 19:41`, or `without end`.
    package func term(until end: Instant?) -> String { end.map { "until \(moment($0))" } ?? "without end" }
}
