import Purchases
import Testing

/// Events are ordered by time, ties by their natural order, then by their text; never as they came in.
@Suite struct EventOrderTests {
    private static let steps: [PurchaseEvent.Step] = [
        .purchasing, .deferred, .failed, .purchased, .restored, .verify, .deliver, .finished,
    ]

    @Test func tiesFollowTheNaturalOrder() {
        let events = Self.steps.map { told($0, 1) }
        for seed in 1...20 as ClosedRange<UInt64> {
            var random = SeededGenerator(seed: seed)
            let purchase = Purchase(attempts: [attempt(events.shuffled(using: &random))], charge: nil)
            #expect(purchase.events == events)
            #expect(purchase.attempts[0].events == events)
        }
    }

    @Test func timeComesFirst() {
        let events = Self.steps.reversed().enumerated().map { told($1, Double($0)) }
        #expect(Purchase(attempts: [attempt(events.reversed())], charge: nil).events == events)
    }

    @Test func textDecidesLast() {
        let events = ["a", "b", "c"].map { told(.verify, 1, EventDetails(text: $0)) }
        #expect(Purchase(attempts: [attempt(events.reversed())], charge: nil).events == events)
    }

    @Test(arguments: [
        ([told(.failed, 1), told(.purchased, 2)], ErrorGroup.undelivered),
        ([told(.purchased, 1), told(.failed, 2)], .undelivered),
        ([told(.purchased, 1), told(.finished, 1)], .lossOfFunds),
        ([told(.failed, 1), told(.purchased, 1), told(.finished, 1)], .lossOfFunds),
        ([told(.failed, 1), told(.finished, 1)], .notCharged),
    ])
    func theOrderToldNeverMatters(_ events: [PurchaseAttempt.Reported], _ group: ErrorGroup) {
        #expect(verdict(events).outcome == .failed(group))
        #expect(verdict(events.reversed()).outcome == .failed(group))
        #expect(verdict(events).cause == verdict(events.reversed()).cause)
    }

    private static let timeout = ReportedError(domain: "NSURLErrorDomain", code: "-1001")

    /// Texts of one failed verification of the same values, and whether they tell the same event.
    static let notations: [([String], Bool)] = [
        (
            [
                #"{"step":"verify","error":"NSURLErrorDomain:-1001"}"#,
                #"{"step":"verify","error_domain":"NSURLErrorDomain","error_code":-1001}"#,
                #"{"step":"verify","error_domain":"NSURLErrorDomain","error_code":"-1001"}"#,
                #"{"step":"verify","error":{"domain":"NSURLErrorDomain","code":-1001}}"#,
                #"{"step":"verify","error":{"domain":"NSURLErrorDomain","code":"-1001"},"http_status":null}"#,
            ], true
        ),
        ([#"{"step":"verify","try":1}"#, #"{"step":"verify","try":2}"#], false),
        ([#"{"step":"verify","try":1,"note":""}"#, #"{"note":null,"step":"verify","try":1}"#], true),
        (
            [#"{"step":"verify","error":{"message":"a"}}"#, #"{"step":"verify","error":{"message":"b"}}"#],
            false
        ),
        (["no JSON", "no JSON either"], false),
    ]

    @Test(arguments: notations)
    func eventsAreComparedAsValues(_ texts: [String], _ areOne: Bool) {
        let events = texts.map { told(.verify, 1, EventDetails(error: Self.timeout, text: $0)) }
        for order in [events, events.reversed()] {
            let attempts = order.enumerated().map { attempt([$1], id: "\($0)") }
            let purchase = Purchase(attempts: attempts, charge: nil)
            #expect(purchase.events.count == (areOne ? 1 : texts.count))
            #expect(purchase.events.first?.event.text == texts.min())
        }
    }

    @Test func theSameEventInTwoReportsIsOne() {
        let verify = told(.verify, 1, EventDetails(http: 503))
        let attempts = ["a", "b"].map { attempt([told(.purchased, 0), verify], id: $0) }
        let found = PurchaseVerdict(
            Purchase(attempts: attempts, charge: nil), rules: TicketRules(), at: hour(2))
        #expect(found.attempts == 1 && found.purchase.events.count == 2 && found.purchase.attempts.count == 2)
    }

    @Test func ofOneEventTheEarlierReceiptCounts() {
        let early = told(.purchased, 9, received: 3, EventDetails(text: "e"))
        let late = told(.purchased, 9, received: 5, EventDetails(text: "e"))
        for events in [[early, late], [late, early]] {
            let attempts = events.enumerated().map { attempt([$1], id: "\($0)") }
            #expect(Purchase(attempts: attempts, charge: nil).events == [early])
        }
    }

    @Test func whatAnEnvelopeToldCountsBeforeTheTimeOfTheImport() {
        let enveloped = told(.purchased, 9, received: 12, EventDetails(text: "e"))
        let bare = PurchaseAttempt.Reported(enveloped.event, receivedAt: hour(12), isReceiptTold: false)
        for events in [[enveloped, bare], [bare, enveloped]] {
            let attempts = events.enumerated().map { attempt([$1], id: "\($0)") }
            #expect(Purchase(attempts: attempts, charge: nil).events == [enveloped])
        }
    }

    @Test func theEarliestAttemptSpeaksFirst() {
        let early = attempt([told(.purchased, 1)], id: "z") { $0.appVersion = "1" }
        let late = attempt([told(.purchased, 2)], id: "a") { $0.appVersion = "2" }
        for attempts in [[early, late], [late, early]] {
            #expect(Purchase(attempts: attempts, charge: nil).told(\.appVersion) == "1")
        }
    }
}
