import AppStoreClient
import Foundation
import HTTPTypes
import Hummingbird
import Persistence
import Server
import Synchronization

/// A backend that listens for webhooks on this machine, keeps what it heard, and answers as told.
final class Backend: Sendable {
    /// A call.
    struct Heard: Hashable, Sendable {
        let id: String
        let timestamp: Int64
        let signature: String
        let body: String
        var contentType = ""
    }

    /// How it answers.
    struct Reply: Sendable {
        var status = HTTPResponse.Status.noContent
        var headers = HTTPFields()
    }

    let heard = Mutex<[Heard]>([])
    private let replies: Mutex<[Reply]>

    /// A backend that answers one after the other, and 204 when all are given.
    init(_ replies: [Reply] = []) { self.replies = Mutex(replies) }

    /// The ids of what it heard, in order.
    var ids: [String] { heard.withLock { $0.map(\.id) } }

    /// The types of what it heard, in order.
    var types: [String] {
        heard.withLock { heard in
            heard.map {
                $0.body.split(separator: "\"type\":\"").last?.split(separator: "\"").first.map(String.init)
                    ?? ""
            }
        }
    }

    /// Listens while something is done.
    func run(_ body: @escaping @Sendable (_ address: String) async throws -> Void) async throws {
        let router = Router()
        router.post("/hook") { [self] request, _ in
            let text = String(buffer: try await request.body.collect(upTo: 1 << 20))
            func header(_ name: String) -> String {
                request.headers.first { $0.name.canonicalName == name }?.value ?? ""
            }
            heard.withLock {
                $0.append(
                    Heard(
                        id: header("webhook-id"), timestamp: Int64(header("webhook-timestamp")) ?? 0,
                        signature: header("webhook-signature"), body: text,
                        contentType: header("content-type")))
            }
            let reply = replies.withLock { $0.isEmpty ? Reply() : $0.removeFirst() }
            return Response(status: reply.status, headers: reply.headers)
        }
        router.post("/elsewhere") { [self] _, _ in
            heard.withLock { $0.append(Heard(id: "elsewhere", timestamp: 0, signature: "", body: "")) }
            return Response(status: .ok)
        }
        let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
        let application = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in
                continuation.yield(channel.localAddress?.port ?? 0)
                continuation.finish()
            })
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await application.runService(gracefulShutdownSignals: []) }
            var port = 0
            for await found in ports { port = found }
            try await body("http://127.0.0.1:\(port)/hook")
            group.cancelAll()
        }
    }
}

extension WebhookTarget {
    /// The secret of the convention's own example, and another.
    static let secrets = [
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        "whsec_" + Data(repeating: 7, count: 32).base64EncodedString(),
    ]

    /// A receiver on this machine, with the first secrets.
    static func of(
        _ address: String, name: String = "shop", types: Set<String>? = nil, secrets count: Int = 1
    ) throws -> WebhookTarget {
        var settings = WebhookSettings(name: name, url: address)
        (settings.allowsPrivate, settings.types) = (true, types)
        let variable = "MAKEGOOD_WEBHOOK_SECRET_\(name.uppercased())"
        return try settings.target(environment: [variable: secrets.prefix(count).joined(separator: " ")])
    }
}
