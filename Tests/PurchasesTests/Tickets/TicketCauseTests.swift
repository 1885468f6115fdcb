import Purchases
import Testing

/// The cause is the last failing step, as a word that programs compare.
@Suite struct TicketCauseTests {
    /// A step that failed, and the cause's word.
    static let steps: [(PurchaseEvent.Step, EventDetails, String)] = [
        (.verify, EventDetails(status: 21005), "21005"), (.verify, EventDetails(http: 503), "http_503"),
        (.verify, EventDetails(http: 301), "http_301"),
        (.verify, EventDetails(status: 21002, http: 200), "21002"),
        (.verify, EventDetails(status: 0, http: 500), "http_500"),
        (
            .verify, EventDetails(error: ReportedError(domain: "NSURLErrorDomain", code: "-1001")),
            "error:NSURLErrorDomain:-1001"
        ),
        (.verify, EventDetails(error: ReportedError(domain: "MyApp", code: nil)), "error:MyApp"),
        (
            .deliver, EventDetails(error: ReportedError(domain: "MyApp", code: "7"), ok: false),
            "error:MyApp:7"
        ),
        (.deliver, EventDetails(ok: false), "deliver_failed"),
    ]

    @Test(arguments: steps)
    func everyStepHasAWord(_ step: PurchaseEvent.Step, _ details: EventDetails, _ word: String) {
        let failing = told(step, 2, details)
        #expect(verdict([told(.purchased, 1), failing, told(.finished, 3)]).cause == TicketCause(word))
        let earlier = told(.verify, 1.5, EventDetails(status: 21199))
        #expect(verdict([told(.purchased, 1), failing, earlier]).cause == TicketCause(word))
    }

    /// The error of a failed payment, and the cause's word.
    static let payments: [(ReportedError?, String)] = [
        (ReportedError(domain: "SKErrorDomain", code: "2"), "skerror_2"),
        (ReportedError(domain: "SKError", code: "0"), "skerror_0"),
        (ReportedError(domain: "", code: "4"), "skerror_4"),
        (ReportedError(domain: "ASDErrorDomain", code: "500"), "error:ASDErrorDomain:500"),
        (ReportedError(domain: "NSURLErrorDomain", code: "-1009"), "error:NSURLErrorDomain:-1009"),
    ]

    @Test(arguments: payments) func everyFailedPaymentHasAWord(_ error: ReportedError?, _ word: String) {
        let failed = told(.failed, 1, EventDetails(error: error))
        #expect(verdict([told(.purchasing, 0), failed]).cause == TicketCause(word))
    }

    @Test func ofTwoFailedPaymentsTheLastCounts() {
        let events = [2, 0].map { code in
            told(.failed, Double(3 - code), EventDetails(error: ReportedError(domain: "", code: "\(code)")))
        }
        #expect(verdict(events).cause == TicketCause("skerror_0"))
    }

    @Test(
        arguments: [
            ([told(.purchased, 0), told(.finished, 1)], nil, TicketCause.notVerified),
            ([told(.purchased, 0), told(.verify, 1), told(.finished, 1)], nil, .notDelivered),
            ([told(.purchasing, 0)], nil, .purchasing), ([told(.deferred, 0)], nil, .deferred),
            ([told(.purchased, 0), told(.finished, 1)], charge(knownAt: 30), .late),
            ([told(.purchased, 0)] + failedVerifications(5), charge(knownAt: 31), .late),
            ([told(.purchased, 0), told(.finished, 1)], charge(owner: nil), .notVerified),
            (
                [told(.purchased, 0), told(.finished, 1)], charge(of: "coins", to: nil, knownAt: 40),
                .notVerified
            ),
        ] as [([PurchaseAttempt.Reported], StoreCharge?, TicketCause)])
    func whereNoStepFailedSomethingElseSaysWhy(
        _ events: [PurchaseAttempt.Reported], _ charge: StoreCharge?, _ cause: TicketCause
    ) {
        #expect(verdict(events, charge: charge).cause == cause)
    }
}
