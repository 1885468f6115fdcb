import Purchases
import Testing

/// Whom a batch makes good, and why others are left out.
struct BatchRuleTests {
    private static func candidate(
        _ group: ErrorGroup = .lossOfFunds, customer: String? = "u_1", ended: TicketResolution? = nil,
        isMadeGood: Bool = false, isUnproved: Bool = false, isMerged: Bool = false
    ) -> BatchCandidate {
        BatchCandidate(
            ticket: TicketID("1"), group: group, customer: customer.map { AppUserID($0) }, resolution: ended,
            isMadeGood: isMadeGood, isUnproved: isUnproved, isMerged: isMerged)
    }

    private static let candidates: [(BatchCandidate, BatchExclusion?)] = [
        (candidate(), nil), (candidate(.undelivered), nil), (candidate(.notCharged), .notCharged),
        (candidate(customer: nil), .noCustomer), (candidate(ended: .madeGood), .madeGood),
        // Taken up again after a refund was reversed: the grant still stands.
        (candidate(isMadeGood: true), .madeGood), (candidate(ended: .refunded), .refunded),
        (candidate(ended: .delivered), .delivered), (candidate(ended: .credited), .credited),
        (candidate(ended: .writtenOff), .writtenOff), (candidate(ended: .notCharged), .notCharged),
        (candidate(ended: .superseded), .notCharged), (candidate(ended: .duplicate), .duplicate),
        (candidate(isMerged: true), .duplicate), (candidate(isUnproved: true), .unproved),
        // What settled it comes before what is not known of it.
        (candidate(customer: nil, ended: .refunded), .refunded),
        (candidate(customer: nil, isUnproved: true), .unproved),
    ]

    @Test(arguments: candidates)
    func tellsFromTheTicketWhoIsLeftOut(_ candidate: BatchCandidate, _ exclusion: BatchExclusion?) {
        #expect(BatchRule.exclusion(of: candidate) == exclusion)
    }

    @Test(arguments: [
        ("lost", BatchLength.lost), ("7d", CalendarPeriod(days: 7).map(BatchLength.period)),
        ("P1M", CalendarPeriod("P1M").map(BatchLength.period)), ("lifetime", nil), ("", nil), ("7", nil),
    ])
    func readsLengths(_ text: String, _ length: BatchLength?) { #expect(BatchLength(text) == length) }
}
