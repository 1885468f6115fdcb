import AppStoreClient
import AppStoreSimulator
import Foundation
import JSONValues
import Logging
import Persistence
import Purchases
import Server
import ServiceLifecycle
import Synchronization

/// Shows a day: plays all sides of a shop over a practice store, at its clock's pace, and tells what happens.
///
/// The server in it is the one that `run` serves with, on a socket of its own; the app's requests and Apple's
/// notifications come over that. Only Apple's answers are given in the same process.
final class Demonstration: Service {
    /// How much of the day passes between two lines that sum up, while it runs fast and afterwards.
    private static let (fastPause, pause) = (TimeLength.hours(2), TimeLength.seconds(300))

    private let shop: DemoShop
    private let time: DemoTime
    private let clock: DemoClock
    private let sender: Sender
    private let access: StoreAccess
    private let tell: @Sendable (DemoLine) -> Void
    private let chronicle = Mutex(DemoChronicle())

    /// A demonstration of a shop, whose server listens at a port.
    init(
        _ shop: DemoShop, by clock: DemoClock, keys: DemoShop.Keys, port: Int, access: StoreAccess,
        tell: @escaping @Sendable (DemoLine) -> Void
    ) {
        (self.shop, self.clock, self.access, self.tell) = (shop, clock, access, tell)
        time = clock.day
        let server = URL(string: "http://127.0.0.1:\(port)")
        sender = Sender(
            shop.world,
            to: Sender.Addresses(
                notifications: server?.appending(path: "apple/notifications"), server: server,
                appKey: keys.app)
        ) { _ in }
    }

    /// Plays until it is told to end.
    func run() async throws {
        try await cancelWhenGracefulShutdown {
            do {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await self.carry() }
                    group.addTask { try await self.narrate() }
                    try await group.next()
                    group.cancelAll()
                }
            } catch is CancellationError {}
        }
        for line in chronicle.withLock(\.summary) { tell(DemoLine(at: clock.now(), kind: .sum, text: line)) }
    }

    /// Carries notifications and the app's requests, ten times a second.
    private func carry() async throws {
        let away = DemoShop.away(from: shop.start)
        var refunds = DemoRefunds(away: away.lowerBound, until: away.upperBound)
        var blocked = DemoBlocked(away: away.lowerBound, until: away.upperBound)
        var known = Set(shop.world.with { Array($0.accounts.keys) })
        while !Task.isCancelled {
            let now = clock.now()
            if now >= time.end { try addCustomer(at: now) }
            for event in shop.world.with({ refunds.step(at: now, in: &$0) }) {
                try await agree(event, at: now)
                say(event, at: now)
            }
            for event in shop.world.withWorld({ blocked.step(at: now, in: &$0) }) { say(event, at: now) }
            // The app's backend tells who came, and whose which account token is.
            let came = shop.newCustomers(&known)
            if !came.isEmpty {
                try await access.ask { store in try DemoShop.tell(came, to: store, at: now) }
            }
            try await sender.carry(upTo: now)
            clock.carried(upTo: now)
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    /// Customers who want money back have agreed that Apple is told what was consumed: without that there is nothing to
    /// answer.
    private func agree(_ event: DemoEvent, at now: Instant) async throws {
        guard case .refundAsked(_, let customer, _) = event else { return }
        // A customer whom the store does not know yet agrees to nothing.
        try? await access.ask { store in
            try store.act(.consent(true), on: customer, by: DemoShop.lead, at: now)
        }
    }

    /// Adds a customer every twenty seconds once the day is over, since at the pace of the clock the shop's own are
    /// few. It is called ten times a second, and adds one where a multiple of twenty seconds lies in the last tenth.
    private func addCustomer(at now: Instant) throws {
        guard now.milliseconds / 20_000 != (now.milliseconds - 100) / 20_000 else { return }
        shop.world.withWorld { world in
            let name = AccountID("u_\(5000 + world.apple.accounts.count)")
            world.apple.open(name)
            let product = world.apple.terms.products[
                world.apple.accounts.count % world.apple.terms.products.count]
            _ = try? world.app.buy(product.id, by: name, signs: true, from: &world.apple)
        }
    }

    private func narrate() async throws {
        var news = try DemoNews(shop.world, access)
        var (chapter, summedUp) = (DemoChapter?.none, clock.now())
        while !Task.isCancelled {
            let now = clock.now()
            if let next = self.chapter(at: now), next != chapter {
                chapter = next
                summedUp = now
                say(.chapter(next), at: now)
            }
            for event in try await news.look(at: now) { say(event, at: now) }
            if now - summedUp >= (now < time.end ? Demonstration.fastPause : Demonstration.pause) {
                summedUp = now
                tell(DemoLine(at: now, kind: .sum, text: chronicle.withLock(\.soFar)))
            }
            try await Task.sleep(for: .milliseconds(400))
        }
    }

    private func say(_ event: DemoEvent, at now: Instant) {
        let text = chronicle.withLock { $0.note(event) }
        guard let text else { return }
        tell(DemoLine(at: now, kind: event.kind, text: text))
    }

    private func chapter(at now: Instant) -> DemoChapter? {
        var begins = shop.start
        var current: DemoChapter?
        for part in DemoShop.day {
            if now >= begins { current = part.chapter }
            begins = begins + .hours(part.hours)
        }
        return now >= time.end ? .present : current
    }
}

/// A line that the demonstration says.
struct DemoLine: Hashable, Sendable {
    /// What it is about.
    enum Kind: String, Hashable, Sendable {
        case chapter, bought, delivered, opened, tried, lost, rang, incident, resolved, bridged, refund,
            asked, blocked, unblocked, sum, hint
    }

    /// When it happened.
    let at: Instant
    let kind: Kind
    let text: String

    /// For people: the time of the day before it.
    var words: String {
        switch kind {
        case .chapter: "\n\(DemoLine.clock(at))  \(text)"
        case .hint: text
        default: "\(DemoLine.clock(at))  \(text)"
        }
    }

    /// For programs.
    var json: JSONValue {
        .object(["at": at, "kind": kind.rawValue, "text": text])
    }

    /// A time of the day, as the lines say it: `18:40`, in UTC.
    static func clock(_ at: Instant) -> String { String(at.description.dropFirst(11).prefix(5)) }
}

extension DemoEvent {
    /// What a line about it is about.
    var kind: DemoLine.Kind {
        switch self {
        case .chapter: .chapter
        case .bought: .bought
        case .delivered: .delivered
        case .opened: .opened
        case .tried: .tried
        case .lost: .lost
        case .rang: .rang
        case .incident: .incident
        case .resolved: .resolved
        case .bridged: .bridged
        case .refundAsked, .refundDecided: .refund
        case .asked: .asked
        case .blocked: .blocked
        case .unblocked: .unblocked
        }
    }
}
