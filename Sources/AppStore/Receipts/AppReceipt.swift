public import Foundation
public import Purchases

/// An app receipt: what the device keeps of an app and its purchases, signed by the App Store.
///
/// It is read, not checked; `SignatureChecker.check(_:)` says whether Apple signed it. The bytes are kept once and
/// its purchases are read from them when asked for, so that a receipt costs little more than itself.
/// Source: Apple, "Validating receipts on the device".
public struct AppReceipt: Sendable {
    /// Apple's word for where it comes from, such as `Production` or `ProductionSandbox`.
    public private(set) var receiptType: String?
    /// The app.
    public private(set) var bundleID: BundleID?
    /// The version of the app that is installed.
    public private(set) var appVersion: String?
    /// When the App Store made it.
    public private(set) var createdAt: Instant?
    /// When the customer got the app for the first time.
    public private(set) var originalPurchasedAt: Instant?
    /// The version of the app that the customer got first.
    public private(set) var originalAppVersion: String?
    /// When it ends; only receipts of apps bought in volume do.
    public private(set) var expiresAt: Instant?
    /// How many purchases it tells.
    public private(set) var purchaseCount = 0

    /// The data that were signed, and the signature.
    let signedData: SignedData
    /// What was mixed into the hash, so that it cannot be guessed.
    private(set) var opaqueValue: ArraySlice<UInt8> = []
    /// The SHA-1 of the device's identifier, the opaque value and the bundle id.
    private(set) var deviceHash: ArraySlice<UInt8> = []
    /// The bundle id as it was hashed, with its ASN.1 header.
    private(set) var bundleIDBytes: ArraySlice<UInt8> = []
    /// The fields that have no meaning here.
    private(set) var unknown = UnknownAttributes()

    /// Reads a receipt from its DER or its base64, spaces and line breaks allowed.
    ///
    /// Throws `malformed_receipt` with the place of the damage, `too_large` above 32 MB or with more than 10,000
    /// purchases, `bad_date`, `bad_certificate` with more certificates than any receipt carries.
    public init(base64OrDER bytes: Data) throws(DocumentProblem) {
        try self.init(der: try ReceiptBytes.der(bytes)[...])
    }

    /// Where the purchases were made, from Apple's word for it.
    public var environment: AppStoreEnvironment {
        guard let receiptType else { return .production }
        if receiptType.contains("Sandbox") { return .sandbox }
        if receiptType.contains("Xcode") { return .xcode }
        return receiptType.hasPrefix("Production") ? .production : AppStoreEnvironment(rawValue: receiptType)
    }

    private init(der: ArraySlice<UInt8>) throws(DocumentProblem) {
        signedData = try SignedData(der)
        var fields = try ReceiptAttributes(signedData.content)
        while let attribute = try fields.next() { try take(attribute) }
    }

    private mutating func take(_ attribute: ReceiptAttribute) throws(DocumentProblem) {
        switch attribute.type {
        case 0: receiptType = try attribute.text
        case 2: (bundleID, bundleIDBytes) = (try attribute.text.map(BundleID.init(_:)), attribute.value)
        case 3: appVersion = try attribute.text
        case 4: opaqueValue = attribute.value
        case 5: deviceHash = attribute.value
        case 12: createdAt = try attribute.date
        case ReceiptPurchase.type: try count(try ReceiptPurchase(attribute))
        case 18: originalPurchasedAt = try attribute.date
        case 19: originalAppVersion = try attribute.text
        case 21: expiresAt = try attribute.date
        default: unknown.keep(attribute)
        }
    }

    /// Counts a purchase that could be read; it is read again when it is asked for.
    private mutating func count(_ purchase: ReceiptPurchase) throws(DocumentProblem) {
        purchaseCount += 1
        guard purchaseCount <= ReceiptPurchases.limit else {
            throw DocumentProblem(
                .tooLarge,
                "the receipt tells more than \(ReceiptPurchases.limit) purchases: no App Store made it")
        }
    }
}
