import CNcurses
import TerminalCore
import Testing

@testable import TerminalCurses

/// What curses reads becomes keys and pastes.
@Suite struct InputDecoderTests {
    @Test func scalarsAndCodesAreKeys() {
        let inputs: [(InputDecoder.Input, Key)] = [
            (.scalar(0x67), "g"), (.scalar(0x5C71), "山"), (.scalar(13), .enter), (.scalar(10), .control("j")),
            (.scalar(9), .tab), (.scalar(27), .escape), (.scalar(127), .backspace), (.scalar(8), .backspace),
            (.scalar(4), .control("d")), (.scalar(0), .control(" ")), (.scalar(29), .control("]")),
            (.code(KEY_UP), .up), (.code(KEY_BTAB), .backtab), (.code(KEY_DC), .delete),
            (.code(cn_key_f(1)), .function(1)), (.code(cn_key_f(12)), .function(12)),
        ]
        for (input, key) in inputs {
            var decoder = InputDecoder()
            #expect(decoder.decode(input) == .key(key))
        }
    }

    @Test func aPasteIsOneEventAndNeverCommands() {
        var decoder = InputDecoder()
        let typed: [InputDecoder.Input] = [
            .code(InputDecoder.pasteBegins), .scalar(0x71), .scalar(13), .scalar(27),
        ]
        let early = typed.compactMap { decoder.decode($0) }
        #expect(early.isEmpty)
        #expect(decoder.decode(.code(InputDecoder.pasteEnds)) == .paste("q\n\u{1B}"))
        #expect(decoder.decode(.scalar(0x71)) == .key("q"))
    }

    @Test func aPasteEndsWhenItsMarkArrivesInPieces() {
        var decoder = InputDecoder()
        _ = decoder.decode(.code(InputDecoder.pasteBegins))
        let events = "hi\u{1B}[201~".unicodeScalars.compactMap { decoder.decode(.scalar($0.value)) }
        #expect(events == [.paste("hi")])
    }

    @Test func unknownCodesAreNothing() {
        var decoder = InputDecoder()
        #expect(decoder.decode(.code(KEY_RESIZE)) == nil)
    }
}
