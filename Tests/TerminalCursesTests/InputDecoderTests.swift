import TerminalCore
import Testing

@testable import TerminalCurses

/// What a terminal sends becomes keys and pastes.
@Suite struct InputDecoderTests {
    private static let begin = "\u{1B}[200~"
    private static let end = "\u{1B}[201~"
    private static let letter = "Hello, I paid for premium on Monday and it does not work. Q q c w y n\rm\r"

    @Test(
        arguments: [
            ("g", [.character("g")]), ("山", [.character("山")]), ("\r", [.enter]), ("\n", [.control("j")]),
            ("\t", [.tab]), ("\u{7F}", [.backspace]), ("\u{8}", [.backspace]), ("\u{4}", [.control("d")]),
            ("\0", [.control(" ")]), ("\u{1D}", [.control("]")]), ("\u{3}", [.control("c")]),
            ("\u{1B}[A", [.up]), ("\u{1B}OA", [.up]), ("\u{1B}[Z", [.backtab]), ("\u{1B}[3~", [.delete]),
            ("\u{1B}OP", [.function(1)]), ("\u{1B}[24~", [.function(12)]),
            ("\u{1B}[B\u{1B}[B", [.down, .down]),
            // Sequences that mean nothing here are never the letters they are made of.
            ("\u{1B}[1;5Q", []), ("\u{1B}Ox", []), ("\u{1B}]52;c;Q\u{7}", []), ("\u{1B}]0;Q\u{1B}\\", []),
        ] as [(String, [Key])]) func bytesAreKeys(_ bytes: String, _ keys: [Key])
    {
        var decoder = InputDecoder()
        #expect(decoder.decode(Array(bytes.utf8), at: 0) == keys.map { .key($0) })
        #expect(decoder.deadline == nil)
    }

    @Test func whatIsMalformedIsNothing() {
        var decoder = InputDecoder()
        #expect(decoder.decode([0xFF, 0xC0, 0x67], at: 0) == [.key("g")])
    }

    @Test func aCharacterArrivesInPieces() {
        var decoder = InputDecoder()
        let bytes = Array("山".utf8)
        #expect(decoder.decode([bytes[0]], at: 0).isEmpty)
        #expect(decoder.decode(Array(bytes[1...]), at: 5) == [.key("山")])
    }

    @Test func aLoneEscapeIsAKeyAfterAMoment() {
        var decoder = InputDecoder(escapeDelay: 25)
        #expect(decoder.decode([0x1B], at: 100).isEmpty)
        #expect(decoder.deadline == 125)
        #expect(decoder.expire(at: 125) == [.key(.escape)])
        #expect(decoder.decode([0x1B], at: 200).isEmpty)
        #expect(decoder.decode(Array("[A".utf8), at: 210) == [.key(.up)])
        #expect(decoder.decode(Array("\u{1B}x".utf8), at: 300) == [.key(.escape), .key("x")])
        // The beginning of a function key is none of its letters.
        #expect(decoder.decode(Array("\u{1B}[1;".utf8), at: 400).isEmpty)
        #expect(decoder.deadline == 650)
        #expect(decoder.expire(at: 650).isEmpty)
    }

    @Test func aPasteIsOneEventAndNeverCommands() {
        var decoder = InputDecoder()
        let events = feed(&decoder, ["\(Self.begin)q\r\u{1B}x", "\u{1B}[20", "1~"])
        #expect(events == [.paste("q\n\u{1B}x")])
        #expect(decoder.decode(Array("q".utf8), at: 1000) == [.key("q")])
    }

    @Test func marksMayComeInPieces() {
        var decoder = InputDecoder()
        let events = ["\u{1B}[20", "0~Q\u{1B}", "[201", "~"].enumerated().flatMap {
            decoder.decode(Array($0.element.utf8), at: 100 * $0.offset)
        }
        #expect(events == [.paste("Q")])
    }

    @Test func anEndMarkInsideAPasteRunsNothing() {
        var decoder = InputDecoder()
        let events = feed(&decoder, ["\(Self.begin)abc\(Self.end)w", "Q\r\(Self.end)"])
        #expect(events == [.paste("abcwQ\n")])
    }

    @Test func twoPastesAreTwo() {
        var decoder = InputDecoder()
        let text = "\(Self.begin)one\(Self.end)\(Self.begin)two\(Self.end)"
        #expect(feed(&decoder, [text]) == [.paste("one"), .paste("two")])
    }

    @Test func aPasteWithoutEndEndsAfterTwoSeconds() {
        var decoder = InputDecoder()
        #expect(decoder.decode(Array("\(Self.begin)abc".utf8), at: 0).isEmpty)
        #expect(decoder.deadline == 2000)
        #expect(decoder.decode(Array("j".utf8), at: 1000).isEmpty)
        #expect(decoder.expire(at: 3000) == [.paste("abcj"), .pasteCut(.unfinished)])
        #expect(decoder.decode(Array("j".utf8), at: 4000) == [.key("j")])
    }

    @Test func controlCEndsAPasteAndLetsNothingIn() {
        var decoder = InputDecoder()
        #expect(decoder.decode(Array("\(Self.begin)abc".utf8), at: 0).isEmpty)
        #expect(decoder.decode([3], at: 500) == [.pasteCut(.interrupted)])
        #expect(decoder.decode(Array("rest Q\(Self.end)".utf8), at: 510).isEmpty)
        #expect(decoder.expire(at: 600).isEmpty)
        #expect(decoder.decode([3], at: 700) == [.key(.control("c"))])
    }

