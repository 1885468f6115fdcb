internal import Purchases

/// Compares a kept message with the store before the server signs it. Somebody with access to the file can write a
/// message, and a backend believes the server's signature.
enum WebhookProof {
    /// The body that is sent; nil where nothing tells what the message says.
    ///
    /// About an entitlement it is made anew of the event. What stood in a ticket when its message was made, and whose it was,
    /// is not kept elsewhere: there has to be the ticket.
    static func body(
        _ kept: String, type: String, of customer: AppUserID, in db: Connection
    ) throws -> String? {
        guard let words: Words = try? ColumnText.value(kept), words.type == type,
            words.data.appUserID == customer.rawValue
        else { return nil }
        if let event = words.data.event.flatMap(Int64.init) {
            guard let own = try WebhookMessage.telling(ofEvent: event, in: db), own.customer == customer,
                own.type == type
            else { return nil }
            let told: Words? = try ColumnText.value(own.body)
            return told == words ? own.body : nil
        }
        guard type == WebhookType.ticketOpened || type == WebhookType.ticketResolved,
            let ticket = words.data.ticket, try TicketTable.find(TicketID(ticket), in: db) != nil
        else { return nil }
        return kept
    }

    /// What of a message a backend acts on.
    private struct Words: Decodable, Equatable {
        struct Content: Decodable, Equatable {
            let appUserID: String
            let event: String?
            let entitlement: String?
            let from: String?
            let until: String?
            let source: String?
            let sourceID: String?
            let ticket: String?

            private enum CodingKeys: String, CodingKey {
                case appUserID = "app_user_id"
                case event, entitlement, from, until, source, ticket
                case sourceID = "source_id"
            }
        }

        let type: String
        let timestamp: String
        let data: Content
    }
}
