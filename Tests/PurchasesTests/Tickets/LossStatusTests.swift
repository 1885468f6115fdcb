import Testing

@testable import Purchases

/// What of a loss of funds the review counts it as.
struct LossStatusTests {
    /// A ticket, and what it counts as.
    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var group = ErrorGroup.lossOfFunds
        var resolution: TicketResolution?
        var isWithoutProof = false
        var isEndedByPerson = false
        var isOnRecord = false
        var isUnproved = false
        var isMerged = false
        var standing: LossStatus?
    }

    static let examples = [
        Example(testDescription: "nothing became of it yet", standing: .open),
        Example(
            testDescription: "a grant", resolution: .madeGood, isEndedByPerson: true, standing: .madeGood),
        Example(testDescription: "credit", resolution: .credited, isEndedByPerson: true, standing: .credited),
        Example(testDescription: "Apple's refund", resolution: .refunded, standing: .refunded),
        Example(testDescription: "it came late", resolution: .delivered, standing: .delivered),
        Example(
            testDescription: "somebody says that Apple gave it back", resolution: .refunded,
            isWithoutProof: true, isEndedByPerson: true, standing: .closedWithoutProof),
        Example(
            testDescription: "somebody says that it works again", resolution: .delivered,
            isWithoutProof: true, isEndedByPerson: true, standing: .closedWithoutProof),
        Example(
            testDescription: "a lead ended it", resolution: .writtenOff, isEndedByPerson: true,
            standing: .writtenOff),
        Example(
            testDescription: "called a duplicate though it was charged", resolution: .duplicate,
            isEndedByPerson: true, isOnRecord: true, standing: .writtenOff),
        Example(
            testDescription: "called a duplicate of what only the app told", resolution: .duplicate,
            isEndedByPerson: true),
        Example(
            testDescription: "merged by the facts", resolution: .duplicate, isOnRecord: true, isMerged: true),
        Example(testDescription: "found to be a duplicate", resolution: .duplicate, isOnRecord: true),
        Example(testDescription: "nobody was charged", resolution: .notCharged, isEndedByPerson: true),
        Example(testDescription: "superseded", resolution: .superseded),
        Example(testDescription: "opened by mistake", resolution: .withdrawn, isEndedByPerson: true),
        Example(testDescription: "only somebody's word", isUnproved: true),
        Example(testDescription: "still tried", group: .undelivered),
        Example(testDescription: "no payment", group: .notCharged, resolution: .refunded),
    ]

    @Test(arguments: examples) func countsAs(_ example: Example) {
        let standing = LossStatus(
            group: example.group, resolution: example.resolution, isWithoutProof: example.isWithoutProof,
            isEndedByPerson: example.isEndedByPerson,
            isOnRecord: example.isOnRecord, isUnproved: example.isUnproved, isMerged: example.isMerged)
        #expect(standing == example.standing)
    }

    @Test func everyChoiceButTheSumsMeansOneStanding() {
        #expect(LossChoice.lost.standings == LossChoice.open.standings.union(LossChoice.closed.standings))
        for standing in LossStatus.allCases {
            #expect(
                LossChoice(standing).standings == [standing]
                    && LossChoice(standing).rawValue == standing.rawValue)
        }
    }

    @Test func aPriceBeyondBeliefIsNotCounted() {
        #expect(Money(milliunits: Money.mostCounted, currency: "VND").isCountable)
        #expect(!Money(milliunits: Money.mostCounted + 1, currency: "VND").isCountable)
        #expect(!Money(milliunits: .min, currency: "VND").isCountable)
    }
}
