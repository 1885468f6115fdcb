import Purchases

/// One event of a made-up purchase attempt.
struct PracticeEvent: Hashable, Sendable {
    /// What happened.
    enum Step: Hashable, Sendable {
        /// The payment transaction reached a state.
        case state(String)
        /// The payment failed, with the code of `SKErrorDomain`.
        case paymentFailed(Int)
        /// The app asked whether the purchase is valid; nil when it is.
        case verify(PracticeFailure?)
        /// The app handed the goods over, or could not.
        case deliver(Bool)
    }

    /// When, by a right clock.
    let at: Instant
    /// What happened.
    let step: Step

    /// An event some seconds after a charge.
    static func after(_ charge: Instant, _ seconds: Int64, _ step: Step) -> PracticeEvent {
        PracticeEvent(at: charge + .seconds(seconds), step: step)
    }

    /// A payment that goes through.
    static func paid(at charge: Instant) -> [PracticeEvent] {
        [after(charge, -9, .state("purchasing")), after(charge, 1, .state("purchased"))]
    }

    /// A payment that is refused.
    static func refused(at instant: Instant, code: Int) -> [PracticeEvent] {
        [after(instant, -9, .state("purchasing")), after(instant, 2, .paymentFailed(code))]
    }

    /// A verification that goes well, and the end of the payment transaction.
    static func verified(from start: Instant, delivers: Bool) -> [PracticeEvent] {
        let delivery = delivers ? [after(start, 3, .deliver(true))] : []
        return [after(start, 2, .verify(nil))] + delivery + [after(start, 4, .state("finished"))]
    }

    /// Verifications that fail, each after twice the pause before.
    static func failing(from start: Instant, _ failures: [PracticeFailure]) -> [PracticeEvent] {
        var (seconds, pause) = (Int64(3), Int64(20))
        return failures.map { failure in
            defer { (seconds, pause) = (seconds + pause, pause * 2) }
            return after(start, seconds, .verify(failure))
        }
    }
}
