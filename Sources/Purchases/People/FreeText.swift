/// What people typed into a note or a reason. It may hold anything, an address of somebody else's too: readers from whom
/// personal data is hidden see nothing of it, and an erasure takes it away.
///
/// An encoder that has a ``FreeTextKeeper`` writes `{"text":"token"}` in its place: the details of the audit log, whose
/// hash chain proves a text without holding it.
package struct FreeText: PersonalText {
    package let whole: String
    private let disclosure: Disclosure

    package init(_ whole: String, for disclosure: Disclosure) {
        (self.whole, self.disclosure) = (whole, disclosure)
    }

    /// A text; nil where nothing was typed.
    package init?(_ text: String?) {
        guard let text = text.map({ FreeText($0, for: .whole) })?.unlessBlank else { return nil }
        self = text
    }

    /// The same; nil where nothing was typed.
    package var unlessBlank: FreeText? { whole.allSatisfy(\.isWhitespace) ? nil : self }

    package var text: String { disclosure == .whole ? whole : Disclosure.hidden }

    package static var trace: PersonalTrace { .nowhere }

    /// Where an encoder finds what keeps texts.
    package static let keeper = CodingUserInfoKey(rawValue: "keeper")

    package func encode(to encoder: any Encoder) throws {
        if let key = FreeText.keeper, let keeper = encoder.userInfo[key] as? any FreeTextKeeper {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(keeper.keep(text), forKey: .text)
        } else {
            try encodeText(to: encoder)
        }
    }

    private enum Key: CodingKey { case text }
}

extension FreeText: ExpressibleByStringLiteral {
    /// A text that stands in the sources.
    package init(stringLiteral text: String) { self.init(text, for: .whole) }
}

/// What keeps the texts of an entry while its details are written.
package protocol FreeTextKeeper: Sendable {
    /// Keeps a text; answers the token of its stand-in.
    func keep(_ text: String) -> String
}
