import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// The review counted by hand: from tickets as lists show them, one after the other, with the pure rule.
struct LossOracle {
    /// A loss as it counts.
    struct Loss {
        let ticket: Ticket
        let standing: LossStatus
        let chargedAt: Instant

        var money: Money? { ticket.money.flatMap { $0.isCountable ? $0 : nil } }
        var day: Instant { chargedAt.endOfDay - .days(1) }

        func value(_ dimension: LossDimension) -> String? {
            switch dimension {
            case .cause: ticket.cause.rawValue
            case .product: ticket.product?.rawValue
            case .version: ticket.appVersion
            case .storefront: ticket.storefront
            }
        }
    }

    /// Every loss of a served environment.
    let losses: [Loss]

    /// Looks at every ticket of a store.
    init(_ store: Store, at now: Instant) throws {
        let recorded = Set(
            try Raw.texts(store, "SELECT id FROM tickets WHERE \"transaction\" IS NOT NULL").compactMap {
                $0[0]
            })
        let served = try store.wholePage(of: LossReviewQuery(), at: now).environments
        losses = try store.tickets(limit: 100_000, at: now).tickets.compactMap { ticket in
            guard served.contains(ticket.environment) else { return nil }
            let standing = LossStatus(
                group: ticket.group, resolution: ticket.resolution, isWithoutProof: ticket.isWithoutProof,
                isEndedByPerson: ticket.resolvedBy != nil,
                isOnRecord: recorded.contains(ticket.id.rawValue), isUnproved: ticket.isUnproved,
                isMerged: ticket.mergedInto != nil)
            return standing.map {
                Loss(ticket: ticket, standing: $0, chargedAt: ticket.chargedAt ?? ticket.waitingSince)
            }
        }
    }

    /// Some losses in numbers, a line for each standing and currency.
    static func lines(_ losses: [Loss]) -> [String] {
        Dictionary(grouping: losses) { "\($0.standing.rawValue) \($0.money?.currency ?? "")" }.map {
            key, losses in
            let prices = losses.compactMap { $0.money?.milliunits }
            return
                "\(key) \(losses.count) \(prices.reduce(0, +)) \(prices.count { $0 == 0 }) \(prices.count { $0 < 0 })"
        }.sorted()
    }

    /// The same of kept figures.
    static func lines(_ figures: LossFigures) -> [String] {
        figures.parts.map {
            "\($0.standing.rawValue) \($0.currency ?? "") \($0.tickets) \($0.milliunits) \($0.free) \($0.negative)"
        }.sorted()
    }

    /// Holds a store's review of a period against the count by hand.
    func expect(_ store: Store, since: Instant? = nil, until: Instant? = nil, at now: Instant) throws {
        let review = try store.wholePage(of: LossReviewQuery(since: since, until: until), at: now)
        let first = since.map { $0.endOfDay - .days(1) } ?? .earliest
        let end = until.map { ($0 - TimeLength(1)).endOfDay } ?? .latest
        let counted = losses.filter { $0.chargedAt >= first && $0.chargedAt < end }
        #expect(LossOracle.lines(review.ever) == LossOracle.lines(losses))
        #expect(LossOracle.lines(review.total) == LossOracle.lines(counted))
        for dimension in LossDimension.allCases {
            let byHand = Dictionary(grouping: counted) { $0.value(dimension) ?? "" }.mapValues(
                LossOracle.lines)
            let kept = review.rows(by: dimension).map { ($0.value ?? "", LossOracle.lines($0.figures)) }
            #expect(Dictionary(uniqueKeysWithValues: kept) == byHand, "\(dimension)")
        }
        expectSeries(review, counted)
        expectAges(review, at: now)
        expectEnds(review, counted)
    }

    private func expectSeries(_ review: LossReview, _ counted: [Loss]) {
        let series = counted.filter { $0.chargedAt >= review.seriesStart }
        let byHand = Dictionary(grouping: series, by: \.day)
        #expect(review.days.map(\.start) == byHand.keys.sorted())
        for day in review.days {
            let losses = byHand[day.start] ?? []
            #expect(LossOracle.lines(day.figures) == LossOracle.lines(losses))
            guard let hours = day.hours else { continue }
            let charged = losses.filter { $0.standing != .delivered }.map {
                Int(($0.chargedAt - day.start).wholeSeconds / 3600)
            }
            #expect(hours == (0..<24).map { hour in charged.count { $0 == hour } })
        }
    }

    private func expectAges(_ review: LossReview, at now: Instant) {
        let waiting = losses.filter { $0.standing == .open }.map(\.ticket.waitingSince)
        #expect(review.oldest?.waitingSince == waiting.min())
        var rest = waiting.map { now - $0 }
        for age in StoreReport.Age.allCases {
            let younger = rest.filter { waited in age.limit.map { waited < $0 } ?? true }
            #expect(review.ages[age] == younger.count, "\(age)")
            rest.removeAll { waited in age.limit.map { waited < $0 } ?? true }
        }
    }

    private func expectEnds(_ review: LossReview, _ counted: [Loss]) {
        let taken = counted.filter { $0.standing == .madeGood }.compactMap { loss in
            loss.ticket.resolvedAt.map { max(.zero, $0 - loss.ticket.waitingSince) }
        }.sorted()
        #expect(review.makingGood.count == taken.count)
        #expect(review.makingGood.median == (taken.isEmpty ? nil : taken[(taken.count - 1) / 2]))
        let ninetieth = taken.isEmpty ? nil : taken[Int((Double(taken.count) * 0.9).rounded(.up)) - 1]
        #expect(review.makingGood.ninetieth == ninetieth)
        #expect(
            review.writtenOff.reduce(0) { $0 + $1.tickets }
                == counted.count { $0.standing == .writtenOff && $0.ticket.resolvedBy != nil })
    }
}
