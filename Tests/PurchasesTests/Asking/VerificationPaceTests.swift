import Testing

@testable import Purchases

/// When verifications are tried again, and how often.
@Suite struct VerificationPaceTests {
    @Test func fiveTriesOverSixHours() {
        let tries = (0...5).map {
            VerificationPace.nextTry(since: day(0), failedTries: $0, limit: 5).map { $0 - day(0) }
        }
        #expect(tries == [.seconds(0), .seconds(60), .seconds(600), .hours(1), .hours(6), nil])
    }

    @Test(arguments: [(1, 0), (3, 3), (5, 4), (8, 5), (8, 7), (8, 8)]) func thePolicySaysHowMany(
        limit: Int, failed: Int
    ) {
        let next = VerificationPace.nextTry(since: day(0), failedTries: failed, limit: limit)
        #expect((next == nil) == (failed >= limit))
    }

    @Test func aTryThatCameLateDoesNotTakeTheOthersWithIt() {
        let late = day(3)
        let next = VerificationPace.nextTry(since: day(0), failedTries: 3, limit: 5, after: late)
        #expect(next == late + .seconds(50 * 60))
        let first = VerificationPace.nextTry(since: day(0), failedTries: 0, limit: 5, after: late)
        #expect(first == late)
    }

    @Test func beyondTheTableItGoesOnEverySixHours() {
        let next = VerificationPace.nextTry(since: day(0), failedTries: 6, limit: 9)
        #expect(next == day(0) + .hours(18))
    }
}
