import Foundation
import HTTPTypes
package import Hummingbird
import Logging
import NIOCore
import Persistence
import Purchases

/// Where every request comes in: finds its route, asks for its key, keeps it within its ration, and makes an answer of
/// whatever comes of it.
package struct FrontDoor: HTTPResponder {
    /// What is known of a request before it is read.
    package struct Context: RequestContext {
        /// What Hummingbird needs.
        package var coreContext: CoreRequestContextStorage
        let peer: String

        /// Of a connection.
        package init(source: ApplicationRequestContextSource) {
            coreContext = .init(source: source)
            // A test without a network has no address.
            peer = source.channel.remoteAddress?.ipAddress ?? "local"
        }
    }

    /// The routes, all of them.
    package let endpoints: [Endpoint]
    private let keyring: Keyring
    private let clock: ServerClock
    private let limits: HTTPLimits
    private let bodies: BodyBudget
    private let metrics: PrometheusMetrics
    private let logger: Logger
    private let byKey: Rationing
    private let byAddress: Rationing
    private let refusals: Rationing

    init(
        _ endpoints: [Endpoint], keyring: Keyring, clock: ServerClock, limits: HTTPLimits,
        metrics: PrometheusMetrics, logger: Logger
    ) {
        (self.endpoints, self.keyring, self.clock) = (endpoints, keyring, clock)
        (self.limits, self.metrics, self.logger) = (limits, metrics, logger)
        bodies = BodyBudget(limit: limits.bodiesAtOnce)
        byKey = Rationing(limits.perKey)
        byAddress = Rationing(limits.perAddress)
        refusals = Rationing(limits.refusals)
    }

    package func respond(to request: Request, context: Context) async throws -> Response {
        let started = ContinuousClock.now
        let exchange = Exchange(
            request,
            from: limits.proxies.client(
                peer: context.peer, forwarded: request.headers[values: .forwardedFor].joined(separator: ",")),
            at: clock.now(), to: routes(at: request).first { $0.endpoint.method == request.method },
            lease: bodies.lease(), bodyLimit: limits.bodyBytes)
        var (response, code) = await response(to: exchange)
        response.headers[.requestID] = exchange.id
        response.headers[.contentTypeOptions] = "nosniff"
        note(exchange, response, code: code, started)
        return response
    }

    /// The routes at a request's path, whatever their method, with what stands for the names in it.
    private func routes(at request: Request) -> [(endpoint: Endpoint, parameters: [String: String])] {
        let parts = Endpoint.parts(of: request.uri.path)
        return endpoints.compactMap { endpoint in
            endpoint.parameters(in: parts).map { (endpoint, $0) }
        }
    }

    private func response(to exchange: Exchange) async -> (Response, code: String?) {
        do {
            return (try await answer(exchange), nil)
        } catch {
            var problem = Problem(error)
            // Nobody reads what is left of a body, and the connection is of no use before it is over.
            if exchange.request.method != .get, !exchange.lease.isWhole { problem.closes = true }
            if problem.isRefusal, exchange.isRationed { _ = refusals.take(exchange.address) }
            if problem.kind == .inside {
                logger.error(
                    "a request failed",
                    metadata: ["request": "\(exchange.id)", "error": "\(type(of: error))"])
            }
            return (problem.response(to: exchange.id), problem.code ?? problem.kind.rawValue)
        }
    }

    /// Answers, or throws in this order: no single host in the head, an address refused too often, no such route, the
    /// address's ration used up, no key for it, the key's ration used up. Guessing addresses are stopped before a key
    /// is looked at.
    private func answer(_ exchange: Exchange) async throws -> Response {
        var exchange = exchange
        // A proxy may read such a head as another request than we do: nothing more is read from this connection.
        guard exchange.request.head.authority != nil else {
            var problem = Problem(.badRequest, "A request names one Host.", code: "host")
            problem.closes = true
            throw problem
        }
        if exchange.isRationed, let wait = refusals.wait(of: exchange.address) { throw Problem.tooMany(wait) }
        guard let endpoint = exchange.endpoint else { throw noRoute(for: exchange.request) }
        if endpoint.isRationed { try exchange.take(from: byAddress, of: exchange.address) }
        if !endpoint.scopes.isEmpty {
            let key = try await keyring.key(
                in: exchange.header(.authorization), opening: endpoint.scopes)
            try exchange.take(from: byKey, of: String(key.id))
            exchange.key = key
        }
        return try await endpoint.answer(exchange)
    }

    private func noRoute(for request: Request) -> Problem {
        let methods = routes(at: request).map(\.endpoint.method.rawValue).sorted()
        guard !methods.isEmpty else { return Problem(.notFound, "There is nothing at this address.") }
        var problem = Problem(
            .methodNotAllowed, "This address answers \(methods.joined(separator: ", ")).")
        problem.allowed = methods
        return problem
    }

    /// Notes a request: its route and not its address, which names people; no header, no query, no body.
    private func note(
        _ exchange: Exchange, _ response: Response, code: String?, _ started: ContinuousClock.Instant
    ) {
        let length = ContinuousClock.now - started
        let (route, method) = (exchange.endpoint?.path ?? "-", exchange.request.method.rawValue)
        metrics.count(
            "makegood_http_requests_total",
            [
                "route": route, "method": exchange.endpoint == nil ? "-" : method,
                "status": String(response.status.code),
            ])
        metrics.note(length, as: "makegood_http_request_seconds", ["route": route])
        var metadata: Logger.Metadata = [
            "request": "\(exchange.id)", "method": "\(method.prefix(16))", "route": "\(route)",
            "status": "\(response.status.code)", "ms": "\(Int(length.seconds * 1000))",
        ]
        if let code { metadata["code"] = "\(code)" }
        logger.log(level: response.status.code >= 500 ? .warning : .info, "answered", metadata: metadata)
    }
}

extension Problem {
    /// An answer to somebody who asks too often.
    static func tooMany(_ wait: Int) -> Problem {
        Problem(.tooMany, "More requests came than are allowed: wait, then go on.", retryAfter: wait)
    }

    /// Whether it is the answer to somebody who may be guessing.
    fileprivate var isRefusal: Bool {
        switch kind {
        case .unauthorized, .wrongPassword, .wrongScope, .notAuthentic: true
        default: false
        }
    }
}

extension HTTPField.Name {
    static let forwardedFor = constant("x-forwarded-for")
    static let requestID = constant("x-request-id")
    static let contentTypeOptions = constant("x-content-type-options")
    static let idempotencyKey = constant("idempotency-key")

    /// The library takes any text, so its names are optional; those above are valid, and the other name is never used.
    private static func constant(_ name: String) -> HTTPField.Name { HTTPField.Name(name) ?? .cookie }
}
