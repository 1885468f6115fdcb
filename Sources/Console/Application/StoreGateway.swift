import Persistence
import Purchases
import Wording

/// Answers the console's requests from the store, each with one use case of the store. `EffectQueue` calls it; a new
/// write also needs a case in ``StoreRequest/Write``, and one in ``Answer`` where it has an answer of its own.
struct StoreGateway: Sendable {
    let store: Store
    let agent: AgentName
    /// Where what is taken out is written; nil where nothing is.
    var exportFolder: String?

    /// Answers; blocks, so it is called off the main actor and off the cooperative pool.
    @Sendable func perform(_ request: StoreRequest) -> Answer {
        do throws(StoreError) {
            switch request {
            case .read(let query, let at):
                if let query = query as? any NotedQuery { try query.note(in: store, by: agent, at: at) }
                return try answer(to: query, at: at)
            case .write(let write, let at): return try carryOut(write, at: at)
            }
        } catch {
            // What somebody did first to a ticket is shown behind the message.
            let isLate = error.code == .conflict && request.ticket != nil
            return .failed(StoreFailure(error: error, isConflict: isLate))
        }
    }

    private func answer<Query: StoreQuery>(to query: Query, at now: Instant) throws(StoreError) -> Answer {
        .page(try store.page(of: query, by: agent, at: now), of: query)
    }

    private func carryOut(_ write: StoreRequest.Write, at now: Instant) throws(StoreError) -> Answer {
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
            return .revoked(try store.revoke(grant, reason: reason, note: FreeText(note), by: agent, at: now))
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

    private func drop(_ view: SavedView, at now: Instant) throws(StoreError) {
        guard view.isShared else {
            return try store.dropView(of: view.list, at: view.position, by: agent, at: now)
        }
        try store.unshareView(of: view.list, at: view.position, by: agent, at: now)
    }

    /// Writes everything about a ticket to a file of the moment; answers its path.
    private func writeEvidence(of id: TicketID, at now: Instant) throws(StoreError) -> String {
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
}
