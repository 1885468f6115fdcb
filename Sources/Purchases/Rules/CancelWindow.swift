/// The moment after a grant in which whoever gave it takes it back with one key and no reason.
///
/// † Ours: as long as it is counted down in sight, a slip costs nobody anything.
package struct CancelWindow: Hashable, Sendable {
    /// When the grant was given.
    package let opened: Instant
    package let length: TimeLength

    /// A window; nil where the policy gives none.
    package init?(from opened: Instant, for length: TimeLength) {
        guard length > .zero else { return nil }
        (self.opened, self.length) = (opened, length)
    }

    /// The first moment at which it is over.
    package var end: Instant { opened + length }

    /// How much of it is left; nil when it is over.
    ///
    /// - Parameter seen: a moment that is known to have passed; nil where nothing else was seen. A clock that shows an
    ///   earlier one was set back, and tells nothing any more of how long ago the grant was given: the window is over.
    package func left(at now: Instant, seen: Instant? = nil) -> TimeLength? {
        guard now >= max(opened, seen ?? opened), now < end else { return nil }
        return end - now
    }
}
