internal import Foundation

/// A long text, such as a whole e-mail or a receipt, read for what may name somebody in it.
///
/// Reading is bounded: so much of the text, and so many different things of each kind, those that stand in it most
/// often first. What a text says in base64, as receipts and signed documents do, is read as well.
struct SearchText {
    /// How many things of a kind are looked up.
    static let mostOfAKind = 1_000

    /// What may be an id, an address, an order or a number of a ticket, each once.
    private(set) var marks: [SearchNeedle] = []
    /// Words next to each other that may be somebody's name, each once.
    private(set) var names: [SearchNeedle] = []
    /// Whether there was more in the text than is looked up.
    private(set) var isCut = false

    private var parts: [Substring: Part] = [:]
    private var tickets: [Int64] = []
    private var phrases: Set<String> = []
    private var before: Substring = ""
    private var row: [Substring] = []

    /// How often a part stands in the text, and after how many others it first did.
    private struct Part {
        var count = 0
        let place: Int
    }

    /// Longer parts are no ids.
    private static let longest = 256
    /// Signed documents hold signed documents, so many within each other.
    private static let depth = 4
    /// Shorter parts of what base64 stands for are chance.
    private static let shortestDecoded = 6

    /// Reads a text; nobody waits for the rest of it when the task was cancelled.
    init(_ text: String) {
        var rest = text[...]
        if text.utf8.count > SearchResults.mostBytes {
            let end = text.utf8.index(text.startIndex, offsetBy: SearchResults.mostBytes)
            rest = text[..<(end.samePosition(in: text.unicodeScalars) ?? text.startIndex)]
            isCut = true
        }
        read(rest, depth: 0)
        finish()
    }

    /// Whether a text has more than one part, so that reading it for its parts makes sense.
    static func hasParts(_ text: String) -> Bool {
        text.unicodeScalars.contains(where: separates) || text.utf8.count >= Base64Run.shortest
    }

    private mutating func read(_ text: Substring, depth: Int) {
        var run = Base64Run()
        for scalars in text.unicodeScalars.split(whereSeparator: SearchText.isBlank) {
            if Task.isCancelled { return isCut = true }
            let chunk = Substring(scalars)
            if depth < SearchText.depth, run.take(chunk) {
                count(chunk, depth: depth)
                continue
            }
            decode(&run, depth: depth)
            read(chunk: chunk, depth: depth)
        }
        decode(&run, depth: depth)
    }

    private mutating func decode(_ run: inout Base64Run, depth: Int) {
        defer { run = Base64Run() }
        guard let said = run.readable else { return }
        read(said[...], depth: depth + 1)
    }

    /// Takes what stands between two blanks: it may be an id as it is, and have parts that are.
    private mutating func read(chunk: Substring, depth: Int) {
        count(chunk, depth: depth)
        for scalars in chunk.unicodeScalars.split(whereSeparator: SearchText.separates) {
            let part = Substring(scalars)
            if part.utf8.count != chunk.utf8.count { count(part, depth: depth) }
            var run = Base64Run()
            if depth < SearchText.depth, run.take(part) {
                decode(&run, depth: depth)
            } else if depth == 0 {
                readTicket(part)
                readName(part)
                before = part
            }
        }
    }

    private mutating func count(_ part: Substring, depth: Int) {
        guard part.utf8.count <= SearchText.longest else { return }
        guard depth > 0 else { return note(part) }
        guard part.utf8.count >= SearchText.shortestDecoded else { return }
        note(part)
        // In a receipt the mark of the next entry follows, which reads as a nought.
        if part.last == "0" { note(part.dropLast()) }
    }

    private mutating func note(_ part: Substring) {
        let place = parts.count
        parts[part, default: Part(place: place)].count += 1
    }

    private mutating func readTicket(_ part: Substring) {
        let isMarked = part.hasPrefix("#")
        guard isMarked || SearchKey.of(String(before)) == "ticket", tickets.count < SearchText.mostOfAKind,
            let number = SearchNeedle(isMarked ? String(part) : "ticket \(part)").namedTicket
        else { return }
        tickets.append(number)
    }

