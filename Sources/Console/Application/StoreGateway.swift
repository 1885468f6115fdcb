import Persistence
import Purchases

/// Asks the store what the console's screens want to know, and puts its answers into their words.
struct StoreGateway: Sendable {
    /// The store.
    let store: Store
    /// Who asks.
    let agent: AgentName

    private static let searchLimit = 50
    private static let auditPage = 200
    private static let documentPage = 100

    /// Asks; blocks, so it is called off the main actor and off the cooperative pool.
    @Sendable func perform(_ request: StoreRequest) -> Answer {
        do {
            return try answer(request)
        } catch let error as StoreError {
            let isRefusal = [.refused, .usage, .conflict, .notFound].contains(error.code)
            // What somebody did first to a ticket is shown behind the message: no command has to be named.
            let isLate = error.code == .conflict && request.ticket != nil
            return .failed(
                StoreFailure(
                    text: isLate ? error.what : error.description, isRefusal: isRefusal, isConflict: isLate))
        } catch {
            return .failed(StoreFailure(text: "the store failed: run `makegood doctor`", isRefusal: false))
        }
    }

    private func answer(_ request: StoreRequest) throws -> Answer {
        switch request {
        case .search(let text, let at): .matches(try search(text, at: at))
        case .people(let filter, let after, let count, let at):
            .people(try people(filter, after: after, count: count, at: at))
        case .customer(let id, let at): .customer(try store.customerPage(id, at: at))
        case .chain(let id, let environment, let at):
            .chain(try store.chainPage(id, in: environment, at: at))
        case .documents(let chain, let after): .documents(try documents(of: chain, after: after))
        case .document(let id): .document(try document(id))
        case .audit(let after, let filter):
            .audit(
                try store.audit(
                    about: filter.about, by: filter.agent, action: filter.action, since: filter.since,
                    after: after, limit: StoreGateway.auditPage))
        case .tickets(let filter, let after, let count, let at):
            .tickets(try store.tickets(filter, after: after, limit: count, at: at))
        case .incident(let queue, let at): .incident(try incident(in: queue, at: at))
        case .ticket(let id, let at): .ticket(try store.ticketPage(id, at: at))
        case .ticketCounts(let at): .ticketCounts(try store.ticketCounts(at: at))
        case .silentLossCount(let at): .silentLossCount(try store.silentLossCount(at: at))
        case .silentLosses(let after, let count, let at):
            .silentLosses(try store.silentLosses(after: after, limit: count, at: at))
        case .wordDeliveries(let after, let count, let at):
            .wordDeliveries(try store.wordDeliveries(after: after, limit: count, at: at))
        case .wordDeliveryCount(let at): .wordDeliveryCount(try store.wordDeliveryCount(at: at))
        case .previewGrant(let request, let at):
            .preview(try store.rehearse(request, by: agent, at: at), try store.grantPolicy())
        case .previewAttach(let draft, let at):
            .attach(
                try store.attachment(
                    of: draft.chain.original, in: draft.chain.environment, to: draft.customer, at: at))
        default: try write(request)
        }
    }

    private func write(_ request: StoreRequest) throws -> Answer {
        switch request {
        case .grant(let request, let key, let at):
            return .granted(try store.grant(request, key: key, by: agent, at: at))
        case .attach(let draft, let at):
            return .attach(
                try store.attach(
                    draft.chain.original, in: draft.chain.environment, to: draft.customer, reason: draft.reason,
                    by: agent, at: at))
        case .recordOrder(let draft, let at):
            try store.recordOrder(draft.order, of: draft.chain, by: agent, at: at)
            return .done("Recorded: order id \(draft.order) is found and leads to chain \(draft.chain)")
        case .revoke(let draft, let at):
            let outcome = try store.revoke(
                draft.grant, reason: draft.reason, note: draft.note, by: agent, at: at)
            let access =
                outcome.after.isEntitled ? "access goes on through something else" : "access has ended"
            return .done("Taken back: \(outcome.grant.entitlement) of \(outcome.grant.customer); \(access)")
        case .note(let draft, let at):
            try store.addNote(draft.text, reference: draft.reference, to: draft.customer, by: agent, at: at)
            return .done("The note is kept")
        case .work(let work, let at): return try answer(work, at: at)
        case .reveal(let draft, let at):
            try store.noteReveal(of: draft.field, of: draft.customer, by: agent, at: at)
            return .revealed(draft.label, text: draft.text)
        default:
            return .failed(StoreFailure(text: "this cannot be asked", isRefusal: true))
        }
    }

    private func search(_ text: String, at: Instant) throws -> SearchFindings {
        let results = try store.search(text, limit: StoreGateway.searchLimit, at: at)
        let rows = results.matches.compactMap { match -> CustomerRow? in
            let subject =
                match.ticket.map { CustomerRow.Subject.ticket($0) } ?? match.customer.map { .customer($0.id) }
                ?? match.chain.map { .chain($0) }
            guard let subject else { return nil }
            return CustomerRow(
                subject: subject, values: match.customer?.values ?? CustomerValues(),
                hasAccess: match.customer == nil ? nil : match.hasAccess, matchedOn: words(match.matchedOn),
                matchedText: match.matchedText)
        }
        return SearchFindings(
            rows: rows, reading: reading(results), isTruncated: results.isTruncated,
            unknownOrder: results.unknownOrder)
    }

