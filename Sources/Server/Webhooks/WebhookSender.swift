import AppStoreClient
import Foundation
import NIOCore
import NIOHTTP1
package import Persistence
package import Purchases

/// Sends signed messages to receivers: one POST each, fifteen seconds, no redirect followed, to an address that was looked at
/// and to no other.
package struct WebhookSender: Sendable {
    /// How long a call may take: the convention's advice.
    package static let advisedLimit = TimeLength.seconds(15)

    private let clock: ServerClock
    private let limit: TimeAmount

    /// Sends with the program's own connections.
    ///
    /// - Parameters:
    ///   - clock: tells how long a step takes.
    ///   - limit: how long a call may take.
    package init(clock: ServerClock = .system, limit: TimeLength = advisedLimit) {
        (self.clock, self.limit) = (clock, .milliseconds(limit.count))
    }

    /// Sends messages to a receiver, `atOnce` of them at the same time; answers what came of each that was sent. A
    /// receiver that fails again and again, or asks for a pause, gets no more of them.
    ///
    /// - Parameters:
    ///   - now: the present as it begins; what it takes is added where a message says when it was sent.
    ///   - mayGo: asked of each message before it is sent.
    package func send(
        _ messages: [DueWebhook], to target: WebhookTarget, at now: Instant, atOnce: Int = 8,
        where mayGo: @escaping @Sendable (DueWebhook) async -> Bool = { _ in true }
    ) async -> [WebhookTry] {
        let receiver: OutsideReceiver
        let time = Stopwatch(from: now, by: clock)
        do {
            receiver = try await OutsideReceiver(
                at: target.url, allowsPrivate: target.allowsPrivate, within: limit)
        } catch {
            let result = WebhookResult.failed(error.code, notBefore: nil)
            return messages.prefix(atOnce).map { WebhookTry($0.message, result, at: time.now) }
        }
        var (tries, failures, isWanted) = ([WebhookTry](), 0, true)
        await withTaskGroup(of: WebhookTry?.self) { group in
            var waiting = messages[...]
            func next() {
                guard isWanted, let message = waiting.popFirst() else { return }
                group.addTask {
                    guard await mayGo(message) else { return nil }
                    return await post(message, to: receiver, of: target, time)
                }
            }
            for _ in 0..<atOnce { next() }
            for await done in group {
                if let done {
                    tries.append(done)
                    failures = done.result.isOfReceiver ? failures + 1 : 0
                    isWanted =
                        isWanted && failures < WebhookPace.failuresBeforeProbing && done.result.wantsMore
                }
                next()
            }
        }
        await receiver.end()
        return tries
    }

    /// Sends a message that says nothing.
    package func test(_ target: WebhookTarget, at now: Instant) async -> WebhookResult {
        let body = #"{"data":{},"timestamp":"\#(now)","type":"\#(WebhookType.test)"}"#
        let message = DueWebhook(
            message: 0, id: "msg_test_\(now.milliseconds)", customer: AppUserID(""), type: WebhookType.test,
            body: body, attempts: 0)
        return await send([message], to: target, at: now).first?.result ?? .failed("network", notBefore: nil)
    }

    /// Sends one message; nil where the server ends before it is answered.
    private func post(
        _ message: DueWebhook, to receiver: OutsideReceiver, of target: WebhookTarget, _ time: Stopwatch
    ) async -> WebhookTry? {
        let timestamp = time.now.milliseconds / 1000
        do {
            // The status is the answer.
            let answer = try await receiver.post(
                message.body,
                headers: [
                    WebhookHeader.id: message.id, WebhookHeader.timestamp: String(timestamp),
                    WebhookHeader.signature: target.signatures(
                        of: message.body, id: message.id, timestamp: timestamp),
                ])
            let answeredAt = time.now
            let notBefore = RetryAfter.moment(
                answer.headers.first(name: "retry-after"), at: answeredAt, longest: WebhookPace.farthest)
            let result = WebhookResult(status: answer.status, notBefore: notBefore)
            return WebhookTry(message.message, result, at: answeredAt)
        } catch {
            guard !Task.isCancelled else { return nil }
            return WebhookTry(message.message, .failed(error.code, notBefore: nil), at: time.now)
        }
    }
}
