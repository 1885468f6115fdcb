import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// A refund resolves an open ticket, never one that was made good, and one that is reversed reopens it.
struct RefundTests {
    private static let lost = ReportedAttempt(transaction: "7000", events: ReportedAttempt.lost())

    /// A receipt that came after the period, with or without a refund on a day.
    private static func receipt(refundedOn day: Int64?, on told: Int64) -> Paper {
        Paper.receipt([Paper.Entry(id: "7000", chain: "7000", line: "L0", revokedOn: day)], on: told)
    }

    @Test func resolvesAnOpenTicket() throws {
        let shop = try Shop()
        try shop.bring(Self.lost)
        #expect(try shop.bring(Self.receipt(refundedOn: 35, on: 40)).ticketCounts == [0, 0, 1])
        let ticket = try #require(try shop.tickets().first)
        #expect(ticket.resolution == .refunded && ticket.resolvedBy == nil && ticket.cause == .late)
        #expect(try shop.page().moves.last?.at == ReportedAttempt.moment(35 * 24))
    }

    @Test func knownFirstItRaisesNoAlarm() throws {
        let shop = try Shop()
        try shop.bring(Self.receipt(refundedOn: 35, on: 40))
        try shop.bring(Self.lost)
        #expect(try shop.queue.isEmpty && shop.alarms == 0)
        #expect(try shop.tickets().map(\.resolution) == [.refunded])
    }

    @Test func reversedItReopens() throws {
        let shop = try Shop()
        try shop.bring(Self.lost)
        try shop.bring(Self.receipt(refundedOn: 35, on: 40))
        #expect(try shop.bring(Self.receipt(refundedOn: nil, on: 50)).ticketCounts == [0, 1, 0])
        #expect(try shop.queue.map(\.group) == [.lossOfFunds] && shop.queue[0].state == .open)
        #expect(try shop.alarms == 1)
        let moves = try shop.page().moves
        #expect(moves.map(\.to) == [.lossOfFunds, nil, .lossOfFunds])
        #expect(moves.map(\.resolution) == [nil, .refunded, nil])
    }

    /// An alarm that was settled while the ticket was resolved tells of the loss that came back, unless it was heard.
    @Test(arguments: [Alarm.End.needless, .delivered]) func reversedItRingsIfNobodyHeard(_ end: Alarm.End)
        throws
    {
        let shop = try Shop()
        try shop.bring(Self.lost)
        let alarm = try #require(try shop.store.takeAlarm(by: Shop.lead, at: Shop.now))
        try shop.bring(Self.receipt(refundedOn: 35, on: 40))
        try shop.store.settleAlarm(alarm, as: end, by: Shop.lead, at: Shop.now)
        #expect(try !shop.store.hasDueAlarm(at: Shop.now + .days(1)))
        try shop.bring(Self.receipt(refundedOn: nil, on: 50))
        #expect(try shop.queue.map(\.group) == [.lossOfFunds])
        let again = try shop.store.takeAlarm(by: Shop.lead, at: Shop.now)
        #expect(again?.attempts == (end == .needless ? 1 : nil))
    }

    @Test func reversedAfterADeliveryItReopensNothing() throws {
        let shop = try Shop()
        try shop.bring(Self.lost)
        try shop.bring(Self.receipt(refundedOn: 3, on: 5))
        try shop.bring(Self.receipt(refundedOn: nil, on: 6))
        #expect(try shop.queue.isEmpty && shop.tickets().map(\.resolution) == [.delivered])
    }

    @Test func afterAMakeGoodTheGrantStays() throws {
        let shop = try Shop()
        try shop.bring(Self.lost)
        let grant = try shop.makeGood()
        try shop.bring(Self.receipt(refundedOn: 35, on: 40))
        let ticket = try #require(try shop.tickets().first)
        #expect(ticket.resolution == .madeGood && ticket.aftermath == .refunded && ticket.isMadeGood)
        #expect(try shop.store.grant(grant.id)?.revokedAt == nil)
        #expect(
            try shop.tickets(TicketFilter(parsing: "after:made_good", at: Instant(milliseconds: 0))).map(\.id)
                == ["1"])
        try shop.bring(Self.receipt(refundedOn: nil, on: 50))
        #expect(try shop.tickets()[0].aftermath == nil && shop.queue.isEmpty)
    }

    @Test func aFamilyMemberLosesNoMoneyAndGetsNoneBack() throws {
        let shop = try Shop()
        try shop.bring(Self.lost)
        let family = Paper.Entry(
            id: "7000", chain: "7000", line: "L0", revokedOn: 35
        ) { $0.ownership = .familyShared }
        try shop.bring(Paper.receipt([family], on: 40))
        #expect(try shop.queue.isEmpty && shop.tickets().map(\.resolution) == [.notCharged])
        #expect(try shop.store.number("SELECT count(*) FROM charges") == 0)
        #expect(try shop.store.checkBalance(at: Shop.now).isRight)
    }
}
