/// Whether facts show an end that a person gives a ticket, or only the person says so. ``EndingFacts`` decides that,
/// ``EndingRule`` what a person needs then; `TicketEnding` in `Persistence/Tickets` asks both.
package enum EndingProof: String, Hashable, Codable, Sendable, CaseIterable {
    /// The facts show it, or it claims nothing that they could show.
    case seen
    /// Only the person says so.
    case said
}

/// What the facts of a purchase show, as far as a person's end of its ticket is measured by them.
package struct EndingFacts: Hashable, Sendable {
    /// Whether an event of the app or a record of the App Store's shows a charge; what a person was told shows none.
    package var isCharged: Bool
    /// Whether the customer got it in time.
    package var isDelivered: Bool
    /// Whether Apple gave all of the money back.
    package var isRefundedInFull: Bool
    /// Whether a consumable was bought, which the app alone can give again.
    package var isConsumable: Bool

    package init(
        isCharged: Bool = true, isDelivered: Bool = false, isRefundedInFull: Bool = false,
        isConsumable: Bool = false
    ) {
        (self.isCharged, self.isDelivered) = (isCharged, isDelivered)
        (self.isRefundedInFull, self.isConsumable) = (isRefundedInFull, isConsumable)
    }

    /// The facts of a purchase.
    package init(_ verdict: PurchaseVerdict) {
        self.init(
            isCharged: verdict.facts.charged.value && !verdict.isUnproved,
            isDelivered: verdict.facts.charged.value && verdict.facts.extended.value,
            isRefundedInFull: verdict.isRefundedInFull, isConsumable: verdict.isConsumable)
    }

    /// Whether they show an end, or a person alone says it.
    ///
    /// Giving a loss up claims nothing, and neither does taking a ticket back; a grant makes good, and what supersedes a
    /// purchase the facts find.
    package func proof(of resolution: TicketResolution) -> EndingProof {
        let isSeen =
            switch resolution {
            case .delivered: isDelivered
            case .refunded: isRefundedInFull
            case .notCharged: !isCharged
            case .credited: isConsumable
            case .duplicate: false
            case .writtenOff, .madeGood, .superseded, .withdrawn: true
            }
        return isSeen ? .seen : .said
    }

    /// Whether they show what became of the money, whatever anybody says.
    package var isSettled: Bool { isDelivered || isRefundedInFull }

    /// Whether a charge of which a person says that it ended so is closed without proof.
    package func isWithoutProof(_ resolution: TicketResolution) -> Bool {
        isCharged && !isSettled && proof(of: resolution) == .said
    }
}

/// What must stand beside an end that a person only says.
package enum EndingNeed: String, Hashable, Codable, Sendable, CaseIterable {
    /// Why.
    case note
    /// The helpdesk's case, or that the customer was contacted.
    case reference
    /// That the customer was contacted.
    case contact
    /// The other ticket.
    case other
}

/// What a person brings along to such an end.
package struct EndingEvidence: Hashable, Sendable {
    /// Whether there are words.
    package var hasNote: Bool
    /// Whether the ticket has a helpdesk's case.
    package var hasReference: Bool
    /// Whether it is noted that the customer was contacted.
    package var isContacted: Bool
    /// Whether another ticket is named.
    package var namesOther: Bool

    /// What is brought along.
    package init(
        hasNote: Bool = false, hasReference: Bool = false, isContacted: Bool = false, namesOther: Bool = false
    ) {
        (self.hasNote, self.hasReference) = (hasNote, hasReference)
        (self.isContacted, self.namesOther) = (isContacted, namesOther)
    }
}

/// Who may say how a ticket ended, and with what, where no fact shows it.†
package struct EndingRule: Hashable, Sendable {
    /// Who may say that a purchase was delivered.
    package enum DeliveredByWord: String, Hashable, Sendable, CaseIterable {
        /// Agents, once they have contacted the customer.
        case agent
        /// Leads; agents ask them.
        case lead
    }

    /// Who may say that a purchase was delivered.
    package let deliveredByWord: DeliveredByWord

    /// A rule; what works again now is the commonest end.
    package init(deliveredByWord: DeliveredByWord = .agent) { self.deliveredByWord = deliveredByWord }

    /// Whether somebody of a role asks a lead to say it.
    package func needsLead(_ resolution: TicketResolution, of role: Role) -> Bool {
        guard !role.may(.approve) else { return false }
        return switch resolution {
        case .refunded, .notCharged, .duplicate: true
        case .delivered: deliveredByWord == .lead
        case .credited, .writtenOff, .madeGood, .superseded, .withdrawn: false
        }
    }

    /// What is missing before somebody of a role can say it.
    package func missing(
        for resolution: TicketResolution, by role: Role, with evidence: EndingEvidence
    ) -> [EndingNeed] {
        let asksCustomer =
            resolution == .delivered && !role.may(.approve) && !needsLead(resolution, of: role)
        var missing: [EndingNeed] = evidence.hasNote ? [] : [.note]
        if asksCustomer {
            if !evidence.isContacted { missing.append(.contact) }
        } else if !evidence.hasReference, !evidence.isContacted {
            missing.append(.reference)
        }
        if resolution == .duplicate, !evidence.namesOther { missing.append(.other) }
        return missing
    }
}

/// What keeps a ticket from being called a duplicate of another.
package enum DuplicateObstacle: String, Hashable, Codable, Sendable, CaseIterable {
    /// It is the same ticket.
    case itself
    /// The other is a duplicate, too.
    case alsoDuplicate = "also_duplicate"
    /// The other is of another customer, or nobody knows whose they are.
    case otherCustomer = "other_customer"
    /// The one that ends has a charge of its own.
    case otherCharge = "other_charge"

    /// One of two tickets, as far as this depends on it.
    package struct Side: Hashable, Sendable {
        package let ticket: TicketID
        /// Whose it is; nil while nobody knows.
        package let customer: AppUserID?
        /// Whether a charge is told.
        package let isCharged: Bool
        /// The charge's id, as far as it is told.
        package let charge: TransactionID?
        /// Whether it ended as a duplicate.
        package let isDuplicate: Bool

        package init(
            _ ticket: TicketID, of customer: AppUserID?, isCharged: Bool, charge: TransactionID? = nil,
            isDuplicate: Bool = false
        ) {
            (self.ticket, self.customer, self.isCharged) = (ticket, customer, isCharged)
            (self.charge, self.isDuplicate) = (charge, isDuplicate)
        }
    }

    /// What stands against it; nil when nothing does. A charge of which nothing tells an id may be the other's.
    package init?(ending: Side, as other: Side) {
        let charge = ending.isCharged ? ending.charge.flatMap { $0.canBeAppStores ? $0 : nil } : nil
        if ending.ticket == other.ticket {
            self = .itself
        } else if other.isDuplicate {
            self = .alsoDuplicate
        } else if ending.customer == nil || ending.customer != other.customer {
            self = .otherCustomer
        } else if let charge, charge != other.charge {
            self = .otherCharge
        } else {
            return nil
        }
    }
}
