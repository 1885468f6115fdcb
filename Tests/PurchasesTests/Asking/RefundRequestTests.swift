import Purchases
import Testing

/// How a refund that a customer asked for stands, and how long an answer to it is tried.
struct RefundRequestTests {
    private static let asked = day(10)
    private static let due = asked + .hours(12)

    private func request(
        _ decision: RefundRequest.Decision? = nil, isSkipped: Bool = false
    ) -> RefundRequest {
        RefundRequest(
            id: RefundRequestID("1"), environment: .production, transaction: TransactionID("7000"),
            chain: OriginalTransactionID("7000"), product: ProductID("monthly"),
            reason: nil, askedAt: Self.asked, dueAt: Self.due, knownAt: Self.asked, askings: [],
            decision: decision,
            decidedAt: decision.map { _ in day(11) },
            skip: isSkipped ? .init(at: Self.asked, by: AgentName("lea"), reason: "no") : nil)
    }

    private func answer(_ state: AppStoreRequest.State) -> AppStoreRequest {
        AppStoreRequest(
            id: AppStoreRequestID("5"), kind: .consumption, subject: "1", askedBy: AgentName("lea"),
            askedAt: Self.asked, state: state,
            attempts: 0, nextTryAt: nil, triedAt: nil, endedAt: nil, endedBy: nil, outcome: nil)
    }

    private func standing(
        _ request: RefundRequest, consent: Bool = true, _ state: AppStoreRequest.State? = nil,
        at now: Instant = asked
    ) -> String {
        request.standing(hasConsent: consent, answer: state.map(answer), at: now).name
    }

    @Test func whatIsOpenWaitsForConsentOrAnAnswer() {
        #expect(standing(request()) == "open" && standing(request(), consent: false) == "no_consent")
        #expect(standing(request(), .waiting) == "sending" && standing(request(), .done) == "answered")
        #expect(standing(request(), .failed) == "open" && standing(request(), .cancelled) == "open")
        #expect(standing(request(isSkipped: true)) == "skipped")
    }

    @Test func theDeadlineIsOfTheMillisecond() {
        let last = Instant(milliseconds: Self.due.milliseconds - 1)
        #expect(standing(request(), at: last) == "open")
        #expect(standing(request(), at: Self.due) == "unanswered")
        #expect(standing(request(), .waiting, at: Self.due) == "unanswered")
        #expect(standing(request(), .done, at: Self.due) == "answered")
    }

    @Test(arguments: RefundRequest.Decision.allCases)
    func applesWordIsTheLast(_ decision: RefundRequest.Decision) {
        for state in [nil, .waiting, .done] as [AppStoreRequest.State?] {
            #expect(standing(request(decision), consent: false, state) == decision.rawValue)
        }
    }

    /// What ended an answer, and whether Apple refused it.
    @Test(arguments: [
        ("4000209", true), ("4000185", true), ("4040010", true), ("http_400", false), ("too_late", false),
        ("5000000", false), ("21005", false),
    ])
    func whatAppleRefusesHasItsCode(_ outcome: String, _ isRefused: Bool) {
        for state in AppStoreRequest.State.allCases {
            let answer = AppStoreRequest(
                id: AppStoreRequestID("5"), kind: .consumption, subject: "1", askedBy: AgentName("lea"),
                askedAt: Self.asked, state: state, attempts: 1, nextTryAt: nil, triedAt: nil, endedAt: nil,
                endedBy: nil, outcome: outcome)
            #expect(answer.isRefused == (isRefused && state == .failed))
        }
    }

    @Test(arguments: [(1, 60), (2, 600), (3, 1800), (9, 1800)])
    func triesComeSlowerAndSlower(_ failed: Int, _ seconds: Int64) {
        let next = VerificationPace.nextTry(
            toAnswerBefore: Self.due, failedTries: failed, after: Self.asked)
        #expect(next == Self.asked + .seconds(seconds))
    }

    @Test func theLastTryIsAMinuteBeforeTheDeadline() {
        let last = Self.due - .seconds(60)
        #expect(
            VerificationPace.nextTry(toAnswerBefore: Self.due, failedTries: 5, after: Self.due - .seconds(90))
                == last)
        #expect(VerificationPace.nextTry(toAnswerBefore: Self.due, failedTries: 5, after: last) == nil)
        #expect(VerificationPace.nextTry(toAnswerBefore: Self.due, failedTries: 1, after: Self.due) == nil)
    }
}
