public import AppStore

/// What reading a document came to.
public struct FuzzOutcome {
    /// What was wrong with it.
    public var problems: [DocumentProblem]
    /// What was understood, to be compared with what is understood the second time.
    public var contents: [AnyHashable]
    /// Every text that is kept of it or shown.
    public var kept: [String]
    /// A rule that it breaks in this target, such as a forgery that was taken for genuine; nil when there is none.
    public var fault: String?

    /// What was understood of a document, or was wrong with it.
    public init(
        _ contents: [AnyHashable] = [], kept: [String] = [], problems: [DocumentProblem] = [],
        fault: String? = nil
    ) {
        (self.contents, self.kept, self.problems, self.fault) = (contents, kept, problems, fault)
    }

    /// What a reading comes to that either succeeds or throws what is wrong.
    public init(_ reading: () throws(DocumentProblem) -> FuzzOutcome) {
        do throws(DocumentProblem) { self = try reading() } catch { self.init(problems: [error]) }
    }

    /// Whether nothing was wrong with it.
    public var isUnderstood: Bool { problems.isEmpty }
}
