package import Purchases

/// An agent's request to the leads beside what is known of it now, for `ApprovalScreen` and `makegood request`;
/// `ApprovalDecision` decides it. Which fields are set follows from what is asked for (`ApprovalRequest.wish`).
package struct ApprovalPage: Hashable, Sendable {
    package let request: ApprovalRequest
    /// What the asker of a grant saw; nil for everything else.
    package let evidence: GrantEvidence?
    /// The batch that is asked for, as it is now; nil for everything else.
    package let batch: Batch?
    /// The move of a chain that is asked for; nil for everything else.
    package let move: MovePage?
    /// The customer; nil when nobody is known by that name any more.
    package let customer: Customer?
    /// The customer's verdict on what is asked for, as it is now; nil without a customer.
    package let verdict: EntitlementAccess?
    /// What it would do now; nil for a request that was decided, and for one that cannot be carried out.
    package let outcome: GrantOutcome?
    /// Why it cannot be carried out any more; nil when it can, and for a request that was decided.
    package let problem: StoreError?
    /// What became different since the asker saw it; empty for a request that was decided.
    package let changes: [DecisionChange]
    /// Stands for what the decision depends on now; an approval hands it back, to say that this was seen. Equal facts
    /// have equal digests.
    package let digest: String
    /// What was given, as it is now; nil unless the request was approved.
    package let grant: Grant?
    /// The ticket that is to end, as it is now; nil for everything else.
    package let ticket: Ticket?
}

/// The move of a chain beside what is known of it now.
package struct MovePage: Hashable, Sendable {
    /// What it meant when it was asked for.
    package let asked: AttachFacts
    /// What it would do now; nil for a request that was decided, and for one that cannot be carried out.
    package let attachment: Attachment?
}

/// Asks for the page of an agent's request; nil when there is none of that number that the agent sees.
///
/// Refused: an agent who may not read.
package struct RequestQuery: StoreQuery {
    let id: RequestID

    package init(_ id: RequestID) { self.id = id }

    package func page(in reading: StoreReading) throws -> ApprovalPage? {
        let asker = try ApprovalAccess.asker(in: reading)
        guard let request = try ApprovalTable.find(id, in: reading.db),
            asker == nil || request.askedBy == asker
        else { return nil }
        return try ApprovalPageReading(request: request, reading: StoreTransaction(within: reading)).page()
    }
}

/// Puts a request's page together.
struct ApprovalPageReading {
    let request: ApprovalRequest
    /// Who looks, and when.
    let reading: StoreTransaction

    func page() throws -> ApprovalPage {
        switch request.wish {
        case .grant(let wish): try page(of: wish)
        case .bulk(let asked): try page(of: asked)
        case .attach(let wish): try page(of: wish)
        case .token(let asked): try page(of: asked)
        case .end(let asked): try page(of: asked)
        }
    }

    private func page(of asked: EndAsked) throws -> ApprovalPage {
        let ticket = try TicketTable.find(asked.ticket, in: reading.db)
        return ApprovalPage(
            request: request, evidence: nil, batch: nil, move: nil,
            customer: try ticket?.customer.flatMap { try CustomerTable.find($0, in: reading.db)?.customer },
            verdict: nil, outcome: nil,
            problem: try request.state == .open ? problem(ticket, asked) : nil, changes: [],
            digest: asked.ticket.rawValue, grant: nil, ticket: ticket)
    }

    /// Why the ticket cannot end so any more; nil when it can.
    private func problem(_ ticket: Ticket?, _ asked: EndAsked) throws -> StoreError? {
        do {
            guard var ticket, let row = ticket.id.row else { throw StoreError.unknown(.ticket(asked.ticket)) }
            try TicketActions(reading).checkUnresolved(ticket)
            ticket.reference = asked.reference ?? ticket.reference
            try TicketEnding(asked.end, ofTicketAt: row, in: reading).check(ticket)
            return nil
        } catch let error as StoreError {
            return error
        }
    }

    private func page(of wish: AttachRequest) throws -> ApprovalPage {
        guard let seen = try ApprovalTable.moveSeen(of: request.id, in: reading.db) else {
            throw StoreError.unknown(.request(request.id))
        }
        let isOpen = request.state == .open
        let move = try isOpen ? plan(wish) : nil
        let attachment = try? move?.get()
        let facts = attachment?.facts ?? seen.facts
        return ApprovalPage(
            request: request, evidence: nil, batch: nil,
            move: MovePage(asked: seen.asked, attachment: attachment),
            customer: try CustomerTable.find(wish.customer, in: reading.db)?.customer, verdict: nil,
            outcome: nil, problem: move?.failure, changes: isOpen ? facts.changes(since: seen.asked) : [],
            digest: try ApprovalDecision.digest(of: facts), grant: nil, ticket: nil)
    }

    /// What the move would do now, or why it cannot be made any more.
    private func plan(_ wish: AttachRequest) throws -> Result<Attachment, StoreError> {
        do {
            return .success(try ApprovalDecision.move(wish, in: reading).1)
        } catch let error as StoreError {
            return .failure(error)
        }
    }

    private func page(of asked: TokenAsked) throws -> ApprovalPage {
        let customer = try CustomerTable.find(asked.customer, in: reading.db)?.customer
        let problem: StoreError? =
            if request.state != .open {
                nil
            } else if asked.isNew {
                customer.map { .taken(.customer($0.id)) }
            } else {
                customer == nil || asked.values == nil ? .unknown(.customer(asked.customer)) : nil
            }
        return ApprovalPage(
            request: request, evidence: nil, batch: nil, move: nil, customer: customer, verdict: nil,
            outcome: nil, problem: problem, changes: [], digest: request.id.rawValue, grant: nil, ticket: nil)
    }

    private func page(of asked: BulkAsked) throws -> ApprovalPage {
        let batch = try BatchTable.find(asked.batch, in: reading.db)
        return ApprovalPage(
            request: request, evidence: nil, batch: batch, move: nil, customer: nil, verdict: nil,
            outcome: nil,
            problem: batch == nil ? .unknown(.batch(asked.batch)) : nil, changes: [],
            digest: asked.batch.rawValue, grant: nil, ticket: nil)
    }

    private func page(of wish: GrantRequest) throws -> ApprovalPage {
        let db = reading.db
        guard let seen = try ApprovalTable.seen(of: request.id, in: db) else {
            throw StoreError.unknown(.request(request.id))
        }
        let facts = try CustomerFactsReading.facts(wish.customer, in: db)
        let rules = try SettingTable.accessRules(db)
        let access = facts.map { CustomerAccess(facts: $0, rules: rules) }
        let present = access.map { DecisionFacts($0, for: wish.entitlement, at: reading.now) }
        let isOpen = request.state == .open
        let plan = isOpen ? ApprovalDecision.plan(wish, in: reading) : nil
        return ApprovalPage(
            request: request, evidence: seen.evidence, batch: nil, move: nil, customer: facts?.customer,
            verdict: access?.verdict(for: wish.entitlement, at: reading.now),
            outcome: try? plan?.get().outcome(), problem: plan?.failure,
            changes: isOpen ? present?.changes(since: seen.evidence.facts) ?? [] : [],
            digest: try ApprovalDecision.digest(of: present ?? seen.evidence.facts),
            grant: try request.decision?.grant.flatMap { try GrantTable.find($0, in: db) }, ticket: nil)
    }
}

extension Result where Failure == StoreError {
    fileprivate var failure: StoreError? {
        if case .failure(let error) = self { error } else { nil }
    }
}
