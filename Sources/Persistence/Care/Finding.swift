/// One finding of a health check.
public struct Finding: Hashable, Sendable {
    /// How bad it is.
    public enum Level: String, Hashable, Sendable {
        /// As it should be.
        case ok
        /// Someone should look at it.
        case warning
        /// It is broken.
        case error
    }

    /// What was checked.
    public let code: String
    /// How bad it is.
    public let level: Level
    /// What was found.
    public let text: String
    /// What to do; nil when nothing is to be done.
    public let fix: String?

    /// A finding that someone should do something about.
    init(_ code: String, _ level: Level, _ text: String, fix: String) {
        (self.code, self.level, self.text, self.fix) = (code, level, text, fix)
    }

    /// A finding that is as it should be.
    init(_ code: String, _ text: String) {
        (self.code, level, self.text, fix) = (code, .ok, text, nil)
    }
}
