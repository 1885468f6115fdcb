import AppStore
import JSONValues
import Persistence
import Purchases

/// Decides what becomes of a document: whether it is understood, whether the store takes it, and how far it was checked.
struct Admission {
    private let store: Store
    private let decoder: DocumentDecoder
    private let bundleIDs: Set<BundleID>
    private let appAppleIDs: Set<Int>
    private var knownSecrets: [String: Bool?] = [:]

    /// What a store takes just now of what a decoder understands.
    init(to store: Store, by decoder: DocumentDecoder) throws {
        (self.store, self.decoder) = (store, decoder)
        bundleIDs = try store.bundleIDs()
        appAppleIDs = try store.appAppleIDs()
    }

    /// A document as it may be applied, or as it goes to quarantine; the context is what the caller says.
    mutating func item(
        for cut: Result<SourceDocument, Rejection>, in context: DocumentContext
    ) throws -> ImportItem {
        switch cut.flatMap({ source in source.decoded(by: decoder).map { (source, $0) } }) {
        case .failure(var rejection):
            rejection.forcedKind = context.kind?.rawValue
            return .rejected(rejection)
        case .success((let source, let document)): return try item(for: document, cutAs: source, in: context)
        }
    }

    private mutating func item(
        for decoded: DecodedDocument, cutAs source: SourceDocument, in context: DocumentContext
    ) throws -> ImportItem {
        var document = decoded
        let kind = document.contents.kind
        let isSecretKnown = kind == .notificationV1 ? try isSecretKnown(of: source) : nil
        if let problem = otherApp(document.contents) ?? unsigned(document.contents) ?? mismatch(isSecretKnown)
        {
            return .rejected(source.inOneForm(as: kind).rejection(problem, kind: kind))
        }
        if isSecretKnown == true, document.check == .unchecked { document.check = .secret }
        for place in document.contents.notices.indices {
            document.contents.notices[place].notification.check = document.check
            if let moment = context.receivedAt, document.contents.notices[place].isDelivery {
                document.contents.notices[place].notification.receivedAt = moment
            }
        }
        if context.isAnswer, document.check == .unchecked { document.check = .asked }
        return .document(document)
    }

    private func otherApp(_ contents: DocumentContents) -> DocumentProblem? {
        if let bundle = contents.bundleID, !bundleIDs.isEmpty, !bundleIDs.contains(bundle) {
            let ours = bundleIDs.map(\.rawValue).sorted().joined(separator: ", ")
            return DocumentProblem(
                .otherBundle,
                "it belongs to the app \(bundle), this store to \(ours): add it with 'settings add bundle_ids'"
            )
        }
        if !bundleIDs.isEmpty, contents.hidesItsApp {
            return DocumentProblem(
                .otherBundle,
                "a signed part of it names no app, this store takes those of its own only: bring it as signed"
            )
        }
        if let app = contents.appAppleID, !appAppleIDs.isEmpty, !appAppleIDs.contains(app) {
            let ours = appAppleIDs.sorted().map(String.init).joined(separator: ", ")
            return DocumentProblem(
                .otherApp,
                "it belongs to the app number \(app), this store to \(ours): add it with 'settings add app_apple_ids'"
            )
        }
        return nil
    }

    private func unsigned(_ contents: DocumentContents) -> DocumentProblem? {
        guard let environment = contents.environment, !environment.isSignedByApple, !store.isPractice else {
            return nil
        }
        return DocumentProblem(
            .environmentNotAllowed,
            "\(environment.rawValue) documents are not signed by Apple: only practice stores take them")
    }

    private func mismatch(_ isSecretKnown: Bool?) -> DocumentProblem? {
        guard isSecretKnown == false else { return nil }
        return DocumentProblem(
            .secretMismatch,
            "its password is none of the shared secrets: add the right one, then bring the document again (passwords are not kept)"
        )
    }

    /// Whether the store knows the secret that a document carries; nil when it knows none at all.
    private mutating func isSecretKnown(of source: SourceDocument) throws -> Bool? {
        let secret = NotificationSecret.value(in: source.value) ?? ""
        if let known = knownSecrets[secret] { return known }
        let known = try store.matches(secret: secret)
        knownSecrets[secret] = known
        return known
    }
}

extension DocumentContents {
    /// Whether it is signed and does not say which app it belongs to; renewal information never does.
    fileprivate var hidesItsApp: Bool {
        let isEachNamed = transactions.allSatisfy { $0.values.bundleID != nil }
        return switch kind.appNaming {
        case .everything: !isEachNamed || bundleID == nil
        case .transactions: !isEachNamed
        case .nothing: false
        }
    }
}
