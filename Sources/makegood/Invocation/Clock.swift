import Foundation
import Purchases

/// The system's clock; the only place that reads it.
enum Clock {
    /// The present.
    static var now: Instant { Instant(Date()) }

    /// The beginning of the present day in UTC.
    static var today: Instant {
        let day = TimeLength.days(1).count
        return Instant(milliseconds: now.milliseconds / day * day)
    }
}
