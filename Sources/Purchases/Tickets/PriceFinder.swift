/// Finds what a purchase cost.
struct PriceFinder {
    let purchase: Purchase
    let catalog: Catalog

    /// The transaction's price, else the report's, else the catalogue's where the storefront fixes the currency; of a
    /// charge that was refunded in part, what is left of it.
    var money: Money? {
        guard let share = purchase.charge?.refundedShare, share < Money.whole else { return charged }
        return charged?.left(afterGivingBack: share)
    }

    private var charged: Money? {
        if purchase.charge?.transaction.isTrial == true {
            return Money(milliunits: 0, currency: currency ?? PriceFinder.noCurrency)
        }
        return purchase.charge?.transaction.values.price ?? purchase.told(\.price) ?? listPrice
    }

    /// ISO 4217: a transaction that involves no currency.
    private static let noCurrency = "XXX"

    private var currency: String? {
        purchase.charge?.transaction.values.price?.currency ?? purchase.told(\.price)?.currency
            ?? purchase.storefront.flatMap(Storefront.currency)
    }

    private var listPrice: Money? {
        guard let product = purchase.product.flatMap({ catalog.products[$0] }),
            let currency = purchase.storefront.flatMap(Storefront.currency),
            let price = product.prices[currency]
        else { return nil }
        let quantity = Int64(purchase.charge?.transaction.quantity ?? 1)
        return Money(milliunits: price * quantity, currency: currency, isListPrice: true)
    }
}
