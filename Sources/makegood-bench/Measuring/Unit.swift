/// The unit in which a figure is told.
enum Unit: String, Sendable {
    /// Microseconds.
    case microseconds = "µs"
    /// Milliseconds.
    case milliseconds = "ms"
    /// How many in a second.
    case perSecond = "/s"
    /// Millions of bytes.
    case megabytes = "MB"
    /// Bytes.
    case bytes = "bytes"
    /// Hundredths.
    case percent = "%"

    /// What seconds, bytes and shares of one are multiplied with.
    var factor: Double {
        switch self {
        case .microseconds: 1e6
        case .milliseconds: 1e3
        case .perSecond, .bytes: 1
        case .megabytes: 1e-6
        case .percent: 100
        }
    }
}
