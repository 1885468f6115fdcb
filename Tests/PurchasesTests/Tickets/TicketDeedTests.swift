import Foundation
import Purchases
import Testing

/// What was done is kept as one code with its values.
@Suite struct TicketDeedTests {
    static let examples: [(TicketDeed, String)] = [
        (.claimed, #"{"claimed":{}}"#), (.released(from: AgentName("ana")), #"{"released":{"from":"ana"}}"#),
        (
            .lapsed(holder: AgentName("ana"), hours: 8), #"{"lapsed":{"holder":"ana","hours":8}}"#
        ),
        (.assigned(to: AgentName("ben")), #"{"assigned":{"to":"ben"}}"#),
        (.contacted(by: .phone), #"{"contacted":{"by":"phone"}}"#),
        (
            .waiting(for: .apple, until: Instant(milliseconds: 7)),
            #"{"waiting":{"for":"apple","until":7}}"#
        ),
        (.woken(because: .news), #"{"woken":{"because":"news"}}"#),
        (.skipped(reason: "José asks"), #"{"skipped":{"reason":"José asks"}}"#),
        (.linked(to: TicketID("7")), #"{"linked":{"to":"7"}}"#), (.retryAsked, #"{"retryAsked":{}}"#),
        (.finishAsked, #"{"finishAsked":{}}"#), (.finished, #"{"finished":{}}"#),
    ]

    @Test(arguments: examples) func isOneCodeWithItsValues(_ deed: TicketDeed, _ json: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(String(decoding: try encoder.encode(deed), as: UTF8.self) == json)
        #expect(try JSONDecoder().decode(TicketDeed.self, from: Data(json.utf8)) == deed)
    }

    @Test(arguments: [#"{"unheardOf":{}}"#, "{}", #"{"assigned":{}}"#, #"{"contacted":{"by":"pigeon"}}"#])
    func whatIsNoDeedIsAnError(_ json: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(TicketDeed.self, from: Data(json.utf8))
        }
    }
}
