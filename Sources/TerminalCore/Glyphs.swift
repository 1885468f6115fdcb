/// The signs that frames and marks are drawn with: Unicode, or ASCII for terminals without them.
public struct Glyphs: Hashable, Sendable {
    /// Lines of a frame.
    public let horizontal, vertical: String
    /// Corners of a frame.
    public let topLeft, topRight, bottomLeft, bottomRight: String
    /// Where lines of a frame meet.
    public let teeLeft, teeRight, teeTop, teeBottom: String
    /// What stands before the selected row, and what stands for cut text.
    public let pointer, ellipsis: String
    /// What stands between breadcrumbs and between parts of a line.
    public let crumb, bullet: String
    /// What stands before a marked row, a good and a bad outcome, and a warning.
    public let mark, good, bad, alert: String
    /// Full, medium, light and empty parts of a bar.
    public let full, medium, light, empty: String
    /// That a list goes on above or below, and a choice goes on left or right.
    public let more, less, left, right: String

    /// Frames and signs of Unicode.
    public static let unicode = Glyphs(
        horizontal: "─", vertical: "│", topLeft: "┌", topRight: "┐", bottomLeft: "└", bottomRight: "┘",
        teeLeft: "├", teeRight: "┤", teeTop: "┬", teeBottom: "┴", pointer: "▸", ellipsis: "…",
        crumb: "›", bullet: "·", mark: "●", good: "✓", bad: "✗", alert: "▲",
        full: "█", medium: "▓", light: "▒", empty: "░", more: "↓", less: "↑", left: "‹", right: "›")

    /// The same in ASCII.
    public static let ascii = Glyphs(
        horizontal: "-", vertical: "|", topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+",
        teeLeft: "+", teeRight: "+", teeTop: "+", teeBottom: "+", pointer: ">", ellipsis: "~",
        crumb: ">", bullet: "-", mark: "*", good: "+", bad: "x", alert: "!",
        full: "#", medium: "=", light: "-", empty: ".", more: "v", less: "^", left: "<", right: ">")

    /// What stands for the signs of our own sentences where only ASCII is drawn, each as wide as it was.
    static let asciiSigns: [String: Grapheme] = [
        "“": "\"", "”": "\"", "„": "\"", "‘": "'", "’": "'", "«": "<", "»": ">", "–": "-", "—": "-", "‑": "-",
        "…": "~", "·": "-", "•": "*", "×": "x", "→": ">", "←": "<", "↑": "^", "↓": "v", "≥": ">", "≤": "<",
        "✓": "+", "✗": "x", "▲": "!", "●": "*", "▸": ">", "›": ">", "‹": "<", "†": "+", "─": "-", "│": "|",
    ].mapValues { Grapheme(text: $0, columns: 1) }
}
