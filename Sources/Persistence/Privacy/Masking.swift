public import Purchases

/// How personal data is hidden.
public enum PersonalData {
    /// What stands in the place of what people typed.
    public static let hidden = "•••"

    /// The first letter and dots.
    public static func masked(_ text: String) -> String { text.prefix(1) + hidden }
}

extension Customer: Maskable {
    /// Address, name and token masked.
    public var masked: Customer {
        var customer = self
        customer.values.email = values.email.map(PersonalData.masked)
        customer.values.name = values.name.map(PersonalData.masked)
        customer.values.appAccountToken = values.appAccountToken.map(PersonalData.masked)
        return customer
    }
}

extension Grant: Maskable {
    /// The note hidden.
    public var masked: Grant {
        var grant = self
        grant.note = note.map { _ in PersonalData.hidden }
        return grant
    }
}

extension Ticket: Maskable {
    /// The customer's name masked.
    public var masked: Ticket {
        var ticket = self
        ticket.customerName = customerName.map(PersonalData.masked)
        return ticket
    }
}

extension ToldPurchase: Maskable {
    /// The words hidden.
    public var masked: ToldPurchase {
        var told = self
        told.text = text.map { _ in PersonalData.hidden }
        return told
    }
}

extension CustomerNote: Maskable {
    /// The text hidden.
    public var masked: CustomerNote {
        var note = self
        note.text = PersonalData.hidden
        return note
    }
}

extension TicketMove: Maskable {
    /// What was written to a reopening hidden.
    public var masked: TicketMove {
        guard case .reopened = because else { return self }
        var move = self
        move.because = .reopened(note: PersonalData.hidden)
        return move
    }
}

extension TicketWorkEntry: Maskable {
    /// What people typed hidden.
    public var masked: TicketWorkEntry {
        var entry = self
        entry.event = event.replacingWords(with: PersonalData.hidden)
        return entry
    }
}

extension TimelineEvent: Maskable {
    /// Everything in it that names people masked, and what people typed hidden.
    public var masked: TimelineEvent {
        var event = self
        event.content =
            switch content {
            case .granted(let grant): .granted(grant.masked)
            case .grantRevoked(let grant): .grantRevoked(grant.masked)
            case .noted(let note): .noted(note.masked)
            case .moved(let move, let ticket): .moved(move.masked, ticket: ticket)
            case .worked(let deed, let ticket): .worked(deed.masked, ticket: ticket)
            case .refundRequested(let step, let request):
                .refundRequested(step.masked, of: request.masked)
            case .purchase, .refund, .familyRevoke, .notification, .attached, .reported: content
            }
        return event
    }
}

extension TicketEvent: Maskable {
    /// Everything in it that names people masked, and what people typed hidden.
    public var masked: TicketEvent {
        var event = self
        event.content =
            switch content {
            case .moved(let move): .moved(move.masked)
            case .noted(_, let agent): .noted(PersonalData.hidden, agent: agent)
            case .granted(let grant): .granted(grant.masked)
            case .did(let deed): .did(deed.masked)
            case .bridgeEnded(let grant): .bridgeEnded(grant.masked)
            case .refundRequested(let step, let request):
                .refundRequested(step.masked, of: request.masked)
            case .reported, .charged, .known, .periodEnded, .refunded, .notification, .alarmed: content
            }
        return event
    }
}

extension RefundRequest: Maskable {
    /// Why none is answered hidden.
    public var masked: RefundRequest {
        var request = self
        request.skip?.reason = PersonalData.hidden
        return request
    }
}

extension RefundStep: Maskable {
    /// Why none is answered hidden.
    public var masked: RefundStep {
        guard case .skipped(let agent, _) = self else { return self }
        return .skipped(by: agent, reason: PersonalData.hidden)
    }
}

extension RefundTask: Maskable {
    /// Why none is answered hidden.
    public var masked: RefundTask {
        var task = self
        task.request = request.masked
        return task
    }
}

extension RefundPage: Maskable {
    /// Everything in it that names people masked, and what people typed hidden.
    public var masked: RefundPage {
        var page = self
        (page.task, page.ticket) = (task.masked, ticket?.masked)
        return page
    }
}

extension SharedToken: Maskable {
    /// The token masked.
    public var masked: SharedToken {
        var shared = self
        shared.token = PersonalData.masked(token)
        return shared
    }
}

extension OwnerClaim: Maskable {
    /// The token masked.
    public var masked: OwnerClaim {
        OwnerClaim(
            kind: kind, customer: customer, token: token.map(PersonalData.masked), at: at, knownAt: knownAt,
            receivedAt: receivedAt, needsEvidence: needsEvidence)
    }
}

