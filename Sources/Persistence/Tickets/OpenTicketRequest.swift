import GRDB
public import Purchases

/// A failed purchase that an agent heard of from the customer.
public struct OpenTicketRequest: Hashable, Sendable {
    /// Who paid.
    public var customer: AppUserID
    /// What was bought.
    public var product: ProductID
    /// When the customer was charged; nil when the customer was not.
    public var chargedAt: Instant?
    /// Whether the app closed the payment transaction without delivering.
    public var isFinished: Bool
    /// The transaction, where an invoice or the app shows it.
    public var transactionID: TransactionID?
    /// What it cost.
    public var price: Money?
    /// What the customer said.
    public var note: String?
    /// The helpdesk's case.
    public var reference: String?

    /// A failed purchase to open a ticket for.
    public init(
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
    /// Opens a ticket for what a customer said: the agent's word is an attempt like the app's.
    func open(_ opening: OpenTicketRequest) throws -> WriteResult<TicketPage> {
        let db = writing.db
        guard try CustomerTable.find(opening.customer, in: db) != nil else {
            throw try NameSuggestions.unknownCustomer(opening.customer, in: db)
        }
        if let chargedAt = opening.chargedAt, chargedAt > writing.now {
            throw StoreError.chargedInFuture(chargedAt)
        }
        var values = PurchaseReportValues()
        (values.customer, values.product) = (opening.customer, opening.product)
        (values.transactionID, values.price) = (opening.transactionID, opening.price)
        return try answer(
            keep(values, events: events(opening)), note: opening.note, reference: opening.reference,
            product: opening.product)
    }

    /// Opens a ticket for a charge that no app reported: that nothing more will come of it is the person's word.
    func open(_ loss: SilentLoss) throws -> WriteResult<TicketPage> {
        var values = PurchaseReportValues()
        (values.customer, values.product) = (loss.customer, loss.product)
        values.transactionID = loss.transactionID
        values.originalTransactionID = loss.chain.original
        values.environment = loss.chain.environment
        let events = [event(.purchased, at: loss.chargedAt), event(.finished, at: writing.now)]
        let attempt = try keep(values, events: events)
        return try answer(
            attempt, note: "No app reported that this charge was delivered.", reference: nil,
            product: loss.product)
    }

    /// Keeps an agent's word as an attempt, and looks at what it changes; answers the attempt's row.
    private func keep(_ values: PurchaseReportValues, events: [PurchaseEvent]) throws -> Int64 {
        let db = writing.db
        let number: Int64 = try db.value("SELECT coalesce(max(id), 0) + 1 FROM attempts") ?? 1
        let report = PurchaseReport(attempt: AttemptID("agent-\(number)"), values: values, events: events)
        var contents = DocumentContents(
            kind: .purchaseReport,
            precedence: Precedence(
                documentTime: events.map(\.at).max() ?? writing.now, isSigned: false,
                digest: report.attempt.rawValue))
        (contents.receivedAt, contents.report) = (writing.now, report)
        let merged = try ReportMerge.apply(report, of: contents, at: writing.now, in: db)
        try checkNew(merged.row)
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
        _ attempt: Int64, note: String?, reference: String?, product: ProductID
    ) throws -> WriteResult<TicketPage> {
        let number: Int64? = try writing.db.value(
            "SELECT ticket_id FROM attempts WHERE id = ?", [attempt])
        guard let number, var ticket = try TicketTable.at(number, in: writing.db) else {
            throw StoreError.delivered
        }
        try keepNote(note, reference: reference, on: number)
        ticket.reference = reference
        return try done(
            ticket, row: number,
            AuditDetails(deed: "open", note: FreeText(note), reference: reference, product: product.rawValue))
    }

    /// Refuses a charge that has a ticket already.
    private func checkNew(_ attempt: Int64) throws {
        var search = PurchaseSearch(writing.db)
        try search.follow(attempt)
        for other in search.attempts {
            let ticket: Int64? = try writing.db.value("SELECT ticket_id FROM attempts WHERE id = ?", [other])
            guard let ticket else { continue }
            throw StoreError.hasTicket(TicketID(String(ticket)))
        }
    }

    private func events(_ opening: OpenTicketRequest) -> [PurchaseEvent] {
        guard let chargedAt = opening.chargedAt else { return [event(.failed, at: writing.now)] }
        return [event(.purchased, at: chargedAt)]
            + (opening.isFinished ? [event(.finished, at: max(chargedAt, writing.now))] : [])
    }

    private func event(_ step: PurchaseEvent.Step, at instant: Instant) -> PurchaseEvent {
        let text = #"{"at":"\#(instant)","by":"\#(writing.agent)","state":"\#(step.name)"}"#
        return PurchaseEvent(at: instant, step: step, text: text)
    }
}
