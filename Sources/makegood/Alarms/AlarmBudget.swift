/// What one run may spend on alarm commands, so that no alarm ever keeps it long.
struct AlarmBudget: Sendable {
    /// How long one command may take.
    static let longestCommand = Duration.seconds(10)

    /// How many commands may still be run.
    private(set) var commands = 20
    /// How much time they may still take.
    private(set) var time = Duration.seconds(30)

    /// How long the next command may take; nil when none may be run any more.
    var nextCommand: Duration? {
        commands > 0 && time >= .seconds(1) ? min(time, AlarmBudget.longestCommand) : nil
    }

    /// Notes a command that was run.
    mutating func spend(_ duration: Duration) {
        commands -= 1
        time -= duration
    }
}
