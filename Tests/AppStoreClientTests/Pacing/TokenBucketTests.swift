import AppStoreClient
import Purchases
import Testing

struct TokenBucketTests {
    private let start = Instant(milliseconds: 1_700_000_000_000)

    @Test func aSecondsWorthGoesAtOnceAndTheRestInItsPace() throws {
        var bucket = TokenBucket(perSecond: 4)
        var moments: [Int64] = []
        for _ in 0..<8 {
            let moment = bucket.reserve(at: start, patience: .seconds(10))
            moments.append(try #require(moment).milliseconds - start.milliseconds)
        }
        #expect(moments == [0, 0, 0, 0, 250, 500, 750, 1000])
    }

    @Test func whatLiesTooFarAheadIsNotReserved() throws {
        var bucket = TokenBucket(perSecond: 1)
        var reserved = 0
        while bucket.reserve(at: start, patience: .seconds(5)) != nil { reserved += 1 }
        #expect(reserved == 6)
        #expect(bucket.free(at: start) == start + .seconds(6))
        // Refused again and again, nothing is used up.
        for _ in 0..<100 { #expect(bucket.reserve(at: start, patience: .seconds(5)) == nil) }
        #expect(bucket.reserve(at: start + .seconds(1), patience: .seconds(5)) == start + .seconds(6))
    }

    @Test func noHourHoldsMoreThanTheLimitAllows() throws {
        for perSecond in [0.08, 0.8, 8, 40] {
            var bucket = TokenBucket(perSecond: perSecond)
            var (now, count) = (start, 0)
            while now < start + .hours(1) {
                guard let moment = bucket.reserve(at: now, patience: .seconds(60)) else {
                    now = now + .seconds(1)
                    continue
                }
                now = max(now, moment)
                count += 1
            }
            #expect(Double(count) <= 3600 * perSecond + max(1, perSecond) + 1, "\(perSecond): \(count)")
            #expect(Double(count) >= 3600 * perSecond * 0.98, "\(perSecond): \(count)")
        }
    }

    @Test func whatIsHeldWaitsForItsMoment() {
        var bucket = TokenBucket(perSecond: 50)
        bucket.hold(until: start + .seconds(60))
        #expect(bucket.reserve(at: start, patience: .seconds(10)) == nil)
        #expect(bucket.reserve(at: start + .seconds(55), patience: .seconds(10)) == start + .seconds(60))
        bucket.hold(until: start)
        #expect(bucket.free(at: start) > start + .seconds(59))
    }

    @Test func aClockThatGoesBackKeepsNobodyWaitingForEver() {
        var bucket = TokenBucket(perSecond: 10)
        for _ in 0..<10 { _ = bucket.reserve(at: start, patience: .zero) }
        #expect(bucket.reserve(at: start - .hours(1), patience: .seconds(10)) == start - .hours(1))
    }
}
