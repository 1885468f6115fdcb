import TerminalCore
import Testing

/// Colours come as near as a terminal allows.
@Suite struct ColorTests {
    static let examples: [(Color, ColorDepth, Color)] = [
        (.rgb(0x87, 0xD7, 0xFF), .trueColor, .rgb(0x87, 0xD7, 0xFF)),
        (.rgb(0x87, 0xD7, 0xFF), .indexed256, .indexed(117)),
        (.rgb(0x8A, 0x8A, 0x8A), .indexed256, .indexed(245)),
        (.rgb(250, 5, 5), .sixteen, .indexed(9)),
        (.rgb(200, 5, 5), .eight, .indexed(1)),
        (.indexed(12), .sixteen, .indexed(12)),
        (.indexed(12), .eight, .indexed(4)),
        (.indexed(196), .eight, .indexed(1)),
        (.indexed(3), .monochrome, .standard),
        (.standard, .trueColor, .standard),
    ]

    @Test(arguments: examples) func isReduced(_ color: Color, _ depth: ColorDepth, _ expected: Color) {
        #expect(color.reduced(to: depth) == expected)
    }

    @Test func aStyleLaidOverAnotherKeepsWhatItNames() {
        let selection = Style(foreground: .indexed(1), background: .indexed(4), attributes: .bold)
        let status = Style(foreground: .indexed(2), attributes: .underline)
        #expect(
            status.over(selection)
                == Style(foreground: .indexed(2), background: .indexed(4), attributes: [.bold, .underline]))
    }
}
