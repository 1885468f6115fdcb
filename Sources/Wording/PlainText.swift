/// Text from outside as it may stand in files that other programs open.
package enum PlainText {
    /// Without the characters that turn the direction of what stands beside them.
    ///
    /// Source: Unicode Standard Annex 9, directional formatting characters.
    package static func withoutDirections(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isDirection) else { return text }
        var kept = String.UnicodeScalarView()
        kept.append(contentsOf: text.unicodeScalars.filter { !isDirection($0) })
        return String(kept)
    }

    /// On one line: line ends and control characters are blanks, and no direction is turned.
    package static func line(_ text: String) -> String {
        var kept = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where !isDirection(scalar) {
            kept.append(isControl(scalar) ? " " : scalar)
        }
        return String(kept)
    }

    private static func isDirection(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        [.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
    }
}
