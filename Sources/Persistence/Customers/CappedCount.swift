/// A count that stops where it would take too long.
public struct CappedCount: Hashable, Sendable, CustomStringConvertible {
    /// Where counting stops.
    public static let cap = 10_000
    /// How many were counted.
    public let counted: Int

    /// A count, one above the cap meaning more.
    init(_ found: Int) { counted = min(found, CappedCount.cap + 1) }

    /// Whether there are more than were counted.
    public var isCapped: Bool { counted > CappedCount.cap }

    /// The count as it is shown, `10000+` when there are more.
    public var description: String { isCapped ? "\(CappedCount.cap)+" : String(counted) }
}
