/// How much an agent may give, how much one lead may give alone, and for which reasons. `GrantPlan` in
/// `Persistence/Grants` asks it.
package struct GrantPolicy: Hashable, Sendable {
    /// The days of an agent's longest grant.
    package var longestDays: Int
    /// The days that agents may give one customer in any 365.
    package var daysPerCustomer: Int
    /// The grants that one agent may give in 24 hours.
    package var grantsPerDay: Int
    /// The reasons that may be given.
    package var reasons: [String]
    /// For how long the agent who gave a grant can cancel it; zero for not at all.
    package var cancelWindow: TimeLength
    /// The days of the longest grant that a lead gives alone.
    package var leadLongestDays: Int
    /// For how many customers at once a lead makes good alone.
    package var bulkCustomers: Int

    /// The reasons until a policy says otherwise.
    package static let defaultReasons = [
        "outage", "not_delivered", "late", "billing_error", "goodwill", "test", "other",
    ]

    /// A policy; without values the one that stands until leads say otherwise.
    package init(
        longestDays: Int = 31, daysPerCustomer: Int = 62, grantsPerDay: Int = 20,
        reasons: [String] = GrantPolicy.defaultReasons, cancelWindow: TimeLength = .seconds(30),
        leadLongestDays: Int = 366, bulkCustomers: Int = 100
    ) {
        self.longestDays = longestDays
        self.daysPerCustomer = daysPerCustomer
        self.grantsPerDay = grantsPerDay
        self.reasons = reasons
        self.cancelWindow = cancelWindow
        self.leadLongestDays = leadLongestDays
        self.bulkCustomers = bulkCustomers
    }

    /// The reasons for which a grant can be taken back: those for giving it, and that it was a mistake.
    package var revocationReasons: [String] { reasons + ["mistake"].filter { !reasons.contains($0) } }

    /// What agents gave before, as far as limits depend on it.
    package struct History: Hashable, Sendable {
        /// The time given to the customer in the last 365 days, revoked parts not counted.
        package let givenToCustomer: TimeLength
        /// How many grants the agent gave in the last 24 hours.
        package let grantsByAgent: Int

        /// What was given before.
        package init(givenToCustomer: TimeLength, grantsByAgent: Int) {
            (self.givenToCustomer, self.grantsByAgent) = (givenToCustomer, grantsByAgent)
        }

        /// Adds up grants to a customer and by an agent, as of a moment; what gave back a loss does not count, and
        /// neither does what the server bridged.
        package init(grantsToCustomer: [Grant], grantsByAgent: Int, at now: Instant) {
            let since = now - .days(365)
            let generous = grantsToCustomer.filter {
                $0.grantedAt > since && !$0.isRestitution && !$0.isBridge
            }
            let lengths = generous.compactMap { $0.span?.length }
            self.init(givenToCustomer: lengths.reduce(.zero, +), grantsByAgent: grantsByAgent)
        }
    }

    /// Why something waits for a lead's decision; where a lead asks, for that of a second lead.
    package enum Excess: Hashable, Codable, Sendable {
        /// It never ends.
        case lifetime
        /// It is longer than an agent's longest.
        case tooLong(days: Int, limit: Int)
        /// The customer would have been given too much.
        case customerHasEnough(days: Int, limit: Int)
        /// The agent gave too many.
        case tooMany(limit: Int)
        /// It is for more customers at once than one lead decides about.
        case tooManyCustomers(customers: Int, limit: Int)
        /// A chain's move takes access from a customer.
        case losesAccess(customer: AppUserID)
        /// A token is to be given that a customer carries.
        case tokenOfAnother(customer: AppUserID)
        /// It never ends, and a lead gives it.
        case leadLifetime
        /// It is longer than what one lead gives alone.
        case leadTooLong(days: Int, limit: Int)
        /// It is no grant, but an end of a ticket that no fact shows.
        case saidEnd(resolution: TicketResolution)
    }

    /// Why an agent may not give a grant of that length; nil when it is within the limits.
    package func excess(of length: TimeLength?, after history: History) -> Excess? {
        guard let length else { return .lifetime }
        let total = history.givenToCustomer + length
        if length > .days(Int64(longestDays)) {
            return .tooLong(days: GrantPolicy.startedDays(length), limit: longestDays)
        }
        if total > .days(Int64(daysPerCustomer)) {
            return .customerHasEnough(days: GrantPolicy.startedDays(total), limit: daysPerCustomer)
        }
        return history.grantsByAgent >= grantsPerDay ? .tooMany(limit: grantsPerDay) : nil
    }

    /// Why a lead does not give a grant of that length alone; nil when it is within what one lead decides.
    package func leadExcess(of length: TimeLength?) -> Excess? {
        guard let length else { return .leadLifetime }
        return length > .days(Int64(leadLongestDays))
            ? .leadTooLong(days: GrantPolicy.startedDays(length), limit: leadLongestDays) : nil
    }

    /// Why a lead does not make so many customers good alone, giving each that length from a moment on; nil when it is
    /// within what one lead decides. What each one lost is given back, and only counted.
    package func leadExcess(ofCustomers customers: Int, each length: BatchLength, from now: Instant)
        -> Excess?
    {
        if customers > bulkCustomers { return .tooManyCustomers(customers: customers, limit: bulkCustomers) }
        guard case .period(let period) = length else { return nil }
        return leadExcess(of: now.adding(period) - now)
    }

    /// What an agent may still give the customer, and how many grants remain for the agent.
    package func remaining(after history: History) -> GrantAllowance {
        let left = TimeLength.days(Int64(daysPerCustomer)) - history.givenToCustomer
        return GrantAllowance(
            longest: max(.zero, min(left, .days(Int64(longestDays)))), customer: max(.zero, left),
            grants: max(0, grantsPerDay - history.grantsByAgent))
    }

    private static func startedDays(_ length: TimeLength) -> Int {
        length.wholeDays + (length.count % TimeLength.days(1).count == 0 ? 0 : 1)
    }
}

/// What the policy still allows an agent.
package struct GrantAllowance: Hashable, Codable, Sendable {
    /// The longest single grant.
    package let longest: TimeLength
    /// The time that may still be given to the customer.
    package let customer: TimeLength
    /// The grants that the agent may still give in these 24 hours.
    package let grants: Int
}

/// How long a grant is to last.
package enum GrantLength: Hashable, Sendable, CustomStringConvertible {
    /// Days or calendar months.
    case period(CalendarPeriod)
    /// For ever.
    case lifetime
    /// As long as what the ticket's customer lost, without end for a product without end.
    case lost

    /// The lengths offered by name, in order.
    package static let presets = ["3d", "7d", "14d", "1m", "3m", "6m", "1y", "lifetime", "lost"]

    /// Reads a preset's name or an ISO 8601 duration; nil for anything else.
    package init?(_ text: String) {
        switch text {
        case "lifetime": self = .lifetime
        case "lost": self = .lost
        default:
            let isPreset = GrantLength.presets.contains(text)
            guard let period = CalendarPeriod(isPreset ? "P" + text.uppercased() : text) else { return nil }
            self = .period(period)
        }
    }

    /// The length as it is written.
    package var description: String {
        switch self {
        case .period(let period): period.description
        case .lifetime: "lifetime"
        case .lost: "lost"
        }
    }
}
