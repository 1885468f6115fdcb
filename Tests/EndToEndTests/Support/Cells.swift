/// How many cells of a terminal a text takes, by the few rules that the tests' texts need.
enum Cells {
    /// The cells before a text in a line; nil when it is not there.
    static func count(before text: String, in line: some StringProtocol) -> Int? {
        guard let found = line.firstRange(of: text) else { return nil }
        return line[..<found.lowerBound].unicodeScalars.map(width).reduce(0, +)
    }

    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFF00...0xFF60,
        0x1F300...0x1FAFF,
    ]

    private static func width(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: 0
        default: wide.contains { $0.contains(scalar.value) } ? 2 : 1
        }
    }
}
