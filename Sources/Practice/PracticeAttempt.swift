import Purchases

/// A purchase attempt as the app reports it, in one report or several.
struct PracticeAttempt: Hashable, Sendable {
    /// What the attempt's transaction is.
    enum Subject: Hashable, Sendable {
        /// Nothing was charged.
        case nothing
        /// A purchase of the chain, by its place.
        case purchase(Int)
        /// An old purchase under a new id.
        case restoredPurchase
    }

    let id: String
    /// What was to be bought.
    let product: String
    /// What its transaction is.
    var subject = Subject.nothing
    /// What it was made on.
    let device: PracticeDevice
    /// The version of the app.
    var appVersion: String
    /// Whether it was for nothing.
    var isTrial = false
    /// What the app told, oldest first.
    var reports: [PracticeReport]
}

/// What the app told at one time about a made-up purchase attempt.
struct PracticeReport: Hashable, Sendable {
    /// When it reached the server.
    let receivedAt: Instant
    /// The events that it tells.
    let events: [PracticeEvent]
    /// Whether the app knew the transaction's ids by then.
    var namesTransaction = true
    /// How far the device's clock is off.
    var clockError = TimeLength.zero

    /// A report of events, received so many seconds after the last of them.
    init(_ events: [PracticeEvent], delay: Int64 = 75) {
        self.events = events
        receivedAt = (events.last?.at ?? .earliest) + .seconds(delay)
    }
}

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

/// How a verification of a purchase failed.
enum PracticeFailure: Hashable, Sendable {
    /// By a status that verifyReceipt answered.
    case receipt(Int)
    /// By a status of the app's own server.
    case http(Int)
    /// By an error of the network, with the code of `NSURLErrorDomain`.
    case network(Int)

    /// Failures that pass, so that trying again makes sense.
    static let passing: [PracticeFailure] = [
        .receipt(21005), .http(503), .receipt(21009), .network(-1001), .receipt(21002), .http(500),
        .network(-1009), .receipt(21100),
    ]
    static let lasting: [PracticeFailure] = [.receipt(21003), .receipt(21004), .receipt(21010)]
    /// How verification failed while it was down.
    static let ofOutage: [PracticeFailure] = [.http(503), .http(503), .receipt(21005)]
}
