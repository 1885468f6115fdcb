import Foundation
import Purchases
import Testing

/// What the audit log keeps of an act on an incident, to the letter.
@Suite struct IncidentActTests {
    /// Writes each text with a token that only counts.
    private struct Keeper: FreeTextKeeper {
        func keep(_ text: String) -> String { "token" }
    }

    static let examples: [(IncidentAct, String)] = [
        (.name("José's night"), #"{"deed":"name","name":{"text":"token"}}"#),
        (.name(nil), #"{"deed":"name"}"#), (.merge(into: IncidentID("7")), #"{"deed":"merge"}"#),
        (.separate, #"{"deed":"separate"}"#),
        (.split(.from(Instant(milliseconds: 7000))), #"{"deed":"split","from":7000}"#),
        (.split(.version("2.1")), #"{"app_version":"2.1","deed":"split"}"#),
        (.split(.cause(.notVerified)), #"{"cause":"not_verified","deed":"split"}"#),
        (.close, #"{"deed":"close"}"#), (.reopen, #"{"deed":"reopen"}"#),
    ]

    @Test(arguments: examples) func isItsCodeWithItsValues(_ act: IncidentAct, _ json: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        encoder.keyEncodingStrategy = .convertToSnakeCase
        if let key = FreeText.keeper { encoder.userInfo[key] = Keeper() }
        #expect(String(decoding: try encoder.encode(act), as: UTF8.self) == json)
    }

    @Test func eachCodeHasAnExample() {
        #expect(Set(Self.examples.map(\.0.code)) == Set(IncidentAct.Code.allCases))
    }
}
