/// The program's version.
enum Version {
    /// The version as it is shown.
    static let text = "0.1.0"
}
