package import Persistence
package import Purchases

/// Losses of funds in the review: names that stand alone, and amounts that are never added across currencies.
extension LossStatus {
    package var title: String {
        switch self {
        case .open: "open"
        case .madeGood: "made good"
        case .credited: "credited in the app"
        case .refunded: "refunded by Apple"
        case .writtenOff: "written off"
        case .closedWithoutProof: "closed without proof"
        case .delivered: "delivered after all"
        }
    }
}

extension LossDimension {
    /// What stands in its place where nothing tells it.
    package var unknown: String {
        switch self {
        case .cause: "no cause"
        case .product: "no product told"
        case .version: "no version told"
        case .storefront: "no storefront told"
        }
    }
}

extension Reader {
    /// What was lost in the losses of some standings: an amount for each currency, and how many have no price that is known.
    package func amounts(of figures: LossFigures, _ standings: Set<LossStatus>) -> [String] {
        let unpriced = figures.unpriced(standings)
        return figures.money(standings).map(money) + (unpriced == 0 ? [] : ["\(unpriced) without a price"])
    }

    /// How long it took to make losses good; nil where none was.
    package func words(of makingGood: LossReview.MakingGood) -> String? {
        guard let median = makingGood.median, let ninetieth = makingGood.ninetieth else { return nil }
        return
            "\(makingGood.count) made good: half within \(length(median)) of the charge, nine of ten within "
            + length(ninetieth)
    }

    /// Of which charges a review tells.
    package func words(ofPeriod review: LossReview) -> String {
        switch (review.since, review.until) {
        case (nil, nil): "all charges"
        case (let since?, nil): "charges since \(day(since))"
        case (nil, let until?): "charges until \(day(until - .days(1)))"
        case (let since?, let until?): "charges from \(day(since)) to \(day(until - .days(1)))"
        }
    }
}
