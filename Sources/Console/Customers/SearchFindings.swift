/// What a search found.
struct SearchFindings: Equatable, Sendable {
    /// The rows.
    let rows: [PersonRow]
    /// What the text was taken for, in words.
    let reading: String
    /// Whether there is more than is shown.
    let isTruncated: Bool
}
