import AsyncHTTPClient
package import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
package import Purchases

/// Carries notifications and the app's requests to the server that is tried, and says what came of them.
package struct Sender: Sendable {
    /// Where things go; what has no address is not sent.
    package struct Addresses: Sendable {
        /// Where Apple sends notifications.
        package var notifications: URL?
        /// The server of the app, in front of its routes.
        package var server: URL?
        /// The app's API key.
        package var appKey: String?

        /// No addresses.
        package init(notifications: URL? = nil, server: URL? = nil, appKey: String? = nil) {
            (self.notifications, self.server, self.appKey) = (notifications, server, appKey)
        }
    }

    private let world: SharedAppStore
    private let addresses: Addresses
    private let client = HTTPClient.shared
    private let tell: @Sendable (SimulatorEvent) -> Void
    private static let atOnce = 8

    /// A sender between a world and a server.
    package init(
        _ world: SharedAppStore, to addresses: Addresses, tell: @escaping @Sendable (SimulatorEvent) -> Void
    ) {
        (self.world, self.addresses, self.tell) = (world, addresses, tell)
    }

    /// Turns the world's clock and sends what is due, until nothing is left that is due now.
    ///
    /// - Throws: what signing throws, and cancellation.
    package func carry(upTo moment: Instant) async throws {
        while true {
            let step = try world.withWorld { try $0.advance(to: moment) }
            let (deliveries, requests) = (step.deliveries, step.requests)
            if deliveries.isEmpty && requests.isEmpty { return }
            // A receipt says what a notification says, too; Apple's word goes first, as it mostly does.
            try await inParallel(deliveries) { await deliver($0) }
            try await inParallel(requests) { await send($0) }
            try Task.checkCancellation()
        }
    }

    private func inParallel<Item: Sendable>(
        _ items: [Item], _ work: @escaping @Sendable (Item) async -> Void
    ) async throws {
        await withTaskGroup(of: Void.self) { group in
            for (index, item) in items.enumerated() {
                if index >= Sender.atOnce { await group.next() }
                group.addTask { await work(item) }
            }
        }
    }

    private func deliver(_ delivery: Delivery) async {
        guard let url = addresses.notifications else {
            world.with { $0.delivered(delivery, .unreachable) }
            return
        }
        let (result, _) = await post(delivery.body, to: url, headers: [:])
        world.with { $0.delivered(delivery, result) }
        tell(.notification(delivery, result))
    }

    private func send(_ request: AppRequest) async {
        var (status, body): (Int?, Data) = (nil, Data())
        if let server = addresses.server {
            var headers = ["idempotency-key": request.key]
            if let key = addresses.appKey { headers["authorization"] = "Bearer \(key)" }
            let (result, answer) = await post(
                request.body, to: server.appending(path: request.path), headers: headers)
            if case .answered(let code) = result { status = code }
            body = answer
        }
        let (code, answer) = (status, body)
        world.withWorld { world in
            world.app.answered(request, status: code, body: answer, at: world.apple.now, from: &world.apple)
        }
        if addresses.server != nil { tell(.request(request, code)) }
    }

    private func post(_ body: Data, to url: URL, headers: [String: String]) async -> (DeliveryResult, Data) {
        var request = HTTPClientRequest(url: url.absoluteString)
        request.method = .POST
        request.headers.add(name: "content-type", value: "application/json")
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        request.body = .bytes(ByteBuffer(data: body))
        do {
            let answer = try await client.execute(request, timeout: .seconds(30))
            let bytes = try await answer.body.collect(upTo: 16 * 1024 * 1024)
            return (.answered(Int(answer.status.code)), Data(buffer: bytes))
        } catch let error as HTTPClientError where error == .deadlineExceeded || error == .readTimeout {
            return (.timedOut, Data())
        } catch {
            return (.unreachable, Data())
        }
    }
}

/// Something that the simulator did, to be told on its terminal.
package enum SimulatorEvent: Sendable {
    /// A notification was sent.
    case notification(Delivery, DeliveryResult)
    /// A device sent something; the status, nil for no answer.
    case request(AppRequest, Int?)
    /// Apple was asked.
    case asked(method: String, path: String, AppStoreEnvironment, status: Int, isBroken: Bool)
    /// Somebody did something by the control routes.
    case act(String)
}
