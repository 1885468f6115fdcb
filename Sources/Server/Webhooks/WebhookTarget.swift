import Foundation
package import Persistence

/// A receiver of webhooks that can be called: its settings (`WebhookSettings`) with the secrets read.
package struct WebhookTarget: Sendable {
    /// What it is called, and what it is told of.
    package let receiver: WebhookReceiver
    let url: URL
    let host: String
    let secrets: [WebhookSecret]
    let allowsPrivate: Bool

    /// Where it listens, for people: nothing of the path, in which secrets may stand.
    package var place: String { "\(url.scheme ?? "https")://\(host)\(url.port.map { ":\($0)" } ?? "")" }

    /// The signatures of a message by every secret, as the header has them.
    package func signatures(of body: String, id: String, timestamp: Int64) -> String {
        secrets.map { $0.signature(of: body, id: id, timestamp: timestamp) }.joined(separator: " ")
    }
}
