/// What the failed purchases of an incident share.
package enum IncidentKind: String, Hashable, Codable, Sendable, CaseIterable {
    case cause
    /// The app's version, whatever the cause.
    case version
}

/// How an incident stands.
package enum IncidentState: String, Hashable, Codable, Sendable, CaseIterable {
    /// More may come.
    case goingOn = "going_on"
    /// It came to its end, by itself or by a lead's word.
    case closed
    /// A lead, or the rule, found that it is the same as another.
    case merged
    /// What came in since shows that it was nothing out of the usual.
    case dissolved
}

/// What became of the money of a failed purchase that belongs to an incident.
package enum IncidentLossStatus: String, Hashable, Codable, Sendable, CaseIterable {
    /// Nobody has ended it.
    case open
    /// The customer got it after all.
    case delivered
    /// A grant made it good.
    case madeGood = "made_good"
    /// It was credited in the app's own system.
    case credited
    /// Apple gave the money back.
    case refunded
    /// A lead wrote it off, or a person ended it otherwise.
    case writtenOff = "written_off"
}
