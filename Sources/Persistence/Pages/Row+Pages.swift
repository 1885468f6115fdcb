import GRDB
import Purchases

extension CustomerNote {
    /// Reads a note.
    init(_ row: Row) {
        self.init(
            at: row.instant("at_ms") ?? .earliest, agent: AgentName(row["agent"]), text: row["body"],
            reference: row["reference"])
    }
}

extension StoreNotification {
    /// Reads a notification.
    init(_ row: Row) {
        self.init(
            type: row["type"], subtype: row["subtype"], signedAt: row.instant("signed_ms") ?? .earliest,
            receivedAt: row.instant("received_ms"), check: Check(rawValue: row["checked"]) ?? .unchecked,
            charge: row.identifier("charge"))
    }
}
