/// Finds meanings by any spelling of their codes and names, for ``Codes``. ``CodeKey`` says which spellings are the
/// same, ``EditDistance`` which are near.
struct CodeIndex {
    private let found: [String: [CodeMeaning]]

    /// An index of meanings; of those with one spelling, codes come before names, and names before the rest.
    init(_ meanings: [CodeMeaning]) {
        var found: [String: [CodeMeaning]] = [:]
        for spellings in [{ [$0.code] }, { [$0.name] }, CodeIndex.looseSpellings] {
            for meaning in meanings {
                for key in Set(spellings(meaning).map { CodeKey($0).text })
                where found[key]?.contains(meaning) != true {
                    found[key, default: []].append(meaning)
                }
            }
        }
        self.found = found
    }

    /// The meanings of a key.
    func meanings(of key: String) -> [CodeMeaning] { found[key] ?? [] }

    /// The other spellings by which people look for a code, which depend on its family.
    private static func looseSpellings(_ meaning: CodeMeaning) -> [String] {
        let (code, name) = (meaning.code, meaning.name)
        let number = String(code.reversed().prefix { $0.isNumber || $0 == "-" }.reversed())
        switch meaning.family {
        case .receiptStatus: return prefixed(number, prefixes: ["status", "receipt status"])
        case .storeKitError:
            let named = prefixed(name, prefixes: ["SKError", "SKErrorDomain", "SKError code"])
            return named
                + prefixed(number, prefixes: ["", "SKError", "SKErrorDomain", "SKError code", "error"])
                + prefixed(
                    number,
                    prefixes: ["SKErrorDomain code", "error SKErrorDomain", "StoreKit error", "StoreKit"])
        case .httpStatus:
            return prefixed(
                number,
                prefixes: ["", "HTTP status", "HTTP code", "HTTP error", "HTTP/1.1", "HTTP/2", "status"])
        case .cause: return errorOfDomain(code, number: number)
        case .expirationIntent:
            return prefixed(number, prefixes: ["", "intent", "expiration", "expiration reason"])
        case .notificationV1: return prefixed(code, prefixes: ["V1", "notification"])
        case .notificationV2:
            // Apple's reference and changelog call it MIGRATE, its server library MIGRATION.
            let types = code == "MIGRATION" ? [code, "MIGRATE"] : [code]
            let spelled: [String] = types.flatMap { prefixed($0, prefixes: ["", "V2", "notification"]) }
            return spelled + subtypes(of: code)
        case .serverAPIError: return [name + "Error"]
        case .extensionReason:
            return prefixed(
                number, prefixes: ["", "extend reason code", "extension reason", "extend", "reason"])
        case .revocationReason:
            return prefixed(
                number, prefixes: ["", "cancellation reason", "revocation", "cancellation", "reason"])
        case .paymentState:
            return prefixed(code, prefixes: ["state", "payment state", "SKPaymentTransactionState"])
        case .offer:
            return prefixed(number, prefixes: ["offer"])
                + prefixed(code, prefixes: ["discount type", "offer discount type"])
        case .transactionWord: return prefixed(code, prefixes: ["type", "ownership", "transaction reason"])
        case .billingPlan: return prefixed(code, prefixes: ["plan", "billing plan", "billing plan type"])
        case .subscriptionStatus:
            return prefixed(number, prefixes: ["subscription", "status of subscription"])
        case .refundReason, .sendAttempt: return []
        }
    }

    private static func prefixed(_ text: String, prefixes: [String]) -> [String] {
        text.isEmpty ? [] : prefixes.map { "\($0) \(text)" }
    }

    /// Spellings of `error:<domain>:<code>`; only the domain of networking is known well enough to stand for a number.
    private static func errorOfDomain(_ code: String, number: String) -> [String] {
        let parts = code.split(separator: ":")
        guard parts.count == 3 else { return [] }
        let domain = String(parts[1])
        let short = domain == "NSURLErrorDomain" ? ["", "NSURLError"] : []
        return prefixed(number, prefixes: short + [domain, "\(domain) code"])
    }

