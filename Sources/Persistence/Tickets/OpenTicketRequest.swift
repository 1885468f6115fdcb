package import Purchases

/// A failed purchase that no app reported and a customer told an agent of. `Store.openTicket` takes it.
///
/// How its ticket is opened is below, and that of a ``SilentLoss``, too: both keep an attempt made by hand.
package struct OpenTicketRequest: Hashable, Sendable {
    /// Who paid.
    package var customer: AppUserID
    package var product: ProductID
    /// When the customer was charged; nil when the customer was not.
    package var chargedAt: Instant?
    /// Whether the app closed the payment transaction without delivering.
    package var isFinished: Bool
    /// The transaction, where an invoice or the app shows it.
    package var transactionID: TransactionID?
    package var price: Money?
    /// The words in which it was told.
    package var note: String?
    /// The helpdesk's case.
    package var reference: String?

    /// A failed purchase to open a ticket for.
    package init(
        customer: AppUserID, product: ProductID, chargedAt: Instant?, isFinished: Bool = false,
        transactionID: TransactionID? = nil, price: Money? = nil, note: String? = nil,
        reference: String? = nil
    ) {
        self.customer = customer
        self.product = product
        self.chargedAt = chargedAt
        self.isFinished = isFinished
        self.transactionID = transactionID
        self.price = price
        self.note = note
        self.reference = reference
    }
}

extension TicketActions {
    /// Opens a ticket for what somebody was told: an attempt that keeps the telling in place of events. Where the same
    /// was told to the letter before, and its ticket has not ended, that ticket is answered.
    func open(_ opening: OpenTicketRequest) throws -> WriteResult<TicketPage> {
        let db = writing.db
        guard try CustomerTable.find(opening.customer, in: db) != nil else {
            throw try NameSuggestions.unknownCustomer(opening.customer, in: db)
        }
        if let chargedAt = opening.chargedAt, chargedAt > writing.now {
            throw StoreError.invalid(.chargeInFuture(chargedAt))
        }
        let told = ToldPurchase(
            by: writing.agent, at: writing.now, chargedAt: opening.chargedAt, isFinished: opening.isFinished,
            text: FreeText(opening.note), reference: opening.reference)
        if let known = try ticket(of: opening, told) { return .nothing(try page(known)) }
        var values = PurchaseReportValues()
        (values.customer, values.product) = (opening.customer, opening.product)
        (values.transactionID, values.price) = (opening.transactionID, opening.price)
        return try answer(keep(values, told), told, product: opening.product)
    }

    /// Opens a ticket for a charge of which no app told: its record proves it.
    func open(_ loss: SilentLoss) throws -> WriteResult<TicketPage> {
        var values = PurchaseReportValues()
        (values.customer, values.product) = (loss.customer, loss.product)
        values.transactionID = loss.transactionID
        values.originalTransactionID = loss.chain.original
        values.environment = loss.chain.environment
        let told = ToldPurchase(
            by: writing.agent, at: writing.now, chargedAt: loss.chargedAt, source: .silentLoss)
        return try answer(keep(values, told), told, product: loss.product)
    }

    /// Keeps what was told as an attempt, and looks at what it changes; answers the attempt's row.
    private func keep(_ values: PurchaseReportValues, _ told: ToldPurchase) throws -> Int64 {
        let db = writing.db
        let number: Int64 = try db.value("SELECT coalesce(max(id), 0) + 1 FROM attempts") ?? 1
        let report = PurchaseReport(
            attempt: AttemptID("\(PurchaseAttempt.byHand)\(number)"), values: values, events: [])
        var contents = DocumentContents(
            kind: .purchaseReport,
            precedence: Precedence(
                documentTime: writing.now, isSigned: false, digest: report.attempt.rawValue))
        (contents.receivedAt, contents.report) = (writing.now, report)
        let merged = try ReportMerge.apply(report, of: contents, at: writing.now, in: db)
        try checkNew(merged.row)
        try ToldPurchaseTable.keep(told, of: merged.row, in: db)
        var owners = ChainOwnershipUpdate()
        for chain in merged.chains.sorted() { try owners.decide(chain, in: db) }
        try owners.recompute(CatalogTable.read(db), in: db)
        for customer in try CustomerTable.names(of: owners.customers, in: db) {
            try writing.changed(.customer, customer.rawValue)
        }
        try TicketUpdate.look(at: owners.attempts(db).union(merged.attempts), in: writing)
        return merged.row
    }

    private func answer(
        _ attempt: Int64, _ told: ToldPurchase, product: ProductID
    ) throws -> WriteResult<TicketPage> {
        let number: Int64? = try writing.db.value(
            "SELECT ticket_id FROM attempts WHERE id = ?", [attempt])
        // No ticket came of it where the facts show that the purchase was delivered: all of this is undone.
        guard let number, var ticket = try TicketTable.at(number, in: writing.db) else {
            throw StoreError.opening(.delivered)
        }
        var actions = self
        actions.reference = told.reference
        if let note = try actions.keepNote(told.text, on: number) {
            try ToldPurchaseTable.name(note: note, of: attempt, in: writing.db)
        }
        ticket.reference = told.reference
        return try done(
            ticket, row: number,
            OpeningAuditDetails(
                note: told.text, product: product.rawValue, reference: told.reference))
    }

    /// What the audit log says of an opening.
    private struct OpeningAuditDetails: Encodable {
        let deed = "open"
        let note: FreeText?
        let product: String
        let reference: String?
    }

    /// The ticket that was opened for the same; nil when none was, or it has ended.
    private func ticket(of opening: OpenTicketRequest, _ told: ToldPurchase) throws -> TicketID? {
        for row in try ToldPurchaseTable.attempts(of: opening.customer, opening.product, in: writing.db) {
            guard let known = try AttemptTable.at(row, in: writing.db), let number = known.ticket,
                let before = known.attempt.told, told.isSame(as: before),
                known.attempt.values.transactionID == opening.transactionID,
                known.attempt.values.price == opening.price,
                let ticket = try TicketTable.at(number, in: writing.db), ticket.isUnresolved
            else { continue }
            return ticket.id
        }
        return nil
    }

    /// Refuses a charge that has a ticket already.
    private func checkNew(_ attempt: Int64) throws {
        var search = PurchaseSearch(writing.db)
        try search.follow(attempt)
        for other in search.attempts {
            let ticket: Int64? = try writing.db.value("SELECT ticket_id FROM attempts WHERE id = ?", [other])
            guard let ticket else { continue }
            throw StoreError.opening(.hasTicket(TicketID(String(ticket))))
        }
    }
}
