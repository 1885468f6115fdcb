import Persistence
import Purchases
import Wording

/// Answers the console's requests from the store, each with one use case of the store.
struct StoreGateway: Sendable {
    /// The store.
    let store: Store
    /// Who asks.
    let agent: AgentName
    /// Where what is taken out is written; nil where nothing is.
    var exportFolder: String?

    private static let searchLimit = 50
    private static let auditPage = 200
    private static let documentPage = 100
    private static let incidentPage = 100
    private static let refundLimit = 500

    /// Answers; blocks, so it is called off the main actor and off the cooperative pool.
    @Sendable func perform(_ request: StoreRequest) -> Answer {
        do {
            switch request {
            case .read(.revealedCustomer(let id), let at):
                return .customer(try store.revealedPage(id, for: agent, at: at))
            case .read(let read, let at):
                // Asked anew, because a role may have been taken away meanwhile.
                let answer = try answer(read, at: at)
                return try store.role(of: agent).may(.reveal) ? answer : answer.masked
            case .write(let write, let at): return try carryOut(write, at: at)
            }
        } catch let error as StoreError {
            // What somebody did first to a ticket is shown behind the message.
            let isLate = error.code == .conflict && request.ticket != nil
            return .failed(StoreFailure(error: error, isConflict: isLate))
        } catch {
            return .failed(StoreFailure(error: .store(.failed(code: nil))))
        }
    }

    private func answer(_ read: StoreRequest.Read, at now: Instant) throws -> Answer {
        switch read {
        case .search(let text):
            .search(
                try store.search(
                    text, reach: SearchReach(of: store.role(of: agent)), limit: StoreGateway.searchLimit,
                    at: now))
        case .customers(let filter, let after, let count):
            .customers(
                try store.customers(filter, after: after, limit: count, at: now),
                ofNobody: after == nil && filter.isEmpty
                    ? try store.chainsOfNobody(limit: 0, at: now).count : nil)
        case .chainsOfNobody(let after, let count):
            .chainsOfNobody(try store.chainsOfNobody(after: after, limit: count, at: now))
        case .customer(let id), .revealedCustomer(let id): .customer(try store.customerPage(id, at: now))
        case .chain(let id, let environment): .chain(try store.chainPage(id, in: environment, at: now))
        case .documents(let chain, let after): .documents(try documents(of: chain, after: after))
        case .document(let id): .document(try document(id, at: now))
        case .audit(let filter, let after):
            .audit(
                try store.audit(
                    about: filter.about, by: filter.agent, action: filter.action, since: filter.since,
                    after: after, limit: StoreGateway.auditPage))
        case .tickets(let filter, let after, let count):
            .tickets(try store.tickets(filter, after: after, limit: count, by: agent, at: now))
        case .sortedTickets(let filter, let sort, let after, let count):
            .tickets(
                try store.tickets(
                    filter, sortedBy: sort, after: after, limit: count, by: agent, at: now))
        case .filterNames:
            .filterNames(
                FilterNames(
                    agents: try store.agents().map(\.login),
                    products: try store.accessRules().catalog.products.keys.sorted()))
        case .views(let list): .views(try store.savedViews(of: list, for: agent))
        case .incident(let queue): .incident(try store.incident(in: queue))
        case .ticket(let id): .ticket(try store.ticketPage(id, at: now))
        case .review(let period): .review(try review(period, at: now))
        case .incidentPage(let id): .incidentPage(try store.incidentPage(id))
        case .ticketCounts: .ticketCounts(try store.ticketCounts(at: now))
        case .serverStanding: .serverStanding(try store.serverStanding(at: now))
        case .productNames: .productNames(try store.catalog().names)
        case .ownRole: .ownRole(try store.presentRole(of: agent))
        case .silentLossCount: .silentLossCount(try store.silentLossCount(at: now))
        case .silentLosses(let after, let count):
            .silentLosses(try store.silentLosses(after: after, limit: count, at: now))
        case .wordDeliveries(let after, let count):
            .wordDeliveries(try store.wordDeliveries(after: after, limit: count, at: now))
        case .wordDeliveryCount: .wordDeliveryCount(try store.wordDeliveryCount(at: now))
        case .leadListCounts: .leadListCounts(try store.leadListCounts(at: now))
        case .leadList(let list, let after, let count):
            .leadList(try store.leadList(list, after: after, limit: count, at: now))
        case .refunds(let filter):
            .refunds(try store.refunds(filter, at: now, limit: StoreGateway.refundLimit))
        case .refund(let id): .refund(try store.refundPage(id, at: now))
        case .refundPreview(let id, let choice): .refund(try store.refundPage(id, choice, at: now))
        case .balance: .balance(try store.balance(at: now))
        case .beside(let subject): .beside(try page(beside: subject, at: now))
        case .grantPreview(let request):
            .grantPreview(try store.previewGrant(request, by: agent, at: now))
        case .attachPreview(let request):
            .attachPreview(try store.previewAttach(request, at: now))
        case .extensionPreview(let chain, let wish):
            .extensionPreview(
                try store.previewExtension(of: chain.original, in: chain.environment, wish, at: now))
        case .incidentExtensions(let id, let wish):
            .incidentExtensions(try store.previewExtensions(ofIncident: id, wish, at: now))
        case .extensionReach(let product, let incident):
            .extensionReach(try store.massExtensionReach(of: product, for: incident, at: now))
        case .grantPolicy: .grantPolicy(try store.grantPolicy())
        case .standing(let ticket, let customer, let mark):
            .standing(try store.standing(of: ticket, customer: customer, since: mark))
        case .agents: .agents(try store.agents())
        case .requests(let scope, let after, let count):
            .requests(try store.requests(scope, after: after, limit: count, by: agent))
        case .request(let id): .request(try store.requestPage(id, by: agent, at: now))
        case .batchPreview(let wish): .batchPreview(try store.previewBatch(wish, by: agent, at: now))
        case .batchPage(let id, let after, let count):
            .batchPage(
                try store.batchPage(id, after: after.map(TicketID.init), limit: count, at: now))
        case .batches(let after, let count):
            .batches(
                try store.batches(below: after.map(BatchID.init), limit: count),
                unfinished: after == nil ? try store.carriableBatchCount() : nil)
        case .requestNews(let since): .requestNews(try store.requestNews(since: since, by: agent))
        }
    }

