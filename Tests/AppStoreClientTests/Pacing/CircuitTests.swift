import AppStoreClient
import Purchases
import Testing

struct CircuitTests {
    private let start = Instant(milliseconds: 1_700_000_000_000)

    private func opened(at now: Instant) -> Circuit {
        var circuit = Circuit()
        for _ in 0..<Circuit.tolerance { circuit.failed(at: now, random: 0.9) }
        return circuit
    }

    @Test func itOpensAfterFailuresInARowOnly() {
        var circuit = Circuit()
        for round in 0..<20 {
            for _ in 0..<(Circuit.tolerance - 1) { circuit.failed(at: start, random: 0.5) }
            #expect(circuit.admit(at: start) == .open, "round \(round)")
            circuit.succeeded()
        }
        circuit = opened(at: start)
        #expect(circuit.admit(at: start) == .refused(until: start + .seconds(9), .failures))
    }

    @Test func oneProbeDecidesForAll() {
        var circuit = opened(at: start)
        let later = start + .seconds(9)
        #expect(circuit.admit(at: later) == .probe)
        #expect(!opened(at: start).isProbing && circuit.isProbing)
        #expect(circuit.admit(at: later) == .refused(until: later + Circuit.probeWait, .failures))
        circuit.succeeded()
        #expect(circuit.admit(at: later) == .open)
    }

    @Test func probesThatFailWaitLongerUpToTheCap() {
        var (circuit, now, waits) = (opened(at: start), start, [Int64]())
        for _ in 0..<8 {
            guard case .refused(let until, _) = circuit.look(at: now) else { break }
            waits.append((until - now).count / 1000)
            now = until
            #expect(circuit.admit(at: now) == .probe)
            circuit.failed(at: now, random: 0.9)
        }
        #expect(waits == [9, 18, 36, 72, 108, 108, 108, 108])
    }

    @Test func aProbeThatNeverEndedIsFollowedByAnother() {
        var circuit = opened(at: start)
        let probed = start + .seconds(60)
        #expect(circuit.admit(at: probed) == .probe)
        #expect(circuit.admit(at: probed + Circuit.probeTime) == .probe)
        circuit.abandoned(at: probed)
        #expect(circuit.admit(at: probed) == .probe)
    }

    @Test func aFaultOfOursWaitsMinutesAndEndsByItself() {
        var circuit = Circuit()
        circuit.refused(.unauthorized, at: start)
        let mended = start + Circuit.configurationWait
        #expect(circuit.look(at: start) == .refused(until: mended, .unauthorized))
        #expect(circuit.admit(at: mended) == .probe)
        circuit.refused(.unauthorized, at: mended)
        #expect(
            circuit.look(at: mended) == .refused(until: mended + Circuit.configurationWait, .unauthorized))
        #expect(circuit.admit(at: mended + .hours(1)) == .probe)
        circuit.succeeded()
        #expect(circuit.look(at: mended) == .open)
    }

    @Test func lateFailuresDoNotLengthenTheWait() {
        var circuit = opened(at: start)
        for _ in 0..<100 { circuit.failed(at: start + .seconds(1), random: 0.99) }
        #expect(circuit.look(at: start) == .refused(until: start + .seconds(9), .failures))
    }
}

struct BackOffTests {
    @Test func waitsAreNeverNothingAndNeverPastTheCap() {
        for failures in [-1, 0, 1, 5, 40, Int.max] {
            for random in [-1, 0, 0.5, 0.999, 2, .nan] {
                let wait = BackOff.circuit.wait(after: failures, random: random)
                #expect(wait >= BackOff.circuit.floor && wait <= BackOff.circuit.cap, "\(failures) \(random)")
            }
        }
    }
}

struct RetryAfterTests {
    private let now = Instant(milliseconds: 1_700_000_000_000)

    /// The header, and the seconds from now that it means; nil for none.
    @Test(
        arguments: [
            (nil, nil), ("", nil), ("soon", nil), ("-5", nil), ("12.5", nil), ("99999999999999999999", nil),
            // Apple's own: milliseconds.
            ("1700000030000", 30), ("1700003600000", 3600),
            // Seconds since 1970, seconds from now, a date.
            ("1700000030", 30), ("30", 30), ("Tue, 14 Nov 2023 22:13:50 GMT", 30),
            // In the past, at once, and never: bounded both ways.
            ("1699999990000", 1), ("0", 1), ("1700000000001", 1), ("86400", 3600), ("9999999999999999", 3600),
            ("9223372036854775807", 3600),
        ] as [(String?, Int64?)])
    func aHeaderIsReadAs(_ header: String?, _ seconds: Int64?) {
        #expect(RetryAfter.moment(header, at: now) == seconds.map { now + .seconds($0) })
    }

    @Test(arguments: ["Tue, 14 Nov 2023 22:13:50 UTC", "Tue, 14 Foo 2023 22:13:50 GMT", "14 Nov 2023", "x"])
    func noDateIsNone(_ text: String) { #expect(HTTPDate.moment(text) == nil) }
}
