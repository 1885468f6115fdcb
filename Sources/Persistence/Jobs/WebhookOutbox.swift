internal import JSONValues
package import Purchases

/// A receiver of webhooks, as the server's settings name it; its address and secrets are the server's alone.
package struct WebhookReceiver: Hashable, Sendable {
    package let name: String
    /// What it is told of; nil for everything.
    package let types: Set<String>?

    package init(_ name: String, types: Set<String>? = nil) { (self.name, self.types) = (name, types) }
}

/// What backends are told of by webhooks: the `type` of a message.
package enum WebhookType {
    /// What became of an entitlement.
    package static func entitlement(_ kind: EntitlementEvent.Kind) -> String {
        "entitlement.\(kind.rawValue)"
    }
    /// A failed purchase that somebody has to look at came up, or came up again.
    package static let ticketOpened = "ticket.opened"
    /// It came to its end, or to another one than was told.
    package static let ticketResolved = "ticket.resolved"
    /// A message that says nothing, to try a receiver.
    package static let test = "test"

    /// Everything that backends are told of.
    package static let all = EntitlementEvent.Kind.allCases.map(entitlement) + [ticketOpened, ticketResolved]
}

extension Store {
    /// Makes messages of whatever happened to entitlements and tickets since the last step, and puts them into each
    /// receiver's queue; answers how many there were.
    ///
    /// Messages, queues and how far the changes were read are one transaction, so that whatever is killed, each is made
    /// once. A receiver that is new is told of what happens from now on. As long as there is none nothing is made; one that
    /// the settings leave out for a while is told of that while when it is back, unless it was forgotten.
    /// - Throws: `StoreError`: refused for agents; busy; full.
    @discardableResult
    package func queueWebhooks(
        to receivers: [WebhookReceiver], by agent: AgentName, at now: Instant, limit: Int = 500
    ) throws(StoreError) -> Int {
        guard !receivers.isEmpty else { return 0 }
        let isIdle = try read { try WebhookOutbox(db: $0, now: now, limit: limit).isIdle(for: receivers) }
        if isIdle { return 0 }
        return try write(.serverNote, by: agent, at: now) { writing in
            let telling = WebhookOutbox(db: writing.db, now: now, limit: limit)
            let count = try telling.step(to: receivers) { try writing.faults.pass(.webhooksQueued) }
            if count > 0 { try writing.changed(.server, "webhooks") }
            return .noted(count)
        }
    }
}

extension Store {
    /// Forgets messages that were kept long enough, and parks what waited three days for a receiver that is away; looks for
    /// them once an hour, also where there is no receiver any more.
    ///
    /// - Throws: `StoreError`: refused for agents; busy; full.
    package func pruneWebhooks(by agent: AgentName, at now: Instant) throws(StoreError) {
        guard try read({ try WebhookMessageTable.isToForget(at: now, in: $0) }) else { return }
        try write(.serverNote, by: agent, at: now) { writing in
            try WebhookMessageTable.forget(at: now, in: writing.db)
            return .noted(())
        }
    }
}

/// A step of making messages, in its transaction.
private struct WebhookOutbox {
    /// The last change of a ticket and the last event of an entitlement that were told.
    private struct Mark: Equatable {
        var change: Int64
        var event: Int64
    }

    /// How many changes of tickets are read at once: most of them are nothing to tell.
    private static let changesAtOnce = 5000
    /// After so many changes of which none is to be told that is noted, so that they are not looked through again†.
    private static let farBehind: Int64 = 1000

    let db: Connection
    let now: Instant
    let limit: Int

    /// Whether nothing is to be done.
    func isIdle(for receivers: [WebhookReceiver]) throws -> Bool {
        let known = try known()
        guard let mark = try mark(), receivers.allSatisfy({ known.contains($0.name) }),
            try !receivers.contains(where: { try WebhookQueue.isBehind($0, in: db) }),
            try ChangeRows.newest(db) - mark.change < WebhookOutbox.farBehind
        else { return false }
        return try !db.exists("SELECT 1 FROM entitlement_events WHERE id > ?", [mark.event])
            && !db.exists("SELECT 1 FROM change_log WHERE sequence > ? AND entity = 'ticket'", [mark.change])
    }

