package import Purchases

/// What making many good would do: everybody with access before and after, who is left out and why, and the totals.
///
/// Each is looked at again when it is carried out, with the facts of that moment. A reason that the policy does not know is
/// refused then, and not here: the form asks for it later.
///
/// Refused: by role; as not found an incident or a ticket; as usage no ticket, and too many.
package struct BatchPreviewQuery: HiddenQuery {
    package let wish: BatchRequest

    package init(_ wish: BatchRequest) { self.wish = wish }

    package func page(in reading: StoreReading) throws -> BatchPreview {
        let (db, writing) = (reading.db, try StoreTransaction(within: reading))
        try writing.require(AuditAction.batchStart.permission)
        let candidates = try BatchCandidates(wish, in: db)
        let plans = BatchPlans(wish.plan, in: writing)
        var members: [BatchPreview.Member] = []
        for candidate in candidates.all { members.append(try plans.member(candidate)) }
        let totals = BatchTotals(members)
        let second = try SecondLead(for: wish.length, customers: totals.customers, in: writing)
        return BatchPreview(
            members: members, limit: try SettingTable.number(.bulkApprovalCount, in: db), totals: totals,
            because: second.because, isWithoutSecondLead: second.isMissing)
    }
}

/// What making many good would do.
package struct BatchPreview: Hashable, Sendable {
    /// What one ticket would get.
    package struct Gift: Hashable, Sendable {
        package let entitlement: EntitlementID
        /// Until when the customer has it now; nil without access, or without end.
        package let beforeUntil: Instant?
        /// Whether the customer has it now.
        package let isEntitled: Bool
        /// The time that is given.
        package let span: Span
        /// Whether it gives back no more than what was lost and the App Store's record proves.
        package let isRestitution: Bool
    }

    /// One ticket.
    package struct Member: Hashable, Sendable {
        package let ticket: TicketID
        /// Whose it is; nil while nobody knows.
        package let customer: AppUserID?
        /// What was bought; nil for one that its row alone leaves out.
        package let product: ProductID?
        /// What was paid; nil when nothing tells, and for one that its row alone leaves out.
        package let money: Money?
        /// What it would get; nil for one that is left out.
        package let gift: Gift?
        /// Why it is left out; nil for one that gets something.
        package let exclusion: BatchExclusion?
    }

    /// Everybody, by ticket.
    package let members: [Member]
    /// Above how many customers a second lead is needed.
    package let limit: Int
    /// What all of it comes to.
    package let totals: BatchTotals
    /// Why it is more than one lead decides about; nil when it is not.
    package let because: GrantPolicy.Excess?
    /// Whether it is, and the store has no second lead who could be asked.
    package let isWithoutSecondLead: Bool

    /// Whether a second lead is asked.
    package var needsSecondLead: Bool { because != nil && !isWithoutSecondLead }
}

/// Whether a second lead decides about a batch.
struct SecondLead {
    /// Why one is to decide; nil for what one lead decides about.
    let because: GrantPolicy.Excess?
    /// Whether one is to, and there is none.
    let isMissing: Bool

    /// Looks at the policy, and where it wants one, for another lead than who plans the batch.
    init(for length: BatchLength, customers: Int, in writing: StoreTransaction) throws {
        because = try SettingTable.grantPolicy(writing.db).leadExcess(
            ofCustomers: customers, each: length, from: writing.now)
        isMissing = try because != nil && !AgentRules.hasOtherLead(than: writing.agent, in: writing.db)
    }
}

/// What a batch comes to. Money of several currencies is never added up.
package struct BatchTotals: Hashable, Sendable {
    /// How many customers get something.
    package private(set) var customers = 0
    /// How many tickets get something.
    package private(set) var tickets = 0
    /// How much time is given in all, that without end not counted.
    package private(set) var given = TimeLength.zero
    /// How many get it without end.
    package private(set) var endless = 0
    /// What those who get something had paid, by currency.
    package private(set) var money: [Money] = []
    /// Of how many of them nothing tells the price.
    package private(set) var unpriced = 0
    /// How many tickets are left out, by the reason.
    package private(set) var excluded: [BatchExclusion: Int] = [:]

    init(_ members: [BatchPreview.Member]) {
        var (people, sums) = (Set<AppUserID>(), [String: Int64]())
        for member in members {
            if let exclusion = member.exclusion { excluded[exclusion, default: 0] += 1 }
            guard let gift = member.gift else { continue }
            tickets += 1
            if let customer = member.customer { people.insert(customer) }
            if let length = gift.span.length { given = given + length } else { endless += 1 }
            if let money = member.money, money.isCountable {
                sums[money.currency, default: 0] += money.milliunits
            } else {
                unpriced += 1
            }
        }
        customers = people.count
        money = sums.sorted { $0.key < $1.key }.map { Money(milliunits: $0.value, currency: $0.key) }
    }
}

