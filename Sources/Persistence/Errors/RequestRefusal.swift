package import Purchases

/// Why a request to leads is not decided.
package enum RequestRefusal: Hashable, Sendable {
    /// It is the agent's own.
    case own
    /// It was asked as somebody else in the same login.
    case sameSession(asker: AgentName)
    /// It was decided before: how, by whom and when.
    case decided(RequestState, by: AgentName, at: Instant)
    /// It cannot be carried out any more, for a reason.
    indirect case unfit(StoreError)

    var code: StoreError.Code {
        switch self {
        case .own, .sameSession: .refused
        case .decided, .unfit: .conflict
        }
    }
}
