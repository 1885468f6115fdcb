/// The form in which texts are compared when searched: lower-case, composed as they came.
enum SearchKey {
    /// The key of a text.
    static func of(_ text: String) -> String { text.lowercased() }
}
