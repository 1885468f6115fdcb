package import Purchases

/// Why no answer is given about a refund, or why it is not left out.
package enum RefundRefusal: Hashable, Sendable {
    /// It cannot be given, or not be left out, as it stands.
    case notOpen(RefundStatus)
    /// Nothing tells whether what is to be refunded was delivered, and nobody says.
    case unclear
    /// Apple takes no prorated refund of what has no share that was consumed.
    case notProrated

    var code: StoreError.Code {
        switch self {
        case .notOpen: .conflict
        case .unclear, .notProrated: .usage
        }
    }
}
