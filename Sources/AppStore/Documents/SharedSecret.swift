/// The shared secret that a notification of version 1 or a request carries.
public enum SharedSecret {
    /// The secret of a document that is not masked yet; to be compared, never to be kept or shown.
    ///
    /// Source: Apple, `responseBodyV1.password`.
    public static func value(in document: JSONValue) -> String? {
        switch document["password"] {
        case .string(let text)?: text.isEmpty ? nil : text
        case .integer(let number)?: String(number)
        case .digits(let digits)?: digits
        default: nil
        }
    }
}
