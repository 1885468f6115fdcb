import Purchases

/// What went wrong (or looked as if) with one purchase of a made-up customer; `TroubleStory` tells it as a chain.
enum PracticeTrouble: Hashable, Sendable {
    /// The payment failed, with the code of `SKErrorDomain`.
    case paymentFailed(Int)
    /// The payment never came to an end.
    case stuck
    /// Nobody answered an Ask to Buy.
    case neverApproved
    /// An Ask to Buy was approved in time.
    case approved
    /// A payment failed, and the next one for the same product went well.
    case superseded
    /// A payment failed first and was charged then, and is still not verified.
    case interrupted
    /// A payment failed first, was charged then, and was delivered.
    case interruptedDelivered
    /// Verification fails and is tried again.
    case retrying(PracticeFailure)
    /// Verification failed and the app closed the payment transaction.
    case closed(PracticeFailure)
    /// A renewal of a subscription in good standing was charged and closed without delivery.
    case renewalLost
    /// Verification failed as often as it may.
    case exhausted(PracticeFailure)
    /// Verification failed, and the App Store's record came in time all the same.
    case deliveredLater(PracticeFailure)
    /// All went well for the app, and the App Store's record came after the period was over.
    case late
    /// A free trial was lost.
    case trialLost
    /// Goods that the app hands over itself were not.
    case coinsLost
    /// Goods that the app hands over itself were not, and Apple gave the money back.
    case coinsRefunded
    /// Goods that the app hands over itself were.
    case coinsDelivered
    /// A lost charge was refunded before anybody made it good.
    case refunded
    /// Bought during the outage; what became of it.
    case outage(OutageEnd)
    /// Bought while the server had the wrong secret.
    case configurationFault
    /// Closed by the leaking version without verification.
    case leaked
    /// Charged, and no app ever reported it: the record came late.
    case silentlyLate
    /// Charged, and no app ever reported it: the record names nobody.
    case silentlyOwnerless
    /// Brought back on another device.
    case restored
    /// A failure in the test environment.
    case sandbox
    /// One charge in several attempts, delivered in the end.
    case redelivered
    /// One charge in several attempts, lost in the end.
    case redeliveredLost
    /// The app learned the transaction's id only in a later report.
    case namedLater
    /// Lost on a device whose clock is off by decades, back or ahead.
    case wrongClock(isAhead: Bool)

    /// What became of a purchase during the outage.
    enum OutageEnd: Hashable, Sendable {
        /// The app closed it.
        case closed
        /// All tries failed.
        case exhausted
        /// It is still tried.
        case retrying
        /// It was delivered in the days after.
        case delivered
        /// It was closed, made good, and then refunded by Apple.
        case refunded
    }
}

/// Who has which trouble.
extension PracticeTrouble {
    /// Every trouble, those that matter most first, and how many of a thousand customers have it.
    static let shares: [(trouble: PracticeTrouble, share: Int)] =
        first + [
            (.redelivered, 3), (.configurationFault, 1), (.redeliveredLost, 2), (.outage(.refunded), 0),
            (.outage(.exhausted), 2), (.outage(.delivered), 3), (.outage(.closed), 3),
            (.configurationFault, 1), (.configurationFault, 1), (.approved, 5), (.superseded, 4),
            (.interruptedDelivered, 3), (.trialLost, 2), (.coinsRefunded, 1), (.coinsDelivered, 4),
            (.silentlyOwnerless, 3), (.restored, 10), (.sandbox, 4), (.namedLater, 2),
            (.wrongClock(isAhead: false), 0), (.wrongClock(isAhead: true), 0), (.paymentFailed(0), 6),
            (.paymentFailed(1), 2), (.paymentFailed(3), 2), (.paymentFailed(4), 3), (.paymentFailed(5), 3),
            (.paymentFailed(7), 3), (.paymentFailed(9), 1), (.paymentFailed(18), 1),
            (.retrying(.network(-1001)), 2), (.retrying(.receipt(21009)), 1),
            (.retrying(.receipt(21002)), 1), (.retrying(.receipt(21100)), 1), (.retrying(.http(500)), 1),
            (.retrying(.network(-1009)), 2), (.retrying(.receipt(21005)), 2), (.closed(.receipt(21010)), 1),
            (.closed(.receipt(21003)), 1), (.closed(.receipt(21009)), 1), (.closed(.receipt(21002)), 1),
            (.exhausted(.receipt(21100)), 1), (.closed(.http(503)), 2), (.exhausted(.http(500)), 1),
            (.closed(.network(-1001)), 1), (.exhausted(.network(-1009)), 1), (.closed(.receipt(21004)), 1),
        ]

