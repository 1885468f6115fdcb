/// Hides what a viewer must not read in lists; the shape stays, so that rows can be told apart.
enum Masking {
    /// A name of which the first letter of every word stays.
    static func name(_ name: String) -> String {
        name.split(separator: " ").map { "\($0.prefix(1))***" }.joined(separator: " ")
    }

    /// An address of which the first letter and the last part of the domain stay.
    static func email(_ email: String) -> String {
        let ending = email.split(separator: ".").last.map { ".\($0)" } ?? ""
        return "\(email.prefix(1))***@***\(email.contains("@") ? ending : "")"
    }
}
