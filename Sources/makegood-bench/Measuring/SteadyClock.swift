import CBench

/// The steady clock, in seconds.
enum SteadyClock {
    /// The time since some fixed moment.
    static var seconds: Double { Double(cbench_now()) / 1e9 }

    /// How long some work takes.
    static func time(_ work: () throws -> Void) rethrows -> Double {
        let begin = seconds
        try work()
        return seconds - begin
    }
}
