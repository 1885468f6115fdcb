/// Waiting for something that may take longer than anybody has time for.
enum Waiting {
    /// What some work comes to; nil when it takes longer than given. It goes on all the same, and nobody hears of it.
    static func result<Value: Sendable>(
        within limit: Duration, of work: @escaping @Sendable () async -> Value
    ) async -> Value? {
        let (ends, continuation) = AsyncStream.makeStream(of: Value?.self)
        Task { continuation.yield(await work()) }
        let timer = Task {
            try? await Task.sleep(for: limit)
            continuation.yield(nil)
        }
        defer { timer.cancel() }
        for await end in ends { return end }
        return nil
    }
}
