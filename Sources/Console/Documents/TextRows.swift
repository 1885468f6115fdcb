import TerminalCore

/// Long plain text cut into rows of a width, fast enough for megabytes.
struct TextRows: Equatable, Sendable {
    /// The width.
    let columns: Int
    /// The rows.
    let rows: [String]

    /// Cuts lines anywhere, as machines' text has no better places; later rows are not moved in.
    init(_ lines: [String], columns: Int) {
        self.columns = max(1, columns)
        rows = lines.flatMap { [columns = max(1, columns)] in TextRows.cut($0, to: columns) }
    }

    private static func cut(_ line: String, to columns: Int) -> [String] {
        let bytes = Array(line.utf8)
        // Nearly all text is printable ASCII: one byte, one column.
        guard bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) else {
            return DisplayText(line).wrapped(to: columns).map(\.text)
        }
        guard bytes.count > columns else { return [line] }
        return stride(from: 0, to: bytes.count, by: columns).map { start in
            String(decoding: bytes[start..<min(start + columns, bytes.count)], as: UTF8.self)
        }
    }
}
