import Foundation
import Purchases
import Testing

/// A text about a person shows each reader no more than the reader may see.
struct PersonalTests {
    private func seen<Text: PersonalText>(_ text: Text) -> String { Text(text.whole, for: .masked).text }

    @Test func aMaskLeavesTheFirstLetter() {
        #expect(seen(PersonName("Zoë Müller")) == "Z•••")
        #expect(seen(PersonIdentifier("zoe@example.org")) == "z•••")
        #expect(seen(PersonName("")) == "•••")
        #expect(seen(PersonTrait("DE")) == "DE")
        #expect(seen(FreeText("a note", for: .whole)) == "•••")
    }

    @Test func aDumpShowsWhatTheReaderMaySee() {
        var text = ""
        dump([PersonName("Zoë", for: .masked)], to: &text)
        dump(FreeText("Zoë called", for: .masked), to: &text)
        text += "\(PersonName("Zoë", for: .masked)) \([PersonName("Zoë", for: .masked)])"
        #expect(!text.contains("oë"))
    }

    @Test func aDecoderReadsForItsReader() throws {
        let decoder = JSONDecoder()
        let json = Data(#"["Zoë"]"#.utf8)
        #expect(try decoder.decode([PersonName].self, from: json).map(\.text) == ["Zoë"])
        decoder.userInfo[try #require(Disclosure.key)] = Disclosure.masked
        #expect(try decoder.decode([PersonName].self, from: json).map(\.text) == ["Z•••"])
        #expect(try decoder.decode([FreeText].self, from: json).map(\.text) == ["•••"])
    }

    @Test func whatIsMaskedIsWrittenMasked() throws {
        let text = try JSONEncoder().encode([PersonName("Zoë", for: .masked)])
        #expect(String(decoding: text, as: UTF8.self) == #"["Z•••"]"#)
    }
}