extension ChainPage: Maskable {
    /// Everything in it that names people masked, and what people typed hidden.
    public var masked: ChainPage {
        var page = self
        page.owner = owner?.masked
        page.claims = claims.map(\.masked)
        page.grants = grants.map(\.masked)
        page.sharedTokens = sharedTokens.map(\.masked)
        page.refunds = refunds.masked
        return page
    }
}

extension CustomerPage: Maskable {
    /// Everything in it that names people masked, and what people typed hidden.
    public var masked: CustomerPage {
        var page = self
        let facts = access.facts
        page.access = CustomerAccess(
            facts: CustomerFacts(
                customer: facts.customer.masked, chains: facts.chains, grants: facts.grants.map(\.masked),
                owed: facts.owed), rules: access.rules)
        page.chains = chains.map(\.masked)
        page.tickets = tickets.map(\.masked)
        page.notes = notes.map(\.masked)
        page.events = events.map(\.masked)
        page.sharedToken = sharedToken?.masked
        page.refunds = refunds.masked
        return page
    }
}

extension TicketPage: Maskable {
    /// Everything in it that names people masked, and what people typed hidden.
    public var masked: TicketPage {
        var page = self
        page.ticket = ticket.masked
        page.customer = customer?.masked
        page.events = events.map(\.masked)
        page.moves = moves.map(\.masked)
        page.notes = notes.map(\.masked)
        page.told = told.map(\.masked)
        page.grants = grants.map(\.masked)
        page.deeds = deeds.map(\.masked)
        page.refunds = refunds.masked
        return page
    }
}

extension Batch: Maskable {
    /// The note hidden.
    public var masked: Batch {
        var batch = self
        batch.plan.note = plan.note.map { _ in PersonalData.hidden }
        return batch
    }
}

extension BatchPage: Maskable {
    /// Everything in it that names people masked, and what people typed hidden.
    public var masked: BatchPage {
        var page = self
        page.batch = batch.masked
        page.rows = rows.map { row in
            var row = row
            (row.ticket, row.grant) = (row.ticket.masked, row.grant?.masked)
            return row
        }
        return page
    }
}

extension TicketListPage: Maskable {
    /// Everything in it that names people masked, and what people typed hidden.
    public var masked: TicketListPage {
        var page = self
        page.tickets = tickets.map(\.masked)
        return page
    }
}

extension TicketSkipPage: Maskable {
    /// Everything in it that names people masked, and what people typed hidden.
    public var masked: TicketSkipPage {
        var page = self
        page.skips = skips.map { skip in
            var skip = skip
            (skip.ticket, skip.reason) = (skip.ticket.masked, PersonalData.hidden)
            return skip
        }
        return page
    }
}

extension SilentLossPage: Maskable {
    /// Everything in it that names people masked, and what people typed hidden.
    public var masked: SilentLossPage {
        var page = self
        page.losses = losses.map { loss in
            var loss = loss
            loss.customerName = loss.customerName.map(PersonalData.masked)
            return loss
        }
        return page
    }
}

extension LeadListPage: Maskable {
    /// Everything in it that names people masked, and what people typed hidden.
    public var masked: LeadListPage {
        var page = self
        page.rows = rows.map { row in
            switch row {
            case .ticket(let ticket, let grants, let refundedAt):
                return .ticket(ticket.masked, grants: grants.masked, refundedAt: refundedAt)
            case .chain(var chain):
                chain.ownerName = chain.ownerName.map(PersonalData.masked)
                return .chain(chain)
            case .grant(let grant, let name):
                return .grant(grant.masked, customerName: name.map(PersonalData.masked))
            case .delivery(var delivery):
                delivery.customerName = delivery.customerName.map(PersonalData.masked)
                return .delivery(delivery)
            case .token: return row
            case .closed(let closed):
                return .closed(
                    ClosedWithoutProof(
                        closed.ticket.masked, note: closed.note?.masked, record: closed.record))
            }
        }
        return page
    }
}

extension WordDeliveryPage: Maskable {
    /// Everything in it that names people masked, and what people typed hidden.
    public var masked: WordDeliveryPage {
        var page = self
        page.deliveries = deliveries.map { delivery in
            var delivery = delivery
            delivery.customerName = delivery.customerName.map(PersonalData.masked)
            return delivery
        }
        return page
    }
}

extension CustomerListPage: Maskable {
    /// Everything in it that names people masked, and what people typed hidden.
    public var masked: CustomerListPage {
        var page = self
        page.lines = lines.map { line in
            var line = line
            line.customer = line.customer.masked
            return line
        }
        return page
    }
}

