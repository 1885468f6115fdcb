import Persistence
import Purchases

/// `IncidentRefusal` in words.
extension ErrorText {
    /// Why nothing is done with an incident.
    func words(of refusal: IncidentRefusal, about incident: IncidentID) -> ErrorWords {
        switch refusal {
        case .changed: look(at: incident, "incident \(incident) changed meanwhile")
        case .stands(.goingOn): look(at: incident, "incident \(incident) is ongoing")
        case .stands(.closed): look(at: incident, "incident \(incident) is closed")
        case .stands(.merged): look(at: incident, "incident \(incident) was merged into another")
        case .stands(.dissolved): look(at: incident, "incident \(incident) turned out to be no incident")
        case .mergedIntoItself:
            ErrorWords(
                what: "incident \(incident) cannot be merged into itself", onCommandLine: "name two of them")
        case .nothingSplit:
            ErrorWords(
                what: "all of incident \(incident) would be on one side", onCommandLine: "cut it elsewhere")
        }
    }

    private func look(at incident: IncidentID, _ what: String) -> ErrorWords {
        ErrorWords(
            what: what, inConsole: "look at the list of incidents again",
            onCommandLine: "see `makegood review incident \(incident)`")
    }
}
