/// What became of the money of one charge, as the balance counts it: every charge has exactly one standing.
/// ``LossStatus`` says it of tickets that were losses, as the review counts them.
package enum ChargeStatus: String, CaseIterable, Hashable, Codable, Sendable {
    /// The customer got it.
    case delivered
    /// The App Store's record does not show that it was delivered, and no failed purchase stands for it. It may be a silent
    /// loss, which only a clock can tell; else nothing says that it was not delivered, and it counts as delivered.†
    case untold
    /// Its ticket is in a queue, or waits.
    case open
    /// A grant made it good.
    case madeGood = "made_good"
    /// The app gave it in its own system.
    case credited
    /// Apple gave all of the money back.
    case refunded
    /// A lead gave it up.
    case writtenOff = "written_off"
    /// A person said how it ended, and no fact shows it: it stands here until a record comes.
    case closedWithoutProof = "closed_without_proof"
    /// Only the app said that there was a charge, and the facts say that there was none: it counts in no sum.
    case uncounted

    /// What the facts alone make of a charge that has no ticket.
    package init(isExtended: Bool, isRefundedInFull: Bool) {
        self = isRefundedInFull ? .refunded : isExtended ? .delivered : .untold
    }

    /// What becomes of a charge with its ticket.
    ///
    /// All of the money that went back is nobody's loss any more, whatever was done before or after. Else the ticket says
    /// how it ended, `resolution` being nil while it did not. `isProven`: the App Store's record shows the charge, and not
    /// only the app's word. `isWithoutProof`: a person says how it ended, and no fact shows it; so nothing that anybody
    /// says takes a charge out of the balance.
    package init(
        ticketed facts: ChargeStatus, resolution: TicketResolution?, isProven: Bool, isWithoutProof: Bool
    ) {
        guard facts != .refunded, !isWithoutProof else {
            self = facts == .refunded ? .refunded : .closedWithoutProof
            return
        }
        self =
            switch resolution {
            case nil: .open
            case .madeGood: .madeGood
            case .credited: .credited
            case .refunded: facts
            case .writtenOff: .writtenOff
            case .delivered: .delivered
            case .duplicate, .superseded, .notCharged, .withdrawn:
                isProven || facts == .delivered ? facts : .uncounted
            }
    }
}

/// What one charge was, and what Apple gave back of it.
package struct ChargedMoney: Hashable, Sendable {
    /// What was charged; nil when nothing tells.
    package let money: Money?
    /// How much of it Apple gave back, in thousandths of the currency's unit.
    package let refunded: Int64

    /// What a purchase cost, under a catalogue.
    package init(of purchase: Purchase, catalog: Catalog) {
        self.init(
            PriceFinder(purchase: purchase, catalog: catalog).charged, share: purchase.charge?.refundedShare)
    }

    /// What a charge cost of which no app told anything. Imports ask it for millions.
    package init(of charge: StoreCharge, catalog: Catalog) {
        let values = charge.transaction.values
        let isTrial = charge.transaction.isTrial
        if !isTrial, let price = values.price {
            self.init(price, share: charge.refundedShare)
        } else if !isTrial, values.storefront == nil {
            self.init(nil, share: nil)
        } else {
            self.init(of: Purchase(attempts: [], charge: charge), catalog: catalog)
        }
    }

    private init(_ charged: Money?, share: Int?) {
        guard let charged, !charged.currency.isEmpty, charged.isCountable else {
            (money, refunded) = (nil, 0)
            return
        }
        money = charged
        refunded = share.map { charged.milliunits - charged.left(afterGivingBack: $0).milliunits } ?? 0
    }
}