    func step(to receivers: [WebhookReceiver], beforeMark fault: () throws -> Void) throws -> Int {
        let known = try known()
        let (old, new) = (
            receivers.filter { known.contains($0.name) }, receivers.filter { !known.contains($0.name) }
        )
        guard !known.isEmpty, var mark = try mark() else {
            for receiver in new { try WebhookQueue.begin(receiver, at: now, in: db) }
            try keep(try present())
            return 0
        }
        let messages = try entitlementMessages(&mark) + ticketMessages(&mark)
        let place = try StoreState.fileID.read(db) ?? StoreState.noFileID
        for message in messages {
            _ = try WebhookMessageTable.append(message, place: place, in: db)
        }
        for receiver in old { try WebhookQueue(of: receiver, at: now).catchUp(in: db) }
        // It begins once everything that came before it has its message.
        if try isAtHead(mark) {
            for receiver in new { try WebhookQueue.begin(receiver, at: now, in: db) }
        }
        try fault()
        try keep(mark)
        return messages.count
    }

    /// The receivers that were ever told anything and are not forgotten.
    private func known() throws -> Set<String> {
        Set(try db.values("SELECT name FROM webhook_endpoints") as [String])
    }

    /// The mark for a store's first receiver, which asks for `access` first: what stands by now, tickets among it, is
    /// taken as told.
    private func present() throws -> Mark {
        try ToldTickets.takeAllAsTold(in: db)
        return Mark(
            change: try ChangeRows.newest(db),
            event: try db.value("SELECT max(id) FROM entitlement_events") ?? 0)
    }

    private func isAtHead(_ mark: Mark) throws -> Bool {
        try mark.change >= ChangeRows.newest(db)
            && !db.exists("SELECT 1 FROM entitlement_events WHERE id > ?", [mark.event])
    }

    private func entitlementMessages(_ mark: inout Mark) throws -> [WebhookMessage] {
        let rows = try EntitlementEventRow.table.numbered(
            "WHERE id > ? ORDER BY id LIMIT ?", [mark.event, limit], in: db)
        mark.event = rows.last?.number ?? mark.event
        return try rows.map { try WebhookMessage.telling($0.row, event: $0.number, in: db) }
    }

    private func ticketMessages(_ mark: inout Mark) throws -> [WebhookMessage] {
        let rows = try db.map(
            "SELECT sequence, id FROM change_log WHERE sequence > ? AND entity = 'ticket' ORDER BY sequence LIMIT ?",
            [mark.change, WebhookOutbox.changesAtOnce]
        ) { (sequence: try $0[0] as Int64, ticket: try $0[1] as String) }
        // Past the last ticket nothing is to be told of either.
        let isAll = rows.count < WebhookOutbox.changesAtOnce
        mark.change = try isAll ? ChangeRows.newest(db) : rows.last?.sequence ?? mark.change
        var seen: Set<String> = []
        return try rows.filter { seen.insert($0.ticket).inserted }.flatMap {
            try news(of: TicketID($0.ticket))
        }
    }

    /// What is new of a ticket since it was told last: an opening, an end, or both. What nobody has to act on is not
    /// told†: an attempt that was never charged, a purchase that was delivered before anybody could look.
    private func news(of id: TicketID) throws -> [WebhookMessage] {
        guard let ticket = try TicketTable.find(id, in: db), let customer = ticket.customer,
            let row = Int64(ticket.id.rawValue), try !HeldNewsTable.holds(.ticket, id.rawValue, in: db)
        else { return [] }
        let told = try ToldTicket.table.find(row, in: db)
        let isOpen = ticket.isUnresolved && ticket.group != .notCharged
        let types: [String] =
            switch (told?.state, isOpen, ticket.isUnresolved) {
            case (nil, true, _), ("resolved", true, _): [WebhookType.ticketOpened]
            case ("opened", _, false): [WebhookType.ticketResolved]
            case ("resolved", _, false) where told?.resolution != ticket.resolution?.rawValue:
                [WebhookType.ticketResolved]
            case (nil, _, false) where ticket.group != .notCharged:
                [WebhookType.ticketOpened, WebhookType.ticketResolved]
            default: []
            }
        guard let last = types.last else { return [] }
        let isOpened = last == WebhookType.ticketOpened
        try ToldTicket.table.save(
            ToldTicket(
                ticket: row, state: isOpened ? "opened" : "resolved",
                resolution: isOpened ? nil : ticket.resolution?.rawValue), in: db)
        return types.map { .telling(ticket, of: customer, as: $0, at: now) }
    }

