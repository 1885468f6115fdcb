import AppStore
import Crypto
import Foundation
import Intake
import JSONValues
import Persistence
import Purchases

/// Makes the side effects of an import that keep the newest receipt of each chain, compressed: with it Apple can be
/// asked where there is no key for the App Store Server API. `ReceiptEvidence`, `NotificationRoute` and
/// `AnswerCarrier` add them.
enum ReceiptKeeping {
    /// Keeps a receipt in base64; nil where there is nothing to keep.
    ///
    /// - Parameters:
    ///   - document: what the receipt, or Apple's answer about it, tells: its chains and its time.
    ///   - customer: whose device it comes from; nil where nothing says so.
    static func effect(
        _ text: String, told document: DecodedDocument, of customer: AppUserID? = nil
    ) -> SideEffect? {
        guard let environment = document.contents.environment,
            let bytes = Data(base64Encoded: text, options: .ignoreUnknownCharacters), !bytes.isEmpty,
            bytes.count <= Deflate.limit, let body = Deflate.deflated(bytes)
        else { return nil }
        return .keepReceipt(
            ReceiptDraft(
                body: body, sha256: SHA256.hash(data: bytes).hexadecimal, environment: environment,
                chains: document.contents.chains,
                customer: customer, madeAt: document.contents.precedence.documentTime))
    }

    /// Keeps the newest receipt that an answer of verifyReceipt or a notification of version 1 carries.
    ///
    /// Source: Apple, `responseBody.latest_receipt`, `unified_receipt.latest_receipt`.
    static func effect(
        latestIn value: JSONValue, told document: DecodedDocument, of customer: AppUserID? = nil
    ) -> SideEffect? {
        let text = value["latest_receipt"] ?? value["unified_receipt"]?["latest_receipt"]
        return text?.string.flatMap { effect($0, told: document, of: customer) }
    }
}
