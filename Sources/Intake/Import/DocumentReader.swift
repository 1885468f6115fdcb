package import AppStore
package import Foundation
package import JSONValues
package import Persistence
package import Purchases
import Synchronization

/// Reads documents that arrive one by one and for a long time, on whichever thread: a value in, what the store may take
/// in or keeps in quarantine out.
///
/// Unlike a file, what comes over a network is one document and nothing around it: no envelope, list or table is opened,
/// and the caller says its kind. It writes nothing. What the store admits is asked once, and again after
/// ``settingsChanged()``.
package final class DocumentReader: Sendable {
    private let store: Store
    private let roots: TrustedRoots
    private let reading = Mutex<Reading?>(nil)

    /// What the store admits, and who checks signatures.
    private struct Reading {
        let admission: Admission
        let checker: SignatureChecker
        /// Documents without a date are checked as of the present, so that it is made anew each hour.
        let madeAt: Instant
    }

    /// A reader in front of a store; only practice stores take roots other than Apple's.
    ///
    /// - Throws: `StoreError`: refused for other roots in a real store.
    package init(_ store: Store, roots: TrustedRoots? = nil) throws {
        (self.store, self.roots) = (store, try store.trusted(roots))
    }

    /// Asks the store anew what it admits, before the next document.
    package func settingsChanged() { reading.withLock { $0 = nil } }

    /// What becomes of one document: JSON, or a text that is a receipt in base64 or a JWS. Quarantine and the audit log
    /// name where it came from.
    ///
    /// - Throws: `StoreError` where the store cannot be asked what it admits; what is wrong with the document is in the
    ///   answer.
    package func read(
        _ value: JSONValue, from origin: String, in context: DocumentContext, at now: Instant
    ) throws -> ImportItem {
        var admission = try current(at: now).admission
        let document = SourceDocument(source: origin, value: value, context: context)
        return try admission.item(for: .success(document), in: context)
    }

    /// What becomes of one document in bytes.
    ///
    /// - Throws: `StoreError` where the store cannot be asked what it admits; what is wrong with the document is in the
    ///   answer.
    package func read(
        _ bytes: Data, from origin: String, in context: DocumentContext, at now: Instant
    ) throws -> ImportItem {
        do {
            return try read(JSONValue(document: bytes), from: origin, in: context, at: now)
        } catch let problem as DocumentProblem {
            return unreadable(bytes, problem, from: origin, in: context)
        }
    }

    /// What becomes of bytes that are no document.
    package func unreadable(
        _ bytes: Data, _ problem: DocumentProblem, from origin: String, in context: DocumentContext
    ) -> ImportItem {
        var rejection = Rejection(
            problem, source: origin, kind: context.kind, customer: context.customer,
            masked: SecretMask.masked(bytes))
        rejection.forcedKind = context.kind?.rawValue
        return .rejected(rejection)
    }

    /// Who vouches for a document that need not be understood: what nobody does is not worth keeping.
    ///
    /// - Throws: `StoreError` where the store cannot be asked for its secrets.
    package func check(of value: JSONValue, at now: Instant) throws -> StoreNotification.Check {
        if let text = (value["signedPayload"] ?? value).string, let signed = try? SignedText(text),
            (try? current(at: now).checker.check(signed)) != nil
        {
            return .signed
        }
        guard let secret = NotificationSecret.value(in: value) else { return .unchecked }
        return try store.matches(secret: secret) == true ? .secret : .unchecked
    }

    private func current(at now: Instant) throws -> Reading {
        if let known = reading.withLock({ $0 }), now - known.madeAt < .hours(1), now >= known.madeAt {
            return known
        }
        let checker = SignatureChecker(roots: roots, now: now)
        let admission = try Admission(to: store, by: DocumentDecoder(checker: checker))
        let made = Reading(admission: admission, checker: checker, madeAt: now)
        reading.withLock { $0 = made }
        return made
    }
}
