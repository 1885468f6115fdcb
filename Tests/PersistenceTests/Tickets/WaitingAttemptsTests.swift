import Testing

@testable import Persistence

/// The smallest of what waits is always next, whatever comes and goes.
struct WaitingAttemptsTests {
    @Test(arguments: 0..<20) func theSmallestIsNext(_ seed: Int) {
        var (waiting, known, state) = (WaitingAttempts(), Set<Int64>(), UInt64(seed + 1))
        func random(_ limit: UInt64) -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (state >> 33) % limit
        }
        for _ in 0..<500 {
            switch random(4) {
            case 0, 1:
                let some = (0..<random(5)).map { _ in Int64(random(60)) }
                waiting.formUnion(some)
                known.formUnion(some)
            case 2:
                let some = (0..<random(4)).map { _ in Int64(random(60)) }
                waiting.subtract(some)
                known.subtract(some)
            default:
                guard let first = known.min() else { continue }
                waiting.remove(first)
                known.remove(first)
            }
            #expect(waiting.first == known.min())
        }
    }
}
