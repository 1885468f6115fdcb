/// What to do about a whole customer, and in which order the rest is told: what is owed first, whatever it unlocks, then
/// what fails to renew, then what ended lately, what the next renewal asks for, what holds, and what ended long ago.
///
/// ```swift
/// let advice = access.advice(at: now)
/// print(advice.nextStep, advice.verdicts.map(\.entitlement))
/// ```
package struct CustomerAdvice: Hashable, Sendable {
    /// What the advice is about.
    package enum Subject: Hashable, Sendable {
        /// What was paid and not delivered, and no verdict tells because it unlocks nothing.
        case owed(OwedPurchase)
        case verdict(EntitlementAccess)
        /// Purchases that are used up in the app, the newest first; nothing is known at all when there are none.
        case usedUp([Reason])
    }

    /// The verdicts, what matters most first.
    package let verdicts: [EntitlementAccess]
    /// What is worst.
    package let subject: Subject
    /// What to do about that: the one advice on the customer.
    package let nextStep: NextStep

    /// For how long what ended is spoken of beside what holds.†
    package static let memory = TimeLength.days(60)
}

extension CustomerAccess {
    /// What was paid by a moment and not delivered, the worst first.
    package func owed(at instant: Instant) -> [OwedPurchase] {
        facts.owed.filter { ($0.chargedAt ?? .earliest) <= instant }
    }

    /// What of that no verdict tells because it unlocks nothing, the worst first.
    package func untold(at instant: Instant) -> [OwedPurchase] {
        owed(at: instant).filter(\.entitlements.isEmpty)
    }

    /// What to do about the customer at a moment.
    package func advice(at instant: Instant) -> CustomerAdvice {
        let verdicts = EntitlementAccess.byUrgency(verdicts(at: instant), at: instant)
        // No verdict lists what unlocks nothing.
        if let worst = owed(at: instant).first,
            !verdicts.contains(where: { $0.owed.contains(worst) })
        {
            return CustomerAdvice(
                verdicts: verdicts, subject: .owed(worst), nextStep: .ticket(worst.nextStep(at: instant)))
        }
        if let first = verdicts.first {
            return CustomerAdvice(verdicts: verdicts, subject: .verdict(first), nextStep: first.nextStep)
        }
        let bought = usedUp(at: instant)
        return CustomerAdvice(
            verdicts: [], subject: .usedUp(bought),
            nextStep: NextStep(afterUsedUp: bought) ?? .access(bought.first?.rule ?? .noRecord))
    }

    /// What to do next about the whole customer at a moment, the worst first.
    package func nextStep(at instant: Instant) -> NextStep { advice(at: instant).nextStep }
}

extension EntitlementAccess {
    /// Verdicts of one customer in the order in which they matter at a moment; equals keep their order.
    package static func byUrgency(_ verdicts: [EntitlementAccess], at instant: Instant) -> [EntitlementAccess]
    {
        let places = verdicts.map { Place($0, at: instant) }
        return verdicts.indices.sorted { left, right in
            if places[left].urgency != places[right].urgency {
                return places[left].urgency.rawValue < places[right].urgency.rawValue
            }
            if let worst = places[left].owed, let other = places[right].owed, worst != other {
                return OwedPurchase.precedes(worst, other)
            }
            let ends = (places[left].ended, places[right].ended)
            return ends.0 == ends.1 ? left < right : ends.0 > ends.1
        }.map { verdicts[$0] }
    }

    /// How much a verdict matters, the most first.
    private enum Urgency: Int {
        /// Something was paid and not delivered.
        case owed
        /// A subscription fails to renew.
        case failing
        /// There is no access, since lately or for a reason that is no matter of time.
        case missing
        /// The next renewal is to be talked about, or a new plan has not arrived.
        case renewing
        /// There is access, or there will be, and nothing to do.
        case holding
        /// It ended long ago, or in favour of another plan, or nothing is known of it.
        case past
    }

    /// What a verdict's place in the order depends on.
    private struct Place {
        let urgency: Urgency
        let owed: OwedPurchase?
        /// When access ended; nothing but what is missing or past is ordered by it.
        let ended: Instant

        init(_ verdict: EntitlementAccess, at instant: Instant) {
            urgency = verdict.urgency(at: instant)
            owed = verdict.owed.first
            ended = verdict.isEntitled ? .earliest : verdict.lackingSince ?? .earliest
        }
    }

    /// Since when access is missing; nil where it never was.
    private var lackingSince: Instant? { since ?? because.first?.at }

    private func urgency(at instant: Instant) -> Urgency {
        guard owed.isEmpty else { return .owed }
        switch nextStep {
        case .failingBeside, .access(.gracePeriod), .access(.billingRetry): return .failing
        case .renewal, .commitment, .access(.upgraded): return isEntitled ? .renewing : .missing
        case .access(.upcoming): return .holding
        case .access(.noRecord), .usedUp: return .past
        default: return isEntitled ? .holding : isPast(at: instant) ? .past : .missing
        }
    }

    /// Whether it ended too long ago to be spoken of first, or because the subscription was changed to another plan.
    private func isPast(at instant: Instant) -> Bool {
        if case .runningWithout = because.first?.fact { return true }
        return lackingSince.map { instant - $0 > CustomerAdvice.memory } ?? false
    }
}

extension Reason {
    /// Whether it was lately enough for the customer to ask about it.
    func isRecent(at instant: Instant) -> Bool {
        at.map { instant - $0 <= CustomerAdvice.memory } ?? false
    }
}

extension EntitlementAccess {
    /// The step of the walk that the next step is about: a chain's where something given by hand ended last soon after,
    /// and what fails to renew beside what holds. Nil where nothing is known.
    package var advised: Reason? {
        let rules: [Reason.Rule]? =
            switch nextStep {
            case .access(let rule): [rule]
            case .expired, .winBack, .attachedToAnother: [.expired]
            case .failingBeside: [.billingRetry, .gracePeriod]
            case .renewal, .commitment, .ticket, .usedUp: nil
            }
        return rules.flatMap { rules in because.first { rules.contains($0.rule) } } ?? because.first
    }

    /// The steps of the walk that matter beside access: what ended explains nothing while something holds.
    package var mattering: [Reason] {
        isEntitled ? because.filter { !$0.rule.isOver } : because
    }
}

extension Reason.Rule {
    /// Whether it says that something is over which gave access once.
    fileprivate var isOver: Bool {
        switch self {
        case .expired, .revokedRefund, .revokedFamily, .grantEnded, .grantRevoked, .bridgeEnded: true
        case .lossOfFunds, .undelivered, .active, .gracePeriod, .billingRetry, .upgraded, .upcoming,
            .grantActive, .bridgeActive, .environmentNotServed, .productUnknown, .consumable, .noOwner,
            .noRecord, .stale:
            false
        }
    }
}
