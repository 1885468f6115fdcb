package import Foundation
package import Purchases

/// An app receipt: what the device keeps of an app and its purchases, signed by the App Store.
///
/// It is read, not checked; `SignatureChecker.check(_:)` says whether Apple signed it. The bytes are kept once and
/// its purchases are read from them when asked for, so that a receipt costs little more than itself.
/// Source: Apple, "Validating receipts on the device".
package struct AppReceipt: Sendable {
    /// Apple's word for where it comes from, such as `Production` or `ProductionSandbox`.
    package private(set) var receiptType: String?
    package private(set) var bundleID: BundleID?
    /// The version of the app that is installed.
    package private(set) var appVersion: String?
    /// When the App Store made it.
    package private(set) var createdAt: Instant?
    /// When the customer got the app for the first time.
    package private(set) var originalPurchasedAt: Instant?
    /// The version of the app that the customer got first.
    package private(set) var originalAppVersion: String?
    /// When it ends; only receipts of apps bought in volume do.
    package private(set) var expiresAt: Instant?
    /// How many purchases it tells.
    package private(set) var purchaseCount = 0

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

    /// Reads a receipt from its DER or its base64, spaces and line breaks allowed; also from the base64 of its base64.
    ///
    /// Throws `malformed_receipt` with the place of the damage, `too_large` above 32 MB or with more than 10,000
    /// purchases, `bad_date`, `bad_certificate` with more certificates than any receipt carries.
    package init(base64OrDER bytes: Data) throws(DocumentProblem) {
        try self.init(der: try ReceiptBytes.der(bytes)[...])
    }

    /// The one text of a receipt in base64: without spaces, and encoded once, since some apps encode it twice.
    package static func plainText(ofBase64 text: String) -> String {
        let letters =
            text.utf8.contains(where: ReceiptBytes.isSpace)
            ? Data(text.utf8.filter { !ReceiptBytes.isSpace($0) }) : Data(text.utf8)
        return String(decoding: ReceiptBytes.encodedOnce(letters), as: UTF8.self)
    }

    /// Where the purchases were made, from Apple's word for it.
    package var environment: AppStoreEnvironment {
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

/// The purchases of an app receipt, in no order that counts, each read when it is asked for.
package struct ReceiptPurchases: Sequence, IteratorProtocol, Sendable {
    /// The most purchases that a receipt can tell; a subscription renewed weekly makes some fifty a year.
    static let limit = 10_000

    private var fields: ReceiptAttributes?

    /// The purchases among the fields of a receipt that was read whole before, so that none of them is damaged.
    init(of receipt: AppReceipt) { fields = try? ReceiptAttributes(receipt.signedData.content) }

    package mutating func next() -> ReceiptPurchase? {
        while let field = try? fields?.next() {
            if field.type == ReceiptPurchase.type { return try? ReceiptPurchase(field) }
        }
        return nil
    }
}

extension AppReceipt {
    /// The purchases that it tells.
    package var purchases: ReceiptPurchases { ReceiptPurchases(of: self) }
}

/// One purchase in an app receipt.
///
/// Source: Apple, "Validating receipts on the device"; its types 1713, 1719 and 1721 as verifyReceipt names them.
package struct ReceiptPurchase: Sendable {
    /// The type of the field that holds a purchase.
    static let type = 17

    /// How many were bought.
    package private(set) var quantity: Int?
    package private(set) var productID: ProductID?
    package private(set) var transactionID: TransactionID?
    /// Its chain.
    package private(set) var originalTransactionID: OriginalTransactionID?
    /// When it was charged or restored.
    package private(set) var purchasedAt: Instant?
    /// When the chain's first purchase was made.
    package private(set) var originalPurchasedAt: Instant?
    /// When what was bought ends.
    package private(set) var expiresAt: Instant?
    /// The charge across devices and restores.
    package private(set) var webOrderLineItemID: WebOrderLineItemID?
    /// When it was taken back.
    package private(set) var cancelledAt: Instant?
    /// Whether it was a free trial.
    package private(set) var isTrial: Bool?
    /// Whether it was at an introductory price.
    package private(set) var isIntroductoryOffer: Bool?
    package private(set) var promotionalOfferID: String?
    /// The fields that have no meaning here.
    private(set) var unknown = UnknownAttributes()

    /// Reads the purchase in a field of the receipt; throws `malformed_receipt`, `bad_date` or `too_large`.
    init(_ attribute: ReceiptAttribute) throws(DocumentProblem) {
        var fields = try attribute.fields
        while let field = try fields.next() {
            if try !takeIdentity(field), try !takeDate(field), try !takeOffer(field) { unknown.keep(field) }
        }
    }

    /// Takes a field that says what was bought; whether it is one.
    private mutating func takeIdentity(_ field: ReceiptAttribute) throws(DocumentProblem) -> Bool {
        switch field.type {
        case 1701: quantity = try field.integer
        case 1702: productID = try field.text.map(ProductID.init(_:))
        case 1703: transactionID = try field.text.map(TransactionID.init(_:))
        case 1705: originalTransactionID = try field.text.map(OriginalTransactionID.init(_:))
        case 1711: webOrderLineItemID = try lineItem(field)
        default: return false
        }
        return true
    }

    private mutating func takeDate(_ field: ReceiptAttribute) throws(DocumentProblem) -> Bool {
        switch field.type {
        case 1704: purchasedAt = try field.date
        case 1706: originalPurchasedAt = try field.date
        case 1708: expiresAt = try field.date
        case 1712: cancelledAt = try field.date
        default: return false
        }
        return true
    }

    private mutating func takeOffer(_ field: ReceiptAttribute) throws(DocumentProblem) -> Bool {
        switch field.type {
        case 1713: isTrial = try field.integer.map { $0 != 0 }
        case 1719: isIntroductoryOffer = try field.integer.map { $0 != 0 }
        case 1721: promotionalOfferID = try field.text
        default: return false
        }
        return true
    }

    /// A missing line item is written as zero.
    private func lineItem(_ field: ReceiptAttribute) throws(DocumentProblem) -> WebOrderLineItemID? {
        guard let number = try field.integer, number != 0 else { return nil }
        return WebOrderLineItemID(String(number))
    }
}

/// Finds the DER of a receipt in what somebody brought: the bytes themselves, or their base64.
enum ReceiptBytes {
    /// The most bytes that a receipt can have, in either form.
    static let limit = 32 << 20

    /// The receipt's DER; throws `too_large`, or `malformed_receipt` for what is neither.
    static func der(_ bytes: Data) throws(DocumentProblem) -> [UInt8] {
        guard bytes.count <= limit else {
            throw DocumentProblem(.tooLarge, "the receipt is larger than 32 MB: no App Store made it")
        }
        // The base64 of a sequence begins with M, never with the byte that a sequence begins with.
        if bytes.first == DERTag.sequence.rawValue { return [UInt8](bytes) }
        let letters = bytes.contains(where: isSpace) ? bytes.filter { !isSpace($0) } : bytes
        guard let decoded = Data(base64Encoded: encodedOnce(letters)), !decoded.isEmpty else {
            throw DocumentProblem(
                .malformedReceipt,
                "this is no app receipt, neither PKCS#7 in DER nor its base64: \(DocumentProblem.sendAgain)")
        }
        return [UInt8](decoded)
    }

    /// Base64 without spaces as it is, or what it encodes where that is the base64 of a sequence.
    static func encodedOnce(_ letters: Data) -> Data {
        // Base64 begins with M where a sequence is encoded, and with T where that M is.
        guard letters.first == UInt8(ascii: "T"), let outer = Data(base64Encoded: letters) else {
            return letters
        }
        let inner: Data = outer.filter { !isSpace($0) }
        let head = Data(base64Encoded: Data(inner.prefix(4)))
        return head?.first == DERTag.sequence.rawValue ? inner : letters
    }

    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
