package import Purchases

/// What comes next of a subscription: its renewal, its commitment, and the offers in it.
extension Reader {
    /// What the renewal information tells beside whether and as what a subscription renews, a phrase each.
    package func details(of renewal: RenewalState) -> [String] {
        let offers = renewal.winBackOfferIDs
        let phrases: [String?] = [
            renewal.isInBillingRetry == true ? "the App Store still tries to charge" : nil,
            renewal.gracePeriodExpiresAt.map { "grace period to \(moment($0))" },
            renewal.priceConsent == false ? "the customer has not agreed to the new price yet" : nil,
            renewal.offerID.map { "next with offer \($0)" },
            offers.isEmpty ? nil : "may come back with \(winBack(offers))",
        ]
        return phrases.compactMap { $0 }
    }

    /// How often it was renewed: `renewed once`, `renewed 14 times`.
    package static func renewed(_ times: Int) -> String {
        switch times {
        case 1: "renewed once"
        case 2: "renewed twice"
        default: "renewed \(times) times"
        }
    }

    /// The offer that a transaction was bought with, beside a trial or an introductory price; nil without one.
    ///
    /// Source: Apple, `offerType`: 2 is a promotional offer, 3 an offer code, 4 a win-back offer.
    package static func offer(of transaction: Transaction) -> String? {
        let values = transaction.values
        let id = values.promotionalOfferID ?? values.offerCode
        let kind: String? =
            switch values.offerType {
            case 2: "promotional offer"
            case 3: "offer code"
            case 4: "win-back offer"
            default: id == nil ? nil : "offer"
            }
        return kind.map { kind in id.map { "\(kind) \($0)" } ?? kind }
    }
}

extension Reader {
    /// A commitment: `period 1 of 12 of a commitment of 119.88 EUR until 2027-03-01T00:00:00Z; eleven payments are still
    /// due, and it does not renew afterwards`.
    package func words(of commitment: Commitment) -> String {
        let price = commitment.price.map { " of \(money($0))" } ?? ""
        let end = commitment.endsAt.map { " until \(moment($0))" } ?? ""
        let place = "period \(commitment.period) of \(commitment.periods)"
        return "\(place) of a commitment\(price)\(end); \(due(of: commitment))\(afterwards(of: commitment))"
    }

    /// What an agent says of a commitment that was cancelled.
    func words(ofCancelled commitment: Commitment) -> String {
        let term = commitment.endsAt.map { " until \(day($0))" } ?? ""
        return
            "The commitment is cancelled and will not renew: tell the customer that \(due(of: commitment))\(term), and that access stays to its end."
    }

    /// Win-back offers by their ids, the best first, of many the first few.
    func winBack(_ offers: [String]) -> String {
        let named = Array(offers.prefix(3))
        let more = offers.count > named.count ? ["others"] : []
        return offers.count == 1
            ? "the win-back offer \(named[0])" : "the win-back offers \(Counting.all(named + more))"
    }

    /// How many payments of a commitment are still to come: `eleven payments are still due`.
    private func due(of commitment: Commitment) -> String {
        let count = commitment.paymentsDue
        guard count > 0 else { return "its last payment is made" }
        return "\(Counting.inWords(count)) \(Counting.noun(count, "payment is", "payments are")) still due"
    }

    private func afterwards(of commitment: Commitment) -> String {
        switch commitment.renews {
        case true: ", and it renews afterwards\(commitment.renewsAs.map { " as \($0)" } ?? "")"
        case false: ", and it does not renew afterwards"
        default: ""
        }
    }
}
