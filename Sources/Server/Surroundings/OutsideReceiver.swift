import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// A receiver of webhooks (`WebhookSender`) or alarms (`AlarmWorker`). It is called only at the address that was
/// looked at (`ClosedAddresses`), and no redirect is followed, so that its URL cannot lead inside.
struct OutsideReceiver: Sendable {
    /// How much of an answer is read to be rid of it.
    private static let longestAnswer = 64 * 1024

    private let url: URL
    private let limit: TimeAmount
    private let client: HTTPClient

    /// Looks its address up, once: at a second look its name might lead inside.
    ///
    /// - Parameter limit: how long a call may take.
    init(at url: URL, allowsPrivate: Bool, within limit: TimeAmount) async throws(CallError) {
        let host = url.host ?? ""
        let address = try await ClosedAddresses.address(
            of: host, port: url.port ?? (url.scheme?.lowercased() == "http" ? 80 : 443),
            allowsPrivate: allowsPrivate)
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.timeout = .init(connect: limit, read: limit)
        if host != address, host != "[\(address)]" { configuration.dnsOverride = [host: address] }
        // Where nobody listens is known at once; the pause before the next try is the queue's.
        configuration.connectionPool.retryConnectionEstablishment = false
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        (self.url, self.limit) = (url, limit)
    }

    /// Posts a document in JSON; answers the head of the answer, whose rest nobody wants to know.
    func post(
        _ json: String, headers: KeyValuePairs<String, String>
    ) async throws(CallError) -> (status: Int, headers: HTTPHeaders) {
        var request = HTTPClientRequest(url: url.absoluteString)
        request.method = .POST
        request.headers.add(name: "content-type", value: "application/json")
        request.headers.add(name: "user-agent", value: "makegood-server")
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        request.body = .bytes(ByteBuffer(string: json))
        do {
            let deadline = NIODeadline.now() + limit
            let answer = try await client.execute(request, deadline: deadline)
            await OutsideReceiver.drain(answer.body, until: deadline)
            return (Int(answer.status.code), answer.headers)
        } catch let error as HTTPClientError {
            let timeouts: [HTTPClientError] = [.deadlineExceeded, .connectTimeout, .readTimeout]
            throw timeouts.contains(error) ? .timedOut : .broken
        } catch {
            throw .broken
        }
    }

    /// Closes its connections.
    func end() async { try? await client.shutdown() }

    /// Reads the rest of an answer, so that the connection can be used again: not for long, and not without end. The library's
    /// deadline is over once the head of an answer is there, and its limit of a read starts anew with each byte.
    private static func drain(_ body: HTTPClientResponse.Body, until deadline: NIODeadline) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { _ = try? await body.collect(upTo: longestAnswer) }
            group.addTask {
                let left = deadline - .now()
                if left > .zero { try? await Task.sleep(for: .nanoseconds(left.nanoseconds)) }
            }
            await group.next()
            group.cancelAll()
        }
    }
}

/// Why a receiver did not answer.
enum CallError: Error, Hashable {
    /// Nothing says where the host is.
    case unknownHost
    /// It is inside, and not even called.
    case closedAddress
    /// It did not answer in time.
    case timedOut
    /// No connection came about, or it broke.
    case broken

    /// The code that the store keeps.
    var code: String {
        switch self {
        case .unknownHost: "unknown_host"
        case .closedAddress: "private_address"
        case .timedOut: "timeout"
        case .broken: "network"
        }
    }
}
