import NIOCore
import NIOPosix
import Persistence
import Purchases
import Server

/// Tells a receiver of webhooks that somebody may start beside the demonstration: everything is queued from the beginning,
/// and while nobody listens there nothing is sent, and nothing fails.
struct DemoWebhooks: Worker {
    /// How soon it looks again whether somebody listens†.
    private static let pace = TimeLength.seconds(10)
    /// How long a connection to this machine may take†.
    private static let patience = TimeAmount.milliseconds(500)

    private let access: StoreAccess
    private let receiver: WebhookReceiver
    private let telling: WebhookWorker
    private let port: Int

    /// What tells a receiver at a port of this machine.
    init(_ access: StoreAccess, to target: WebhookTarget, at port: Int) {
        (self.access, receiver) = (access, target.receiver)
        (telling, self.port) = (WebhookWorker(access, to: target, among: [target.receiver]), port)
    }

    /// The receiver at a port of this machine, with the secret of a file.
    ///
    /// - Throws: `SettingsError` where the file holds none.
    static func target(at port: Int, secretFile: String) throws -> WebhookTarget {
        var receiver = WebhookSettings(name: "demo", url: "http://127.0.0.1:\(port)/")
        receiver.secretFiles = [secretFile]
        receiver.allowsPrivate = true
        return try receiver.target(environment: [:])
    }

    var name: WorkerName { .webhooks }

    /// Sends what is due, if somebody listens.
    func work(at now: Instant) async throws -> WorkDone {
        guard await isHeard() else {
            let receiver = receiver
            _ = try await access.run { store, agent in
                try store.queueWebhooks(to: [receiver], by: agent, at: now)
            }
            return WorkDone(count: 0, next: now + DemoWebhooks.pace)
        }
        return try await telling.work(at: now)
    }

    private func isHeard() async -> Bool {
        let connection = try? await ClientBootstrap(group: NIOSingletons.posixEventLoopGroup)
            .connectTimeout(DemoWebhooks.patience).connect(host: "127.0.0.1", port: port).get()
        try? await connection?.close().get()
        return connection != nil
    }
}
