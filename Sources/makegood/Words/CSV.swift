/// Comma-separated values.
///
/// Source: RFC 4180. A cell that a spreadsheet would take for a formula is marked as text.
enum CSV {
    /// The rows as text.
    static func text(_ rows: [[String]]) -> String {
        rows.map { $0.map(cell).joined(separator: ",") + "\r\n" }.joined()
    }

    private static func cell(_ text: String) -> String {
        let isFormula = text.first.map { "=+-@\t\r".contains($0) } ?? false
        let safe = isFormula ? "'" + text : text
        guard safe.contains(where: { ",\"\r\n".contains($0) || $0.isNewline }) else { return safe }
        return "\"" + safe.replacing("\"", with: "\"\"") + "\""
    }
}
