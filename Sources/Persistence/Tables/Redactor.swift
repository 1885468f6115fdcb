import Foundation

/// Takes out of texts what names a person: for an erasure (`Privacy/ErasureSearch.swift`), and of documents that come
/// after it (``ErasedPeople``).
///
/// Addresses and tokens name one person wherever they stand. A name is many people's: it is taken for the person's where
/// it stands alone as a word or several, and only in what is the person's own.
struct Redactor {
    /// What stands in the place of what is gone.
    static let mark = "erased"

    /// What is looked for wherever it stands, in lower case.
    let identifiers: Set<String>
    /// What is looked for as words.
    let names: Set<String>
    /// What stays, though it may look like the rest: the app's own id is the pseudonym.
    let pseudonym: String

    /// Takes out what names a person, but for the pseudonym.
    init(identifiers: some Sequence<String>, names: some Sequence<String>, sparing pseudonym: String) {
        let own = { (text: String) in !text.isEmpty && text.lowercased() != pseudonym.lowercased() }
        self.identifiers = Set(identifiers.map { $0.lowercased() }.filter(own))
        self.names = Set(names.filter(own))
        self.pseudonym = pseudonym
    }

    /// Whether there is nothing to look for.
    var isIdle: Bool { identifiers.isEmpty && names.isEmpty }

    /// A text without what names the person.
    func blotted(_ text: String) -> String {
        guard text != pseudonym else { return text }
        if isPacked(text) { return Redactor.mark }
        var rest = text
        for identifier in identifiers {
            rest = rest.replacingOccurrences(of: identifier, with: Redactor.mark, options: .caseInsensitive)
        }
        for name in names { rest = Redactor.without(words: name, in: rest) }
        return rest
    }

    /// A JSON text whose strings are blotted; names of members, numbers and everything between stay as they are.
    func blotted(json text: String) -> String {
        var (out, place) = ("", text.startIndex)
        while let start = text[place...].firstIndex(of: "\"") {
            out += text[place..<start]
            let end = Redactor.end(ofLiteralAt: start, in: text)
            out += isName(before: end, in: text) ? String(text[start..<end]) : literal(text[start..<end])
            place = end
        }
        return out + text[place...]
    }

    private func literal(_ text: Substring) -> String {
        let plain =
            text.contains("\\")
            ? (try? JSONDecoder().decode(String.self, from: Data(text.utf8)))
                ?? String(text.dropFirst().dropLast())
            : String(text.dropFirst().dropLast())
        let rest = blotted(plain)
        return rest == plain ? String(text) : ColumnText.quoted(rest)
    }

    /// Whether the literal that ends there is the name of a member.
    private func isName(before end: String.Index, in text: String) -> Bool {
        text[end...].first { !$0.isWhitespace } == ":"
    }

    private static func end(ofLiteralAt start: String.Index, in text: String) -> String.Index {
        var place = text.index(after: start)
        while place < text.endIndex, text[place] != "\"" {
            if text[place] == "\\" { place = text.index(after: place) }
            if place < text.endIndex { place = text.index(after: place) }
        }
        return place < text.endIndex ? text.index(after: place) : place
    }

    /// Whether a text is signed or packed in base64, and names the person within: it cannot be mended, only taken out.
    private func isPacked(_ text: String) -> Bool {
        // What is shorter is looked at as it stands†.
        guard text.utf8.count >= 24, text.utf8.allSatisfy(Redactor.isOfBase64) else { return false }
        return text.split(separator: ".").contains { part in
            var plain = part.replacing("-", with: "+").replacing("_", with: "/")
            plain += String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4)
            return Data(base64Encoded: String(plain)).map { names(in: $0) } ?? false
        }
    }

    /// Whether bytes name the person, as text of UTF-8 or as JSON writes what is beyond ASCII.
    func names(in bytes: Data) -> Bool {
        let text = String(decoding: bytes, as: UTF8.self)
        let isThere = { (part: String, options: String.CompareOptions) in
            text.range(of: part, options: options) != nil
                || text.range(of: Redactor.escaped(part), options: options) != nil
        }
        return identifiers.contains { isThere($0, .caseInsensitive) } || names.contains { isThere($0, []) }
    }

    /// A text as JSON of ASCII alone writes it.
    private static func escaped(_ text: String) -> String {
        text.utf16.map { unit in
            unit < 0x80 ? String(UnicodeScalar(UInt8(unit))) : String(format: "\\u%04x", unit)
        }.joined()
    }

    /// Whether a byte is one of base64, of its form for addresses, or the dot between the parts of a signed text.
    private static func isOfBase64(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 65...90, 97...122, 43, 45, 46, 47, 61, 95: true
        default: false
        }
    }

    private static func without(words: String, in text: String) -> String {
        var (rest, place) = (text, text.startIndex)
        while let found = rest.range(of: words, options: .caseInsensitive, range: place..<rest.endIndex) {
            let before =
                found.lowerBound == rest.startIndex ? nil : rest[rest.index(before: found.lowerBound)]
            let after = found.upperBound == rest.endIndex ? nil : rest[found.upperBound]
            let isWord = ![before, after].contains { $0.map { $0.isLetter || $0.isNumber } ?? false }
            let offset = rest.distance(from: rest.startIndex, to: found.lowerBound)
            if isWord { rest.replaceSubrange(found, with: mark) }
            place = rest.index(rest.startIndex, offsetBy: offset + (isWord ? mark.count : 1))
        }
        return rest
    }
}
