/// What a person typed into an act.
///
/// It may be personal, and a person can be erased. So only the audit log encodes it, and keeps it apart from the hash chain:
/// its encoder carries a ``FreeTextKeeper``, and writes a stand-in, `{"text":"…"}`.
public struct FreeText: Encodable, Hashable, Sendable {
    /// What was typed.
    public let text: String

    /// A text; nil where nothing was typed.
    public init?(_ text: String?) {
        guard let text, !text.allSatisfy(\.isWhitespace) else { return nil }
        self.text = text
    }

    /// Where an encoder finds what keeps texts.
    public static let keeper = CodingUserInfoKey(rawValue: "keeper")

    /// Keeps the text and writes its stand-in.
    ///
    /// - Throws: `EncodingError` where the encoder has nothing that keeps texts.
    public func encode(to encoder: any Encoder) throws {
        guard let key = FreeText.keeper, let keeper = encoder.userInfo[key] as? any FreeTextKeeper else {
            let context = EncodingError.Context(
                codingPath: encoder.codingPath, debugDescription: "free text is kept by the audit log alone")
            throw EncodingError.invalidValue(text, context)
        }
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(keeper.keep(text), forKey: .text)
    }

    private enum Key: CodingKey { case text }
}

/// What keeps the texts of an entry while its details are written.
public protocol FreeTextKeeper: Sendable {
    /// Keeps a text; answers the token of its stand-in.
    func keep(_ text: String) -> String
}
