package import Purchases

/// Why nothing is done with an incident.
package enum IncidentRefusal: Hashable, Sendable {
    /// It is not what it was when it was looked at.
    case changed
    /// What is asked makes no sense in this state.
    case stands(IncidentState)
    /// It would be merged into itself.
    case mergedIntoItself
    /// A cut leaves everything on one side.
    case nothingSplit

    var code: StoreError.Code {
        switch self {
        case .changed, .stands: .conflict
        case .mergedIntoItself, .nothingSplit: .usage
        }
    }
}
