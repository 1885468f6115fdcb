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
