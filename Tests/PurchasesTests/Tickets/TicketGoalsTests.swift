import Purchases
import Testing

/// When a ticket is to be ended, where it stands in its queue, and when a claim lapses.
@Suite struct TicketGoalsTests {
    private static let queued = at("2026-11-22T14:00:00Z")

    static let due: [(ErrorGroup, TicketState, String?)] = [
        (.lossOfFunds, .open, "2026-11-23T14:00:00Z"), (.lossOfFunds, .claimed, "2026-11-23T14:00:00Z"),
        (.undelivered, .retrying, "2026-11-25T14:00:00Z"), (.undelivered, .claimed, "2026-11-25T14:00:00Z"),
        (.notCharged, .recorded, nil), (.notCharged, .claimed, nil), (.lossOfFunds, .waiting, nil),
        (.lossOfFunds, .resolved, nil), (.undelivered, .waiting, nil), (.undelivered, .resolved, nil),
    ]

    @Test(arguments: due)
    func isDueByItsGroupAndState(_ group: ErrorGroup, _ state: TicketState, _ due: String?) {
        let found = TicketGoals().dueAt(group: group, state: state, queuedAt: Self.queued)
        #expect(found == due.map { at($0) })
    }

    @Test(arguments: [ErrorGroup.lossOfFunds, .undelivered]) func zeroHoursAreNoGoal(_ group: ErrorGroup) {
        let goals = TicketGoals(lossHours: 0, undeliveredHours: 0)
        #expect(goals.dueAt(group: group, state: .open, queuedAt: Self.queued) == nil)
        #expect(goals.time(for: group) == nil)
    }

    private static func place(
        _ group: ErrorGroup, madeGood: Bool = false, due: String? = nil, since: String, number: Int64 = 1
    ) -> QueuePlace {
        QueuePlace(
            group: group, isMadeGood: madeGood, dueAt: due.map { at($0) }, waitingSince: at(since),
            number: number, at: queued)
    }

    /// Each stands before the next.
    static let order = [
        place(.lossOfFunds, due: "2026-11-22T14:00:00Z", since: "2026-11-20"),
        place(.lossOfFunds, due: "2026-11-21", since: "2026-11-21"),
        place(.lossOfFunds, due: "2026-11-22T14:00:00.001Z", since: "2026-11-01"),
        place(.lossOfFunds, since: "2026-11-02"), place(.lossOfFunds, since: "2026-11-03", number: 1),
        place(.lossOfFunds, since: "2026-11-03", number: 2),
        place(.lossOfFunds, madeGood: true, due: "2026-11-01", since: "2026-10-01"),
        place(.lossOfFunds, madeGood: true, since: "2026-09-01"),
        place(.undelivered, due: "2026-11-20", since: "2026-11-19"),
        place(.undelivered, since: "2026-01-01"), place(.notCharged, since: "2020-01-01"),
    ]

    @Test func theOrderOfQueuesIsTotal() {
        for (index, place) in Self.order.enumerated() {
            for (other, later) in Self.order.enumerated() {
                #expect((place < later) == (index < other), "\(index) and \(other)")
            }
        }
        #expect(Self.order.reversed().sorted() == Self.order)
    }

    static let lapses: [(Int, String, Bool)] = [
        (8, "2026-11-22T06:00:00Z", true), (8, "2026-11-22T06:00:00.001Z", false),
        (8, "2026-11-23T14:00:00Z", false), (0, "2020-01-01", false), (1, "2026-11-22T12:59:00Z", true),
    ]

    @Test(arguments: lapses)
    func aClaimLapsesAfterThePolicysHours(_ hours: Int, _ claimedAt: String, _ lapses: Bool) {
        let before = ClaimPatience(hours: hours).lapsing(at: Self.queued)
        #expect((before.map { at(claimedAt) <= $0 } ?? false) == lapses)
    }

    @Test func aDayEndsAtItsMidnight() {
        #expect(at("2026-11-22T14:02:00Z").endOfDay == at("2026-11-23"))
        #expect(at("2026-11-23").endOfDay == at("2026-11-24"))
        #expect(Instant(milliseconds: -1).endOfDay == Instant(milliseconds: 0))
    }
}
