package import JSONValues
import Persistence

/// How far a receiver of webhooks has come.
extension WebhookStatus: JSONEncodable {
    package var json: JSONValue {
        .object([
            "name": name, "waiting": waiting, "oldest": oldest, "parked": parked, "failures": failures,
            "failure": failure, "delivered_at": deliveredAt, "disabled_at": disabledAt,
        ])
    }
}
