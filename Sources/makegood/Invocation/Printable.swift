import TerminalCore

/// Makes text from outside safe to print: no control byte of it reaches the terminal.
enum Printable {
    /// A line as it may be printed.
    static func line(_ text: String) -> String { DisplayText(text).text }

    /// A JSON document as it may be printed: JSON lets DEL and C1 controls stand as they are, terminals obey them.
    static func json(_ document: String) -> String {
        guard document.unicodeScalars.contains(where: isControl) else { return document }
        var safe = String.UnicodeScalarView()
        for scalar in document.unicodeScalars {
            guard isControl(scalar) else {
                safe.append(scalar)
                continue
            }
            safe.append(contentsOf: "\\u00\(String(scalar.value, radix: 16))".unicodeScalars)
        }
        return String(safe)
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool { (0x7F...0x9F).contains(scalar.value) }
}
