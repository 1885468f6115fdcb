internal import Foundation
internal import Purchases
internal import Synchronization

/// The texts of one audit entry, collected while its details are written.
///
/// The hash chain holds none of them: the details have a stand-in for each, `{"text":"…"}`, a digest of the text with a
/// salt, and both lie in `audit_texts`, from where they can go. The chain still proves of every text that is there that it
/// is what was written. Without its salt the digest tells nothing of the text, not even to somebody who guesses it.
final class TextVault: FreeTextKeeper {
    /// A text on its way into `audit_texts`.
    struct Kept: Hashable, Sendable {
        /// The digest of salt and text.
        let token: String
        /// What keeps the text from being guessed.
        let salt: String
        let body: String
    }

    private let previous: String?
    private let kept = Mutex<[Kept]>([])

    /// A vault for an entry. In a practice store, which knows nobody, the salts follow from the hash before it, so that
    /// the same demo has the same log; elsewhere there is none and chance makes them.
    init(after previous: String?) { self.previous = previous }

    /// The texts so far.
    var texts: [Kept] { kept.withLock { $0 } }

    /// Keeps a text; answers its token.
    func keep(_ text: String) -> String {
        kept.withLock { texts in
            let salt =
                previous.map { ColumnText.digest(of: "\($0) \(texts.count)") } ?? TextVault.chance()
            let token = TextVault.token(salt: salt, body: text)
            texts.append(Kept(token: token, salt: salt, body: text))
            return token
        }
    }

    /// The token of a text.
    static func token(salt: String, body: String) -> String { ColumnText.digest(of: salt + body) }

    private static func chance() -> String {
        var source = SystemRandomNumberGenerator()
        return String(source.next() as UInt64, radix: 16) + String(source.next() as UInt64, radix: 16)
    }
}

/// The stand-ins of texts in the details of entries.
extension FreeText {
    /// Within details quotation marks are escaped, so that nobody can type this.
    private static let start = #"{"text":""#
    private static let end = #""}"#
    private static let length = 64

    /// The stand-in of a text by its token.
    static func standIn(_ token: String) -> String { start + token + end }

    /// Whether details have a stand-in.
    static func isIn(_ details: String) -> Bool { place(in: details.utf8[...]) != nil }

    /// The tokens of the stand-ins in details.
    static func tokens(in details: String) -> [String] {
        pieces(of: details).dropFirst().map { String($0.prefix(length)) }
    }

    /// Details with JSON in place of each stand-in, by its token.
    static func filled(_ details: String, _ json: (String) throws -> String) rethrows -> String {
        let pieces = pieces(of: details)
        return try pieces.dropFirst().reduce(pieces.first.map(String.init) ?? "") { filled, piece in
            filled + (try json(String(piece.prefix(length)))) + piece.dropFirst(length + end.count)
        }
    }

    private static func pieces(of details: String) -> [Substring] {
        var (pieces, rest) = ([Substring](), details.utf8[...])
        while let place = place(in: rest) {
            pieces.append(Substring(rest[..<place]))
            rest = rest[place...].dropFirst(start.utf8.count)
        }
        return pieces + [Substring(rest)]
    }

    /// Where the next stand-in begins, byte by byte: looking for a text in a text compares characters, which costs a page of
    /// the log more than reading it.
    private static func place(in details: Substring.UTF8View) -> String.Index? {
        var rest = details
        while let place = rest.firstIndex(of: UInt8(ascii: "{")) {
            rest = rest[place...]
            if rest.starts(with: start.utf8) { return place }
            rest = rest.dropFirst()
        }
        return nil
    }
}