    @Test func aMarkedPasteRightAfterAnInterruptedOneIsTaken() {
        var decoder = InputDecoder()
        #expect(decoder.decode(Array("\(Self.begin)abc".utf8), at: 0).isEmpty)
        #expect(decoder.decode([3], at: 10) == [.pasteCut(.interrupted)])
        #expect(decoder.decode(Array("rest\(Self.begin)next\(Self.end)".utf8), at: 15) == [.paste("next")])
    }

    @Test func aBurstWithoutMarksIsOnePaste() {
        var decoder = InputDecoder()
        let text = String(repeating: Self.letter, count: 100)
        let bytes = Array(text.utf8)
        var events: [Event] = []
        for start in stride(from: 0, to: bytes.count, by: 4095) {
            events += decoder.decode(Array(bytes[start..<min(start + 4095, bytes.count)]), at: start / 4095)
        }
        events += decoder.expire(at: 1000)
        #expect(events == [.paste(text.replacing("\r", with: "\n"))])
        // Its last words may come a little later; a single key then is one.
        #expect(decoder.decode(Array("Qq thanks".utf8), at: 1200).isEmpty)
        #expect(decoder.expire(at: 1300) == [.paste("Qq thanks")])
        #expect(decoder.decode(Array("q".utf8), at: 1350) == [.key("q")])
    }

    @Test(arguments: [("\u{13}", .control("s")), ("\r", .enter), ("\u{1B}OB", .down)] as [(String, Key)])
    func aKeyAfterABurstIsAKey(_ bytes: String, _ key: Key) {
        var decoder = InputDecoder()
        #expect(decoder.decode(Array(Self.letter.utf8), at: 0).isEmpty)
        let events = decoder.decode(Array(bytes.utf8), at: 10)
        #expect(events == [.paste(Self.letter.replacing("\r", with: "\n")), .key(key)])
    }

    @Test func whoeverTypesAfterABurstTypesKeys() {
        var decoder = InputDecoder()
        #expect(decoder.decode(Array(Self.letter.utf8), at: 0).isEmpty)
        let events = "abcdef".utf8.enumerated().flatMap { decoder.decode([$0.element], at: $0.offset + 1) }
        #expect(
            events == [
                .paste(Self.letter.replacing("\r", with: "\n") + "abc"), .key("d"), .key("e"), .key("f"),
            ])
    }

    @Test func aBurstThatBeginsSmallIsStillOne() {
        var decoder = InputDecoder()
        #expect(decoder.decode(Array("Qq".utf8), at: 0).isEmpty)
        #expect(decoder.decode(Array(Self.letter.utf8), at: 2).isEmpty)
        #expect(decoder.expire(at: 70) == [.paste("Qq" + Self.letter.replacing("\r", with: "\n"))])
    }

    @Test func fewCharactersAtOnceAreKeys() {
        var decoder = InputDecoder()
        let waiting = decoder.decode(Array("u_1006\r".utf8), at: 0)
        #expect(waiting.isEmpty)
        let deadline = decoder.deadline ?? .max
        #expect(deadline < 20)
        #expect(decoder.expire(at: deadline) == "u_1006".map { .key(.character($0)) } + [.key(.enter)])
    }

    @Test func aHeldKeyIsNoPaste() {
        var decoder = InputDecoder()
        let typed = String(repeating: "j", count: 200)
        let events = decoder.decode(Array(typed.utf8), at: 0) + decoder.expire(at: 60)
        #expect(events.count == 200)
        let arrows = String(repeating: "\u{1B}OB", count: 200)
        #expect(decoder.decode(Array(arrows.utf8), at: 5000).count == 200)
    }

    @Test(arguments: [true, false]) func aMegabyteAndMoreIsCutAndSaid(_ isMarked: Bool) {
        var decoder = InputDecoder()
        let text = String(repeating: "é not delivered ", count: 80_000)
        let bytes = Array((isMarked ? Self.begin + text + Self.end : text).utf8)
        var events: [Event] = []
        for start in stride(from: 0, to: bytes.count, by: 4095) {
            events += decoder.decode(Array(bytes[start..<min(start + 4095, bytes.count)]), at: 0)
        }
        events += decoder.expire(at: 100)
        guard case .paste(let pasted) = events.first else {
            Issue.record("\(events.count) events, none a paste")
            return
        }
        #expect((InputDecoder.pasteLimit - 4...InputDecoder.pasteLimit).contains(pasted.utf8.count))
        #expect(text.hasPrefix(pasted))
        let leftOut = text.utf8.count - InputDecoder.pasteLimit
        #expect(events.dropFirst() == [.pasteCut(.tooLong(leftOut: leftOut))])
    }

    private func feed(_ decoder: inout InputDecoder, _ chunks: [String]) -> [Event] {
        var events = chunks.enumerated().flatMap { decoder.decode(Array($0.element.utf8), at: $0.offset) }
        if let deadline = decoder.deadline { events += decoder.expire(at: deadline) }
        return events
    }
}
