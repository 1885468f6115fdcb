package import Alarms
import Foundation
import NIOCore
import NIOPosix
import Persistence
package import Purchases

/// Tells of alarms: losses of funds, incidents, and what is wrong with the server's own work, through the command and the
/// address that leads set, until each has heard it.
///
/// An alarm is told at least once: a call that was not noted before the server died is made again, with the same
/// `Idempotency-Key`.
package struct AlarmWorker: Worker {
    /// How soon it looks again, when nothing wakes it before†.
    private static let pace = TimeLength.seconds(5)
    /// How many alarms one step tells of†; what is left is the next step's.
    private static let callsAtOnce = 20

    private let access: StoreAccess
    private let consent: AlarmConsent
    private let post: AlarmPost

    /// A worker on a store, with the program's own connections to the outside, and what its account agreed to run.
    ///
    /// - Parameters:
    ///   - allowsPrivate: whether the address may be inside, and without TLS.
    ///   - limit: how long the address may take to answer.
    package init(
        _ access: StoreAccess, consent: AlarmConsent, allowsPrivate: Bool = false,
        limit: TimeLength = .seconds(5)
    ) {
        (self.access, self.consent) = (access, consent)
        post = AlarmPost(limit: .milliseconds(limit.count), allowsPrivate: allowsPrivate)
    }

    package var name: WorkerName { .alarms }

    /// Tells of what is due. After a call that nobody heard no other is tried in this step: the fault is the
    /// receiver's.
    package func work(at now: Instant) async throws -> WorkDone {
        let reach = try await access.ask { [consent] store in try AlarmReach(of: store, with: consent) }
        let soon = now + AlarmWorker.pace
        guard !reach.channels.isEmpty else { return WorkDone(count: 0, next: soon) }
        let time = Stopwatch(from: now, by: access.clock)
        var (count, failure, isHeard): (Int, String?, Bool) = (0, nil, true)
        while count < AlarmWorker.callsAtOnce, isHeard {
            // Each is taken for a minute from when its turn comes.
            guard let told = try await tellNext(within: reach, at: time.step) else {
                return WorkDone(count: count, failure: failure == nil ? nil : "alarm_failed", next: soon)
            }
            count += 1
            failure = told.failure ?? failure
            isHeard = told.isHeard
        }
        return WorkDone(
            count: count, failure: failure == nil ? nil : "alarm_failed", next: failure == nil ? now : soon)
    }

    /// What one alarm's telling came to.
    private struct Told {
        let failure: String?
        /// Whether anybody heard it, now or before.
        let isHeard: Bool
    }

    /// Tells the next alarm, the server's own before losses and incidents; nil where none waits.
    private func tellNext(within reach: AlarmReach, at now: Instant) async throws -> Told? {
        let server = access.server
        let wrong = try await access.run { store, agent in
            try store.takeServerAlarm(for: server, by: agent, at: now)
        }
        if let alarm = wrong {
            let (heard, failure) = await call(
                alarm.heardBy.contains(.command) ? nil : reach.command,
                alarm.heardBy.contains(.url) ? nil : reach.address, text: AlarmText.server(alarm),
                key: "server-\(alarm.code)-\(alarm.at.milliseconds)")
            try await access.run { store, agent in
                try store.settleServerAlarm(
                    alarm, heardBy: heard, failure: failure, of: server, by: agent, at: now)
            }
            return Told(failure: failure, isHeard: !heard.isEmpty || !alarm.heardBy.isEmpty)
        }
        let taken = try await access.run { [consent] store, agent in
            try AlarmSender(store, agent: agent, consent: consent, able: .all).next(at: now)
        }
        guard let taken else { return nil }
        let (heard, failure) = await call(taken.command, taken.address, text: taken.text, key: taken.key)
        try await access.run { [consent] store, agent in
            try AlarmSender(store, agent: agent, consent: consent, able: .all)
                .settle(taken, heardBy: heard, failure: failure, at: now)
        }
        return Told(failure: failure, isHeard: !heard.isEmpty || !taken.alarm.heardBy.isEmpty)
    }

    /// Calls everybody who is to hear; answers who has, and why another has not.
    private func call(
        _ command: AlarmCommand?, _ address: String?, text: String, key: String
    ) async -> (heard: Set<AlarmChannel>, failure: String?) {
        var (heard, failures): (Set<AlarmChannel>, [String]) = ([], [])
        func note(_ failure: String?, of channel: AlarmChannel) {
            if let failure { failures.append(failure) } else { heard.insert(channel) }
        }
        if let command { note(await run(command, text: text), of: .command) }
        if let address { note(await post.send(text, to: address, key: key), of: .url) }
        return (heard, failures.isEmpty ? nil : failures.joined(separator: "; "))
    }

    /// Runs the command on a thread that may wait.
    private func run(_ command: AlarmCommand, text: String) async -> String? {
        do {
            return try await NIOThreadPool.singleton.runIfActive {
                command.run(input: text, for: AlarmSender.longestCall)
            }
        } catch { return "could not be started" }
    }
}

/// Posts alarms to the address that leads set: JSON, no redirect followed, any 2xx is heard. Leads decide whom it
/// calls, the operator of this host whether that may be inside.
private struct AlarmPost: Sendable {
    /// How long a call may take.
    let limit: TimeAmount
    /// Whether the address may be private, and without TLS.
    let allowsPrivate: Bool

    /// Sends a text; answers why it was not heard, nil when it was. The address is never in that answer.
    func send(_ text: String, to address: String, key: String) async -> String? {
        guard let url = URL(string: address), let scheme = url.scheme?.lowercased(), let host = url.host,
            !host.isEmpty, ["http", "https"].contains(scheme), (1...65535).contains(url.port ?? 443)
        else { return "the address is none" }
        guard scheme == "https" || allowsPrivate else {
            return "the address is not https, and alarms.allow_private is not set"
        }
        do {
            let receiver = try await OutsideReceiver(
                at: url, allowsPrivate: allowsPrivate, within: limit)
            let failure = await send(text, to: receiver, key: key)
            await receiver.end()
            return failure
        } catch {
            return AlarmPost.words(error)
        }
    }

    private func send(_ text: String, to receiver: OutsideReceiver, key: String) async -> String? {
        do {
            let status = try await receiver.post(text, headers: ["idempotency-key": key]).status
            return (200..<300).contains(status) ? nil : "the address answered \(status)"
        } catch {
            return AlarmPost.words(error)
        }
    }

    private static func words(_ error: CallError) -> String {
        switch error {
        case .unknownHost, .broken: "the address could not be reached"
        case .closedAddress: "the address is inside, and alarms.allow_private is not set"
        case .timedOut: "the address did not answer in time"
        }
    }
}
