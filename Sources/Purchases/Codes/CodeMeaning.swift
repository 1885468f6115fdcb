/// What a code means and what to do about it, in words.
public struct CodeMeaning: Hashable, Sendable {
    /// The code as it is written: `21005`, `skerror_2`, `http_503`, `DID_FAIL_TO_RENEW/GRACE_PERIOD`.
    public let code: String
    /// Where the code comes from.
    public let family: CodeFamily
    /// The name that its maker gave the code, else a short title.
    public let name: String
    /// What happened, in one sentence.
    public let happened: String
    /// Whose fault it is.
    public let fault: Fault
    /// Whether trying again can help.
    public let retry: RetryAdvice
    /// What the support agent does, in one sentence.
    public let advice: String

    /// A meaning, in the order in which the tables give it.
    init(
        _ code: String, _ family: CodeFamily, _ name: String, _ fault: Fault, _ retry: RetryAdvice,
        _ happened: String, _ advice: String
    ) {
        self.code = code
        self.family = family
        self.name = name
        self.happened = happened
        self.fault = fault
        self.retry = retry
        self.advice = advice
    }

    /// The same meaning for a code that is another spelling, or one of a range.
    func written(as code: String) -> CodeMeaning {
        CodeMeaning(code, family, name, fault, retry, happened, advice)
    }
}
