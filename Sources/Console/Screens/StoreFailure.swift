/// Why the store did not do what it was asked.
struct StoreFailure: Equatable, Sendable {
    /// What happened and what to do, in words.
    let text: String
    /// Whether rules refused it; nothing is broken then.
    let isRefusal: Bool
}
