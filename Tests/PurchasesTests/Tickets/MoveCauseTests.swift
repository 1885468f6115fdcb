import Foundation
import Purchases
import Testing

/// A cause is kept as one code with its values, a fact's under the fact's own code.
@Suite struct MoveCauseTests {
    static let examples: [(MoveCause, String)] = [
        (.fact(.reportedFinished), #"{"reportedFinished":{}}"#),
        (
            .fact(.knownLate(since: Instant(milliseconds: 2), end: Instant(milliseconds: 1))),
            #"{"knownLate":{"end":1,"since":2}}"#
        ),
        (.fact(.reportedLast(state: .deferred)), #"{"reportedLast":{"state":"deferred"}}"#),
        (.fact(.reportedLast(state: .other("new"))), #"{"reportedLast":{"state":"new"}}"#),
        (
            .fact(.charge(transaction: TransactionID("1"), refundedShare: nil)),
            #"{"charge":{"transaction":"1"}}"#
        ),
        (.restored, #"{"restored":{}}"#), (.undecided, #"{"undecided":{}}"#),
        (.notServed(in: .sandbox), #"{"notServed":{"environment":"Sandbox"}}"#),
        (.refunded, #"{"refunded":{}}"#),
        (.superseded(by: .attempt(AttemptID("b"))), #"{"superseded":{"by":"b"}}"#),
        (.superseded(by: .charge(TransactionID("7000"))), #"{"superseded":{"transaction":"7000"}}"#),
        (.sameCharge(as: TicketID("7")), #"{"sameCharge":{"as":"7"}}"#),
        (.madeGood, #"{"madeGood":{}}"#),
        (.grantRevoked(grant: GrantID("7")), #"{"grantRevoked":{"grant":"7"}}"#),
        (.ended(as: .writtenOff), #"{"ended":{"as":"written_off"}}"#),
        (.reopened(note: "José asked"), #"{"reopened":{"note":"José asked"}}"#),
    ]

    @Test(arguments: examples) func isOneCodeWithItsValues(_ cause: MoveCause, _ json: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(String(decoding: try encoder.encode(cause), as: UTF8.self) == json)
        #expect(try JSONDecoder().decode(MoveCause.self, from: Data(json.utf8)) == cause)
    }

    @Test(arguments: [#"{"unheardOf":{}}"#, "{}", #"{"superseded":{}}"#])
    func whatIsNoCauseIsAnError(_ json: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(MoveCause.self, from: Data(json.utf8))
        }
    }
}
