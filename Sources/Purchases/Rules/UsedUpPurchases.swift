/// What somebody bought who bought nothing that lasts: consumables, which the app credits and uses up.
///
/// No entitlement is listed for such a customer, so that no verdict tells of the purchases.
extension CustomerAccess {
    /// The newest purchase of each consumable until a moment, or its refund, the newest first.
    package func usedUp(at instant: Instant) -> [Reason] {
        var newest: [ProductID: (transaction: Transaction, chain: ChainID)] = [:]
        for chain in facts.chains {
            for transaction in chain.transactions where transaction.purchasedAt <= instant {
                let product = transaction.productID
                guard rules.catalog.kind(of: product, expires: transaction.expiresAt != nil) == .consumable,
                    newest[product].map({ Transaction.precedes($0.transaction, transaction) }) ?? true
                else { continue }
                newest[product] = (transaction, chain.id)
            }
        }
        return newest.values.map { CustomerAccess.reason($0.transaction, in: $0.chain, at: instant) }.sorted {
            ($0.at ?? .earliest, $0.product?.rawValue ?? "") > (
                $1.at ?? .earliest, $1.product?.rawValue ?? ""
            )
        }
    }

    private static func reason(_ transaction: Transaction, in chain: ChainID, at instant: Instant) -> Reason {
        let bought = AccessFact.Bought(
            product: transaction.productID, transaction: transaction.shownID(in: chain))
        guard let revocation = transaction.revocation, revocation.at <= instant else {
            return Reason(.consumable, .usedUp(bought), at: transaction.purchasedAt)
        }
        return Reason(.revokedRefund, .refunded(bought, share: revocation.percentage), at: revocation.at)
    }
}

extension NextStep {
    /// What to do where such purchases decide; nil where none of them does.
    init?(afterUsedUp reasons: [Reason]) {
        let products = reasons.compactMap { reason in
            if case .usedUp(let bought) = reason.fact { bought.product } else { nil }
        }
        guard !products.isEmpty else { return nil }
        self = .usedUp(products)
    }
}

extension Reason {
    /// The product of a consumable that it speaks of.
    fileprivate var product: ProductID? {
        switch fact {
        case .usedUp(let bought), .refunded(let bought, _): bought.product
        default: nil
        }
    }
}
