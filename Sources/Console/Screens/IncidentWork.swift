import Persistence
import Purchases

/// Which form about an incident is opened.
enum IncidentWork: Hashable, Sendable {
    case name
    /// With the other one where that is chosen already.
    case merge(into: IncidentID?)
    /// It is taken out of the one into which it was merged.
    case separate
    case split, close, reopen
}

/// An incident to shape, as it was seen.
struct IncidentSubject: Hashable, Sendable {
    let incident: Incident
    /// What is to be done.
    let work: IncidentWork
    /// The app's versions among its purchases, to cut it by.
    var versions: [String] = []
    /// The causes among its purchases, to cut it by.
    var causes: [String] = []
}

/// The incident for which renewals are moved.
struct IncidentExtensionSubject: Hashable, Sendable {
    let incident: IncidentID
    let name: String
    let lasted: TimeLength
    /// What was bought in it, the commonest first.
    let products: [ProductID]

    /// How many products are offered†: the others are rare, and a choice is one line.
    private static let most = 6

    /// The incident of a page, and what it is called.
    init(_ page: IncidentPage, called name: String) {
        (incident, self.name) = (page.incident.id, name)
        lasted = page.incident.until - page.incident.from
        products = page.products.filter { !$0.value.isEmpty }.prefix(IncidentExtensionSubject.most).map {
            ProductID($0.value)
        }
    }
}
