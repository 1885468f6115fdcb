/// How long a backend that does not answer is called again, and what its answers mean.
///
/// Source: the Standard Webhooks convention, "Deliverability and reliability": growing pauses over days, 2xx is success, 410
/// ends it, redirects are failures. The pauses are ours†: they end three days after the first try.
package enum WebhookPace {
    /// The pauses after each failed try.
    package static let pauses: [TimeLength] = [
        .seconds(5), .seconds(300), .seconds(1800), .hours(2), .hours(5), .hours(10), .hours(14), .hours(20),
        .hours(24),
    ]
    /// After so long since the first try it is not tried again.
    package static let length = TimeLength.hours(72)
    /// After so many failures in a row of one receiver only one message at a time is tried†; what it says of one message does
    /// not count.
    package static let failuresBeforeProbing = 5
    /// How long what was parked is kept†.
    package static let parking = TimeLength.hours(90 * 24)
    /// How long what was delivered is kept†, so that it can be sent again.
    package static let keeping = TimeLength.hours(30 * 24)
    /// How long there is nothing sent to such a receiver between two tries†.
    package static let probePause = TimeLength.seconds(30)

    /// Whether a failure says something of the receiver, whatever it is sent, and not of one message: it is away, busy, or
    /// not ours to call†. Every other 4xx is an answer about what was sent, and holds up nothing else.
    ///
    /// Source: RFC 9110, 15.5.
    package static func isOfReceiver(_ code: String) -> Bool {
        !code.hasPrefix("http_4")
            || ["http_401", "http_403", "http_407", "http_408", "http_421", "http_425", "http_429"].contains(
                code)
    }

    /// How far ahead anything that is kept about a receiver can be; what is further is of a clock that was set back since.
    package static let farthest = TimeLength.hours(24)

    /// When a message is tried again.
    ///
    /// - Parameters:
    ///   - tries: how many failed, the one just made included.
    ///   - first: when the first was made.
    ///   - notBefore: from when on the receiver wants to be called again; nil where it did not say.
    /// - Returns: nil when it is not tried again by itself.
    package static func nextTry(
        tries: Int, since first: Instant, notBefore: Instant?, after now: Instant
    ) -> Instant? {
        let end = first + length
        guard now < end, tries >= 1 else { return nil }
        let pause = pauses[min(tries, pauses.count) - 1]
        // The last try comes when the time is over, whatever the receiver wished for.
        return min(max(now + pause, notBefore ?? now), end)
    }
}

/// What came of sending a message to a receiver.
package enum WebhookResult: Hashable, Sendable {
    /// It took it.
    case delivered
    /// It did not, and may be called again, from a moment on where it named one.
    case failed(String, notBefore: Instant?)
    /// It wants nothing more: 410.
    case gone

    package var code: String {
        switch self {
        case .delivered: "delivered"
        case .failed(let code, _): code
        case .gone: "gone"
        }
    }

    /// Whether the receiver itself failed, whatever it is sent.
    package var isOfReceiver: Bool {
        if case .failed(let code, _) = self { WebhookPace.isOfReceiver(code) } else { false }
    }

    /// Whether it may be sent something else at once.
    package var wantsMore: Bool {
        switch self {
        case .delivered, .failed(_, notBefore: nil): true
        case .failed, .gone: false
        }
    }

    /// What a status means.
    package init(status: Int, notBefore: Instant? = nil) {
        self =
            switch status {
            case 200..<300: .delivered
            case 410: .gone
            default: .failed("http_\(status)", notBefore: notBefore)
            }
    }
}
