import Purchases

/// Decodes the error of an event: `error_domain` and `error_code`, or an `error` that is a text or an object.
struct ReportedErrorDecoder {
    private let fields: FieldReader

    /// Reads the error out of an event's fields.
    init(_ event: FieldReader) { fields = event }

    /// The error; nil when the event tells none; throws what is wrong with a field.
    var error: ReportedError? {
        get throws(DocumentProblem) {
            let code = try fields.identifier("error_code")
            if let domain = try fields.text("error_domain") {
                return ReportedError(domain: domain, code: code)
            }
            guard let error = try toldError else {
                return code.map { ReportedError(domain: "", code: $0) }
            }
            return ReportedError(domain: error.domain, code: code ?? error.code)
        }
    }

    /// An object is an error even when nothing is in it: something went wrong, and the app had no words.
    private var toldError: ReportedError? {
        get throws(DocumentProblem) {
            guard let value = fields.value("error"), value.object != nil else {
                return try fields.text("error").map(ReportedErrorDecoder.split)
            }
            let error = try FieldReader(value, path: fields.place("error"))
            return ReportedError(
                domain: try error.text("domain") ?? "", code: try error.identifier("code"))
        }
    }

    /// `NSURLErrorDomain:-1001` is a domain and its code; any other text is a domain.
    private static func split(_ text: String) -> ReportedError {
        guard let colon = text.lastIndex(of: ":") else { return ReportedError(domain: text, code: nil) }
        let code = String(text[text.index(after: colon)...])
        guard Int(code) != nil else { return ReportedError(domain: text, code: nil) }
        return ReportedError(domain: String(text[..<colon]), code: code)
    }
}
