import AppStoreSimulator
import Foundation
import Persistence
import Purchases
import Server
import Wording

/// Finds out what happened, from the App Store and from the store: what was bought, what arrived, what became of tickets.
/// `Demonstration` asks it again and again, and `DemoChronicle` puts it into words.
///
/// It asks the store as a console does, so that what it tells is what a console shows.
struct DemoNews {
    /// How long a purchase may take to arrive and still arrive at once, in time that really passes†.
    private static let promptly = Duration.seconds(5)

    private let world: SharedAppStore
    private let access: StoreAccess
    private var seen: Set<TransactionID>
    private var awaited: [TransactionID: Awaited] = [:]
    private var tickets: [TicketID: Snapshot] = [:]
    /// What people asked that came to its end, and is told.
    private var toldAsks: Set<String> = []
    private var toldBridges: Set<String> = []
    private var toldIncidents: Set<String> = []
    private var position: Int64

    private struct Awaited: Sendable {
        let transaction: SimulatedTransaction
        let since: ContinuousClock.Instant
    }

    private struct Snapshot: Hashable, Sendable {
        var group: ErrorGroup
        var state: TicketState
        var tries: Int
        var hasRung: Bool
    }

    /// News from now on: what was bought before is none.
    init(_ world: SharedAppStore, _ access: StoreAccess) throws {
        (self.world, self.access) = (world, access)
        seen = Set(world.with { $0.transactions.keys })
        position = try access.store.newestChange()
    }

    /// What happened since the last look.
    ///
    /// - Throws: `StoreError` when the store cannot be read.
    mutating func look(at now: Instant) async throws -> [DemoEvent] {
        try await purchases() + arrivals(at: now) + ticketNews(at: now)
    }

    private mutating func purchases() -> [DemoEvent] {
        let known = seen
        let new = world.with { apple in
            apple.transactions.values.filter { !known.contains($0.id) }
                .sorted { ($0.purchasedAt, $0.id.rawValue) < ($1.purchasedAt, $1.id.rawValue) }
        }
        seen.formUnion(new.map(\.id))
        return new.filter { !$0.isRenewal && !$0.isFamilyShared }.map { transaction in
            // What is used up unlocks nothing: of that the app's report alone tells whether it arrived.
            if transaction.kind != .consumable {
                awaited[transaction.id] = Awaited(transaction: transaction, since: .now)
            }
            return .bought(
                transaction.id, by: AppUserID(transaction.account.rawValue), product: transaction.product)
        }
    }

    private mutating func arrivals(at now: Instant) async throws -> [DemoEvent] {
        let waiting = awaited.values.map(\.transaction)
        guard !waiting.isEmpty else { return [] }
        let arrived = try await access.ask { store in
            try waiting.filter { transaction in
                let page = try store.wholePage(of: ChainQuery(transaction.original), at: now)
                return page?.owner?.id.rawValue == transaction.account.rawValue
                    && page?.chain.transactions.contains { $0.ids.contains(transaction.id) }
                        == true
            }
        }
        return arrived.map { transaction in
            let since = awaited.removeValue(forKey: transaction.id)?.since ?? .now
            return .delivered(
                transaction.id, to: AppUserID(transaction.account.rawValue), product: transaction.product,
                after: now - transaction.purchasedAt, atOnce: .now - since <= DemoNews.promptly)
        }
    }

    private mutating func ticketNews(at now: Instant) async throws -> [DemoEvent] {
        let from = position
        let (changes, pages) = try await access.ask { store in
            let changes = try store.changes(since: from)
            let ids = Set(changes.filter { $0.entity == .ticket }.map(\.id)).sorted()
            return (
                changes, try ids.compactMap { try store.wholePage(of: TicketQuery(TicketID($0)), at: now) }
            )
        }
        position = changes.last?.sequence ?? position
        return pages.flatMap { events(of: $0) } + (try await deeds(in: changes, at: now))
    }

    /// What people asked of Apple and came to its end, who was bridged, and what became an incident, of what changed.
    private mutating func deeds(in changes: [Change], at now: Instant) async throws -> [DemoEvent] {
        func new(_ entity: Entity, but known: Set<String>) -> [String] {
            Set(changes.filter { $0.entity == entity }.map(\.id)).subtracting(known).sorted()
        }
        let (asked, given) = (new(.asked, but: toldAsks), new(.grant, but: toldBridges))
        let (found, server) = (new(.incident, but: toldIncidents), access.agent)
        let (rows, grants, incidents) = try await access.ask { store in
            (
                try asked.compactMap { try store.asked(AppStoreRequestID($0)) },
                try given.compactMap { try store.grant(GrantID($0)) },
                try found.compactMap {
                    try store.wholePage(of: IncidentQuery(IncidentID($0)), at: now)?.incident
                }
            )
        }
        toldIncidents.formUnion(found)
        let ended = rows.filter {
            [.done, .failed].contains($0.request.state) && $0.request.askedBy != server
        }
        toldAsks.formUnion(ended.map(\.request.id.rawValue))
        let bridges = grants.filter { $0.reason == "bridge" }
        toldBridges.formUnion(bridges.map(\.id.rawValue))
        return ended.map { row in
            .asked(
                AskedText(row).what, outcome: ServerText.answer(row.request.outcome ?? "done"),
                by: row.request.askedBy)
        } + bridges.map { .bridged($0.customer, $0.entitlement, until: $0.endsAt) }
            + incidents.map { .incident($0.id, title: $0.title) }
    }

    private mutating func events(of page: TicketPage) -> [DemoEvent] {
        let ticket = page.ticket
        let old = tickets[ticket.id]
        let new = Snapshot(
            group: ticket.group, state: ticket.state, tries: ticket.attempts,
            hasRung: page.alarm?.deliveredAt != nil)
        tickets[ticket.id] = new
        var events: [DemoEvent] = []
        if old == nil, ticket.group != .notCharged {
            events.append(.opened(ticket.id, ticket.customer, ticket.product))
        }
        if new.tries > old?.tries ?? 0, new.group == .undelivered, new.state != .resolved {
            events.append(
                .tried(ticket.id, count: new.tries, limit: ticket.attemptLimit, cause: ticket.cause))
        }
        if new.group == .lossOfFunds, old?.group != .lossOfFunds, new.state != .resolved {
            events.append(.lost(ticket.id, ticket.customer, ticket.product, cause: ticket.cause))
        }
        if new.hasRung, old?.hasRung != true { events.append(.rang(ticket.id)) }
        if new.state == .resolved, old?.state != .resolved, old != nil {
            events.append(.resolved(ticket.id, as: ticket.resolution, ticket.customer))
        }
        return events
    }
}
