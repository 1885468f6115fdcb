import TerminalCore

/// Turns the bytes that a terminal sends into events: keys one by one, and each pasted text as one.
///
/// A text is pasted when the terminal marks it so, and also when it comes in one burst: nobody types 64 characters in
/// one moment, and a pasted text must never be taken for commands. What follows a paste without a pause belongs to it,
/// so a text that holds the end mark runs nothing, either. ^C ends any paste and lets nothing of it in. Time is passed
/// in, in milliseconds since any moment; so are all lengths of time below. `TerminalInput` feeds it, `KeyScanner` knows
/// the keys.
struct InputDecoder {
    /// The longest pasted text that is kept, in bytes.
    static let pasteLimit = 1 << 20
    /// From how many characters on a burst is a paste; more of one and the same, which a held key repeats.
    static let burst = 64
    private static let repeatedBurst = 1024
    /// How long to wait after several characters for more of them, and how long at the most.
    private static let gathering = 5
    private static let longestGathering = 50
    /// The pause that ends a burst, and an interrupted one.
    private static let pause = 60
    /// How long after a paste some characters at once still belong to it, and how many: lines have pauses, too.
    private static let afterPaste = 500
    private static let stragglers = 8
    /// After how many characters that come one by one a burst is over, or a single key after how long: then somebody
    /// types.
    private static let typing = 3
    private static let keyPause = 8
    /// How long the end mark may keep away.
    private static let patience = 2000

    /// How long a sequence that has begun may keep its end away on a slow line.
    private static let slowLine = 250

    /// What a terminal sends around a paste once `CursesTerminal` has asked it to mark pastes.
    private static let begins = Array("\u{1B}[200~".utf8)
    private static let ends = Array("\u{1B}[201~".utf8)
    private static let interrupt: UInt8 = 3

    private enum Mode {
        /// Keys are typed.
        case keys
        /// A paste that the terminal marked; its end mark is awaited.
        case marked
        /// A paste by its number of characters; a pause ends it.
        case burst
        /// What follows ^C in a paste is dropped.
        case discarding
    }

    private let scanner: KeyScanner
    private let escapeDelay: Int
    private var mode = Mode.keys
    /// Bytes that are not decided yet: typed ones, or the end of a paste that may be a part of its mark.
    private var held: [UInt8] = []
    private var heldSince = 0
    /// What was pasted so far, and how many bytes of it were too many.
    private var text: [UInt8] = []
    private var leftOut = 0
    /// How many reads in a row brought one byte alone: somebody types.
    private var singles = 0
    private var lastBytes = 0
    private var lastPaste: Int?

    /// When what waits is to be decided by `expire`; nil when nothing waits.
    private(set) var deadline: Int?

    /// A decoder; a lone Escape is one when nothing follows within `escapeDelay` milliseconds.
    init(sequences: KeySequences = .common, escapeDelay: Int = 25) {
        scanner = KeyScanner(sequences: sequences)
        self.escapeDelay = escapeDelay
    }

    /// The events that some bytes complete, read in one go.
    mutating func decode(_ bytes: [UInt8], at now: Int) -> [Event] {
        defer { lastBytes = now }
        var due = deadline.map { $0 <= now } == true ? expire(at: now) : []
        if mode == .burst, now - lastBytes >= Self.keyPause, isSingleKey(bytes) { due += finish(at: now) }
        return due + take(bytes, at: now)
    }

    /// The events that waited for nothing to follow.
    mutating func expire(at now: Int) -> [Event] {
        deadline = nil
        switch mode {
        case .keys: return keys(isWhole: true, at: now)
        case .burst: return finish(at: now)
        case .marked: return finish(at: now) + [.pasteCut(.unfinished)]
        case .discarding:
            begin(.keys)
            return []
        }
    }

    private mutating func take(_ bytes: [UInt8], at now: Int) -> [Event] {
        guard !bytes.isEmpty else { return [] }
        switch mode {
        case .keys: return sift(bytes, at: now)
        case .marked, .burst: return collect(bytes, at: now)
        case .discarding:
            // A pause ends what was interrupted, and so does the next marked paste; nothing of it is a command.
            guard let mark = Self.index(of: Self.begins, in: bytes) else {
                discard(at: now)
                return []
            }
            begin(.marked)
            deadline = now + Self.patience
            return take(Array(bytes[(mark + Self.begins.count)...]), at: now)
        }
    }
}

extension InputDecoder {
    /// Takes typed bytes: keys, unless a mark or their number says that they are pasted.
    private mutating func sift(_ bytes: [UInt8], at now: Int) -> [Event] {
        if held.isEmpty { heldSince = now }
        let before = scanner.tokens(held, isWhole: false).tokens.count(where: \.isText)
        held += bytes
        if let mark = Self.index(of: Self.begins, in: held) {
            let rest = Array(held[(mark + Self.begins.count)...])
            held = Array(held[..<mark])
            let typed = keys(isWhole: true, at: now)
            begin(.marked)
            deadline = now + Self.patience
            return typed + take(rest, at: now)
        }
        let typed = scanner.tokens(held, isWhole: false).tokens.filter(\.isText)
        let fresh = typed.count - before
        let isRecent = lastPaste.map { now - $0 < Self.afterPaste } ?? false
        if isBurst(typed) || isRecent && fresh >= Self.stragglers {
            let rest = held
            begin(.burst)
            return collect(rest, at: now)
        }
        guard fresh > 1, now - heldSince < Self.longestGathering else { return keys(isWhole: false, at: now) }
        deadline = now + Self.gathering
        return []
    }

