/// Whether trying the same again can help.
public enum RetryAdvice: String, Hashable, Sendable, CaseIterable {
    /// It can, a limited number of times.
    case yes
    /// It cannot.
    case no
    /// It can once something was put right.
    case afterFix = "after_fix"
    /// There is nothing to try again.
    case notApplicable = "not_applicable"

    /// The advice in words, to stand after "retry:".
    public var title: String {
        switch self {
        case .yes: "yes, a limited number of times"
        case .no: "no"
        case .afterFix: "only after something was put right"
        case .notApplicable: "nothing to retry"
        }
    }
}
