/// What a template of an answer to a customer may name; `Replies.swift` in `Wording` gives the values.
/// Nothing here is a secret: no token, no receipt, no address.
package enum ReplyPlaceholder: String, Hashable, Sendable, CaseIterable {
    /// The customer's name.
    case name
    /// The app's name.
    case app
    /// What was bought, as readable as its id allows.
    case product
    /// What it gives.
    case entitlement
    /// What was paid.
    case amount
    /// The day of the charge.
    case chargedOn = "charged_on"
    /// The day on which access ends.
    case until
    /// The day on which access ended.
    case since
    /// The day on which access begins.
    case from
    /// How many payments of a commitment are still due.
    case payments
    /// The day on which a commitment ends.
    case committedUntil = "committed_until"
    /// The ticket's number.
    case ticket
    /// The helpdesk's case.
    case reference = "case"
}

/// The wording of an answer: text with placeholders in braces, such as `{name}`, and in square brackets what is left out
/// where one of its placeholders has no value: `Your payment[ of {amount}] arrived.`
package struct ReplyTemplate: Hashable, Sendable {
    /// Why a text is no template.
    package enum Problem: Error, Hashable, Sendable {
        /// It says nothing.
        case empty
        /// It has more characters than this.
        case tooLong(limit: Int)
        /// It names what no template may.
        case unknown(placeholder: String)
        /// A brace or bracket has no partner, or stands in another one of its kind.
        case unpaired(Character)
    }

    /// How many characters a template has at the most: what is made of it is copied to a terminal's clipboard.
    package static let mostCharacters = 2000

    private enum Piece: Hashable {
        case text(String)
        case value(ReplyPlaceholder)
    }

    private struct Part: Hashable {
        var pieces: [Piece] = []
        let isOptional: Bool

        /// The part in words; nil when a value is missing.
        func filled(_ values: [ReplyPlaceholder: String]) -> String? {
            var text = ""
            for piece in pieces {
                switch piece {
                case .text(let words): text += words
                case .value(let placeholder):
                    guard let value = values[placeholder] else { return nil }
                    text += value
                }
            }
            return text
        }
    }

    /// The text as it is written.
    package let text: String
    private let parts: [Part]

    package init(_ text: String) throws(Problem) {
        guard text.contains(where: { !$0.isWhitespace }) else { throw .empty }
        guard text.count <= ReplyTemplate.mostCharacters else {
            throw .tooLong(limit: ReplyTemplate.mostCharacters)
        }
        self.text = text
        var (parts, words, name): ([Part], String, String?) = ([Part(isOptional: false)], "", nil)
        func keepWords() {
            if !words.isEmpty { parts[parts.count - 1].pieces.append(.text(words)) }
            words = ""
        }
        for character in text {
            switch character {
            case "{":
                guard name == nil else { throw .unpaired("{") }
                keepWords()
                name = ""
            case "}":
                guard let named = name else { throw .unpaired("}") }
                guard let placeholder = ReplyPlaceholder(rawValue: named) else {
                    throw .unknown(placeholder: named)
                }
                parts[parts.count - 1].pieces.append(.value(placeholder))
                name = nil
            case "[", "]":
                guard name == nil, parts[parts.count - 1].isOptional == (character == "]") else {
                    throw .unpaired(character)
                }
                keepWords()
                parts.append(Part(isOptional: character == "["))
            default:
                if name == nil { words.append(character) } else { name?.append(character) }
            }
        }
        guard name == nil else { throw .unpaired("{") }
        guard parts.last?.isOptional == false else { throw .unpaired("[") }
        keepWords()
        self.parts = parts
    }

    /// The text with its values; nil when one outside of square brackets is missing.
    package func filled(_ values: [ReplyPlaceholder: String]) -> String? {
        var text = ""
        for part in parts {
            if let words = part.filled(values) {
                text += words
            } else if !part.isOptional {
                return nil
            }
        }
        return text
    }
}

/// What leads decided about answers to customers.
package struct ReplyPolicy: Hashable, Sendable {
    /// Which answer a template is for.
    package struct Key: Hashable, Sendable {
        package let language: ReplyLanguage
        package let situation: ReplySituation

        /// The answer in a language to a situation.
        package init(_ situation: ReplySituation, in language: ReplyLanguage) {
            (self.language, self.situation) = (language, situation)
        }
    }

    /// The templates in place of those that the program brings.
    package let templates: [Key: String]
    /// The language where nothing tells the customer's.
    package let language: ReplyLanguage
    /// The app's name; nil until it is set.
    package let appName: String?
    /// What the shop calls its products.
    package let productNames: ProductNames

    /// Decisions about answers; without any, the program's own answers in English.
    package init(
        templates: [Key: String] = [:], language: ReplyLanguage = .english, appName: String? = nil,
        productNames: ProductNames = ProductNames()
    ) {
        (self.templates, self.language, self.appName) = (templates, language, appName)
        self.productNames = productNames
    }
}
