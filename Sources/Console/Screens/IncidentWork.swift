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
    let incident: Persistence.Incident
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
        case .name(let name): name.map { "Incident \(id) is called \($0)" } ?? "Incident \(id) has no name any more"
        case .merge: "Merged: incident \(id) has all of it"
        case .separate: "Incident \(id) is one of its own again"
        case .split: "Cut in two: the other part is incident \(id)"
        case .close: "Incident \(id) is closed"
        case .reopen: "Incident \(id) goes on"
        }
    }
}
