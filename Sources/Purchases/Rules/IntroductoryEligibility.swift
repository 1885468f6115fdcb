/// Whether a customer may still have the introductory offer of a chain's subscription group.
///
/// False while subscribed in the group, and for good once any purchased transaction there had a trial or an
/// introductory offer, refunded or not. Source: Apple, "Implementing introductory offers in your app".
package enum IntroductoryEligibility {
    /// The answer for the group of one chain; nil when no group is known.
    ///
    /// - Parameter timelines: all chains of the same customer, the chain itself among them.
    package static func isEligible(
        _ timeline: ChainTimeline, among timelines: [ChainTimeline], catalog: Catalog, at instant: Instant
    ) -> Bool? {
        guard let group = group(of: timeline.chain, catalog: catalog) else { return nil }
        let inGroup = timelines.filter {
            $0.chain.id.environment == timeline.chain.id.environment
                && self.group(of: $0.chain, catalog: catalog) == group
        }
        let isSubscribed = inGroup.contains {
            [.active, .gracePeriod, .billingRetry].contains($0.status(at: instant))
        }
        let isUsed = inGroup.contains { timeline in
            timeline.chain.transactions.contains {
                $0.purchasedAt <= instant && $0.ownership == .purchased && $0.usesIntroductoryOffer
            }
        }
        return !isSubscribed && !isUsed
    }

    /// A chain's subscription group: any transaction's, else the catalogue's.
    package static func group(of chain: Chain, catalog: Catalog) -> SubscriptionGroupID? {
        chain.transactions.lazy.reversed().compactMap(\.values.group).first
            ?? chain.transactions.lazy.reversed().compactMap { catalog.products[$0.productID]?.group }.first
    }
}
