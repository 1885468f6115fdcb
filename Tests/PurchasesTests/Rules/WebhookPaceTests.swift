import Purchases
import Testing

/// How long a backend that does not answer is called again, by examples in seconds from the first try.
struct WebhookPaceTests {
    private static let first = Instant(milliseconds: 1_700_000_000_000)
    private static let hour: Int64 = 3600

    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// How many tries failed.
        let tries: Int
        /// When the last one did.
        let now: Int64
        /// From when on the receiver wants to be called again.
        var notBefore: Int64?
        /// When it is tried again; nil when it is not.
        let next: Int64?
    }

    static let examples = [
        Example(testDescription: "nothing failed", tries: 0, now: 0, next: nil),
        Example(testDescription: "the first", tries: 1, now: 0, next: 5),
        Example(testDescription: "the second", tries: 2, now: 5, next: 305),
        Example(testDescription: "the third", tries: 3, now: 305, next: 2105),
        Example(testDescription: "the fourth", tries: 4, now: 2105, next: 2105 + 2 * hour),
        Example(testDescription: "the fifth", tries: 5, now: 3 * hour, next: 8 * hour),
        Example(testDescription: "the sixth", tries: 6, now: 8 * hour, next: 18 * hour),
        Example(testDescription: "the seventh", tries: 7, now: 18 * hour, next: 32 * hour),
        Example(testDescription: "the eighth", tries: 8, now: 32 * hour, next: 52 * hour),
        Example(testDescription: "the ninth", tries: 9, now: 51 * hour, next: 71 * hour),
        Example(testDescription: "more than there are pauses", tries: 10, now: 50 * hour, next: 70 * hour),
        Example(testDescription: "the last one comes at the end", tries: 9, now: 60 * hour, next: 72 * hour),
        Example(testDescription: "just before the end", tries: 10, now: 72 * hour - 1, next: 72 * hour),
        Example(testDescription: "at the end", tries: 10, now: 72 * hour, next: nil),
        Example(testDescription: "after the end", tries: 1, now: 90 * hour, next: nil),
        Example(testDescription: "it wants to be called later", tries: 1, now: 0, notBefore: 60, next: 60),
        Example(testDescription: "it would be called sooner", tries: 2, now: 5, notBefore: 10, next: 305),
        Example(testDescription: "a wish of long ago", tries: 2, now: 5, notBefore: -99, next: 305),
        Example(
            testDescription: "a wish beyond the end", tries: 1, now: 0, notBefore: 400 * hour,
            next: 72 * hour),
        Example(
            testDescription: "a wish at the end", tries: 10, now: 72 * hour, notBefore: 80 * hour, next: nil),
    ]

    @Test(arguments: examples)
    func itIsTriedAgain(_ example: Example) {
        func moment(_ seconds: Int64) -> Instant { Self.first + .seconds(seconds) }
        let next = WebhookPace.nextTry(
            tries: example.tries, since: Self.first, notBefore: example.notBefore.map(moment),
            after: moment(example.now))
        #expect(next == example.next.map(moment))
    }

    @Test func whoNeverAnswersIsTriedUntilExactlyThreeDays() {
        var (now, tries) = (Self.first, 1)
        while tries < 100,
            let next = WebhookPace.nextTry(tries: tries, since: Self.first, notBefore: nil, after: now)
        {
            #expect(next > now)
            (now, tries) = (next, tries + 1)
        }
        #expect(now == Self.first + .hours(72))
        #expect(tries == 10, "the first and nine more")
    }

    @Test(
        arguments: [
            (200, WebhookResult.delivered), (204, .delivered), (299, .delivered),
            (199, .failed("http_199", notBefore: nil)), (301, .failed("http_301", notBefore: nil)),
            (404, .failed("http_404", notBefore: nil)), (410, .gone),
            (429, .failed("http_429", notBefore: nil)), (500, .failed("http_500", notBefore: nil)),
        ])
    func aStatusMeans(_ status: Int, _ result: WebhookResult) {
        #expect(WebhookResult(status: status) == result)
    }

    @Test func whatTheReceiverWishedForIsKept() {
        let result = WebhookResult(status: 429, notBefore: Self.first)
        #expect(result == .failed("http_429", notBefore: Self.first) && result.code == "http_429")
        #expect(WebhookResult(status: 200, notBefore: Self.first) == .delivered)
        #expect(WebhookResult(status: 410).code == "gone" && WebhookResult(status: 204).code == "delivered")
    }
}
