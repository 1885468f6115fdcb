/// How much room a part of a split gets.
public enum Extent: Hashable, Sendable {
    /// This many rows or columns, as far as there are any.
    case fixed(Int)
    /// A share of what the fixed parts leave, by weight.
    case share(Int)

    /// One share of what is left.
    public static let rest = Extent.share(1)

    /// The lengths of parts that together are `total` long, or shorter when nothing asks for the rest.
    static func lengths(_ extents: [Extent], total: Int) -> [Int] {
        var left = max(0, total)
        var lengths = extents.map { extent in
            guard case .fixed(let wanted) = extent else { return 0 }
            let length = max(0, min(wanted, left))
            left -= length
            return length
        }
        var weights = extents.reduce(0) { sum, extent in
            if case .share(let weight) = extent { sum + max(0, weight) } else { sum }
        }
        for (index, extent) in extents.enumerated() {
            guard case .share(let weight) = extent, weight > 0 else { continue }
            // Dividing what is left by the weight that is left spreads the remainder without losing a cell.
            lengths[index] = left * weight / weights
            left -= lengths[index]
            weights -= weight
        }
        return lengths
    }
}
