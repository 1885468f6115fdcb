internal import Foundation
internal import Synchronization

/// What happens when work passes a fault point: nothing, unless a test or a practice store's environment planned
/// something.
package struct StoreFaults: Sendable {
    private let action: (@Sendable (FaultPoint) throws -> Void)?

    /// Nothing happens.
    package static let none = StoreFaults(action: nil)

    /// Something happens at the points.
    package init(action: (@Sendable (FaultPoint) throws -> Void)?) { self.action = action }

    package func pass(_ point: FaultPoint) throws { try action?(point) }

    /// The process dies, as if killed, when it passes a point for the nth time.
    package static func killing(at point: FaultPoint, passage: Int) -> StoreFaults {
        let passed = PassageCount()
        return StoreFaults { reached in
            guard reached == point, passed.next() == passage else { return }
            kill(getpid(), SIGKILL)
        }
    }

    /// The thread that passes a point for the nth time goes no further, whoever waits for it.
    static func holding(at point: FaultPoint, passage: Int) -> StoreFaults {
        let passed = PassageCount()
        return StoreFaults { reached in
            guard reached == point, passed.next() == passage else { return }
            while true { pause() }
        }
    }

    /// What the environment plans for a practice store: `MAKEGOOD_FAULT=point:n`. A writer is killed there; the
    /// console, which writes nothing itself, is held.
    package static func environment(_ variables: [String: String] = ProcessInfo.processInfo.environment)
        -> StoreFaults
    {
        let parts = variables["MAKEGOOD_FAULT"]?.split(separator: ":") ?? []
        guard parts.count == 2, let point = FaultPoint(rawValue: String(parts[0])),
            let passage = Int(parts[1])
        else { return .none }
        return point == .frameShown
            ? holding(at: point, passage: passage) : killing(at: point, passage: passage)
    }
}

/// How often a point was passed.
private final class PassageCount: Sendable {
    private let count = Mutex(0)

    func next() -> Int {
        count.withLock {
            $0 += 1
            return $0
        }
    }
}

extension Store {
    /// Passes a point outside any write, at which a fault plan may hold whoever calls.
    package func pass(_ point: FaultPoint) { try? faults.pass(point) }
}

/// The places where a test may kill or fail a writer, or hold a console up.
package enum FaultPoint: String, Sendable, CaseIterable {
    /// Whoever opens a store knows how many pages there are, and not yet where they are.
    case pagesCounted = "pages_counted"
    /// The schema is made, its version not yet set.
    case migration
    /// A transaction has begun and nothing is written.
    case writeBegun = "write_begun"
    /// A grant's row is written, its audit entry not.
    case grantWritten = "grant_written"
    /// A ticket's row is written, its audit entry not.
    case ticketWritten = "ticket_written"
    /// A grant is taken back within its window, its ticket not yet put back.
    case cancelWritten = "cancel_written"
    /// What was asked for is carried out, the request not yet closed.
    case requestCarriedOut = "request_carried_out"
    /// A batch is planned with everybody in it, its audit entry not yet written.
    case batchPlanned = "batch_planned"
    /// A grant of a batch is written, its member not yet marked.
    case batchGranted = "batch_granted"
    /// Everybody of a batch is done, its end not yet written.
    case batchEnding = "batch_ending"
    /// A grant of a batch is taken back, the batch not yet marked.
    case batchCancelling = "batch_cancelling"
    /// An alarm is taken, nobody called for it.
    case alarmTaken = "alarm_taken"
    /// Incidents are written, their audit entry not.
    case incidentsWritten = "incidents_written"
    /// A gathered part is written, none of its documents acknowledged.
    case gatheredWritten = "gathered_written"
    /// The App Store has answered what was asked of it, and nothing of the answer is written.
    case appStoreAnswered = "app_store_answered"
    /// A try is noted, its ticket not yet moved.
    case tryNoted = "try_noted"
    /// What backends are told of entitlements is written, how far the changes were read not.
    case entitlementsTold = "entitlements_told"
    /// Messages of webhooks are made and queued, how far the changes were read is not noted.
    case webhooksQueued = "webhooks_queued"
    /// What came of sending messages is written and not committed.
    case webhookNoted = "webhook_noted"
    /// What is kept for a time alone is forgotten and not committed.
    case pruned
    /// A person's row is emptied, documents not.
    case erasureBegun = "erasure_begun"
    /// Everything of a person is gone but for free pages.
    case erasureWritten = "erasure_written"
    /// A document's facts are written, its transaction still open.
    case documentApplied = "document_applied"
    /// Everything is written, nothing committed.
    case beforeCommit = "before_commit"
    /// The transaction is committed, the answer not given.
    case afterCommit = "after_commit"
    /// A draft of what is to be restored is whole, nothing of the store is touched.
    case restoreReady = "restore_ready"
    /// A side file of a store that is to be replaced is gone, the store itself stands.
    case sideFileGone = "side_file_gone"
    /// What was restored or made anew stands in the store's place, and says not yet that it does.
    case storeExchanged = "store_exchanged"
    /// The restored store is in its place and says so, nobody was answered.
    case restoreDone = "restore_done"
    /// A frame of the console is on the screen.
    case frameShown = "frame_shown"
}
