/// One finding of a health check, as `doctor` lists it.
package struct Finding: Hashable, Sendable {
    /// How bad it is.
    package enum Level: String, Hashable, Sendable {
        /// As it should be.
        case ok
        /// Someone should look at it.
        case warning
        /// It is broken.
        case error
    }

    /// What was checked.
    package let code: String
    package let level: Level
    package let text: String
    /// What to do; nil when nothing is to be done.
    package let fix: String?
    /// What kept a check from its end, which says more than the text; nil for a check that came to it.
    package let failure: StoreError?

    /// A finding that someone should do something about.
    package init(_ code: String, _ level: Level, _ text: String, fix: String) {
        (self.code, self.level, self.text, self.fix, failure) = (code, level, text, fix, nil)
    }

    /// A finding that is as it should be.
    package init(_ code: String, _ text: String) {
        (self.code, level, self.text, fix, failure) = (code, .ok, text, nil, nil)
    }

    /// A check that did not come to its end.
    package init(_ failure: StoreError) {
        (code, level, self.failure) = ("check_failed", .error, failure)
        text = "a check failed (\(failure.code.rawValue))"
        fix = "keep the file and restore a backup"
    }
}