    /// What a text was taken for; of one that was read, what was found in it.
    private func reading(_ results: SearchResults) -> String {
        guard results.isRead, !results.matches.isEmpty else { return words(results.kind.rawValue) }
        var fields: [String] = []
        for field in results.matches.map(\.matchedOn) where !fields.contains(field) { fields.append(field) }
        return "a text with \(fields.map(words).joined(separator: ", "))"
    }

    private func documents(of chain: OriginalTransactionID, after: Int64?) throws -> DocumentsPage {
        let limit = StoreGateway.documentPage
        let filter = DocumentFilter(chain: chain)
        let found = try store.documents(filter, after: after, limit: limit + 1)
        return DocumentsPage(documents: Array(found.prefix(limit)), hasMore: found.count > limit)
    }

    /// A document with its body; asked anew, because a role may have been taken away meanwhile.
    private func document(_ id: Int64) throws -> DocumentText? {
        guard try store.role(of: agent).may(.reveal) else {
            throw StoreError(
                .refused, "your role does not see stored documents", remedy: "ask a lead for another role")
        }
        return try store.document(id).map { DocumentText($0) }
    }

    private func people(
        _ filter: CustomersFilter, after: CustomersCursor?, count: Int, at: Instant
    ) throws -> CustomersPage {
        if filter.isOfNobody { return try chainsOfNobody(after: after, count: count, at: at) }
        let page = try store.customers(filter.values, after: after?.text, limit: count, at: at)
        let rows = page.lines.map { line in
            CustomerRow(
                subject: .customer(line.customer.id), values: line.customer.values, hasAccess: line.hasAccess,
                status: line.status)
        }
        return CustomersPage(
            rows: rows, next: page.next.map { CustomersCursor(text: $0) }, total: page.count.description,
            ofNobody: try after == nil && filter.isEmpty ? ofNobody(at: at) : nil)
    }

    /// How many chains are nobody's, beside the list of customers; nil when none are.
    private func ofNobody(at: Instant) throws -> String? {
        let count = try store.chainsOfNobody(limit: 0, at: at).count
        guard count.counted > 0 else { return nil }
        return count.counted == 1 ? "1 chain is nobody's: n" : "\(count) chains are nobody's: n"
    }

    private func chainsOfNobody(after: CustomersCursor?, count: Int, at: Instant) throws -> CustomersPage {
        let page = try store.chainsOfNobody(after: after?.text, limit: count, at: at)
        let rows = page.lines.map { line in
            CustomerRow(
                subject: .chain(line.chain.original), values: CustomerValues(), hasAccess: nil, status: line.status,
                product: line.product)
        }
        return CustomersPage(
            rows: rows, next: page.next.map { CustomersCursor(text: $0) }, total: page.count.description)
    }

    /// What a field is called where people read it.
    private func words(_ field: String) -> String {
        switch field {
        case "app_user_id": "customer id"
        case "app_account_token", "uuid": "account token"
        case "email": "e-mail"
        case "original_transaction_id": "chain"
        case "web_order_line_item_id": "line item"
        default: field.split(separator: "_").joined(separator: " ")
        }
    }
}

extension StoreGateway {
    /// Does to tickets what screens ask for, and says what was done.
    func answer(_ work: TicketWork, at now: Instant) throws -> Answer {
        switch work {
        case .claim(let id):
            .worked(try store.claimTicket(id, by: agent, at: now), "Ticket \(id) is yours: c gives it back")
        case .release(let id):
            .worked(try store.releaseTicket(id, by: agent, at: now), "Ticket \(id) is back in its queue")
        case .next: next(try store.claimNextTicket(by: agent, at: now))
        case .resolve(let id, let ending, let version):
            .worked(
                try store.resolveTicket(id, ending, version: version, by: agent, at: now),
                "Ticket \(id) is resolved: \(ending.resolution.title)")
        case .reopen(let id, let note, let reference):
            .worked(
                try store.reopenTicket(id, note: note, reference: reference, by: agent, at: now),
                "Ticket \(id) is taken up again")
        case .note(let id, let text, let reference):
            .worked(
                try store.noteTicket(id, text, reference: reference, by: agent, at: now), "The note is kept")
        case .openSilent(let transaction):
            opened(try store.openTicket(forSilentLoss: transaction, by: agent, at: now))
        case .open(let opening): opened(try store.openTicket(opening, by: agent, at: now))
        }
    }

    /// The incident among the tickets that are not yet for the review alone, as a queue sees it.
    ///
    /// What was paid is lost or late for one reason: both queues look at one and the same incident.
    func incident(in queue: ErrorGroup, at now: Instant) throws -> Incident? {
        let queues: [ErrorGroup] = queue == .notCharged ? [queue] : [.lossOfFunds, .undelivered]
        let tickets = try queues.flatMap { queue in
            var filter = TicketQuery().filter(of: queue)
            filter.youngerThan = Incident.reach
            return try store.tickets(filter, limit: Incident.limit, at: now).tickets
        }
        return Incident(in: tickets, of: queue)
    }

    private func next(_ page: TicketPage?) -> Answer {
        guard let page else {
            return .worked(nil, "Nothing to work: no ticket waits that nobody works on")
        }
        return .worked(page, "Ticket \(page.ticket.id) is yours: c gives it back")
    }

    private func opened(_ page: TicketPage) -> Answer {
        .worked(page, "Ticket \(page.ticket.id) is open: \(page.ticket.title.lowercased())")
    }
}