    private func carryOut(_ write: StoreRequest.Write, at now: Instant) throws -> Answer {
        switch write {
        case .grant(let request, let key):
            switch try store.grant(request, key: key, by: agent, at: now) {
            case .granted(let outcome): return .granted(outcome)
            case .filed(let request): return .filed(request)
            }
        case .cancel(let grant):
            return .cancelled(try store.cancelGrant(grant, by: agent, at: now))
        case .decideRequest(let id, let act):
            return .decided(try store.act(act, on: id, by: agent, at: now))
        case .startBatch(let wish, let key):
            return .batch(try store.startBatch(wish, key: key, by: agent, at: now))
        case .runBatch(let id, let act): return .batch(try store.act(act, on: id, by: agent, at: now))
        case .revoke(let grant, let reason, let note):
            return .revoked(try store.revoke(grant, reason: reason, note: note, by: agent, at: now))
        case .attach(let request):
            switch try store.attach(request, by: agent, at: now) {
            case .attached(let attachment): return .attached(attachment)
            case .filed(let request, _): return .filed(request)
            }
        case .recordOrder(let order, let chain):
            try store.recordOrder(order, of: chain, by: agent, at: now)
            return .done
        case .keepCustomer(let id, let act, _):
            try store.act(act, on: id, by: agent, at: now)
            return .done
        case .erase(let request): return .erased(try store.erase(request, by: agent, at: now))
        case .act(let act, let id, let reference, let version):
            switch try store.act(
                act, on: id, reference: reference, version: version, by: agent, at: now)
            {
            case .worked(let page): return .worked(page)
            case .filed(let request): return .filed(request)
            }
        case .claimNext: return .worked(try store.claimNextTicket(by: agent, at: now))
        case .keepView(let view):
            try store.keepView(view, by: agent, at: now)
            return .done
        case .shareView(let view):
            try store.shareView(view, by: agent, at: now)
            return .done
        case .dropView(let view):
            try drop(view, at: now)
            return .done
        case .openTicket(let request): return .worked(try store.openTicket(request, by: agent, at: now))
        case .shapeIncident(let id, let act, let version):
            return .incidentPage(try store.act(act, on: id, version: version, by: agent, at: now))
        case .openSilentLoss(let transaction):
            return .worked(try store.openTicket(forSilentLoss: transaction, by: agent, at: now))
        case .openSilentLosses(let transactions):
            return .silentLossesOpened(
                try store.openTickets(forSilentLosses: transactions, by: agent, at: now))
        case .withdrawTickets(let tickets):
            let outcome = try store.withdrawTickets(tickets, by: agent, at: now)
            if outcome.withdrawn.isEmpty, let refusal = outcome.refused.first { throw refusal }
            return .ticketsWithdrawn(outcome)
        case .ask(let kind, let subject):
            return .asked(try store.askAppStore(kind, about: subject, by: agent, at: now))
        case .extend(let chain, let wish, let key):
            return .asked(
                try store.askExtension(
                    of: chain.original, in: chain.environment, wish, key: key, by: agent, at: now
                ).asked)
        case .extendIncident(let id, let wish):
            return .extended(try store.askExtensions(ofIncident: id, wish, by: agent, at: now))
        case .extendEverybody(let product, let wish, let incident, let key):
            return .asked(
                try store.askMassExtension(
                    of: product, wish, for: incident, key: key, by: agent, at: now))
        case .cancelAsked(let id): return .asked(try store.cancelAsked(id, by: agent, at: now))
        case .answerRefund(let id, let act):
            return .refund(try store.act(act, on: id, by: agent, at: now))
        case .exportEvidence(let id): return .written(try writeEvidence(of: id, at: now))
        }
    }

