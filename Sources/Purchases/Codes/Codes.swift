/// What every code of the App Store means, in one place: screens and commands say it in the same words.
///
/// Source: Apple's reference and server libraries; the words are ours.
package enum Codes {
    /// All meanings, family by family, the likelier families of a bare number first.
    package static let all: [CodeMeaning] = tables.flatMap { $0 }

    private static let tables: [[CodeMeaning]] = [
        ReceiptStatusCodes.table, StoreKitErrorCodes.table, HTTPStatusCodes.table, CauseCodes.table,
        NetworkErrorCodes.table, DeviceErrorCodes.table, ExpirationIntentCodes.table,
        NotificationV2Codes.table, NotificationV1Codes.table, ServerErrorCodes.table, ReasonCodes.extensions,
        ReasonCodes.revocations, RefundCodes.table, SendAttemptCodes.table, PurchaseCodes.paymentStates,
        PurchaseCodes.offers, TransactionCodes.words, TransactionCodes.billingPlans,
        TransactionCodes.statuses,
    ]

    /// All meanings that a text may stand for, the likeliest first; empty when nothing is known.
    ///
    /// Case, blanks and punctuation do not count, and a code is also found among other words. A number that
    /// several families use gives a meaning of each.
    package static func meanings(of text: String) -> [CodeMeaning] {
        let key = CodeKey(text)
        let whole = known(key.text)
        if !whole.isEmpty { return whole }
        let type = typeAlone(text)
        if !type.isEmpty { return type }
        return key.parts.lazy.map(known).first { !$0.isEmpty } ?? []
    }

    /// The meaning of a ticket's cause, such as `21005`, `http_503`, `error:NSURLErrorDomain:-1001` or `late`.
    ///
    /// Always answers; of a cause that nobody knows it says so.
    package static func meaning(ofCause cause: String) -> CodeMeaning {
        let cause = trimmed(cause)
        let lower = cause.lowercased()
        if let status = Int(lower) { return receiptStatus(status) }
        if let status = number(in: lower, after: "http_") { return httpStatus(status) }
        if let code = number(in: lower, after: "skerror_") { return storeKitError(code) }
        if lower == "error" || lower.hasPrefix("error:") { return appError(cause) }
        return CauseCodes.table.first { $0.code == lower } ?? CauseCodes.unknown(cause)
    }

    /// The meaning of the `status` of a verifyReceipt answer; also of one that Apple does not document.
    package static func receiptStatus(_ status: Int) -> CodeMeaning {
        knownReceiptStatus(status) ?? ReceiptStatusCodes.unknown(status)
    }

    /// The meaning of a StoreKit error by its number; also of one that Apple does not document.
    package static func storeKitError(_ code: Int) -> CodeMeaning {
        StoreKitErrorCodes.table.indices.contains(code)
            ? StoreKitErrorCodes.table[code] : StoreKitErrorCodes.unknown(code)
    }

    /// The meaning of an HTTP status; a code without words of its own means what its class means.
    package static func httpStatus(_ status: Int) -> CodeMeaning {
        HTTPStatusCodes.meaning(of: status) ?? HTTPStatusCodes.unknown(status)
    }

    /// The codes and names nearest to a text that means nothing, nearest first.
    package static func nearest(to text: String) -> [String] {
        let wanted = trimmed(text)
        return wanted.isEmpty ? [] : EditDistance.nearest(to: wanted, among: names)
    }

    private static let index = CodeIndex(all)
    private static let names = Set(
        all.flatMap { [$0.code, $0.name] }.filter { $0.count > 2 && !$0.contains(" ") }
    ).sorted()

    /// What a key means, the codes of ranges and classes included, which the tables do not list one by one.
    private static func known(_ key: String) -> [CodeMeaning] {
        let listed = index.meanings(of: key)
        guard listed.isEmpty else { return listed }
        let digits = key.reversed().prefix { $0.isNumber }.reversed()
        guard let number = Int(String(digits)) else { return [] }
        switch key.dropLast(digits.count) {
        case "", "status":
            return [knownReceiptStatus(number), HTTPStatusCodes.meaning(of: number)].compactMap { $0 }
        case "receiptstatus": return knownReceiptStatus(number).map { [$0] } ?? []
        case "http", "httpstatus", "httpcode", "httperror":
            return HTTPStatusCodes.meaning(of: number).map { [$0] } ?? []
        default: return []
        }
    }

    private static func knownReceiptStatus(_ status: Int) -> CodeMeaning? {
        ReceiptStatusCodes.internalErrors.contains(status)
            ? ReceiptStatusCodes.internalError.written(as: String(status))
            : ReceiptStatusCodes.table.first { $0.code == String(status) }
    }

    /// What a notification means whose subtype is not known: no more than its type.
    private static func typeAlone(_ text: String) -> [CodeMeaning] {
        let parts = text.unicodeScalars.prefix(CodeKey.limit).split(separator: "/", maxSplits: 1)
        guard parts.count == 2 else { return [] }
        return index.meanings(of: CodeKey(String(parts[0])).text).filter { $0.family == .notificationV2 }
    }

    private static func number(in text: String, after prefix: String) -> Int? {
        text.hasPrefix(prefix) ? Int(text.dropFirst(prefix.count)) : nil
    }

    /// What an error of the app means, written `error:<domain>:<code>`.
    private static func appError(_ cause: String) -> CodeMeaning {
        let parts = cause.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(
            String.init)
        return NetworkErrorCodes.meaning(
            domain: parts.count > 1 ? parts[1] : "", code: parts.count > 2 ? parts[2] : "", cause: cause)
    }

    /// A text without blanks around it, and no longer than any code.
    private static func trimmed(_ text: String) -> String {
        let scalars = text.unicodeScalars.prefix(CodeKey.limit)
        let start = scalars.drop { $0.properties.isWhitespace }
        let end = start.reversed().drop { $0.properties.isWhitespace }.reversed()
        return String(String.UnicodeScalarView(end))
    }
}

extension Codes {
    /// Every type of notification of version 1 or 2 that Apple documents, by name.
    package static func notificationTypes(ofVersion version: Int) -> [String] {
        let family: CodeFamily = version == 1 ? .notificationV1 : .notificationV2
        let types = all.filter { $0.family == family }.compactMap { $0.code.split(separator: "/").first }
        return Set(types.map(String.init)).sorted()
    }
}
