import AppStoreClient
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
public import Persistence
public import Purchases

/// Sends signed messages to receivers: one POST each, fifteen seconds, no redirect followed, to an address that was looked at
/// and to no other.
public struct WebhookSender: Sendable {
    /// How long a call may take: the convention's advice.
    public static let advisedLimit = TimeLength.seconds(15)
    /// How much of an answer is read to be rid of it.
    private static let longestAnswer = 64 * 1024

    private let clock: ServerClock
    private let limit: TimeAmount

    /// Sends with the program's own connections.
    ///
    /// - Parameters:
    ///   - clock: what the time that a step takes is told by.
    ///   - limit: how long a call may take.
    public init(clock: ServerClock = .system, limit: TimeLength = advisedLimit) {
        (self.clock, self.limit) = (clock, .milliseconds(limit.count))
    }

    /// Sends messages to a receiver, so many at once; answers what came of each, as far as they were sent: whoever fails
    /// again and again, or wants to be left alone, is sent no more of them.
    ///
    /// - Parameters:
    ///   - now: the present as it begins; what it takes is added where a message says when it was sent.
    ///   - mayGo: asked of each message before it is sent.
    public func send(
        _ messages: [DueWebhook], to target: WebhookTarget, at now: Instant, atOnce: Int = 8,
        where mayGo: @escaping @Sendable (DueWebhook) async -> Bool = { _ in true }
    ) async -> [WebhookTry] {
        let client: HTTPClient
        let time = Stopwatch(from: now, by: clock)
        do {
            // The name is looked up here and nowhere else: asked again it might lead inside.
            let address = try await ClosedAddresses.address(
                of: target.host, port: target.port, allowsPrivate: target.allowsPrivate)
            client = .calling(target.host, at: address, within: limit)
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
                    return await post(message, to: target, by: client, time)
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
        try? await client.shutdown()
        return tries
    }

    /// Sends a message that says nothing.
    public func test(_ target: WebhookTarget, at now: Instant) async -> WebhookResult {
        let body = #"{"data":{},"timestamp":"\#(now)","type":"\#(WebhookType.test)"}"#
        let message = DueWebhook(
            message: 0, id: "msg_test_\(now.milliseconds)", customer: AppUserID(""), type: WebhookType.test,
            body: body, attempts: 0)
        return await send([message], to: target, at: now).first?.result ?? .failed("network", notBefore: nil)
    }

    /// Sends one message; nil where the server ends before it is answered.
    private func post(
        _ message: DueWebhook, to target: WebhookTarget, by client: HTTPClient, _ time: Stopwatch
    ) async -> WebhookTry? {
        let timestamp = time.now.milliseconds / 1000
        var request = HTTPClientRequest(url: target.url.absoluteString)
        request.method = .POST
        request.headers.add(name: "content-type", value: "application/json")
        request.headers.add(name: "user-agent", value: "makegood-server")
        request.headers.add(name: WebhookHeader.id, value: message.id)
        request.headers.add(name: WebhookHeader.timestamp, value: String(timestamp))
        request.headers.add(
            name: WebhookHeader.signature,
            value: target.signatures(of: message.body, id: message.id, timestamp: timestamp))
        request.body = .bytes(ByteBuffer(string: message.body))
        do {
            let deadline = NIODeadline.now() + limit
            let answer = try await client.execute(request, deadline: deadline)
            // The status is the answer.
            await answer.body.drain(upTo: WebhookSender.longestAnswer, until: deadline)
            let answered = time.now
            let notBefore = RetryAfter.moment(
                answer.headers.first(name: "retry-after"), at: answered, longest: WebhookPace.farthest)
            return WebhookTry(
                message.message, WebhookResult(status: Int(answer.status.code), notBefore: notBefore),
                at: answered)
        } catch {
            guard !Task.isCancelled else { return nil }
            let timeouts: [HTTPClientError] = [.deadlineExceeded, .connectTimeout, .readTimeout]
            let isTimeout = (error as? HTTPClientError).map(timeouts.contains) ?? false
            return WebhookTry(
                message.message, .failed(isTimeout ? "timeout" : "network", notBefore: nil), at: time.now)
        }
    }
}