    /// The losses of a period, and the incidents: those that go on first.
    private func review(_ period: ReviewPeriod, at now: Instant) throws -> ReviewPage {
        let page = try store.incidents(limit: StoreGateway.incidentPage)
        return ReviewPage(
            losses: try store.review(since: period.since(now), at: now),
            incidents: page.incidents.filter { $0.state == .goingOn }
                + page.incidents.filter { $0.state != .goingOn },
            hasMoreIncidents: page.next != nil, unfinished: try store.unfinishedBatches(),
            withoutProof: try store.leadListCount(of: .closedWithoutProof, at: now))
    }

    private func drop(_ view: SavedView, at now: Instant) throws {
        guard view.isShared else {
            return try store.dropView(of: view.list, at: view.position, by: agent, at: now)
        }
        try store.unshareView(of: view.list, at: view.position, by: agent, at: now)
    }

    private func page(beside subject: Beside, at now: Instant) throws -> BesidePage {
        switch subject {
        case .customer(let id): .customer(try store.customerPage(id, at: now))
        case .chain(let id): .chain(try store.chainPage(id, in: nil, at: now))
        case .ticket(let id): .ticket(try store.ticketPage(id, at: now))
        case .entry, .nothing: .nothing
        }
    }

    /// Writes everything about a ticket to a file of the moment; answers its path.
    private func writeEvidence(of id: TicketID, at now: Instant) throws -> String {
        guard let folder = exportFolder else {
            throw StoreError.disk("", .exportNotWritten(why: "there is no folder for it"))
        }
        let text = EvidenceDocument(try store.exportEvidence(of: id, by: agent, at: now)).markdown
        let moment = String(now.description.filter { $0.isNumber || $0 == "T" })
        let path = "\(folder)/ticket-\(id)-\(moment).md"
        PrivateFile.makeFolder(folder)
        do {
            try PrivateFile.write(text, to: path)
        } catch {
            throw StoreError.disk(path, .exportNotWritten(why: error.problem))
        }
        return path
    }

    private func documents(of chain: OriginalTransactionID, after: Int64?) throws -> DocumentsPage {
        let limit = StoreGateway.documentPage
        let found = try store.documents(DocumentFilter(chain: chain), after: after, limit: limit + 1)
        return DocumentsPage(documents: Array(found.prefix(limit)), hasMore: found.count > limit)
    }

    /// A document with its body, noted in the audit log first; asked anew, because a role may have been taken away meanwhile.
    private func document(_ id: Int64, at now: Instant) throws -> DocumentText? {
        guard try store.role(of: agent).may(.reveal) else {
            throw StoreError.documents(.hidden)
        }
        return try store.revealDocument(id, by: agent, at: now).map { DocumentText($0) }
    }
}
