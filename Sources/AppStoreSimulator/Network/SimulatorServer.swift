import AppStoreClient
import Foundation
import HTTPTypes
import Hummingbird
import JSONValues
package import Logging
import NIOCore
import NIOFoundationCompat
import Purchases
import ServiceLifecycle
import Synchronization

/// The simulated Apple behind HTTP, with its sender, until it is told to end.
///
/// One port serves both environments: `/production/…` and `/sandbox/…` stand before Apple's paths, `/simulator/…` is for
/// people and tests.
package struct SimulatorServer: Service {
    private let world: SharedAppStore
    private let clock: SimulatorClock
    private let sender: Sender
    private let host: String
    private let port: Int
    private let logger: Logger
    private let tell: @Sendable (SimulatorEvent) -> Void
    private let onListening: @Sendable (Int) async -> Void

    /// A server for a world.
    ///
    /// - Parameters:
    ///   - port: 0 takes any that is free; `onListening` says which.
    ///   - tell: hears of everything that happens.
    package init(
        _ world: SharedAppStore, clock: SimulatorClock, host: String = "127.0.0.1", port: Int = 0,
        sending addresses: Sender.Addresses = Sender.Addresses(), logger: Logger,
        tell: @escaping @Sendable (SimulatorEvent) -> Void = { _ in },
        onListening: @escaping @Sendable (Int) async -> Void = { _ in }
    ) {
        (self.world, self.clock, self.host, self.port, self.logger) = (world, clock, host, port, logger)
        (self.tell, self.onListening) = (tell, onListening)
        sender = Sender(world, to: addresses, tell: tell)
    }

    /// Serves and sends until the service group shuts down or the task is cancelled.
    package func run() async throws {
        let application = Application(
            responder: CallbackResponder<SimulatorContext> { try await answer($0, $1) },
            configuration: ApplicationConfiguration(
                address: .hostname(host, port: port), serverName: "simulator"),
            onServerRunning: { await onListening($0.localAddress?.port ?? port) }, logger: logger)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await application.run() }
            group.addTask { try await beat() }
            // Whichever ends first, by a wish or an error, ends the other.
            try await group.next()
            group.cancelAll()
        }
    }

    /// Sends what is due, ten times a second.
    private func beat() async throws {
        try await cancelWhenGracefulShutdown {
            do {
                while !Task.isCancelled {
                    try await sender.carry(upTo: clock.now)
                    try await Task.sleep(for: .milliseconds(100))
                }
            } catch is CancellationError {}
        }
    }

    private func answer(_ request: Request, _ context: SimulatorContext) async throws -> Response {
        let body = Data(buffer: try await request.body.collect(upTo: 8 * 1024 * 1024))
        let path = request.uri.path
        if path.hasPrefix("/simulator/") { return control(request, path, body) }
        // Relative to any host: the environment stands in the path.
        guard let url = URL(string: "http://localhost" + request.uri.string) else {
            return Response(status: .badRequest)
        }
        let question = SimulatorRequest(
            method: request.method.rawValue, url: url, authorization: request.headers[.authorization],
            body: body)
        let now = clock.now
        let answer = world.with { apple in
            apple.settle(at: now)
            return apple.respond(to: question)
        }
        tell(
            .asked(
                method: question.method, path: question.path, question.environment, status: answer.status,
                isBroken: answer.defect != nil))
        return try await response(answer, context)
    }

    private func response(_ answer: SimulatorResponse, _ context: SimulatorContext) async throws -> Response {
        switch answer.defect {
        case .down?, .reset?: try? await context.channel.close()
        case .slow(let milliseconds)?: try await Task.sleep(for: .milliseconds(milliseconds))
        case .half?, nil: break
        }
        var headers = HTTPFields()
        for (name, value) in answer.headers {
            if let field = HTTPField.Name(name) { headers[field] = value }
        }
        let bytes = ByteBuffer(data: answer.body)
        guard answer.defect == .half else {
            return Response(
                status: .init(code: answer.status), headers: headers, body: ResponseBody(byteBuffer: bytes))
        }
        let channel = context.channel
        return Response(
            status: .init(code: answer.status), headers: headers,
            body: ResponseBody(contentLength: bytes.readableBytes) { writer in
                let half = bytes.getSlice(at: bytes.readerIndex, length: bytes.readableBytes / 2)
                try await writer.write(half ?? ByteBuffer())
                try await channel.close()
                throw ChannelError.alreadyClosed
            })
    }

    private func control(_ request: Request, _ path: String, _ body: Data) -> Response {
        let command = String(path.dropFirst("/simulator/".count))
        let arguments = body.isEmpty ? .object([:]) : (try? JSONValue(parsing: body))
        guard let arguments, arguments.object != nil else {
            return json(.object(["error": .string("the body is no JSON object")]), .badRequest)
        }
        let control = SimulatorControl(command: command, arguments: arguments)
        if request.method == .post, command == "advance" {
            guard case .integer(let seconds)? = arguments["seconds"], (1...315_360_000).contains(seconds)
            else {
                return json(.object(["error": .string("say how many seconds")]), .badRequest)
            }
            clock.turn(by: .seconds(seconds))
            tell(.act("advance \(seconds) s"))
            return json(.object(["now": .string(clock.now.description)]), .ok)
        }
        do {
            let now = clock.now
            let answer = try world.withWorld { world in
                world.apple.settle(at: now)
                return try request.method == .get ? control.show(world) : control.act(in: &world)
            }
            if request.method != .get { tell(.act(control.words)) }
            return json(answer, .ok)
        } catch {
            return json(.object(["error": .string(String(describing: error))]), .unprocessableContent)
        }
    }

    private func json(_ value: JSONValue, _ status: HTTPResponse.Status) -> Response {
        Response(
            status: status, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: value.canonicalText + "\n")))
    }
}

/// A request's context that knows its connection, so that it can be broken.
struct SimulatorContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }
}
