package import Purchases

/// Whether a place may be asked: it opens after failures in a row, and a probe closes it.
///
/// While it is open nobody asks. When its wait is over, one question goes as a probe: an answer closes it, a failure
/// keeps it open for longer. A fault of our configuration opens it at once, since every question would fail alike.
package struct Circuit: Hashable, Sendable {
    /// Why it is open.
    package enum Cause: String, Hashable, Sendable {
        /// Apple did not answer, or answered that it cannot.
        case failures
        /// Apple does not know our key: 401.
        case unauthorized
        /// Apple does not know our shared secret: 21004.
        case wrongSecret
        /// The server that answers cannot prove to be Apple, by the certificates that we trust: a portal between, or
        /// a trust store of ours that is broken.
        case untrusted
    }

    /// Whether a question may go.
    package enum Admission: Hashable, Sendable {
        /// It may.
        case open
        /// It may, and decides for all others.
        case probe
        /// It may not, before a moment.
        case refused(until: Instant, Cause)
    }

    private enum State: Hashable {
        case closed(failures: Int)
        case open(until: Instant, times: Int, Cause)
        case probing(since: Instant, times: Int, Cause)
    }

    /// Failures in a row that open it†.
    package static let tolerance = 5
    /// How long a fault of our configuration keeps it open before a probe looks whether it was mended†.
    package static let configurationWait = TimeLength.seconds(180)
    /// How long a probe may take; one that never ended must not keep it open for ever†.
    package static let probeTime = TimeLength.seconds(60)
    /// How soon those who meet a probe may ask again†.
    package static let probeWait = TimeLength.seconds(5)

    private var state = State.closed(failures: 0)

    /// One that lets every question through.
    package init() {}

    /// Whether a question may go now; a probe is then under way until it is told how it ended.
    package mutating func admit(at now: Instant) -> Admission {
        let admission = look(at: now)
        if case .probe = admission, let (times, cause) = opening {
            state = .probing(since: now, times: times, cause)
        }
        return admission
    }

    /// Whether a question might go now.
    package func look(at now: Instant) -> Admission {
        switch state {
        case .closed: .open
        case .open(let until, _, let cause): now < until ? .refused(until: until, cause) : .probe
        case .probing(let since, _, let cause):
            now < since + Circuit.probeTime && now > since - Circuit.probeTime
                ? .refused(until: now + Circuit.probeWait, cause) : .probe
        }
    }

    /// Whether a probe is under way, so that nobody knows just now how the place stands.
    package var isProbing: Bool {
        if case .probing(_, _, .failures) = state { true } else { false }
    }

    /// Apple answered.
    package mutating func succeeded() { state = .closed(failures: 0) }

    /// Apple did not answer, or said that it cannot.
    package mutating func failed(at now: Instant, random: Double) {
        switch state {
        case .closed(let failures) where failures + 1 < Circuit.tolerance:
            state = .closed(failures: failures + 1)
        case .closed: open(times: 0, .failures, at: now, random: random)
        case .probing(_, let times, _): open(times: times + 1, .failures, at: now, random: random)
        // A question from before it opened: what it met is known already.
        case .open: break
        }
    }

    /// Apple answered that our configuration is wrong.
    package mutating func refused(_ cause: Cause, at now: Instant) {
        state = .open(until: now + Circuit.configurationWait, times: 0, cause)
    }

    /// A probe was given up before it came to anything: the next question is the probe.
    package mutating func abandoned(at now: Instant) {
        guard case .probing(_, let times, let cause) = state else { return }
        state = .open(until: now, times: times, cause)
    }

    private mutating func open(times: Int, _ cause: Cause, at now: Instant, random: Double) {
        state = .open(
            until: now + BackOff.circuit.wait(after: times, random: random), times: times, cause)
    }

    private var opening: (times: Int, cause: Cause)? {
        switch state {
        case .closed: nil
        case .open(_, let times, let cause), .probing(_, let times, let cause): (times, cause)
        }
    }
}
