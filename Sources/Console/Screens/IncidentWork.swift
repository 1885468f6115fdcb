import Persistence
import Purchases

/// What a lead makes of an incident.
enum IncidentAct: Hashable, Sendable {
    /// It gets a name; nil takes it away.
    case name(String?)
    /// It is the same as another.
    case merge(into: IncidentID)
    /// It is one of its own again.
    case separate
    /// It is cut in two.
    case split(IncidentCut)
    /// It is over.
    case close
    /// It goes on.
    case reopen
}

/// Which form about an incident is opened.
enum IncidentWork: Hashable, Sendable {
    /// The one that names it.
    case name
    /// The one that merges it, with the other where that is chosen already.
    case merge(into: IncidentID?)
    /// The one that takes it out of another.
    case separate
    /// The one that cuts it.
    case split
    /// The one that ends it.
    case close
    /// The one that takes it up again.
    case reopen
}

/// An incident to shape, as it was seen.
struct IncidentSubject: Hashable, Sendable {
    /// The incident.
    let incident: Incident
    /// What is to be done.
    let work: IncidentWork
    /// The app's versions among its purchases, to cut it by.
    var versions: [String] = []
    /// The causes among its purchases, to cut it by.
    var causes: [String] = []
}

extension IncidentAct {
    /// What it did, in one sentence.
    func news(_ page: IncidentPage) -> String {
        let id = page.incident.id
        return switch self {
        case .name(let name):
            name.map { "Incident \(id) is called \($0)" } ?? "Incident \(id) has no name any more"
        case .merge: "Merged: incident \(id) has all of it"
        case .separate: "Incident \(id) is separate again"
        case .split: "Cut in two: the other part is incident \(id)"
        case .close: "Incident \(id) is closed"
        case .reopen: "Incident \(id) is open again"
        }
    }
}

/// The incident for which renewals are moved.
struct IncidentExtensionSubject: Hashable, Sendable {
    /// Which.
    let incident: IncidentID
    /// What it is called.
    let name: String
    /// How long it lasted.
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
