import CTerminal
import TerminalCore
import Testing

/// The width table against the system's `wcwidth`.
@Suite struct ScalarWidthTests {
    /// Where this table and glibc disagree on purpose, and why.
    private static let exceptions: [(scalars: ClosedRange<UInt32>, reason: String)] = [
        (0x00...0x00, "NUL: glibc says 0, but it is a control"),
        (0x2028...0x2029, "separators move the cursor on some terminals"),
    ]

    @Test func everyScalarHasTheWidthThatCursesGivesIt() throws {
        try #require(ct_wcwidth(0x41) == 1, "the locale C.UTF-8 is missing")
        var differing: [String] = []
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            if Self.exceptions.contains(where: { $0.scalars.contains(value) }) { continue }
            let theirs = Int(ct_wcwidth(value))
            let ours = ScalarWidth.columns(of: scalar) ?? -1
            if ours != theirs { differing.append(String(value, radix: 16) + ": \(ours) not \(theirs)") }
        }
        #expect(differing.isEmpty, "\(differing.count) differ: \(differing.prefix(40))")
    }

    @Test func newerScalarsThanUnicode14AreUnknown() {
        #expect(ScalarWidth.columns(of: "\u{1FAE8}") == nil)
        #expect(ScalarWidth.columns(of: "\u{0378}") == nil)
    }
}
