package import Purchases

/// The one budget of everything that is asked: how often (``TokenBucket``), how many at once, and whether at all
/// (``Circuit``). ``AppStoreAsker`` enters before each question and leaves after it.
actor AppStoreGate {
    /// Questions under way at once†.
    static let flightLimit = 8
    /// Questions that may wait for one of those to end†.
    static let queueLimit = 64
    /// How far ahead a free moment may lie; what lies further is for the caller to wait for†.
    static let patience = TimeLength.seconds(10)

    /// How a question ended, as far as the budget is concerned.
    enum Ending {
        /// Apple answered.
        case answered
        /// Apple did not, or said that it cannot.
        case troubled
        /// Apple's limit is reached, up to a moment where it says so.
        case limited(until: Instant?)
        /// Our configuration is wrong.
        case refused(Circuit.Cause)
        /// Nobody waits for the answer any more.
        case abandoned
    }

    /// What has a pace of its own: an endpoint at a place.
    private struct Lane: Hashable {
        let endpoint: AppStoreEndpoint
        let place: AppStorePlace
    }

    private let clock: AppStoreClock
    private var buckets: [Lane: TokenBucket] = [:]
    private var limitsInARow: [Lane: Int] = [:]
    private var circuits: [AppStorePlace: Circuit] = [:]
    private var answers: [AppStorePlace: LastAnswer] = [:]
    private var servers = 1
    private var inFlight = 0
    private var waiting: [(id: Int, ready: CheckedContinuation<Bool, Never>)] = []
    private var lastID = 0

    /// A gate that lets everything through at first.
    init(clock: AppStoreClock) { self.clock = clock }

    /// Waits until a question may go.
    ///
    /// - Throws: `AppStoreError` when it would have to wait for longer than ten seconds, or may not go at all.
    func enter(_ endpoint: AppStoreEndpoint, at place: AppStorePlace) async throws(AppStoreError) {
        if case .refused(let until, let cause) = circuits[place, default: Circuit()].look(at: clock.now()) {
            throw refusal(place, until, cause)
        }
        try await waitForMoment(Lane(endpoint: endpoint, place: place))
        try await waitForFlight()
        // The circuit may have opened while this waited.
        if case .refused(let until, let cause) = circuits[place, default: Circuit()].admit(at: clock.now()) {
            land()
            throw refusal(place, until, cause)
        }
    }

    /// Notes how a question ended that was let through.
    func leave(_ endpoint: AppStoreEndpoint, at place: AppStorePlace, _ ending: Ending) {
        land()
        let now = clock.now()
        let lane = Lane(endpoint: endpoint, place: place)
        switch ending {
        case .answered:
            circuits[place, default: Circuit()].succeeded()
            limitsInARow[lane] = nil
        case .troubled: circuits[place, default: Circuit()].failed(at: now, random: clock.random())
        case .limited(let until):
            // Whoever limits answers: the place is well.
            circuits[place, default: Circuit()].succeeded()
            hold(lane, until: until, at: now)
        case .refused(let cause): circuits[place, default: Circuit()].refused(cause, at: now)
        case .abandoned: circuits[place, default: Circuit()].abandoned(at: now)
        }
    }

    /// Notes that an answer came, whatever it said, and what Apple's clock showed.
    func heard(from place: AppStorePlace, date: Instant?) {
        answers[place] = LastAnswer(at: clock.now(), appleDate: date)
    }

    /// Leaves to each of several servers its part of what Apple allows.
    func share(among servers: Int) {
        guard max(1, servers) != self.servers else { return }
        self.servers = max(1, servers)
        for lane in buckets.keys { buckets[lane]?.turn(to: pace(of: lane)) }
    }

    /// From when on an endpoint may be asked again.
    func free(_ endpoint: AppStoreEndpoint, at place: AppStorePlace) -> Instant {
        buckets[Lane(endpoint: endpoint, place: place)]?.free(at: clock.now()) ?? clock.now()
    }

    func status(of place: AppStorePlace) -> PlaceStatus {
        PlaceStatus(
            place: place, admission: circuits[place, default: Circuit()].look(at: clock.now()),
            lastAnswer: answers[place])
    }

    private func hold(_ lane: Lane, until: Instant?, at now: Instant) {
        let count = limitsInARow[lane, default: 0]
        limitsInARow[lane] = count + 1
        let moment = until ?? now + BackOff.limit.wait(after: count, random: clock.random())
        buckets[lane, default: bucket(of: lane)].hold(until: moment)
    }

    private func bucket(of lane: Lane) -> TokenBucket {
        TokenBucket(perSecond: pace(of: lane))
    }

    private func pace(of lane: Lane) -> Double {
        lane.endpoint.pace(in: lane.place.environment) / Double(servers)
    }

    private func waitForMoment(_ lane: Lane) async throws(AppStoreError) {
        let now = clock.now()
        guard
            let moment = buckets[lane, default: bucket(of: lane)].reserve(
                at: now, patience: AppStoreGate.patience)
        else { throw .busy(until: buckets[lane, default: bucket(of: lane)].free(at: now)) }
        guard moment > now else { return }
        do { try await clock.sleep(moment) } catch { throw .transport(.cancelled) }
    }

    private func waitForFlight() async throws(AppStoreError) {
        if inFlight < AppStoreGate.flightLimit {
            inFlight += 1
            return
        }
        guard waiting.count < AppStoreGate.queueLimit else {
            throw .busy(until: clock.now() + .seconds(1))
        }
        lastID += 1
        let id = lastID
        let isReady = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // Cancelled before it could wait: nobody would wake it.
                if Task.isCancelled {
                    continuation.resume(returning: false)
                } else {
                    waiting.append((id, continuation))
                }
            }
        } onCancel: {
            Task { await self.giveUp(id) }
        }
        guard isReady else { throw .transport(.cancelled) }
    }

    private func giveUp(_ id: Int) {
        guard let index = waiting.firstIndex(where: { $0.id == id }) else { return }
        waiting.remove(at: index).ready.resume(returning: false)
    }

    /// Hands a flight on to whoever waits the longest, or frees it.
    private func land() {
        if waiting.isEmpty { inFlight -= 1 } else { waiting.removeFirst().ready.resume(returning: true) }
    }

    /// Why a question may not go. While a probe is under way nothing is known of the place: the answer is to ask again
    /// soon.
    private func refusal(
        _ place: AppStorePlace, _ until: Instant, _ cause: Circuit.Cause
    ) -> AppStoreError {
        guard cause == .failures else { return .paused(until: until, cause) }
        return circuits[place]?.isProbing == true ? .busy(until: until) : .circuitOpen(until: until)
    }
}

/// What the client knows of time and chance: the system's, or what a test turns.
package struct AppStoreClock: Sendable {
    package let now: @Sendable () -> Instant
    /// Waits until a moment has come.
    package let sleep: @Sendable (_ until: Instant) async throws -> Void
    /// A number from 0 up to 1.
    package let random: @Sendable () -> Double

    package init(
        now: @escaping @Sendable () -> Instant,
        sleep: @escaping @Sendable (_ until: Instant) async throws -> Void,
        random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
    ) {
        (self.now, self.sleep, self.random) = (now, sleep, random)
    }
}

/// How a place stands, for those who look after the server.
package struct PlaceStatus: Hashable, Sendable {
    package let place: AppStorePlace
    /// Whether it is asked, and if not, why and until when.
    package let admission: Circuit.Admission
    /// When it answered last, whatever it said; nil when it never did since the server began.
    package let lastAnswer: LastAnswer?
}

/// The last that was heard from a place.
package struct LastAnswer: Hashable, Sendable {
    /// When it came, by our clock.
    package let at: Instant
    /// What Apple's clock showed, to the second; nil when the answer did not say.
    package let appleDate: Instant?
}
