/// A screen, the keys that lead to it and what is pressed there.
struct KeyPlace: Sendable {
    /// Two keys, the second of which undoes what the first does.
    struct Stroke: Sendable {
        /// What the figure is called after the screen.
        let name: String
        /// The key that does it.
        let forth: String
        /// The key that undoes it.
        let back: String

        /// Moving by a row.
        static let move = Stroke(name: "move", forth: KeyNames.down, back: KeyNames.up)
        /// Moving by a page.
        static let page = Stroke(name: "page", forth: KeyNames.pageDown, back: KeyNames.pageUp)
        /// Moving to the next pane or field.
        static let pane = Stroke(name: "pane", forth: KeyNames.tab, back: KeyNames.backtab)
        /// Typing a letter.
        static let type = Stroke(name: "type", forth: "m", back: KeyNames.backspace)
        /// Opening what is selected; its undoing is a figure of its own.
        static let open = Stroke(name: "open", forth: KeyNames.enter, back: KeyNames.escape)
    }

    /// What the screen is called.
    let screen: String
    /// The keys from the first screen on, one answer awaited after each.
    let way: [String]
    /// What is pressed there.
    let strokes: [Stroke]

    /// The name of a stroke's figure.
    func name(_ stroke: Stroke) -> String { "key.\(screen).\(stroke.name)" }

    /// Every screen; the console begins in the search box.
    static let all: [KeyPlace] = [
        KeyPlace(screen: "search", way: [], strokes: [.type]),
        KeyPlace(screen: "customers", way: [KeyNames.tab], strokes: [.move, .page, .open]),
        KeyPlace(screen: "customer", way: customer, strokes: [.pane, .open]),
        KeyPlace(
            screen: "timeline", way: customer + Array(repeating: KeyNames.tab, count: 4),
            strokes: [.move, .page]),
        KeyPlace(screen: "chain", way: chain, strokes: [.move, .page, .pane]),
        KeyPlace(screen: "documents", way: chain + ["o"], strokes: [.open]),
        KeyPlace(screen: "document", way: chain + ["o", KeyNames.enter], strokes: [.move, .page]),
        KeyPlace(screen: "make-good", way: customer + ["m"], strokes: [.pane]),
        KeyPlace(screen: "note", way: customer + ["N"], strokes: [.type]),
        KeyPlace(screen: "tickets", way: tab("2"), strokes: [.move, .page, .pane, .open]),
        KeyPlace(screen: "ticket-filter", way: tab("2") + ["f"], strokes: [.type]),
        KeyPlace(screen: "ticket", way: tab("2") + [KeyNames.enter], strokes: [.move, .pane, .open]),
        KeyPlace(screen: "audit", way: tab("5"), strokes: [.move, .page, .open]),
        KeyPlace(screen: "audit-filter", way: tab("5") + ["f"], strokes: [.type]),
        KeyPlace(screen: "help", way: [KeyNames.escape, "?"], strokes: [.page]),
        KeyPlace(screen: "palette", way: [KeyNames.escape, ":"], strokes: [.type]),
    ]

    /// The keys that lead from any screen back to the search box, as the console begins.
    static let home = Array(repeating: KeyNames.escape, count: 6) + [KeyNames.f5, "g", KeyNames.up]

    /// The way to the customer whose chain has 25 transactions.
    private static let customer = ["u_90000000", KeyNames.enter]
    private static let chain = customer + [KeyNames.enter]

    private static func tab(_ digit: String) -> [String] { [KeyNames.escape, digit] }
}
