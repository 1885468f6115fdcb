package import JSONValues
package import Persistence

extension JSONValue {
    /// How far a receiver of webhooks has come.
    package static func webhook(_ standing: WebhookStanding) -> JSONValue {
        .object([
            "name": .string(standing.name), "waiting": .number(standing.waiting),
            "oldest": .time(standing.oldest), "parked": .number(standing.parked),
            "failures": .number(standing.failures), "failure": .text(standing.failure),
            "delivered_at": .time(standing.deliveredAt), "disabled_at": .time(standing.disabledAt),
        ])
    }
}