    /// Notes the names that end with this word: two to four words next to each other, two in either order.
    private mutating func readName(_ part: Substring) {
        let signs: Set<Unicode.Scalar> = ["'", "’", "-", "."]
        let isWord =
            part.unicodeScalars.first?.properties.isAlphabetic == true && part.utf8.count <= 64
            && part.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || signs.contains($0) }
        guard isWord else { return row = [] }
        row = row.suffix(3) + [part]
        for length in 2...4 where row.count >= length { note(name: row.suffix(length)) }
        note(name: row.suffix(2).reversed())
    }

    private mutating func note(name words: [Substring]) {
        guard words.count > 1 else { return }
        guard phrases.count < SearchText.mostOfAKind * 4 else { return isCut = true }
        let phrase = words.joined(separator: " ")
        if phrases.insert(phrase).inserted { names.append(SearchNeedle(phrase)) }
    }

    private mutating func finish() {
        let sorted = parts.sorted {
            ($1.value.count, $0.value.place) < ($0.value.count, $1.value.place)
        }
        var seen: Set<String> = []
        var taken: [Shape: Int] = [:]
        for part in sorted.prefix(SearchText.mostOfAKind * 20).map(\.key) {
            let needle = SearchNeedle(String(part))
            guard needle.namedTicket == nil, let shape = Shape(needle), seen.insert(needle.key).inserted
            else {
                continue
            }
            taken[shape, default: 0] += 1
            if taken[shape, default: 0] <= SearchText.mostOfAKind {
                marks.append(needle)
            } else {
                isCut = true
            }
        }
        isCut = isCut || sorted.count > SearchText.mostOfAKind * 20
        var numbers: Set<Int64> = []
        marks = tickets.filter { numbers.insert($0).inserted }.map { SearchNeedle("#\($0)") } + marks
        (parts, phrases, tickets) = ([:], [], [])
    }

    /// What a part looks like: each shape has a share of what is looked up, so that words leave room for ids.
    private enum Shape {
        case order, number, uuid, address, word

        /// The shape; nil for what is too short to mean anything in a long text.
        init?(_ needle: SearchNeedle) {
            if needle.uuid != nil {
                self = .uuid
            } else if needle.number != nil {
                guard needle.beginningOfNumber != nil else { return nil }
                self = .number
            } else if needle.key.contains("@") {
                self = .address
            } else {
                guard needle.key.utf8.count >= 2 else { return nil }
                self = needle.order == nil ? .word : .order
            }
        }
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII ? scalar.value <= 32 : scalar.properties.isWhitespace
    }

    /// Whether a sign stands between parts: what ids, addresses and names have inside does not.
    private static func separates(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".", "@", "+", "'", "#", "%", "~", "’": false
        case _ where scalar.isASCII: true
        default:
            switch scalar.properties.generalCategory {
            case .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
                .otherPunctuation,
                .mathSymbol, .spaceSeparator, .lineSeparator, .paragraphSeparator:
                true
            default: false
            }
        }
    }
}

/// Lines of base64 that follow each other, and what can be read in what they stand for.
struct Base64Run {
    /// A shorter text is a word rather than base64.
    static let shortest = 40

    private var digits: [UInt8] = []
    private var parts: [[UInt8]] = []

    /// Takes a line if it can be one of base64; false when it is something else.
    mutating func take(_ line: Substring) -> Bool {
        let isFirst = digits.isEmpty && parts.isEmpty
        guard line.utf8.count >= (isFirst ? Base64Run.shortest : Base64Run.shortest / 2),
            line.utf8.allSatisfy(Base64Run.isDigit)
        else { return false }
        for byte in line.utf8 {
            switch byte {
            case UInt8(ascii: "."): endPart()
            case UInt8(ascii: "-"): digits.append(UInt8(ascii: "+"))
            case UInt8(ascii: "_"): digits.append(UInt8(ascii: "/"))
            case UInt8(ascii: "="): break
            default: digits.append(byte)
            }
        }
        return true
    }

    /// What can be read in it, with blanks for everything else; nil when nothing was taken.
    var readable: String? {
        let all = (parts + [digits]).filter { !$0.isEmpty }
        guard !all.isEmpty else { return nil }
        return all.map(Base64Run.readable).joined(separator: " ")
    }

    private mutating func endPart() {
        parts.append(digits)
        digits = []
    }

    private static func readable(_ digits: [UInt8]) -> String {
        let whole = digits.count % 4 == 1 ? Array(digits.dropLast()) : digits
        let padding = [UInt8](repeating: UInt8(ascii: "="), count: (4 - whole.count % 4) % 4)
        let bytes = Data(base64Encoded: Data(whole + padding)) ?? Data()
        // Names may be in UTF-8, all else is ASCII; a decoder that repairs reads both.
        let text = String(decoding: bytes.map { $0 < 32 ? 32 : $0 }, as: UTF8.self)
        return text.replacing("\u{FFFD}", with: " ")
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 65...90, 97...122: true
        case UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "-"), UInt8(ascii: "_"),
            UInt8(ascii: "."):
            true
        default: false
        }
    }
}
