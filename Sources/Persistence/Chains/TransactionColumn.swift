import GRDB
import Purchases

/// The columns of a transaction, in the order in which they are read.
///
/// They are read by place: looking a column up by its name costs more than reading it, and imports read them by the
/// million. A case is named like its column.
enum TransactionColumn: Int, CaseIterable {
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

    /// What a query selects to read transactions.
    static let selection = allCases.map(\.name).joined(separator: ", ")

    /// The column's name.
    private var name: String {
        "\(self)".reduce(into: "") { name, letter in
            name += letter.isUppercase ? "_" + letter.lowercased() : String(letter)
        }
    }
}

extension Row {
    /// The value of a transaction's column.
    subscript<Value: DatabaseValueConvertible & StatementColumnConvertible>(column: TransactionColumn)
        -> Value?
    {
        self[column.rawValue]
    }

    /// The moment in a transaction's column; nil for NULL.
    func instant(_ column: TransactionColumn) -> Instant? {
        (self[column] as Int64?).map(Instant.init(milliseconds:))
    }

    /// The identifier in a transaction's column; nil for NULL.
    func identifier<ID: StringIdentifier>(_ column: TransactionColumn) -> ID? {
        (self[column] as String?).map(ID.init(_:))
    }
}
