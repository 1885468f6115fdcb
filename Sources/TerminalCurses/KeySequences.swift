import CNcurses
import Glibc
import TerminalCore

/// The byte sequences that keys send: those of the terminal's own description, and those that descriptions leave out.
struct KeySequences: Sendable {
    /// What a sequence means.
    private(set) var keys: [[UInt8]: Key]
    /// Every beginning of a sequence that is not whole yet.
    private var beginnings: Set<[UInt8]>
    /// The longest sequence, in bytes.
    private(set) var longest = 0

    /// The sequences that nearly all terminals send, whatever their description says.
    static let common = KeySequences(Self.usual)

    private static let usual: [(String, Key)] =
        [
            ("\u{1B}[A", .up), ("\u{1B}[B", .down), ("\u{1B}[C", .right), ("\u{1B}[D", .left),
            ("\u{1B}OA", .up), ("\u{1B}OB", .down), ("\u{1B}OC", .right), ("\u{1B}OD", .left),
            ("\u{1B}[H", .home), ("\u{1B}[F", .end), ("\u{1B}OH", .home), ("\u{1B}OF", .end),
            ("\u{1B}[1~", .home), ("\u{1B}[4~", .end), ("\u{1B}[7~", .home), ("\u{1B}[8~", .end),
            ("\u{1B}[5~", .pageUp), ("\u{1B}[6~", .pageDown), ("\u{1B}[2~", .insert), ("\u{1B}[3~", .delete),
            ("\u{1B}[Z", .backtab), ("\u{1B}OM", .enter),
        ] + (1...4).map { ("\u{1B}O\(["P", "Q", "R", "S"][$0 - 1])", .function($0)) }
        + zip(1..., [11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24]).map { ("\u{1B}[\($1)~", .function($0)) }

    /// A table of sequences; of two meanings of one sequence the first counts.
    init(_ sequences: [(String, Key)]) {
        keys = Dictionary(sequences.map { (Array($0.0.utf8), $0.1) }, uniquingKeysWith: { first, _ in first })
        beginnings = Set(keys.keys.flatMap { key in (1..<max(1, key.count)).map { Array(key.prefix($0)) } })
        longest = keys.keys.map(\.count).max() ?? 0
    }

    /// The sequences of the terminal that curses was started on, before the usual ones.
    @MainActor
    static func ofTerminal() -> KeySequences {
        let names: [(String, Key)] =
            [
                ("kcuu1", .up), ("kcud1", .down), ("kcub1", .left), ("kcuf1", .right), ("khome", .home),
                ("kend", .end), ("kpp", .pageUp), ("knp", .pageDown), ("kdch1", .delete), ("kich1", .insert),
                ("kcbt", .backtab), ("kent", .enter),
            ] + (1...63).map { ("kf\($0)", .function($0)) }
        // Terminals whose keys send a single byte mean a letter or a control by it.
        let own = names.compactMap { name, key in text(name).map { ($0, key) } }
            .filter { $0.0.utf8.count > 1 }
        return KeySequences(own + usual)
    }

    /// Whether some bytes are the beginning of a longer sequence.
    func isBeginning(_ bytes: ArraySlice<UInt8>) -> Bool { beginnings.contains(Array(bytes)) }

    /// The longest sequence that some bytes begin with.
    func match(_ bytes: ArraySlice<UInt8>) -> (key: Key, length: Int)? {
        for length in stride(from: min(longest, bytes.count), to: 0, by: -1) {
            if let key = keys[Array(bytes.prefix(length))] { return (key, length) }
        }
        return nil
    }

    @MainActor
    private static func text(_ name: String) -> String? {
        // The description answers -1 for what is no text to it.
        guard let found = tigetstr(name), Int(bitPattern: found) != -1 else { return nil }
        return String(cString: found)
    }
}
