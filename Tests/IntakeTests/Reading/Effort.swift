import Foundation

/// How much work something is, in the time that a processor spends on it on this thread: whatever else a machine does
/// counts as little as how fast it is, since only one amount is compared with another.
enum Effort {
    /// How many times as much work eight times as much is; about eight where work grows with what there is to do, and
    /// sixty-four where each thing is compared with each. The least of three tries.
    static func growth(from size: Int, _ work: (Int) throws -> Void) rethrows -> Double {
        let small = try least { try work(size) }
        let large = try least { try work(8 * size) }
        return large / max(small, 1e-6)
    }

    private static func least(_ work: () throws -> Void) rethrows -> Double {
        try (0..<3).map { _ in
            let before = now
            try work()
            return now - before
        }.min() ?? 0
    }

    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
