import AppStore
import Persistence
import Purchases

/// Decides whether the store takes a document that was understood, and how far it was checked.
struct Admission {
    /// What the store takes.
    let settings: StoreSettings

    /// The document as it may be applied, or as it goes to quarantine.
    func admit(_ document: IncomingDocument) -> ImportItem {
        if let refused = refusal(of: document) { return .refused(refused) }
        var contents = document.contents
        let check = check(of: document)
        if let notice = contents.notice { contents.notice = notice.checked(check) }
        return .document(
            ReadyDocument(contents: contents, body: document.body, source: document.source, check: check))
    }

    private func refusal(of document: IncomingDocument) -> RefusedDocument? {
        if let bundle = document.contents.bundleID, !settings.bundleIDs.isEmpty,
            !settings.bundleIDs.contains(bundle)
        {
            let ours = settings.bundleIDs.map(\.rawValue).sorted().joined(separator: ", ")
            return document.rejected(
                .otherBundle,
                detail:
                    "it belongs to the app \(bundle), this store to \(ours): add it with 'settings set bundle_ids'"
            ).refused
        }
        if let environment = document.contents.environment, !environment.isSignedByApple, !settings.isPractice
        {
            return document.rejected(
                .environmentNotAllowed,
                detail:
                    "\(environment.rawValue) documents are not signed by Apple: only practice stores take them"
            ).refused
        }
        if document.kind == .notificationV1, settings.hasSecrets, !isSecretKnown(document) {
            return document.rejected(
                .secretMismatch,
                detail: "its password is none of the store's shared secrets: check the secret, or who sent it"
            ).refused
        }
        return nil
    }

    private func check(of document: IncomingDocument) -> StoreNotification.Check {
        document.contents.precedence.isSigned ? .signed : isSecretKnown(document) ? .secret : .unchecked
    }

    private func isSecretKnown(_ document: IncomingDocument) -> Bool {
        document.sharedSecret.map(settings.matchesSecret) ?? false
    }
}

extension RejectedDocument {
    /// The document as quarantine keeps it.
    var refused: RefusedDocument {
        RefusedDocument(
            source: source, kind: kind?.rawValue, reason: reason.rawValue, detail: detail, body: bytes,
            byteCount: byteCount, customer: customer)
    }
}

extension DocumentContents.Notice {
    /// The same notification, checked so far.
    fileprivate func checked(_ check: StoreNotification.Check) -> DocumentContents.Notice {
        let notification = StoreNotification(
            type: notification.type, subtype: notification.subtype, signedAt: notification.signedAt,
            receivedAt: notification.receivedAt, check: check, charge: notification.charge)
        return DocumentContents.Notice(chain: chain, notification: notification)
    }
}
