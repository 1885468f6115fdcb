import AppStore
import JSONValues
import Persistence
import Purchases

extension DocumentDecoder {
    /// What a masked document of any kind tells, and what its signed parts say.
    func decoded(
        masked document: JSONValue, as kind: DocumentKind, in context: DocumentContext
    ) throws(DocumentProblem) -> DecodedContents {
        switch kind {
        case .customers: return (try CustomerDecoder(document).contents(in: context), nil)
        case .purchaseReport: return (try PurchaseReportDecoder(document).contents(in: context), nil)
        case .verifyReceipt, .verifyReceiptRequest, .receipt, .notificationV1, .notificationV2,
            .signedTransaction, .signedRenewalInfo, .serverAPI:
            return try decoded(document, as: kind, in: context)
        }
    }
}

extension Store {
    /// The roots that signatures must lead to: Apple's, unless others are named.
    ///
    /// - Throws: `StoreError`: refused for other roots in a real store.
    func trusted(_ roots: TrustedRoots?) throws -> TrustedRoots {
        guard roots == nil || isPractice else { throw StoreError.store(.rootsAreApples) }
        return roots ?? .apple
    }
}
