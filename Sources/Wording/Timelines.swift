package import Persistence
import Purchases

/// A customer's timeline in words, and the warnings on a customer's page; a ticket's timeline is in `Tickets.swift`.
extension Reader {
    /// What an entry of a customer's timeline tells.
    package func words(of content: TimelineEvent.Content) -> String {
        switch content {
        case .purchase(let kind, let product, let until): purchase(kind, of: product, until: until)
        case .refund(let product): "Apple refunded \(product)"
        case .familyRevoke(let product): "family sharing ended for \(product)"
        case .notification(let notification): "notification \(words(of: notification))"
        case .granted(let grant): granted(grant)
        case .grantRevoked(let grant) where grant.isBridge:
            "bridge \(grant.id) of \(grant.entitlement) ended"
        case .grantRevoked(let grant): "grant \(grant.id) of \(grant.entitlement) taken back"
        case .noted(let note):
            note.ticket.map { "\(note.agent) on ticket \($0): \(note.text)" } ?? "\(note.agent): \(note.text)"
        case .attached(let chain, let receiver): "chain \(chain) attached to \(receiver?.rawValue ?? "")"
        case .reported(let product?): "the app reported an attempt to buy \(product)"
        case .reported(nil): "the app reported an attempt to buy a purchase"
        case .moved(let move, let ticket): "ticket \(ticket): \(end(of: move))"
        case .worked(let entry, let ticket): "ticket \(ticket): \(sentence(of: entry))"
        case .refundRequested(let step, _): sentence(of: step)
        }
    }

    /// What an entry tells beside the word for its kind, which is not said again.
    package func words(besideKindOf content: TimelineEvent.Content) -> String {
        switch content {
        case .notification(let notification): words(of: notification)
        case .moved(let move, let ticket): "\(ticket): \(end(of: move))"
        case .worked(let entry, let ticket): "\(ticket): \(sentence(of: entry))"
        default: words(of: content)
        }
    }

    private func sentence(of entry: TicketWorkEntry) -> String {
        (entry.agent.map { "\($0) " } ?? "") + words(of: entry.event)
    }

    /// A notification by its type and subtype, as Apple writes them, and how far it was checked.
    private func words(of notification: StoreNotification) -> String {
        let name = [notification.type, notification.subtype].compactMap { $0 }.joined(separator: "/")
        let check =
            switch notification.check {
            case .signed: "signed by Apple"
            case .secret: "checked by the shared secret"
            case .asked: "asked of the App Store"
            case .unchecked: "unchecked"
            }
        return "\(name), \(check)"
    }

    private func purchase(_ kind: TimelineEvent.PurchaseKind, of product: ProductID, until end: Instant?)
        -> String
    {
        switch (kind, end.map(moment)) {
        case (.bought, let end?): "bought \(product) to \(end)"
        case (.bought, nil): "bought \(product)"
        case (.trial, let end?): "trial of \(product) to \(end)"
        case (.trial, nil): "trial of \(product)"
        case (.shared, let end?): "shared by family: \(product) to \(end)"
        case (.shared, nil): "shared by family: \(product)"
        }
    }

    private func granted(_ grant: Grant) -> String {
        if grant.isBridge {
            return
                "\(grant.entitlement) bridged \(term(until: grant.endsAt)), the App Store could not be asked"
        }
        let given =
            grant.endsAt.map {
                "\(grant.grantedBy) granted \(grant.entitlement) to \(moment($0)) (\(grant.reason))"
            } ?? "\(grant.grantedBy) granted \(grant.entitlement) without end (\(grant.reason))"
        return grant.note.map { "\(given): \($0)" } ?? given
    }

    /// Where a move brought its ticket.
    private func end(of move: TicketMove) -> String {
        let end = move.to?.title.lowercased() ?? move.resolution?.title ?? "resolved"
        if case .ended = move.because { return end }
        return "\(end), \(words(of: move.because))"
    }
}

extension Reader {
    /// A warning beside a page, in one sentence.
    package func words(of warning: PageWarning) -> String {
        switch warning {
        case .disputed(let dispute): words(of: dispute)
        case .sharedToken(let token): words(of: token)
        case .refundAsked(let task):
            "the customer asked Apple for the money of \(task.request.product?.rawValue ?? "a purchase") back (\(task.request.why)), and Apple decides: refund request \(task.id)"
        case .askedAgain(let asked): words(of: asked)
        case .namesakes(let chain, let environments):
            "\(environments.map(\.rawValue).joined(separator: " and ")) has a chain \(chain.original), too: this page shows that of \(chain.environment.rawValue)"
        }
    }

    private func words(_ claimant: AppUserID, in dispute: ChainDispute) -> String {
        dispute.unproven.contains(claimant) ? "\(claimant) (unproven)" : claimant.rawValue
    }

    private func words(of dispute: ChainDispute) -> String {
        let who = dispute.claimants.map { words($0, in: dispute) }.joined(separator: " and ")
        let claimed = "chain \(dispute.chain.original) is claimed by \(who)"
        return dispute.owner.map { "\(claimed), it is \($0)'s" } ?? claimed
    }

    /// The token stands last: where there is no room for all, it is what can be missed.
    private func words(of token: SharedToken) -> String {
        let names =
            token.hasMore
            ? "\(token.carriers.map(\.rawValue).joined(separator: ", ")) and others" : names(token.carriers)
        return
            "\(names) carry one app_account_token: what is bought with it counts as \(token.carriers[0])'s (\(token.token))"
    }

    private func names(_ customers: [AppUserID]) -> String {
        customers.map(\.rawValue).joined(separator: " and ")
    }
}

/// Says which document told a fact, and how far that was checked.
package struct EvidenceText {
    /// What the fact rests on.
    package let evidence: Evidence

    package init(evidence: Evidence) { self.evidence = evidence }

    /// The document and its check in plain words, for the middle of a sentence.
    package var words: String {
        switch evidence.check {
        case .signed: "\(evidence.name), signed by Apple"
        case .secret: "\(evidence.name), checked by the shared secret"
        case .asked: "\(evidence.name), as the App Store answered"
        case .unchecked: "\(evidence.name), unchecked"
        }
    }
}
