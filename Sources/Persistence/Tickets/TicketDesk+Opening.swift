import GRDB
import Purchases

extension TicketDesk {
    /// Opens a ticket for what a customer said: the agent's word is an attempt like the app's.
    func open(_ opening: TicketOpening) throws -> Written<TicketPage> {
        let db = writing.db
        guard try CustomerRow.find(opening.customer, db) != nil else {
            throw try GrantNames.unknownCustomer(opening.customer, db)
        }
        if let chargedAt = opening.chargedAt, chargedAt > writing.now {
            throw StoreError(
                .usage, "nobody is charged in the future, \(chargedAt)", remedy: "give the day of the charge")
        }
        let number: Int64 = try db.value("SELECT coalesce(max(id), 0) + 1 FROM attempts") ?? 1
        let contents = contents(opening, AttemptID("agent-\(number)"))
        guard let report = contents.report else { throw StoreError.unaudited }
        let merged = try AttemptRow.merge(report, of: contents, at: writing.now, db)
        try checkNew(merged.attempts)
        var owners = OwnerUpdate()
        for chain in merged.chains.sorted() { try owners.decide(chain, db) }
        try owners.recompute(CatalogRows.read(db), db)
        try TicketUpdate.look(at: owners.attempts(db).union(merged.attempts), writing)
        return try answer(report.attempt, opening)
    }

    private func answer(_ attempt: AttemptID, _ opening: TicketOpening) throws -> Written<TicketPage> {
        let number: Int64? = try writing.db.value(
            "SELECT ticket_id FROM attempts WHERE attempt_id = ?", [attempt.rawValue])
        guard let number, var ticket = try TicketRow.at(number, writing.db) else {
            throw StoreError(
                .conflict, "that purchase was delivered: the store knows it in time",
                remedy: "look at the customer's page")
        }
        try TicketNotes.keep(opening.note, reference: opening.reference, on: number, writing)
        ticket.reference = opening.reference
        return try done(
            ticket, number,
            Deed(
                deed: "open", note: opening.note, reference: opening.reference,
                product: opening.product.rawValue))
    }

    /// Refuses a charge that has a ticket already.
    private func checkNew(_ attempts: Set<Int64>) throws {
        var search = PurchaseSearch(writing.db)
        for attempt in attempts { try search.follow(attempt) }
        for other in search.attempts {
            let ticket: Int64? = try writing.db.value("SELECT ticket_id FROM attempts WHERE id = ?", [other])
            guard let ticket else { continue }
            throw StoreError(
                .conflict, "that charge has ticket \(ticket)", remedy: "see `makegood ticket show \(ticket)`")
        }
    }

    private func contents(_ opening: TicketOpening, _ attempt: AttemptID) -> DocumentContents {
        var values = PurchaseReportValues()
        (values.customer, values.product) = (opening.customer, opening.product)
        (values.transactionID, values.price) = (opening.transactionID, opening.price)
        let events = events(opening)
        let time = events.map(\.at).max() ?? writing.now
        var contents = DocumentContents(
            kind: .purchaseReport,
            precedence: Precedence(documentTime: time, isSigned: false, digest: attempt.rawValue))
        contents.receivedAt = writing.now
        contents.report = PurchaseReport(attempt: attempt, values: values, events: events)
        return contents
    }

    private func events(_ opening: TicketOpening) -> [PurchaseEvent] {
        guard let chargedAt = opening.chargedAt else { return [event(.failed, at: writing.now)] }
        return [event(.purchased, at: chargedAt)]
            + (opening.isFinished ? [event(.finished, at: max(chargedAt, writing.now))] : [])
    }

    private func event(_ step: PurchaseEvent.Step, at instant: Instant) -> PurchaseEvent {
        let text = #"{"at":"\#(instant)","by":"\#(writing.agent)","state":"\#(step.name)"}"#
        return PurchaseEvent(at: instant, step: step, text: text)
    }
}