extension SearchResults: Maskable {
    /// Everything in it that names people masked, and what people typed hidden.
    public var masked: SearchResults {
        var results = self
        results.matches = matches.map(\.masked)
        results.nearest = nearest.map(\.masked)
        return results
    }
}

extension SearchResults.Match: Maskable {
    /// The customer masked, and what fits where it is personal.
    public var masked: SearchResults.Match {
        var match = self
        match.customer = customer?.masked
        if ["email", "name", "app_account_token"].contains(matchedOn) {
            match.matchedText = PersonalData.masked(matchedText)
        }
        return match
    }
}

extension AuditEntry: Maskable {
    /// What people typed hidden.
    public var masked: AuditEntry {
        var entry = self
        entry.details = concealed ?? details
        return entry
    }
}

extension AuditPage: Maskable {
    /// Everything in it that names people masked, and what people typed hidden.
    public var masked: AuditPage {
        var page = self
        page.entries = entries.map(\.masked)
        return page
    }
}

extension Standing: Maskable {
    /// Everything in it that names people masked, and what people typed hidden.
    public var masked: Standing {
        Standing(ticket: ticket?.masked, mark: mark, isNews: isNews, deeds: deeds.map(\.masked))
    }
}

extension ApprovalWish: Maskable {
    /// The note hidden, and what is to be kept of a customer left out.
    public var masked: ApprovalWish {
        switch self {
        case .grant(var wish):
            wish.note = wish.note.map { _ in PersonalData.hidden }
            return .grant(wish)
        case .bulk(let asked):
            return .bulk(
                BulkAsked(
                    batch: asked.batch, incident: asked.incident, length: asked.length, reason: asked.reason,
                    note: asked.note.map { _ in PersonalData.hidden }, reference: asked.reference,
                    words: asked.words))
        case .attach: return self
        case .token(var asked):
            asked.values = nil
            return .token(asked)
        case .end(let asked):
            var end = asked.end
            end.note = end.note.map { _ in PersonalData.hidden }
            return .end(
                EndAsked(
                    ticket: asked.ticket, customer: asked.customer, end: end, reference: asked.reference))
        }
    }
}

extension ApprovalRequest: Maskable {
    /// What was written to it hidden.
    public var masked: ApprovalRequest {
        ApprovalRequest(
            id: id, wish: wish.masked, because: because, askedBy: askedBy, askedAt: askedAt, state: state,
            decision: decision.map {
                Decision(
                    by: $0.by, at: $0.at, note: $0.note.map { _ in PersonalData.hidden }, grant: $0.grant)
            })
    }
}

extension ApprovalListPage: Maskable {
    /// Everything in it that names people masked, and what people typed hidden.
    public var masked: ApprovalListPage {
        ApprovalListPage(
            rows: rows.map {
                Row(
                    request: $0.request.masked, customerName: $0.customerName.map(PersonalData.masked))
            }, next: next)
    }
}

extension RequestNews: Maskable {
    /// What was written to them hidden.
    public var masked: RequestNews { RequestNews(open: open, decided: decided.map(\.masked)) }
}

extension GrantWarning: Maskable {
    /// The note of a grant hidden.
    public var masked: GrantWarning {
        switch self {
        case .recentGrant(let grant): .recentGrant(grant.masked)
        case .openTicket, .noSecondLead: self
        }
    }
}

extension GrantOutcome: Maskable {
    /// The notes hidden.
    public var masked: GrantOutcome {
        GrantOutcome(
            grant: grant.masked, before: before, after: after, gained: gained, isReplay: isReplay,
            allowance: allowance, left: left, excess: excess, cancelUntil: cancelUntil, owed: owed,
            warnings: warnings.map(\.masked), blocking: blocking)
    }
}

extension GrantEvidence: Maskable {
    /// The note of the grant hidden.
    public var masked: GrantEvidence {
        GrantEvidence(
            before: before, after: after, gained: gained, grant: grant.masked, allowance: allowance,
            owed: owed, facts: facts)
    }
}

extension ApprovalPage: Maskable {
    /// Everything in it that names people masked, and what people typed hidden.
    public var masked: ApprovalPage {
        ApprovalPage(
            request: request.masked, evidence: evidence?.masked, batch: batch?.masked, move: move,
            customer: customer?.masked, verdict: verdict, outcome: outcome?.masked, problem: problem,
            changes: changes, digest: digest, grant: grant?.masked, ticket: ticket?.masked)
    }
}

extension QuarantinedDocument: Maskable {
    /// Its detail may quote what it says.
    public var masked: QuarantinedDocument {
        var document = self
        document.detail = detail.isEmpty ? "" : PersonalData.hidden
        return document
    }
}
