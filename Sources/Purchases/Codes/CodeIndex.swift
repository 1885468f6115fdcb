/// Finds meanings by any spelling of their codes and names.
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

    private static func looseSpellings(_ meaning: CodeMeaning) -> [String] {
        let (code, name) = (meaning.code, meaning.name)
        let number = String(code.reversed().prefix { $0.isNumber || $0 == "-" }.reversed())
        switch meaning.family {
        case .receiptStatus: return prefixed(number, ["status", "receipt status"])
        case .storeKitError:
            let named = prefixed(name, ["SKError", "SKErrorDomain", "SKError code"])
            return named + prefixed(number, ["", "SKError", "SKErrorDomain", "SKError code", "error"])
                + prefixed(
                    number, ["SKErrorDomain code", "error SKErrorDomain", "StoreKit error", "StoreKit"])
        case .httpStatus:
            return prefixed(
                number, ["", "HTTP status", "HTTP code", "HTTP error", "HTTP/1.1", "HTTP/2", "status"])
        case .cause: return prefixed(number, ["", "NSURLErrorDomain", "NSURLErrorDomain code", "NSURLError"])
        case .expirationIntent: return prefixed(number, ["", "intent", "expiration", "expiration reason"])
        case .notificationV1: return prefixed(code, ["V1", "notification"])
        case .notificationV2: return prefixed(code, ["V2", "notification"]) + subtypes(of: code)
        case .serverAPIError: return [name + "Error"]
        case .extensionReason:
            return prefixed(number, ["", "extend reason code", "extension reason", "extend", "reason"])
        case .revocationReason:
            return prefixed(number, ["", "cancellation reason", "revocation", "cancellation", "reason"])
        case .paymentState: return prefixed(code, ["state", "payment state", "SKPaymentTransactionState"])
        case .offer:
            return prefixed(number, ["offer"]) + prefixed(code, ["discount type", "offer discount type"])
        case .refundReason, .sendAttempt: return []
        }
    }

    private static func prefixed(_ text: String, _ prefixes: [String]) -> [String] {
        text.isEmpty ? [] : prefixes.map { "\($0) \(text)" }
    }

    private static func subtypes(of code: String) -> [String] {
        code.split(separator: "/").dropFirst().flatMap { [String($0), "subtype \($0)"] }
    }
}