    /// Whether some bytes are one key and no more; ^C is none here, because it ends what is pasted.
    private func isSingleKey(_ bytes: [UInt8]) -> Bool {
        let tokens = scanner.tokens(bytes, isWhole: true).tokens
        return tokens.count == 1 && bytes != [Self.interrupt]
    }

    private func isBurst(_ typed: [KeyScanner.Token]) -> Bool {
        guard typed.count >= Self.burst else { return false }
        return typed.count >= Self.repeatedBurst || typed.contains { $0.key != typed.first?.key }
    }

    /// The keys that are held; the beginning of a sequence waits a little for its end.
    private mutating func keys(isWhole: Bool, at now: Int) -> [Event] {
        let found = scanner.tokens(held, isWhole: isWhole)
        held = Array(held.suffix(found.rest))
        // A person may have pressed Escape; nobody types what a longer beginning holds, so it may come in pieces.
        deadline = held.isEmpty ? nil : now + (held.count > 2 ? Self.slowLine : escapeDelay)
        return found.tokens.compactMap { $0.key.map { .key($0) } }
    }

    private mutating func begin(_ mode: Mode) {
        self.mode = mode
        (held, text, leftOut, singles) = ([], [], 0, 0)
    }

    /// Takes pasted bytes up to the mark that ends them; what follows it at once belongs to them.
    private mutating func collect(_ bytes: [UInt8], at now: Int) -> [Event] {
        deadline = now + (mode == .marked ? Self.patience : Self.pause)
        singles = bytes.count == 1 ? singles + 1 : 0
        if mode == .burst, singles > Self.typing { return finish(at: now) + take(bytes, at: now) }
        let read = held + bytes
        held = []
        // ^C: nothing of the paste is taken, whatever came before it.
        if read.contains(Self.interrupt) {
            discard(at: now)
            return [.pasteCut(.interrupted)]
        }
        if let mark = Self.index(of: Self.ends, in: read) {
            keep(read[..<mark])
            let rest = Array(read[(mark + Self.ends.count)...])
            guard !rest.isEmpty else { return finish(at: now) }
            if rest.starts(with: Self.begins) { return finish(at: now) + take(rest, at: now) }
            // No pause after the end mark: the mark may have been a part of the pasted text.
            mode = .burst
            return collect(rest, at: now)
        }
        if mode == .burst, let mark = Self.index(of: Self.begins, in: read) {
            keep(read[..<mark])
            return finish(at: now) + take(Array(read[mark...]), at: now)
        }
        let unsure = Self.unfinishedMark(in: read)
        keep(read.dropLast(unsure))
        held = Array(read.suffix(unsure))
        return []
    }

    private mutating func discard(at now: Int) {
        begin(.discarding)
        (deadline, lastPaste) = (now + Self.pause, now)
    }

    private mutating func keep(_ bytes: ArraySlice<UInt8>) {
        let kept = bytes.prefix(Self.pasteLimit - text.count)
        text += kept
        leftOut += bytes.count - kept.count
    }

    private mutating func finish(at now: Int) -> [Event] {
        keep(held[...])
        let events: [Event] =
            [.paste(Self.words(text))] + (leftOut > 0 ? [.pasteCut(.tooLong(leftOut: leftOut))] : [])
        begin(.keys)
        (deadline, lastPaste) = (nil, now)
        return events
    }

    /// Terminals send the line breaks of a paste as carriage returns.
    private static func words(_ bytes: [UInt8]) -> String {
        var bytes = bytes
        for index in bytes.indices where bytes[index] == 13 { bytes[index] = 10 }
        // A character that the limit cut is left out rather than shown in parts.
        if bytes.count == pasteLimit, let last = bytes.lastIndex(where: { $0 & 0xC0 != 0x80 }),
            String(validating: bytes[last...], as: UTF8.self) == nil
        {
            bytes.removeSubrange(last...)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// How many bytes at the end may be the beginning of a mark.
    private static func unfinishedMark(in bytes: [UInt8]) -> Int {
        let tail = bytes.suffix(ends.count - 1)
        guard let escape = tail.lastIndex(of: ends[0]) else { return 0 }
        let part = bytes[escape...]
        return ends.starts(with: part) || begins.starts(with: part) ? part.count : 0
    }

    private static func index(of mark: [UInt8], in bytes: [UInt8]) -> Int? {
        var start = 0
        while let escape = bytes[start...].firstIndex(of: mark[0]) {
            if bytes[escape...].starts(with: mark) { return escape }
            start = escape + 1
        }
        return nil
    }
}
