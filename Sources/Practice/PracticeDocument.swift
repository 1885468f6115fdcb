import Foundation
import Purchases

/// One document in its envelope, and when it was received.
struct PracticeDocument: Hashable, Sendable {
    /// When it was received.
    let receivedAt: Instant
    /// The envelope with the document in it, as JSON on one line.
    let bytes: Data

    /// A document of a kind, received at a moment and said to be a customer's.
    init(_ kind: String, _ body: some Encodable, of customer: AppUserID?, receivedAt: Instant) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        bytes = try encoder.encode(
            PracticeEnvelope(
                kind: kind, customer: customer?.rawValue, received_at: receivedAt.description,
                source: "practice", body: body))
        self.receivedAt = receivedAt
    }
}