    private func mark() throws -> Mark? {
        guard let text = try StoreState.webhooksTold.read(db) else { return nil }
        let numbers = text.split(separator: " ").compactMap { Int64($0) }
        return numbers.count == 2 ? Mark(change: numbers[0], event: numbers[1]) : nil
    }

    private func keep(_ mark: Mark) throws {
        try StoreState.webhooksTold.set("\(mark.change) \(mark.event)", in: db)
    }
}

/// What backends are taken to know of tickets, though they were told nothing.
enum ToldTickets {
    private static let taking = """
        INSERT INTO told_tickets (ticket_id, state, resolution)
        SELECT id, CASE WHEN state = 'resolved' THEN 'resolved' ELSE 'opened' END, resolution
        FROM tickets WHERE "group" >= 2
        """

    /// Takes all tickets as told, as they stand.
    static func takeAllAsTold(in db: Connection) throws {
        try db.run("DELETE FROM told_tickets")
        try db.run(taking)
    }

    /// Takes a ticket as told; nothing as long as nobody was ever told anything.
    static func takeAsTold(_ ticket: TicketID, in db: Connection) throws {
        guard try StoreState.webhooksTold.read(db) != nil else { return }
        try db.run(
            """
            \(taking) AND id = ?
            ON CONFLICT (ticket_id) DO UPDATE SET (state, resolution) = (excluded.state, excluded.resolution)
            """, [ticket])
    }
}

/// What backends were told of a ticket last.
struct ToldTicket: TableRow {
    static let table = Table<ToldTicket>("told_tickets", key: "ticket_id")
    static let unread = ToldTicket(ticket: 0, state: "", resolution: nil)

    var ticket: Int64
    /// `opened` or `resolved`.
    var state: String
    var resolution: String?

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("ticket_id", &ticket)
        columns.visit("state", &state)
        columns.visit("resolution", &resolution)
    }
}

extension WebhookMessage {
    /// The message that is made of an event; nil where there is no such event.
    static func telling(ofEvent event: Int64, in db: Connection) throws -> WebhookMessage? {
        try EntitlementEventRow.table.find(event, in: db).map { try telling($0, event: event, in: db) }
    }

    fileprivate static func telling(
        _ row: EntitlementEventRow, event: Int64, in db: Connection
    ) throws -> WebhookMessage {
        let holding = try row.holding.holding
        let reason: String? =
            holding.source == "grant"
            ? try db.value("SELECT reason FROM grants WHERE id = ?", [Int64(holding.sourceID)]) : nil
        return WebhookMessage(
            WebhookType.entitlement(row.kind), of: row.customer, at: row.at,
            // As `access` says it.
            .object([
                "app_user_id": row.customer, "entitlement": holding.entitlement, "from": holding.span.from,
                "until": holding.span.until, "source": holding.source, "source_id": holding.sourceID,
                "kind": reason == "bridge" ? "bridge" : nil, "event": String(event),
            ]))
    }

    /// The message about a ticket, as `tickets` says it, without what people wrote.
    ///
    /// Of its beginning it tells no end, which may be there already.
    fileprivate static func telling(
        _ ticket: Ticket, of customer: AppUserID, as type: String, at now: Instant
    ) -> WebhookMessage {
        let isOpening = type == WebhookType.ticketOpened
        let begun: TicketState = ticket.group == .undelivered ? .retrying : .open
        let price = ticket.money.map { JSONValue.object(["amount": $0.amount, "currency": $0.currency]) }
        return WebhookMessage(
            type, of: customer, at: now,
            .object([
                "ticket": ticket.id, "app_user_id": customer, "group": ticket.group,
                "state": isOpening && !ticket.isUnresolved ? begun : ticket.state,
                "product_id": ticket.product, "environment": ticket.environment,
                "original_transaction_id": ticket.originalTransactionID,
                "transaction_id": ticket.transactionID, "money": price, "charged_at": ticket.chargedAt,
                "cause": ticket.cause, "resolution": isOpening ? nil : ticket.resolution,
                "blocks_repurchase": ticket.blocksRepurchase,
            ]))
    }
}
