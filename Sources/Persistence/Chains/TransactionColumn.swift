/// The columns of a transaction, in the order in which they are read.
enum TransactionColumn: Int, ColumnList {
    case id
    case webOrderLineItemId
    case productId
    case purchasedAtMs
    case originalPurchasedAtMs
    case expiresAtMs
    case revocationTold
    case revokedAtMs
    case revocationKind
    case revocationReason
    case revocationPercentage
    case quantity
    case isTrial
    case isIntroOffer
    case offerType
    case offerDiscountType
    case offerCode
    case promotionalOfferId
    case ownership
    case isUpgraded
    case subscriptionGroup
    case appAccountToken
    case bundleId
    case storefront
    case priceMilliunits
    case currency
    case appleType
    case transactionReason
    case knownMs
    case earliestExpiresMs
    case revocationsKnown
    case toldMs
    case toldSigned
    case toldSha256
    case tellings
}
