package import Purchases

/// Why a batch is not made, carried out or taken back.
package enum BatchRefusal: Hashable, Sendable {
    /// It would make nobody good.
    case empty
    /// It has more tickets than one may have.
    case tooLarge(limit: Int)
    /// It waits for a second lead, asked by a request.
    case waits(BatchID, RequestID?)
    /// It has come to an end that keeps it from being carried out or taken back.
    case ended(BatchID, BatchState)

    var code: StoreError.Code {
        switch self {
        case .empty, .tooLarge: .usage
        case .waits, .ended: .conflict
        }
    }
}
