public import AppStore
public import Foundation
public import JSONValues
public import Persistence
public import Purchases
import Synchronization

/// Reads documents that arrive one by one and for a long time, on whichever thread: a value in, what the store may take
/// in or keeps in quarantine out.
///
/// Unlike a file, what comes over a network is one document and nothing around it: no envelope, list or table is opened,
/// and whoever brings it says its kind. It writes nothing. What the store admits is asked once, and again after
/// ``settingsChanged()``.
public final class DocumentDesk: Sendable {
    private let store: Store
    private let roots: TrustedRoots
    private let reading = Mutex<Reading?>(nil)

    /// What the store admits, and who reads.
    fileprivate struct Reading {
        let admission: Admission
        let checker: SignatureChecker
        /// Documents without a date are checked as of the present, so that it is made anew each hour.
        let madeAt: Instant

        var decoder: DocumentDecoder { DocumentDecoder(checker: checker, device: nil) }
    }

    /// A desk in front of a store; only practice stores take roots other than Apple's.
    ///
    /// - Throws: `StoreError`: refused for other roots in a real store.
    public init(_ store: Store, roots: TrustedRoots? = nil) throws {
        guard roots == nil || store.isPractice else { throw StoreError.store(.rootsAreApples) }
        (self.store, self.roots) = (store, roots ?? .apple)
    }

    /// Asks the store anew what it admits, before the next document.
    public func settingsChanged() { reading.withLock { $0 = nil } }

    /// One document: JSON, or a text that is a receipt in base64 or a JWS.
    ///
    /// - Throws: `StoreError` where the store cannot be asked what it admits; what is wrong with the document is in the
    ///   answer.
    public func document(_ value: JSONValue, as slip: DeskSlip, at now: Instant) throws -> DeskDocument {
        let reading = try current(at: now)
        let source = SourceDocument(
            source: slip.origin, value: value, envelope: slip.envelope,
            options: ReadingOptions(kind: slip.kind, customer: slip.customer))
        switch source.decoded(by: reading.decoder) {
        case .failure(var rejection):
            rejection.forcedKind = slip.kind?.rawValue
            return DeskDocument(
                item: .rejected(rejection), kind: slip.kind,
                check: reading.isSigned(value) ? .signed : try secretCheck(value))
        case .success(let decoded):
            var admission = reading.admission
            let item = try admission.admit(decoded, isAnswer: slip.isAnswer)
            return DeskDocument(
                item: slip.stamped(item), kind: decoded.kind,
                check: decoded.contents.precedence.isSigned ? .signed : try secretCheck(value))
        }
    }

    /// One document in bytes.
    ///
    /// - Throws: `StoreError` where the store cannot be asked what it admits; what is wrong with the document is in the
    ///   answer.
    public func document(in bytes: Data, as slip: DeskSlip, at now: Instant) throws -> DeskDocument {
        do {
            return try document(JSONValue(document: bytes), as: slip, at: now)
        } catch let problem as DocumentProblem {
            return unreadable(bytes, problem, as: slip)
        }
    }

    /// What stands in the place of bytes that are no document.
    public func unreadable(_ bytes: Data, _ problem: DocumentProblem, as slip: DeskSlip) -> DeskDocument {
        var rejection = Rejection(
            problem, source: slip.origin, kind: slip.kind, customer: slip.customer,
            masked: SecretMask.masked(bytes))
        rejection.forcedKind = slip.kind?.rawValue
        return DeskDocument(item: .rejected(rejection), kind: slip.kind, check: .unchecked)
    }

    /// How far the password of a notification of version 1 vouches for it.
    private func secretCheck(_ value: JSONValue) throws -> StoreNotification.Check {
        guard let secret = NotificationSecret.value(in: value) else { return .unchecked }
        return try store.matches(secret: secret) == true ? .secret : .unchecked
    }

    private func current(at now: Instant) throws -> Reading {
        if let known = reading.withLock({ $0 }), now - known.madeAt < .hours(1), now >= known.madeAt {
            return known
        }
        let made = Reading(
            admission: try Admission(to: store), checker: SignatureChecker(roots: roots, now: now),
            madeAt: now)
        reading.withLock { $0 = made }
        return made
    }
}

extension DocumentDesk.Reading {
    /// Whether Apple signed what could not be understood: only then is it worth keeping.
    fileprivate func isSigned(_ value: JSONValue) -> Bool {
        guard let text = (value["signedPayload"] ?? value).string, let signed = try? SignedText(text) else {
            return false
        }
        return (try? checker.check(signed)) != nil
    }
}

/// What is known of a document before it is read.
public struct DeskSlip: Hashable, Sendable {
    /// Where it came from, as quarantine and the audit log name it.
    public let origin: String
    /// What kind it is; nil to recognise it.
    public let kind: DocumentKind?
    /// The customer for whom its chains are claimed.
    public let customer: AppUserID?
    /// The order that it answers.
    public let order: OrderID?
    /// When it came; nil where that is not told.
    ///
    /// What Apple signed is known since it was signed, whenever it came, so that a server that was away for days and one
    /// that was not know the same; only a notification's own line says when it came. What the app reports is known
    /// since it came: the clocks of devices are set by their owners.
    public let arrivedAt: Instant?
    /// Whether the App Store answered our own question with it: then nobody else need vouch for it.
    public let isAnswer: Bool
    /// Whether it came by an app's key: then a report says nothing of whose a chain is without evidence beside it.
    public let needsEvidence: Bool

    /// What is known of a document.
    public init(
        origin: String, kind: DocumentKind?, customer: AppUserID? = nil, order: OrderID? = nil,
        arrivedAt: Instant? = nil, isAnswer: Bool = false, needsEvidence: Bool = false
    ) {
        (self.origin, self.kind, self.customer) = (origin, kind, customer)
        (self.order, self.arrivedAt) = (order, arrivedAt)
        (self.isAnswer, self.needsEvidence) = (isAnswer, needsEvidence)
    }

    fileprivate var envelope: Envelope {
        var envelope = Envelope()
        (envelope.orderID, envelope.needsEvidence) = (order, needsEvidence)
        if kind == .purchaseReport || kind == .customers { envelope.receivedAt = arrivedAt }
        return envelope
    }

    /// A document whose notifications say when they came.
    fileprivate func stamped(_ item: ImportItem) -> ImportItem {
        guard let arrivedAt, case .document(var document) = item else { return item }
        for place in document.contents.notices.indices where document.contents.notices[place].isDelivery {
            document.contents.notices[place].notification.receivedAt = arrivedAt
        }
        return .document(document)
    }
}

/// A document as a desk read it.
public struct DeskDocument: Sendable {
    /// What becomes of it.
    public let item: ImportItem
    /// Its kind, as far as it is known.
    public let kind: DocumentKind?
    /// Who vouches for it, whether or not it was understood.
    public let check: StoreNotification.Check

    /// Why it is not taken in; nil when it is.
    public var rejection: Rejection? {
        if case .rejected(let rejection) = item { rejection } else { nil }
    }

    /// What the store takes in; nil when it does not.
    public var admitted: AdmittedDocument? {
        if case .document(let document) = item { document } else { nil }
    }
}
