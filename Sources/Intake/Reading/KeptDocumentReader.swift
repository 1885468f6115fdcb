package import AppStore
import Foundation
import JSONValues
package import Persistence
package import Purchases

/// Reads documents once more as a store keeps them: whether they are what came, whether what is marked as signed is signed,
/// and what they tell. `DoctorAllFacts.swift` in `Persistence/Diagnostics` compares that with the store.
package struct KeptDocumentReader: Sendable {
    private let decoder: DocumentDecoder
    private let isPractice: Bool

    /// A reader of a store's documents; only practice stores take roots other than Apple's.
    ///
    /// - Throws: `StoreError`: refused for other roots in a real store.
    package init(_ store: Store, roots: TrustedRoots? = nil, at now: Instant) throws {
        isPractice = store.isPractice
        decoder = DocumentDecoder(checker: SignatureChecker(roots: try store.trusted(roots), now: now))
    }

    /// What a document says once more.
    package func read(_ document: KeptDocument) -> Rereading {
        guard let body = document.body else { return .unread }
        let isWhole = JSONValue.digest(ofCanonicalText: body) == document.digest
        guard isWhole || document.kind.mayLackReceipts else { return .changed("its body is not what came") }
        // A document without a date of its own goes by when it came, and nothing else rests on that here.
        let context = DocumentContext(
            digest: document.digest, customer: document.owner, receivedAt: document.documentTime)
        do throws(DocumentProblem) {
            let value = try JSONValue(document: Data(body.utf8))
            let contents = try decoder.decoded(masked: value, as: document.kind, in: context).contents
            if document.check == .signed, !contents.precedence.isSigned {
                return .changed("it is marked as signed, and nobody signed it")
            }
            return isWhole ? .tells(contents) : .tellsInPart(contents)
        } catch {
            return rereading(document, after: error, isWhole: isWhole)
        }
    }

    private func rereading(
        _ document: KeptDocument, after problem: DocumentProblem, isWhole: Bool
    ) -> Rereading {
        if problem.reason == .untrustedRoot, isPractice { return .unknownRoot }
        // What is not dated is checked as of now, and certificates end.
        guard document.check == .signed, problem.reason != .certificateExpired else { return .unread }
        // Of a request nothing is left to read without its receipt.
        return isWhole ? .changed("its signature does not hold (\(problem.reason.rawValue))") : .unread
    }
}

extension DocumentKind {
    /// Whether receipts in base64 are left out of what is kept of it.
    fileprivate var mayLackReceipts: Bool {
        switch self {
        case .verifyReceipt, .verifyReceiptRequest, .notificationV1, .purchaseReport: true
        case .notificationV2, .signedTransaction, .signedRenewalInfo, .serverAPI, .receipt, .customers: false
        }
    }
}
