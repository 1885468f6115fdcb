import CNcurses
import TerminalCore

/// Reads everything that waits on a curses window.
@MainActor
struct CursesInput {
    private let window: UnsafeMutablePointer<WINDOW>
    private var decoder = InputDecoder()

    /// A reader; it also teaches curses the key sequences that terminal descriptions leave out.
    init(window: UnsafeMutablePointer<WINDOW>, mouse: Bool) {
        self.window = window
        let sequences: [(String, Int32)] = [
            ("\u{1B}[A", KEY_UP), ("\u{1B}[B", KEY_DOWN), ("\u{1B}[C", KEY_RIGHT), ("\u{1B}[D", KEY_LEFT),
            ("\u{1B}[H", KEY_HOME), ("\u{1B}[F", KEY_END), ("\u{1B}[1~", KEY_HOME), ("\u{1B}[4~", KEY_END),
            ("\u{1B}[Z", KEY_BTAB), ("\u{1B}[200~", InputDecoder.pasteBegins),
            ("\u{1B}[201~", InputDecoder.pasteEnds),
        ]
        for (sequence, code) in sequences { define_key(sequence, code) }
        if mouse {
            mouseinterval(0)
            mousemask(CN_BUTTON1_PRESSED | CN_BUTTON1_CLICKED | CN_BUTTON4_PRESSED | CN_BUTTON5_PRESSED, nil)
        }
    }

    /// Everything that waits, in order; curses buffers bytes, so it is always read to the end.
    mutating func events() -> [Event] {
        var events: [Event] = []
        var failures = 0
        // A malformed byte also reports ERR while good ones wait behind it: only the second ERR is the end.
        while failures < 2 {
            var value: wint_t = 0
            switch wget_wch(window, &value) {
            case OK:
                failures = 0
                if let event = decoder.decode(.scalar(UInt32(value))) { events.append(event) }
            case KEY_CODE_YES:
                failures = 0
                if Int32(bitPattern: value) == KEY_MOUSE {
                    if let event = mouseEvent() { events.append(event) }
                } else if let event = decoder.decode(.code(Int32(bitPattern: value))) {
                    events.append(event)
                }
            default: failures += 1
            }
        }
        return events
    }

    private func mouseEvent() -> Event? {
        var event = MEVENT()
        guard getmouse(&event) == OK else { return nil }
        let position = Position(column: Int(event.x), row: Int(event.y))
        if event.bstate & CN_BUTTON4_PRESSED != 0 { return .mouse(MouseEvent(.wheelUp, at: position)) }
        if event.bstate & CN_BUTTON5_PRESSED != 0 { return .mouse(MouseEvent(.wheelDown, at: position)) }
        let presses = CN_BUTTON1_PRESSED | CN_BUTTON1_CLICKED
        return event.bstate & presses != 0 ? .mouse(MouseEvent(.press, at: position)) : nil
    }
}
