import AppStoreClient
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
public import Persistence
public import Purchases

/// Sends signed messages to receivers: one POST each, fifteen seconds, no redirect followed, to an address that was looked at
/// and to no other.
public struct WebhookSender: Sendable {
    /// How long a call may take: the convention's advice.
    private static let limit = TimeAmount.seconds(15)
    /// How much of an answer is read to be rid of it.
    private static let longestAnswer = 64 * 1024

    /// Sends with the program's own connections.
    public init() {}

    /// Sends messages to a receiver, so many at once; answers what came of each, as far as they were sent.
    public func send(
        _ messages: [DueWebhook], to target: WebhookTarget, at now: Instant, atOnce: Int = 8
    ) async -> [WebhookTry] {
        let client: HTTPClient
        do {
            // The name is looked up here and nowhere else: asked again it might lead inside.
            let address = try await ClosedAddresses.address(
                of: target.host, allowsPrivate: target.allowsPrivate)
            client = WebhookSender.client(target.host, at: address)
        } catch {
            return messages.map { WebhookTry($0.message, .failed(error.code, notBefore: nil)) }
        }
        var tries: [WebhookTry] = []
        await withTaskGroup(of: WebhookTry.self) { group in
            var waiting = messages[...]
            for message in waiting.prefix(atOnce) {
                group.addTask { await post(message, to: target, by: client, at: now) }
            }
            waiting = waiting.dropFirst(atOnce)
            for await done in group {
                tries.append(done)
                // Whoever wants nothing more is sent nothing more.
                guard done.result != .gone, let message = waiting.popFirst() else { continue }
                group.addTask { await post(message, to: target, by: client, at: now) }
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

    private func post(
        _ message: DueWebhook, to target: WebhookTarget, by client: HTTPClient, at now: Instant
    ) async -> WebhookTry {
        let timestamp = now.milliseconds / 1000
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
            let answer = try await client.execute(request, deadline: .now() + WebhookSender.limit)
            _ = try? await answer.body.collect(upTo: WebhookSender.longestAnswer)
            let notBefore = RetryAfter.moment(answer.headers.first(name: "retry-after"), at: now)
            return WebhookTry(
                message.message, WebhookResult(status: Int(answer.status.code), notBefore: notBefore))
        } catch let error as HTTPClientError
            where [.deadlineExceeded, .connectTimeout, .readTimeout].contains(error)
        {
            return WebhookTry(message.message, .failed("timeout", notBefore: nil))
        } catch {
            return WebhookTry(message.message, .failed("network", notBefore: nil))
        }
    }

    /// Connections to one address under one name, for the time of a step.
    private static func client(_ host: String, at address: String) -> HTTPClient {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.timeout = .init(connect: limit, read: limit)
        configuration.dnsOverride = [host: address]
        // Where nobody listens is known at once; the pause before the next try is the queue's.
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }
}