    private static let first: [(PracticeTrouble, Int)] = [
        (.renewalLost, 5), (.closed(.receipt(21005)), 2), (.retrying(.http(503)), 2), (.paymentFailed(2), 22),
        (.outage(.closed), 4), (.exhausted(.http(503)), 1), (.leaked, 6), (.coinsLost, 3), (.late, 3),
        (.configurationFault, 2), (.outage(.retrying), 3), (.silentlyLate, 6),
        (.deliveredLater(.http(503)), 4), (.neverApproved, 4), (.refunded, 2), (.interrupted, 2), (.stuck, 4),
    ]

    /// What goes wrong for the customer at a place: each trouble once after the lives were shown, then by share.
    static func troubles(
        of number: Int, among customers: Int, random: inout PracticeRandom
    ) -> [PracticeTrouble] {
        let (place, places) = (number - PracticeLife.allCases.count, customers - PracticeLife.allCases.count)
        guard place >= 0, places > 0 else { return [] }
        let shown = shares.prefix(3 * places).enumerated().filter { $0.offset % places == place }
        if !shown.isEmpty { return shown.map(\.element.trouble) }
        var rest = Int.random(in: 0..<1000, using: &random)
        for (trouble, share) in shares {
            rest -= share
            if rest < 0 { return [trouble] }
        }
        return []
    }
}

/// When things went wrong in the practice store, and since when its app tells of purchases.
struct PracticeCalendar: Hashable, Sendable {
    /// When the stories end.
    let now: Instant
    /// The start of the day on which the stories end.
    let today: Instant

    /// The days before a moment.
    init(now: Instant) {
        self.now = now
        let day = TimeLength.days(1).count
        today = Instant(milliseconds: now.milliseconds - now.milliseconds % day)
    }

    /// When the first version of the app that reports purchases came out.
    var reportingSince: Instant { today - .days(395) }

    /// The evening on which verification was down, without the last minutes, in which a retry would have worked.
    var outage: Range<Instant> {
        let evening = today - .days(12)
        return evening + .hours(18)..<evening + .hours(22)
    }

    /// The hour in which the server had the wrong shared secret, without its last minutes.
    var configurationFault: Range<Instant> {
        let morning = today - .days(40) + .hours(9)
        return morning..<morning + .seconds(3000)
    }

    /// The weeks in which the app closed some purchases without verifying them.
    var leak: Range<Instant> { today - .days(108)..<today - .days(88) }

    /// The morning after the outage, on which people began to work on what it left.
    var morningAfter: Instant { today - .days(11) + .hours(7) }

    /// A made-up moment, so many days ago.
    func moment(daysAgo days: ClosedRange<Int>, _ random: inout PracticeRandom) -> Instant {
        let seconds = Int64(Int.random(in: days, using: &random)) * 86_400
        return now - .seconds(seconds + Int64.random(in: 0..<86_400, using: &random))
    }

    /// A made-up moment of the past months, more likely a recent one.
    func recentMoment(_ random: inout PracticeRandom) -> Instant {
        let nearest = min(Int.random(in: 3...330, using: &random), Int.random(in: 3...330, using: &random))
        return moment(daysAgo: nearest...nearest, &random)
    }

    /// A made-up moment of a span of time.
    func moment(in span: Range<Instant>, _ random: inout PracticeRandom) -> Instant {
        let seconds = Int64((span.upperBound - span.lowerBound).wholeSeconds)
        return span.lowerBound + .seconds(Int64.random(in: 0..<seconds, using: &random))
    }
}
