import AppStore
import Foundation
import JSONValues
import PersistenceTesting
import Purchases

@testable import Intake

/// The app's own documents, decoded alone.
enum AppDocumentSamples {
    /// What a document of a kind tells.
    static func contents(
        _ text: String, _ kind: DocumentKind, receivedAt: Instant? = nil
    ) throws -> DocumentContents {
        let value = try JSONValue(parsing: Data(text.utf8))
        let context = DocumentContext(digest: value.masked.digest, receivedAt: receivedAt)
        return switch kind {
        case .customers: try CustomerDecoder(value).contents(in: context)
        default: try PurchaseReportDecoder(value).contents(in: context)
        }
    }

    /// Why a document is rejected; nil when it is not.
    static func reason(_ text: String, _ kind: DocumentKind) -> RejectionReason? {
        problem(text, kind)?.reason
    }

    /// What is wrong with a document; nil when nothing is.
    static func problem(_ text: String, _ kind: DocumentKind) -> DocumentProblem? {
        do {
            _ = try contents(text, kind)
            return nil
        } catch {
            return error as? DocumentProblem
        }
    }
}
