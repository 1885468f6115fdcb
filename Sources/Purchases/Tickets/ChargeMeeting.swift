/// Which purchase and which charge are one though they have no id in common. The app reports a purchase under no id, or
/// under one that no record of the App Store's has; the App Store has a record of the same customer, product and
/// environment, of which no attempt speaks. `ChargeMeetings` in `Persistence/Derivation` finds and keeps them.
///
/// With introductory offers the id on the device can be off by one, and some apps report no id at all. Each has to be the
/// nearest to the other, so that of several purchases none takes another's charge, whatever came first.
package enum ChargeMeeting {
    /// How far from each other they may be.†
    package static let window = TimeLength.seconds(600)

    /// A purchase or a charge, by what names it.
    package struct Candidate<Name: Hashable & Comparable & Sendable>: Hashable, Sendable {
        /// When it was made.
        package let at: Instant
        package let name: Name

        /// One that was made at a moment.
        package init(_ name: Name, at: Instant) { (self.name, self.at) = (name, at) }
    }

    /// The one that is nearest to a moment, and near enough: of two as near the earlier, of two at once the smaller name.
    package static func nearest<Name>(
        to moment: Instant, among candidates: [Candidate<Name>]
    ) -> Candidate<Name>? {
        candidates.filter { distance($0.at, moment) <= window }.min { left, right in
            let (one, other) = (distance(left.at, moment), distance(right.at, moment))
            if one != other { return one < other }
            return left.at != right.at ? left.at < right.at : left.name < right.name
        }
    }

    private static func distance(_ left: Instant, _ right: Instant) -> TimeLength {
        left < right ? right - left : left - right
    }
}
