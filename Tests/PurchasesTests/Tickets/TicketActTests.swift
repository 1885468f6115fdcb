import Foundation
import Purchases
import Testing

/// What was done is kept as one code with its values.
@Suite struct TicketWorkEventTests {
    static let examples: [(TicketWorkEvent, String)] = [
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

    @Test(arguments: examples) func isOneCodeWithItsValues(_ deed: TicketWorkEvent, _ json: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(String(decoding: try encoder.encode(deed), as: UTF8.self) == json)
        #expect(try JSONDecoder().decode(TicketWorkEvent.self, from: Data(json.utf8)) == deed)
    }

    @Test(arguments: [#"{"unheardOf":{}}"#, "{}", #"{"assigned":{}}"#, #"{"contacted":{"by":"pigeon"}}"#])
    func whatIsNoDeedIsAnError(_ json: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(TicketWorkEvent.self, from: Data(json.utf8))
        }
    }
}

/// What the audit log keeps of an act, to the letter.
@Suite struct TicketActTests {
    /// Writes each text with a token that only counts.
    private struct Keeper: FreeTextKeeper {
        func keep(_ text: String) -> String { "token" }
    }

    static let examples: [(TicketAct, String)] = [
        (.claim, #"{"deed":"claim"}"#), (.release, #"{"deed":"release"}"#), (.retry, #"{"deed":"retry"}"#),
        (.assign(to: AgentName("ben")), #"{"deed":"assign","to":"ben"}"#),
        (.contacted(by: .phone), #"{"channel":"phone","deed":"contacted"}"#),
        (
            .wait(for: .apple, until: Instant(milliseconds: 7000)),
            #"{"deed":"wait","until":"1970-01-01T00:00:07Z","waiting_for":"apple"}"#
        ),
        (.link(to: TicketID("7")), #"{"deed":"link","other":"7"}"#),
        (
            .resolve(TicketEnd(.duplicate, of: TicketID("7"))),
            #"{"deed":"resolve","other":"7","resolution":"duplicate"}"#
        ),
        (
            .resolve(TicketEnd(.credited, quantity: 3)),
            #"{"deed":"resolve","quantity":3,"resolution":"credited"}"#
        ),
    ]

    static let typed: [(TicketAct, String)] = [
        (.note("José asks"), #"{"deed":"note","note":{"text":"token"}}"#),
        (.skip(reason: "José asks"), #"{"deed":"skip","reason":{"text":"token"}}"#),
        (.reopen(note: "José asks"), #"{"deed":"reopen","note":{"text":"token"}}"#),
        (
            .resolve(TicketEnd(.writtenOff, note: "José asks")),
            #"{"deed":"resolve","note":{"text":"token"},"resolution":"written_off"}"#
        ),
    ]

    @Test(arguments: examples + typed) func isItsCodeWithItsValues(_ act: TicketAct, _ json: String) throws {
        #expect(try text(act) == json)
    }

    @Test(arguments: examples) func isReadBack(_ act: TicketAct, _ json: String) throws {
        #expect(try read(json) == act)
    }

    /// A page of the log has the text in place of its stand-in, or says what became of it.
    @Test(arguments: typed) func whatPeopleTypedIsReadWhereItIsShown(_ act: TicketAct, _ json: String) throws
    {
        let stand = #"{"text":"token"}"#
        #expect(try read(json.replacing(stand, with: "\"José asks\"")) == act)
        for gone in [#"{"erased":true}"#, #"{"hidden":true}"#] {
            #expect(try text(read(json.replacing(stand, with: gone))).contains("José") == false)
        }
    }

    @Test(arguments: [
        #"{"deed":"unheard_of"}"#, "{}", #"{"deed":"assign"}"#, #"{"deed":"wait","until":"soon"}"#,
    ])
    func whatIsNoActIsAnError(_ json: String) {
        #expect(throws: DecodingError.self) { try read(json) }
    }

    private func text(_ act: TicketAct) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        encoder.keyEncodingStrategy = .convertToSnakeCase
        if let key = FreeText.keeper { encoder.userInfo[key] = Keeper() }
        return String(decoding: try encoder.encode(act), as: UTF8.self)
    }

    private func read(_ json: String) throws -> TicketAct {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(TicketAct.self, from: Data(json.utf8))
    }
}
