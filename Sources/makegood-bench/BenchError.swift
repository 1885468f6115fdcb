/// Why the bench cannot go on.
struct BenchError: Error, CustomStringConvertible {
    /// What happened.
    let description: String

    /// A failure in words.
    init(_ description: String) { self.description = description }
}
