/// What one run may spend on alarm commands, so that no alarm ever keeps it long: the rest waits for the next run.
struct AlarmBudget: Sendable {
    /// How long one command may take.
    static let longestCommand = Duration.seconds(5)

    /// How much time commands may still take.
    private(set) var time = Duration.seconds(10)

    /// How long the next command may take; nil when none may be run any more.
    var nextCommand: Duration? {
        time >= .milliseconds(100) ? min(time, AlarmBudget.longestCommand) : nil
    }

    /// Notes a command that was run; after one that hung no other is tried.
    mutating func spend(_ duration: Duration) {
        time = duration >= AlarmBudget.longestCommand ? .zero : time - duration
    }
}
