/// How much a reader sees of what names people.
package enum Disclosure: Hashable, Sendable {
    /// Everything.
    case whole
    /// Of names, addresses and tokens the first letter, and nothing of what people typed.
    case masked

    /// What stands in the place of what is hidden.
    package static let hidden = "•••"

    /// Where a decoder finds how much the reader sees of what is decoded.
    package static let key = CodingUserInfoKey(rawValue: "disclosure")

    /// Whether an encoder is told to write whole texts, for rules that compare what is written.
    static func isWhole(for encoder: any Encoder) -> Bool {
        key.flatMap { encoder.userInfo[$0] as? Disclosure } == .whole
    }

    /// What a decoder's reader sees; everything, where nothing is said.
    static func of(_ decoder: any Decoder) -> Disclosure {
        key.flatMap { decoder.userInfo[$0] as? Disclosure } ?? .whole
    }
}

/// A text that is about a person. It is read for somebody, and shows that reader no more than the reader may see.
///
/// The store makes it so where it reads a column: whatever page it stands on, nobody has to think of it. Texts that were
/// read for one reader compare by the whole text, so that rules decide alike whoever looks; a text for one reader is not
/// the same as one for another.
package protocol PersonalText: Hashable, Comparable, Sendable, Codable, CustomStringConvertible,
    CustomReflectable
{
    /// The whole text, for rules and for the store; it is shown to nobody.
    var whole: String { get }
    /// The text as its reader may see it.
    var text: String { get }

    /// A text for a reader.
    init(_ whole: String, for disclosure: Disclosure)

    /// What an erasure leaves of it where something has to stand.
    static var erased: Self { get }
    /// Where an erasure looks for it besides.
    static var trace: PersonalTrace { get }
}

/// In which texts of others the erasure of a person looks for a text of the person's.
package enum PersonalTrace: Sendable {
    /// In all: it names one person, wherever it stands.
    case everywhere
    /// In the person's own, as words: other people may be called so, too.
    case amongOwn
    /// In none: it names nobody.
    case nowhere
}

extension PersonalText {
    /// The text; nil where something is hidden of it.
    package var textUnlessHidden: String? { text == whole ? text : nil }

    package static var erased: Self { Self("erased", for: .whole) }

    package static func < (left: Self, right: Self) -> Bool { left.whole < right.whole }

    package var description: String { text }

    /// What a dump shows is what the reader may see.
    package var customMirror: Mirror { Mirror(reflecting: text) }

    package init(from decoder: any Decoder) throws {
        self.init(
            try decoder.singleValueContainer().decode(String.self), for: Disclosure.of(decoder))
    }

    package func encode(to encoder: any Encoder) throws { try encodeText(to: encoder) }

    /// Writes the text alone, as its reader may see it unless whole texts are asked for.
    func encodeText(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Disclosure.isWhole(for: encoder) ? whole : text)
    }
}

/// What a personal text says of its person.
package protocol PersonalKind: Sendable {
    /// How it is shown to a reader from whom personal data is hidden.
    static func masked(_ text: String) -> String
    /// Where an erasure looks for it besides.
    static var trace: PersonalTrace { get }
}

extension PersonalKind {
    /// The first letter, unless a kind says otherwise.
    package static func masked(_ text: String) -> String { text.prefix(1) + Disclosure.hidden }
}

/// What a person is called.
package enum Naming: PersonalKind {
    package static var trace: PersonalTrace { .amongOwn }
}

/// What is one person's alone, such as an address or a token.
package enum Identifying: PersonalKind {
    package static var trace: PersonalTrace { .everywhere }
}

/// What is true of many and names nobody, such as a country: everybody sees it, and it goes with the person.
package enum Describing: PersonalKind {
    package static func masked(_ text: String) -> String { text }
    package static var trace: PersonalTrace { .nowhere }
}

/// A text that is told of a person.
package struct Personal<Kind: PersonalKind>: PersonalText {
    package let whole: String
    private let disclosure: Disclosure

    package init(_ whole: String, for disclosure: Disclosure = .whole) {
        (self.whole, self.disclosure) = (whole, disclosure)
    }

    /// A text; nil where none is known.
    package init?(_ whole: String?) {
        guard let whole else { return nil }
        self.init(whole)
    }

    package var text: String { disclosure == .whole ? whole : Kind.masked(whole) }

    package static var trace: PersonalTrace { Kind.trace }
}

extension Personal: ExpressibleByStringLiteral {
    /// A text that stands in the sources.
    package init(stringLiteral text: String) { self.init(text) }
}

/// What a person is called.
package typealias PersonName = Personal<Naming>
/// What is one person's alone, such as an address or a token.
package typealias PersonIdentifier = Personal<Identifying>
/// What is true of many, such as a country.
package typealias PersonTrait = Personal<Describing>
