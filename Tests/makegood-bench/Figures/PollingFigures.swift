import Persistence
import Purchases

/// How often the App Store would be asked in a year: by the pure rule, over subscriptions of a month of which some cannot
/// be charged, some end, and some charges are never told.
///
/// The unit is questions per subscription and month: no time is measured.
struct PollingFigures {
    static let names = ["polling.year.notified", "polling.year.silent"]

    private let bench: Bench

    /// The figures of a bench, whose store they do not touch.
    init(_ bench: Bench) { self.bench = bench }

    /// The figures, as far as they are wanted.
    func figures() -> [Figure] {
        zip(PollingFigures.names, [0.999, 0]).filter { bench.settings.wants($0.0) }.map { name, share in
            let perMonth = (0..<bench.settings.subscriptions).map { number -> Double in
                var subscription = PolledSubscription(number, told: share)
                return Double(subscription.questions()) / 12
            }
            let mean = perMonth.reduce(0, +) / Double(max(1, perMonth.count))
            let note = "questions per subscription and month, \(perMonth.count) subscriptions"
            return Figure(name, .count, [mean], note: note)
        }
    }
}

/// One subscription for a year: what happens to it, what is known of it, and how often the App Store is asked.
private struct PolledSubscription {
    private static let day = TimeLength.days(1)
    private static let product = ProductID("tea.monthly")
    private static let catalog = Catalog([
        Product(
            id: product, kind: .autoRenewable, entitlements: [EntitlementID("premium")],
            period: CalendarPeriod(months: 1))
    ])

    /// What happens at a moment.
    private enum Event {
        case charged(Instant, until: Instant)
        case failed(grace: Instant)
        case ended(intent: Int)
        case turnedOff
    }

    private let id: ChainID
    private let told: Double
    private var random: Noise
    private var events: [(at: Instant, event: Event)] = []
    private let end: Instant
    private var transactions: [Transaction] = []
    private var renewals: [RenewalInfo] = []
    private var log = AskSchedule.Log()

    /// A subscription of a number; so much of what happens is told by a notification.
    init(_ number: Int, told: Double) {
        id = ChainID(OriginalTransactionID(String(1_000_000 + number)), in: .production)
        self.told = told
        random = Noise(UInt64(number) &* 2 &+ 1)
        let begin =
            BenchPopulation.start + TimeLength(Int64(random.share() * Double(TimeLength.days(30).count)))
        end = begin + .days(365)
        live(from: begin)
    }

    /// How often the App Store is asked in the year.
    mutating func questions() -> Int {
        var (asked, place) = (0, 0)
        // The first charge is known: the app handed it over.
        learn(events.prefix(1).map(\.event), at: events[0].at)
        place = 1
        while true {
            let next = AskSchedule(timeline, catalog: PolledSubscription.catalog, log: log)
            let (event, question) = (place < events.count ? events[place].at : end, next.next ?? end)
            guard min(event, question) < end else { return asked }
            if event <= question {
                if random.share() < told {
                    learn([events[place].event], at: event)
                    log.notifiedAt = event
                }
                place += 1
            } else {
                asked += 1
                learn(events[..<place].map(\.event), at: question)
                log = log.asked(next.question, at: question)
            }
        }
    }

    private var timeline: ChainTimeline {
        ChainTimeline.timelines(
            of: [Chain(id: id, transactions: transactions, renewals: renewals)],
            catalog: PolledSubscription.catalog)[0]
    }

    /// What is going to happen: of a hundred renewals ninety-six are charged at once, three fail and one does not come.
    private mutating func live(from begin: Instant) {
        var at = begin
        while at < end {
            let until = at + .days(30)
            events.append((at, .charged(at, until: until)))
            switch random.share() {
            case ..<0.96: at = until
            case ..<0.99:
                events.append((until, .failed(grace: until + .days(16))))
                let pause = random.share()
                guard pause < 0.8 else {
                    events.append((until + .days(60), .ended(intent: 2)))
                    return
                }
                at = until + TimeLength(Int64(pause * 50 * Double(TimeLength.days(1).count)))
            default:
                events.append((at + .days(15), .turnedOff))
                events.append((until, .ended(intent: 1)))
                return
            }
        }
    }

    /// Knows what happened, as of a moment.
    private mutating func learn(_ happened: [Event], at moment: Instant) {
        let precedence = Precedence(documentTime: moment, isSigned: true, digest: "00")
        var info = RenewalInfo(precedence: precedence, knownAt: moment, extent: .whole)
        for event in happened {
            (info.autoRenew, info.isInBillingRetry, info.gracePeriodExpiresAt) = (true, false, nil)
            switch event {
            case .charged(let at, let until): note(at, until, precedence)
            case .failed(let grace):
                (info.isInBillingRetry, info.expirationIntent) = (true, 2)
                info.gracePeriodExpiresAt = grace
            case .ended(let intent): (info.autoRenew, info.expirationIntent) = (false, intent)
            case .turnedOff: info.autoRenew = false
            }
        }
        renewals.append(info)
    }

    private mutating func note(_ at: Instant, _ until: Instant, _ precedence: Precedence) {
        let name = TransactionID(String(at.milliseconds))
        guard !transactions.contains(where: { $0.ids.contains(name) }) else { return }
        var values = TransactionValues()
        (values.productID, values.purchasedAt, values.expiresAt) = (PolledSubscription.product, at, until)
        values.revocation = TransactionValues.RevocationStatement.none
        let telling = TransactionObservation(
            transactionID: name, originalTransactionID: id.original, environment: .production, values: values)
        transactions.append(Transaction(telling, precedence: precedence, knownAt: precedence.documentTime))
    }
}

/// Numbers that only look random (SplitMix64).
private struct Noise {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    /// A number from 0 up to 1.
    mutating func share() -> Double {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Double((mixed ^ (mixed >> 31)) >> 11) / Double(UInt64(1) << 53)
    }
}
