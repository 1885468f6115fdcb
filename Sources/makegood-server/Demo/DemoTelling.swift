import NIOCore
import NIOPosix
import Purchases
import Server

/// Tells a receiver of webhooks that somebody may start beside the demonstration: nothing is sent, and nothing fails, while
/// nobody listens there.
struct DemoTelling: Worker {
    /// How soon it looks again whether somebody listens†.
    private static let pace = TimeLength.seconds(10)
    /// How long a connection to this machine may take†.
    private static let patience = TimeAmount.milliseconds(500)

    private let telling: WebhookWorker
    private let port: Int

    /// What tells a receiver at a port of this machine.
    init(_ access: StoreAccess, to target: WebhookTarget, at port: Int) {
        (telling, self.port) = (WebhookWorker(access, to: [target]), port)
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

    /// `webhooks`.
    var name: WorkerName { .webhooks }

    /// Sends what is due, if somebody listens.
    func work(at now: Instant) async throws -> WorkDone {
        guard await isHeard() else { return WorkDone(count: 0, next: now + DemoTelling.pace) }
        return try await telling.work(at: now)
    }

    private func isHeard() async -> Bool {
        let connection = try? await ClientBootstrap(group: NIOSingletons.posixEventLoopGroup)
            .connectTimeout(DemoTelling.patience).connect(host: "127.0.0.1", port: port).get()
        try? await connection?.close().get()
        return connection != nil
    }
}
