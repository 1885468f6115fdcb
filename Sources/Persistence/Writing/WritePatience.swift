/// How long others are kept waiting by a write that has many things to do.
struct WritePatience {
    /// How long a transaction may last before it begins nothing further; with none at all it does one thing, however
    /// quick the machine is.
    @TaskLocal static var timeLimit = Duration.milliseconds(50)
    /// How often a transaction looks whether somebody waits for the store, to end for them.
    private static let courtesy = Duration.milliseconds(5)

    private let started = ContinuousClock.now
    private var asked = ContinuousClock.now
    private let limit: Duration

    /// The patience of a write that may last so many times as long as usual while nobody waits.
    init(times: Int = 1) { limit = WritePatience.timeLimit * times }

    /// Whether it is time to let others write; whether any wait is asked every now and then.
    mutating func isOver(_ store: Store) -> Bool {
        let now = ContinuousClock.now
        if now - started >= limit { return true }
        guard now - asked >= WritePatience.courtesy else { return false }
        asked = now
        return store.isAwaited
    }
}
