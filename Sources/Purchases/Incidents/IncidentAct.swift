/// What a lead makes of an incident, with its values.
package enum IncidentAct: Hashable, Sendable {
    /// Gives it a name; nil takes it away.
    case name(String?)
    /// Says that it is the same as another, which takes over its tickets; `separate` undoes it.
    case merge(into: IncidentID)
    /// Takes it out of the one that it was merged into, with the tickets that fit it.
    case separate
    /// Cuts it in two; merging the new one back undoes it.
    case split(IncidentCut)
    /// Ends it: later failures do not join it.
    case close
    /// Takes it up again: new failures join it, and the next loss of it rings.
    case reopen

    /// The codes of the audit log, written by hand: entries of before a renaming open.
    package enum Code: String, Hashable, Codable, Sendable, CaseIterable {
        case name = "name"
        case merge = "merge"
        case separate = "separate"
        case split = "split"
        case close = "close"
        case reopen = "reopen"
    }

    package var code: Code {
        switch self {
        case .name: .name
        case .merge: .merge
        case .separate: .separate
        case .split: .split
        case .close: .close
        case .reopen: .reopen
        }
    }
}

/// Where a lead cuts an incident in two: what is on the other side becomes one of its own.
package enum IncidentCut: Hashable, Sendable {
    /// What was charged from a moment on.
    case from(Instant)
    /// What was bought with a version of the app.
    case version(String)
    /// What failed for a cause.
    case cause(TicketCause)
}

/// As the audit log says it: the code under `deed`, the values beside it: `{"deed":"split","from":1774483200000}`.
///
/// The incident that another is merged into is the one that the entry is about.
extension IncidentAct: Encodable {
    private enum Key: CodingKey { case deed, name, from, appVersion, cause }

    /// Writes the act; a name goes as ``FreeText``.
    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(code, forKey: .deed)
        switch self {
        case .name(let name): try values.encodeIfPresent(FreeText(name), forKey: .name)
        case .split(.from(let moment)): try values.encode(moment, forKey: .from)
        case .split(.version(let version)): try values.encode(version, forKey: .appVersion)
        case .split(.cause(let cause)): try values.encode(cause.rawValue, forKey: .cause)
        case .merge, .separate, .close, .reopen: break
        }
    }
}
