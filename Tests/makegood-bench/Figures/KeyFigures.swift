extension FigureGroup {
    /// From a key to the first byte of the frame that shows it, read at the terminal's other end.
    static let keys = FigureGroup(
        names: KeyPlace.all.flatMap { place in place.strokes.map { place.name($0) } } + [escape]
    ) { bench in
        let terminal = try BareTerminal()
        var (figures, escapes) = ([Figure](), Pressed())
        for place in KeyPlace.all {
            let strokes = place.strokes.filter { stroke in
                bench.settings.wants(place.name(stroke))
                    || stroke.name == "open" && bench.settings.wants(escape)
            }
            guard !strokes.isEmpty else { continue }
            let probe = try ConsoleProbe.console(bench.program, on: bench.path)
            defer { probe.close() }
            probe.go(place.way)
            for stroke in strokes {
                var pressed = Pressed()
                for _ in 0..<bench.settings.keys where pressed.isSeen {
                    try pressed.press(stroke.forth, probe, terminal)
                    if stroke.name == "open" {
                        try escapes.press(stroke.back, probe, terminal)
                    } else {
                        try pressed.press(stroke.back, probe, terminal)
                    }
                }
                figures.append(pressed.figure(place.name(stroke)))
            }
        }
        return (figures + [escapes.figure(escape)]).filter { bench.settings.wants($0.name) }
    }

    /// Leaving a screen: a lone Escape is known as one only after 25 ms.
    private static let escape = "key.escape"

    private struct Pressed {
        private var first: [Double] = []
        private var last: [Double] = []
        private var bare: [Double] = []
        private var unseen = 0

        /// Whether keys draw anything: where two did not, none will.
        var isSeen: Bool { unseen < 2 }

        mutating func press(_ key: String, _ probe: ConsoleProbe, _ terminal: BareTerminal) throws {
            guard let reaction = probe.press(key) else {
                unseen += 1
                return
            }
            first.append(reaction.first)
            last.append(reaction.last)
            bare.append(try terminal.echo(reaction.bytes))
        }

        func figure(_ name: String) -> Figure {
            let settled = Samples(last.map { $0 * 1000 })
            let words = settled.p50.map { "last byte p50 \(TableText.number($0)) ms" } ?? "nothing was drawn"
            return Figure(
                name, .milliseconds, first, bare: bare,
                note: unseen == 0 ? words : "\(words), \(unseen) keys drew nothing")
        }
    }
}

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

/// Keys as a terminal in application mode sends them.
enum KeyNames {
    static let down = "\u{1B}OB"
    static let up = "\u{1B}OA"
    /// The arrow to the right.
    static let right = "\u{1B}OC"
    /// The arrow to the left.
    static let left = "\u{1B}OD"
    static let pageDown = "\u{1B}[6~"
    static let pageUp = "\u{1B}[5~"
    static let tab = "\t"
    /// The tabulator backwards.
    static let backtab = "\u{1B}[Z"
    /// The function key of the first tab.
    static let f5 = "\u{1B}[15~"
    static let enter = "\r"
    static let escape = "\u{1B}"
    static let backspace = "\u{7F}"
}
