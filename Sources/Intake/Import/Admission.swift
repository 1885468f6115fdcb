import AppStore
import JSONValues
import Persistence
import Purchases

/// Decides whether the store takes a document that was understood, and how far it was checked.
struct Admission {
    private let store: Store
    private let bundleIDs: Set<BundleID>
    private let appAppleIDs: Set<Int>
    private var knownSecrets: [String: Bool?] = [:]

    /// What a store takes just now.
    init(to store: Store) throws {
        self.store = store
        bundleIDs = try store.bundleIDs()
        appAppleIDs = try store.appAppleIDs()
    }

    /// The document as it may be applied, or as it goes to quarantine; an answer is what the App Store said when it was
    /// asked.
    mutating func admit(_ document: DecodedDocument, isAnswer: Bool) throws -> ImportItem {
        let isSecretKnown = try document.kind == .notificationV1 ? isSecretKnown(document) : nil
        let refused = otherApp(document) ?? unsigned(document) ?? mismatch(document, isSecretKnown)
        if let refused { return .rejected(refused) }
        var contents = document.contents
        let check = check(of: document, isSecretKnown)
        for place in contents.notices.indices { contents.notices[place].notification.check = check }
        return .document(
            AdmittedDocument(
                contents: contents, body: document.body, payload: document.payload?.canonicalText,
                source: document.source, check: isAnswer && check == .unchecked ? .asked : check))
    }

    private func otherApp(_ document: DecodedDocument) -> Rejection? {
        if let bundle = document.contents.bundleID, !bundleIDs.isEmpty, !bundleIDs.contains(bundle) {
            let ours = bundleIDs.map(\.rawValue).sorted().joined(separator: ", ")
            return document.rejection(
                .otherBundle,
                detail:
                    "it belongs to the app \(bundle), this store to \(ours): add it with 'settings add bundle_ids'"
            )
        }
        if !bundleIDs.isEmpty, document.hidesItsApp {
            return document.rejection(
                .otherBundle,
                detail:
                    "a signed part of it names no app, this store takes those of its own only: bring it as signed"
            )
        }
        if let app = document.contents.appAppleID, !appAppleIDs.isEmpty, !appAppleIDs.contains(app) {
            let ours = appAppleIDs.sorted().map(String.init).joined(separator: ", ")
            return document.rejection(
                .otherApp,
                detail:
                    "it belongs to the app number \(app), this store to \(ours): add it with 'settings add app_apple_ids'"
            )
        }
        return nil
    }

    private func unsigned(_ document: DecodedDocument) -> Rejection? {
        guard let environment = document.contents.environment, !environment.isSignedByApple, !store.isPractice
        else { return nil }
        return document.rejection(
            .environmentNotAllowed,
            detail:
                "\(environment.rawValue) documents are not signed by Apple: only practice stores take them")
    }

    private func mismatch(_ document: DecodedDocument, _ isSecretKnown: Bool?) -> Rejection? {
        guard isSecretKnown == false else { return nil }
        return document.rejection(
            .secretMismatch,
            detail:
                "its password is none of the shared secrets: add the right one, then bring the document again (passwords are not kept)"
        )
    }

    private func check(of document: DecodedDocument, _ isSecretKnown: Bool?) -> StoreNotification.Check {
        document.contents.precedence.isSigned ? .signed : isSecretKnown == true ? .secret : .unchecked
    }

    /// Whether the store knows the secret that a document carries; nil when it knows none at all.
    private mutating func isSecretKnown(_ document: DecodedDocument) throws -> Bool? {
        let secret = document.sharedSecret ?? ""
        if let known = knownSecrets[secret] { return known }
        let known = try store.matches(secret: secret)
        knownSecrets[secret] = known
        return known
    }
}

extension DecodedDocument {
    /// Whether it is signed and does not say which app it belongs to; renewal information never does.
    fileprivate var hidesItsApp: Bool {
        let isEachNamed = contents.transactions.allSatisfy { $0.values.bundleID != nil }
        return switch kind.appNaming {
        case .everything: !isEachNamed || contents.bundleID == nil
        case .transactions: !isEachNamed
        case .nothing: false
        }
    }
}
