import PersistenceTesting
import Purchases
import Testing

@testable import FileStore
@testable import Persistence

/// Groups move as events come in and time passes, and each move is kept with its times and its cause.
struct TicketMoveTests {
    private static let purchasing = ReportedAttempt.state("purchasing", 0)
    private static let failed = ReportedAttempt.state("failed", 1, errorCode: 2)
    private static let purchased = ReportedAttempt.state("purchased", 2)
    private static let finished = ReportedAttempt.state("finished", 30)

    @Test func anInterruptedPurchaseMovesFromOneToThree() throws {
        let shop = try Shop()
        #expect(try shop.bring(ReportedAttempt(events: [Self.purchasing, Self.failed])).openedTickets == 1)
        #expect(try shop.tickets()[0].state == .recorded && shop.tickets()[0].cause == "skerror_2")
        #expect(try shop.bring(ReportedAttempt(events: [Self.purchased])).ticketCounts == [0, 1, 0])
        #expect(try shop.tickets()[0].state == .retrying && shop.tickets()[0].blocksRepurchase)
        #expect(try shop.alarms == 0)
        let tries = ReportedAttempt.failing(5, from: 3)
        #expect(try shop.bring(ReportedAttempt(events: tries)).ticketCounts == [0, 1, 0])
        #expect(try shop.tickets()[0].state == .open && shop.alarms == 1)
        #expect(try shop.bring(ReportedAttempt(events: [Self.finished])).ticketCounts == [0, 0, 0])
        #expect(try !shop.tickets()[0].blocksRepurchase && shop.alarms == 1)
        let moves = try shop.page().moves
        #expect(moves.map(\.from) == [nil, .notCharged, .undelivered])
        #expect(moves.map(\.to) == [.notCharged, .undelivered, .lossOfFunds])
        #expect(moves.map(\.at) == [1, 2, 7].map { ReportedAttempt.moment($0) })
        #expect(moves.map(\.learnedAt) == moves.map(\.at))
        #expect(moves.allSatisfy { $0.agent == nil })
    }

    @Test func aMoveIsLearnedWhenItsReportWasReceived() throws {
        let shop = try Shop()
        try shop.bring(ReportedAttempt(events: [Self.failed]).received(10))
        try shop.bring(ReportedAttempt(events: [Self.purchased]).received(20))
        #expect(
            try shop.page().moves.map(\.learnedAt) == [10, 20].map { ReportedAttempt.moment($0) })
    }

    @Test func whatComesInLateNeverMovesBack() throws {
        let shop = try Shop()
        try shop.bring(ReportedAttempt(events: [Self.purchased, Self.finished]))
        #expect(try shop.bring(ReportedAttempt(events: [Self.failed])).ticketCounts == [0, 0, 0])
        #expect(try shop.queue.map(\.group) == [.lossOfFunds])
    }

    @Test func theClockAloneMakesAPendingPurchaseFail() throws {
        let shop = try Shop()
        let start = ReportedAttempt.moment(0)
        let silent = ReportedAttempt(events: [Self.purchasing])
        #expect(try shop.bring(silent, at: start + .hours(1)).openedTickets == 0)
        #expect(try shop.store.applyOverdueMoves(by: Shop.lead, at: start + .hours(23)) == 0)
        #expect(try shop.store.applyOverdueMoves(by: Shop.lead, at: start + .hours(24)) == 1)
        #expect(try shop.store.applyOverdueMoves(by: Shop.lead, at: start + .hours(25)) == 0)
        #expect(try shop.queue.map(\.group) == [.notCharged] && shop.queue[0].cause == .purchasing)
        #expect(try shop.page().moves.map(\.at) == [start + .hours(24)])
        #expect(try shop.bring(ReportedAttempt(events: [Self.purchased])).movedTickets == 1)
    }

    @Test func theNextImportDoesItToo() throws {
        let shop = try Shop()
        let start = ReportedAttempt.moment(0)
        let deferred = ReportedAttempt(events: [Self.purchasing, ReportedAttempt.state("deferred", 2)])
        try shop.bring(deferred, at: start + .hours(3))
        let other = Paper.customer("u_9")
        #expect(try shop.bring(other, at: start + .hours(49)).openedTickets == 0)
        #expect(try shop.bring(Paper.customer("u_8"), at: start + .hours(50)).openedTickets == 1)
        #expect(try shop.queue.map(\.cause) == [.deferred])
    }

    @Test func aTicketThatIsPendingAgainLeavesTheQueueUntilThen() throws {
        let shop = try Shop()
        let start = ReportedAttempt.moment(0)
        try shop.bring(ReportedAttempt(events: [Self.failed]), at: start + .hours(2))
        let again = ReportedAttempt(events: [ReportedAttempt.state("purchasing", 3)])
        try shop.bring(again, at: start + .hours(4))
        #expect(try shop.queue.isEmpty)
        #expect(try shop.store.applyOverdueMoves(by: Shop.lead, at: start + .hours(27)) == 1)
        #expect(try shop.queue.map(\.id) == ["1"] && shop.tickets().count == 1)
    }

    @Test func aReadOnlyStoreMovesNothing() throws {
        let folder = try StoreFolder()
        let store = try folder.createShop()
        let start = ReportedAttempt.moment(0)
        try Shop(store).bring(ReportedAttempt(events: [Self.purchasing]), at: start + .hours(1))
        try store.close()
        let reading = try Store.open(at: folder.path, readOnly: true)
        #expect(try reading.applyOverdueMoves(by: Shop.lead, at: Shop.now) == 0)
    }
}