    private static func subtypes(of code: String) -> [String] {
        code.split(separator: "/").dropFirst().flatMap { [String($0), "subtype \($0)"] }
    }
}

/// The part of a text by which codes are found, without case, blanks and punctuation.
///
/// `SKError 2`, `skerror_2` and `SKError: 2` have one key. Two numbers never run into one, and a minus before a
/// number stays, so that neither `50 3` is `503` nor `-2` is `2`.
struct CodeKey {
    /// The longest text that is read, in scalars; no code comes near it.
    static let limit = 200

    /// The runs of letters and digits, in lower case.
    let words: [String]

    /// Reads the words of a text's beginning.
    init(_ text: String) {
        var words: [String] = []
        var word = ""
        var isNegative = false
        for scalar in text.unicodeScalars.prefix(CodeKey.limit) {
            if let character = CodeKey.lowercase(scalar) {
                if word.isEmpty, isNegative, scalar.value <= 0x39 { word = "-" }
                word.append(character)
                isNegative = false
            } else {
                // A hyphen between two words is a separator, one after a blank or colon a sign.
                isNegative = scalar == "-" && word.isEmpty
                if !word.isEmpty { words.append(word) }
                word = ""
            }
        }
        self.words = word.isEmpty ? words : words + [word]
    }

    /// The key of the whole text.
    var text: String { CodeKey.joined(words[...]) }

    /// The keys of the parts of the text that may hold a code between other words, the longest first.
    var parts: [String] {
        let words = words.prefix(CodeKey.widest)
        return (1...CodeKey.longest).reversed().flatMap { length in
            words.indices.dropLast(length - 1).map { CodeKey.joined(words[$0..<($0 + length)]) }
        }.filter(CodeKey.isTelling)
    }

    /// How many words of a text are searched for a code, and how many a code has at most.
    private static let (widest, longest) = (30, 8)

    /// Whether a part of a longer text is likely to be meant as a code: "other", "2" or "404" alone is not.
    private static func isTelling(_ key: String) -> Bool {
        let digits = key.utf8.count { (0x30...0x39).contains($0) }
        let isSigned = key.hasPrefix("-") && digits >= 3
        return key.utf8.count >= 12 || digits >= 5 || isSigned || (digits > 0 && digits + 4 <= key.utf8.count)
    }

    private static func joined(_ words: ArraySlice<String>) -> String {
        words.reduce(into: "") { key, word in
            let meetsNumber = key.utf8.last.map { $0 <= 0x39 } ?? false
            let isNumber = word.utf8.first.map { $0 <= 0x39 } ?? false
            key += (meetsNumber && isNumber ? "," : "") + word
        }
    }

    private static func lowercase(_ scalar: Unicode.Scalar) -> Character? {
        switch scalar {
        case "a"..."z", "0"..."9": Character(scalar)
        case "A"..."Z": Character(Unicode.Scalar(UInt8(scalar.value) + 0x20))
        default: nil
        }
    }
}

/// How far apart two names are, so that a mistyped one finds the one that was meant.
package enum EditDistance {
    /// How many characters to insert, delete or replace to make one text of the other.
    package static func between(_ left: String, _ right: String) -> Int {
        let (source, target) = (Array(left), Array(right))
        var row = Array(0...target.count)
        for (line, character) in source.enumerated() {
            var diagonal = row[0]
            row[0] = line + 1
            for (column, other) in target.enumerated() {
                let replaced = diagonal + (character == other ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
            }
        }
        return row[target.count]
    }

    /// The names nearest to one, nearest first; those that share little with it are left out.
    package static func nearest(to name: String, among names: [String], limit: Int = 3) -> [String] {
        let wanted = String(name.lowercased().prefix(64))
        let farthest = max(2, wanted.count / 3)
        let measured = names.map { ($0, between(wanted, String($0.lowercased().prefix(64)))) }
        let near = measured.filter { $0.1 <= farthest }.sorted { ($0.1, $0.0) < ($1.1, $1.0) }
        return near.prefix(limit).map(\.0)
    }
}
