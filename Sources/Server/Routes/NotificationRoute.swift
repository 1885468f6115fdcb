import AppStore
import Foundation
import Hummingbird
import Intake
import JSONValues
import Logging
import Persistence
import Purchases

/// Hears Apple: App Store Server Notifications, version 1 and 2.
///
/// Apple is answered 200 only when what it told is committed, and repeats whatever is answered otherwise. What is authentic
/// and not understood is kept in quarantine and answered 200, for a repeat would not help. What nobody vouches for is
/// refused, counted, and kept up to so many bytes a day.
struct NotificationRoute: Sendable {
    fileprivate static let origin = "POST /apple/notifications"

    let parts: ServerParts

    var endpoint: Endpoint {
        Endpoint(.post, "/apple/notifications", isRationed: false) { try await answer($0) }
    }

    private func answer(_ exchange: Exchange) async throws -> Response {
        try exchange.refuseForms()
        let body = try await exchange.body()
        let now = exchange.now
        let read = try await parts.store.ask { [reader = parts.reader] _ in
            try NotificationReading(reader: reader, body: body, now: now).read()
        }
        let batch = ImportBatch(
            [read.item], from: NotificationRoute.origin, effects: read.keeping,
            unauthenticLimit: read.refusal == nil ? nil : parts.unauthenticBytes)
        let outcome = try await parts.gatherer.take(batch, bytes: body.count)
        if let refusal = read.refusal { throw refusal }
        guard case .rejected(let reason, _, _)? = outcome.result?.documents.first else {
            return Response(status: .ok)
        }
        parts.logger.warning(
            "a notification is authentic and not understood",
            metadata: ["request": "\(exchange.id)", "reason": "\(reason)"])
        return Response(status: .ok)
    }
}

/// A notification as it came, read and judged.
private struct NotificationReading {
    let reader: DocumentReader
    let body: Data
    let now: Instant

    /// Reads and judges it.
    func read() throws -> Read {
        let origin = NotificationRoute.origin
        let version: DocumentKind
        let value: JSONValue
        do {
            let told = try JSONValue(sent: body)
            version = told["notification_type"] == nil ? .notificationV2 : .notificationV1
            // What stands beside the signed text is nobody's word, and would make one text many documents.
            value = told["signedPayload"].map { .object(["signedPayload": $0]) } ?? told
        } catch {
            let item = reader.unreadable(body, error, from: origin, in: context(.notificationV2))
            return Read(
                item: item,
                refusal: Problem(.notAuthentic, "This is no notification.", code: error.reason.rawValue))
        }
        let item = try reader.read(value, from: origin, in: context(version), at: now)
        let check = try item.document?.check ?? reader.check(of: value, at: now)
        return Read(
            item: kept(item, check, version), refusal: refusal(of: item, check, value, version),
            keeping: receipt(in: item, check, version))
    }

    /// What became of it.
    struct Read: Sendable {
        /// What is taken in.
        let item: ImportItem
        /// Why it is refused; nil where it is not.
        let refusal: Problem?
        /// Keeps the receipt that came with it.
        var keeping: [SideEffect] = []
    }

    private func context(_ kind: DocumentKind) -> DocumentContext {
        DocumentContext(kind: kind, receivedAt: now)
    }

    /// Keeps the receipt of a notification that its password vouches for.
    private func receipt(
        in item: ImportItem, _ check: StoreNotification.Check, _ version: DocumentKind
    ) -> [SideEffect] {
        guard version == .notificationV1, check == .secret, let document = item.document,
            let value = try? JSONValue(parsing: body),
            let effect = ReceiptKeeping.effect(latestIn: value, told: document)
        else { return [] }
        return [effect]
    }

    /// Makes a rejection of a document that nothing vouches for: an import from a file may take it in, the network may
    /// not.
    private func kept(
        _ item: ImportItem, _ check: StoreNotification.Check, _ version: DocumentKind
    ) -> ImportItem {
        guard let document = item.document, check != .signed, check != .secret else { return item }
        let (reason, detail): (RejectionReason, String) =
            version == .notificationV1
            ? (
                .secretMismatch,
                "no shared secret is known that could vouch for it: add the one of App Store Connect"
            )
            : (
                .noCertificates,
                "it is not signed: only signed notifications are taken in over the network"
            )
        return .rejected(
            Rejection(
                source: document.source, kind: version.rawValue, reason: reason.rawValue, detail: detail,
                body: Data(document.body.utf8), byteCount: document.body.utf8.count))
    }

    /// Whether a signed text says of itself that it is a notification: Apple signs much else, for every app.
    private func isNotification(_ value: JSONValue) -> Bool {
        value["signedPayload"]?.string.flatMap(UncheckedPayload.of)?["notificationType"]?.string != nil
    }

    /// Why the sender is refused: nothing vouches for the notification, or it is another app's. What is authentic and
    /// only not understood is no refusal.
    private func refusal(
        of item: ImportItem, _ check: StoreNotification.Check, _ value: JSONValue, _ version: DocumentKind
    ) -> Problem? {
        let reason = item.rejection?.reason
        let foreign: Set = [
            RejectionReason.otherApp.rawValue, RejectionReason.otherBundle.rawValue,
            RejectionReason.environmentNotAllowed.rawValue,
        ]
        switch version {
        case .notificationV1:
            if reason == RejectionReason.secretMismatch.rawValue {
                return Problem(.wrongPassword, "The notification's password is none of this app's.")
            }
            guard let reason else { return check == .secret ? nil : unfounded("no_secret") }
            if foreign.contains(reason) { return foreigner(reason) }
            // Of what is not understood only what carries the right password is worth keeping.
            return check == .secret ? nil : unfounded(reason)
        default:
            guard check == .signed, item.document != nil || isNotification(value) else {
                return unfounded(reason ?? "no_x5c")
            }
            guard let reason, foreign.contains(reason) else { return nil }
            return foreigner(reason)
        }
    }

    private func unfounded(_ reason: String) -> Problem {
        Problem(.notAuthentic, "Nothing vouches for this notification.", code: reason)
    }

    private func foreigner(_ reason: String) -> Problem {
        Problem(.notAuthentic, "The notification belongs to another app or environment.", code: reason)
    }
}
