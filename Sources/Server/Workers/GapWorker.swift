package import AppStoreClient
import Persistence
package import Purchases
import Synchronization

/// Reads the history of notifications, so that what was told while nobody listened is not missing: when the server begins,
/// and every hour.
///
/// It reads from where it had read to, less an hour, and not from the newest that came: one that arrives after a gap must
/// not hide the gap. What is known already is told apart by its UUID.
package struct GapWorker: Worker {
    /// How often the history is read.
    private static let pace = TimeLength.hours(1)
    /// How soon it is tried again after a failure†.
    private static let pause = TimeLength.seconds(60)
    /// How much is read again: what was signed before the last reading may have entered the history after it.
    private static let overlap = TimeLength.hours(1)
    /// How far back Apple's history goes.
    ///
    /// Source: Apple, Get Notification History: "within the past 180 days".
    private static let reach = TimeLength.days(180)
    /// How much is read before the mark is moved, so that a long reading that breaks off has not been in vain†.
    private static let stretch = TimeLength.days(10)
    /// A next reading that is planned later than this was planned by a clock that was ahead†.
    private static let farthest = TimeLength.days(1)
    private static let origin = "App Store notification history"

    private let carrier: AnswerCarrier
    private var access: StoreAccess { carrier.access }
    private let appStore: AppStoreAsker
    private let readings = Readings()

    /// A worker that asks Apple.
    package init(_ carrier: AnswerCarrier, asking appStore: AppStoreAsker) {
        (self.carrier, self.appStore) = (carrier, appStore)
    }

    /// What it is called in the store.
    package var name: WorkerName { .gaps }

    /// Reads what is due, of each environment that is served.
    package func work(at now: Instant) async throws -> WorkDone {
        guard appStore.access.canAsk(.server) else { return WorkDone(count: 0, next: now + GapWorker.pace) }
        let time = Stopwatch(from: now, by: access.clock)
        var (count, failure, next) = (0, String?.none, now + GapWorker.pace)
        for environment in appStore.access.environments {
            if let due = readings.due(environment), due > now, due <= now + GapWorker.farthest {
                next = min(next, due)
                continue
            }
            do {
                guard let read = try await readAlone(environment, at: time.step) else {
                    // Another server reads it: soon there is nothing to read, or nobody who does.
                    next = min(next, now + GapWorker.pause)
                    continue
                }
                count += read
                readings.note(environment, next: now + GapWorker.pace)
            } catch let error as AppStoreError {
                try Task.checkCancellation()
                let again = max(error.until ?? now, now + GapWorker.pause)
                readings.note(environment, next: again)
                (failure, next) = (error.code, min(next, again))
            }
        }
        if count > 0 || failure != nil {
            try await KeyWatch(access: access, appStore: appStore).look(at: now)
        }
        return WorkDone(count: count, failure: failure, next: next)
    }

    /// Reads one environment's history under its lease; answers how many pages there were, and nil while another server
    /// reads it. What another has read within the hour is not read again by who had begun before.
    private func readAlone(_ environment: AppStoreEnvironment, at now: Instant) async throws -> Int? {
        guard try await access.lease(.history(environment), at: now) else { return nil }
        let count: Int
        do {
            let mark = try await access.ask { try $0.historyCursor(of: environment) }
            let isRead =
                readings.due(environment) != nil
                && mark.map { $0 <= now && $0 + GapWorker.pace > now } ?? false
            count = isRead ? 0 : try await read(environment, until: now)
        } catch {
            try? await access.letGo(of: [.history(environment)], at: now)
            throw error
        }
        try await access.letGo(of: [.history(environment)], at: now)
        return count
    }

    /// Reads one environment's history to the end of its pages; answers how many pages there were.
    private func read(_ environment: AppStoreEnvironment, until now: Instant) async throws -> Int {
        let farthest = now - GapWorker.reach
        let mark = try await access.ask { try $0.historyCursor(of: environment) }
        // A mark that is still to come was set by a clock that was ahead: nobody knows what was read.
        let known = mark.flatMap { $0 <= now ? $0 - GapWorker.overlap : nil }
        var (count, from) = (0, max(known ?? farthest, farthest))
        repeat {
            let end = min(from + GapWorker.stretch, now)
            count += try await read(environment, from: from, until: end, at: now)
            from = end
        } while from < now
        return count
    }

    /// Reads a stretch of it; answers how many pages there were.
    private func read(
        _ environment: AppStoreEnvironment, from start: Instant, until end: Instant, at now: Instant
    ) async throws -> Int {
        var (count, token) = (0, String?.none)
        repeat {
            try Task.checkCancellation()
            let page = try await appStore.notificationHistory(
                from: start, until: end, page: token, in: environment)
            token = page.nextToken
            // Only the last page says that all is known.
            try await carrier.take(
                [page.answer], from: GapWorker.origin,
                effects: token == nil ? [.historyRead(environment, until: end)] : [], at: now)
            count += 1
        } while token != nil
        return count
    }
}

/// When each environment's history is to be read next.
private final class Readings: Sendable {
    private let next = Mutex<[AppStoreEnvironment: Instant]>([:])

    func due(_ environment: AppStoreEnvironment) -> Instant? { next.withLock { $0[environment] } }

    func note(_ environment: AppStoreEnvironment, next moment: Instant) {
        next.withLock { $0[environment] = moment }
    }
}