/// Works out what each ticket of a batch gets.
struct BatchPlans {
    private let plan: Batch.Plan
    private let writing: StoreTransaction

    init(_ plan: Batch.Plan, in writing: StoreTransaction) { (self.plan, self.writing) = (plan, writing) }

    /// What becomes of a ticket: its grant, or why there is none.
    enum Decision {
        case give(GrantPlan)
        case leaveOut(BatchExclusion, OwedPurchase?)
    }

    /// Decides about a ticket by the facts of now.
    func decide(_ candidate: BatchCandidate) throws -> Decision {
        if let exclusion = BatchRule.exclusion(of: candidate) { return .leaveOut(exclusion, nil) }
        guard let customer = candidate.customer,
            let facts = try CustomerFactsReading.facts(customer, in: writing.db)
        else { return .leaveOut(.noCustomer, nil) }
        guard let ticket = try GrantTicket.open(candidate.ticket, of: facts, in: writing.db) else {
            return .leaveOut(.refused, nil)
        }
        if let exclusion = BatchRule.exclusion(of: ticket.owed, for: plan.length) {
            return .leaveOut(exclusion, ticket.owed)
        }
        guard let entitlement = BatchRule.entitlement(for: ticket.owed) else {
            return .leaveOut(.unlocksNothing, ticket.owed)
        }
        do {
            let grant = try GrantPlan(
                request(entitlement, to: customer, for: candidate.ticket), of: facts, ticket: ticket,
                limits: .decided, in: writing)
            try grant.checkGain()
            return .give(grant)
        } catch let error as StoreError {
            guard let exclusion = BatchPlans.exclusion(for: error) else { throw error }
            return .leaveOut(exclusion, ticket.owed)
        }
    }

    /// What a ticket would get, as a preview shows it.
    func member(_ candidate: BatchCandidate) throws -> BatchPreview.Member {
        switch try decide(candidate) {
        case .leaveOut(let exclusion, let owed):
            BatchPreview.Member(
                ticket: candidate.ticket, customer: candidate.customer, product: owed?.product,
                money: owed?.money, gift: nil, exclusion: exclusion)
        case .give(let plan):
            BatchPreview.Member(
                ticket: candidate.ticket, customer: candidate.customer, product: plan.owed?.product,
                money: plan.owed?.money, gift: plan.gift, exclusion: nil)
        }
    }

    private func request(
        _ entitlement: EntitlementID, to customer: AppUserID, for ticket: TicketID
    ) -> GrantRequest {
        let term: GrantRequest.Term =
            switch plan.length {
            case .lost: .lost
            case .period(let period): .period(period)
            }
        return GrantRequest(
            customer: customer, entitlement: entitlement, term: term, start: .after, reason: plan.reason,
            note: plan.note, ticket: ticket, reference: plan.reference)
    }

    /// What leaves a ticket out; nil for what is the matter with the whole batch, or with the store.
    private static func exclusion(for error: StoreError) -> BatchExclusion? {
        switch error {
        case .grant(.nothingGained), .grant(.noEndToStartAfter): .nothingLost
        case .grant(.unknownLength), .grant(.endsInPast), .grant(.endsBeforeStart): .unknownLength
        case .grant(.unlocksNothing): .unlocksNothing
        case .grant(.unlocksOthers), .unknown(.entitlement), .grant(.ticketOfAnother),
            .ticket(_, .resolved):
            .refused
        case .unknown(.customer): .noCustomer
        default: nil
        }
    }
}

extension GrantPlan {
    /// What it gives, as a preview shows it.
    fileprivate var gift: BatchPreview.Gift {
        let outline = outline
        return BatchPreview.Gift(
            entitlement: outline.grant.entitlement, beforeUntil: outline.before.until,
            isEntitled: outline.before.isEntitled,
            span: outline.span, isRestitution: outline.grant.isRestitution)
    }
}
