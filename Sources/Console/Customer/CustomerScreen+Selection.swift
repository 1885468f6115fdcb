import Persistence
import Purchases
import TerminalCore
import Widgets

extension CustomerScreen {
    /// What Enter opens; nil when the shown pane has nothing to open.
    func openable(_ context: ConsoleContext) -> Route? {
        if isOnVerdict { return owedDestination(context) }
        return switch pane {
        case .chains: chains.selectedID.map { .chain($0.id, $0.environment, asOf: asOf.instant) }
        case .tickets: tickets.selectedID.map { .ticket($0) }
        case .timeline: events.selectedID.map { .event($0) }
        case .grants, .notes, .why: nil
        }
    }

    /// The document that told the selected entry of the timeline.
    var toldBy: Int64? { pane == .timeline ? events.selectedID?.evidence?.document : nil }

    /// What is shown raw: the document of a timeline entry, else those of the selected chain.
    var raw: Route? {
        toldBy.map { .document($0) } ?? chains.selectedID.map { .documents($0.id, selecting: nil) }
    }

    /// The ticket that one key leads to: the selected one in its pane, else the worst.
    var ticket: TicketID? { pane == .tickets ? tickets.selectedID : tickets.ids.first }

    func copies(_ context: ConsoleContext) -> [CopyItem] {
        guard let page = reading?.page else { return [] }
        let chain = chains.selectedID?.id.rawValue
        let verdicts = page.verdicts.map {
            VerdictText(verdict: $0, time: context.time, isUnchecked: page.restsOnUnchecked($0)).sentence
        }
        return [
            CopyItem("i", "customer id", id.rawValue), CopyItem.email(page.customer, context),
            chain.map { CopyItem("h", "chain id", $0) },
            ticket.map { CopyItem("d", "ticket id", $0.rawValue) },
            verdicts.isEmpty
                ? nil : CopyItem("v", "verdict", "\(id): \(verdicts.joined(separator: " "))"),
        ].compactMap { $0 }
    }

    /// The selected grant, when it can still be taken back.
    func grant(_ context: ConsoleContext) -> Grant? {
        guard pane == .grants, let selected = grants.selectedID else { return nil }
        let grant = reading?.page.grants.first { $0.id == selected }
        return grant.flatMap { [.active, .upcoming].contains($0.state(at: context.now)) ? $0 : nil }
    }

    /// Whom the form makes good.
    func subject(_ context: ConsoleContext) -> MakeGoodSubject? {
        reading.map { MakeGoodSubject($0.page, context) }
    }

    /// What Enter leads to while the verdict has the focus: the form that makes good what is owed, or the ticket where a
    /// grant is not what its advice says.
    func owedDestination(_ context: ConsoleContext) -> Route? {
        guard let owed = reading?.page.owed.first else { return nil }
        let isGrant =
            !owed.entitlements.isEmpty && (owed.expectedEnd == .madeGood || owed.group == .undelivered)
        guard isGrant, context.refusal == nil, asOf.instant == nil else { return .ticket(owed.ticket) }
        return subject(context).map { .makeGood($0) }
    }
}
