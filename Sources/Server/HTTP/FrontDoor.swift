import Foundation
import HTTPTypes
public import Hummingbird
import Logging
import NIOCore
import Persistence
public import Purchases

/// Where every request comes in: finds its route, asks for its key, keeps it within its ration, and makes an answer of
/// whatever comes of it.
public struct FrontDoor: HTTPResponder {
    /// What is known of a request before it is read.
    public struct Context: RequestContext {
        /// What Hummingbird needs.
        public var coreContext: CoreRequestContextStorage
        let peer: String

        /// Of a connection.
        public init(source: ApplicationRequestContextSource) {
            coreContext = .init(source: source)
            // A test without a network has no address.
            peer = source.channel.remoteAddress?.ipAddress ?? "local"
        }
    }

    /// The routes, all of them.
    public let endpoints: [Endpoint]
    private let keyring: Keyring
    private let clock: ServerClock
    private let limits: HTTPLimits
    private let bodies: BodyBudget
    private let meters: HTTPMeters
    private let logger: Logger
    private let byKey: Rationing
    private let byAddress: Rationing
    private let refusals: Rationing

    init(
        _ endpoints: [Endpoint], keyring: Keyring, clock: ServerClock, limits: HTTPLimits,
        meters: HTTPMeters, logger: Logger
    ) {
        (self.endpoints, self.keyring, self.clock) = (endpoints, keyring, clock)
        (self.limits, self.meters, self.logger) = (limits, meters, logger)
        bodies = BodyBudget(limit: limits.bodiesAtOnce)
        byKey = Rationing(limits.perKey)
        byAddress = Rationing(limits.perAddress)
        refusals = Rationing(limits.refusals)
    }

    /// Answers a request.
    public func respond(to request: Request, context: Context) async throws -> Response {
        let started = ContinuousClock.now
        let visit = Visit(
            id: String(UInt64.random(in: .min ... .max), radix: 16),
            address: limits.proxies.client(
                peer: context.peer, forwarded: request.headers[values: .forwardedFor].joined(separator: ",")),
            endpoint: endpoint(for: request), lease: bodies.lease())
        var (response, code) = await response(to: request, visit)
        response.headers[.requestID] = visit.id
        response.headers[.contentTypeOptions] = "nosniff"
        note(request, visit, response, code: code, started)
        return response
    }

    /// One request from one place.
    private struct Visit {
        let id: String
        let address: String
        let endpoint: Found
        let lease: BodyBudget.Lease

        /// Whether the address has its ration: Apple's few addresses must never be shut out by what others sent.
        var isRationed: Bool {
            if case .route(let endpoint, _) = endpoint { endpoint.isRationed } else { true }
        }
    }

    private enum Found {
        case route(Endpoint, [String: String])
        case otherMethods([String])
        case nothing

        var path: String? { if case .route(let endpoint, _) = self { endpoint.path } else { nil } }
    }

    private func endpoint(for request: Request) -> Found {
        let path = request.uri.path
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        let matching = endpoints.compactMap { endpoint in
            endpoint.parameters(in: Array(parts)).map { (endpoint, $0) }
        }
        if let (endpoint, parameters) = matching.first(where: { $0.0.method == request.method }) {
            return .route(endpoint, parameters)
        }
        return matching.isEmpty ? .nothing : .otherMethods(matching.map(\.0.method.rawValue).sorted())
    }

    private func response(to request: Request, _ visit: Visit) async -> (Response, code: String?) {
        do {
            return (try await answer(request, visit), nil)
        } catch {
            var problem = Problem(error)
            // Nobody reads what is left of a body, and the connection is of no use before it is over.
            if request.method != .get, !visit.lease.isWhole { problem.closes = true }
            if problem.isRefusal, visit.isRationed { _ = refusals.take(visit.address) }
            if problem.kind == .inside {
                logger.error(
                    "a request failed", metadata: ["request": "\(visit.id)", "error": "\(type(of: error))"])
            }
            return (problem.response(to: visit.id), problem.code ?? problem.kind.rawValue)
        }
    }

    private func answer(_ request: Request, _ visit: Visit) async throws -> Response {
        // Whoever reads it as another request than we do must not go on on this connection.
        guard request.head.authority != nil else {
            var problem = Problem(.badRequest, "A request names one Host.", code: "host")
            problem.closes = true
            throw problem
        }
        if visit.isRationed, let wait = refusals.wait(of: visit.address) { throw Problem.tooMany(wait) }
        switch visit.endpoint {
        case .nothing: throw Problem(.notFound, "There is nothing at this address.")
        case .otherMethods(let methods):
            var problem = Problem(
                .methodNotAllowed, "This address answers \(methods.joined(separator: ", ")).")
            problem.allowed = methods
            throw problem
        case .route(let endpoint, let parameters):
            if endpoint.isRationed, let wait = byAddress.take(visit.address) { throw Problem.tooMany(wait) }
            let key = try await key(of: request, for: endpoint)
            let exchange = Exchange(
                id: visit.id, now: clock.now(), parameters: parameters, key: key,
                logger: logger, request: request, lease: visit.lease, bodyLimit: limits.bodyBytes,
                charge: charging(key, endpoint.isRationed ? visit.address : nil))
            return try await endpoint.answer(exchange)
        }
    }

    /// What counts more than one against what a key and an address may ask.
    private func charging(_ key: APIKey?, _ address: String?) -> @Sendable (Int) -> Void {
        { [byKey, byAddress] more in
            if let key { byKey.charge(String(key.id), more) }
            if let address { byAddress.charge(address, more) }
        }
    }

    private func key(of request: Request, for endpoint: Endpoint) async throws -> APIKey? {
        guard !endpoint.scopes.isEmpty else { return nil }
        let key = try await keyring.key(in: request.headers[.authorization], opening: endpoint.scopes)
        if let wait = byKey.take(String(key.id)) { throw Problem.tooMany(wait) }
        return key
    }

    /// Notes a request: its route and not its address, which names people; no header, no query, no body.
    private func note(
        _ request: Request, _ visit: Visit, _ response: Response, code: String?,
        _ started: ContinuousClock.Instant
    ) {
        let length = ContinuousClock.now - started
        let route = visit.endpoint.path ?? "-"
        meters.answered(
            route: route, method: visit.endpoint.path == nil ? "-" : request.method.rawValue,
            status: response.status.code, length: length)
        var metadata: Logger.Metadata = [
            "request": "\(visit.id)", "method": "\(request.method.rawValue.prefix(16))", "route": "\(route)",
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

    /// What an error means for whoever asked over the network: nothing of this host.
    init(_ error: any Error) {
        switch error {
        case let problem as Problem: self = problem
        case let error as GathererError:
            self.init(
                .unavailable,
                error == .full ? "More waits than can be written: try again shortly." : "The server stops.",
                code: error == .full ? "full" : "stopping", retryAfter: error == .full ? 2 : 5)
        case let error as StoreError:
            switch error.code {
            case .busy, .unavailable, .damaged, .configuration, .refused:
                self.init(
                    .unavailable, "The store cannot be used just now: try again shortly.",
                    code: "store_\(error.code.rawValue)", retryAfter: error.code == .busy ? 2 : 30)
            case .notFound: self.init(.notFound, "There is nothing of that name.")
            case .conflict: self.init(.keyUsed, "It was done otherwise before.")
            case .usage: self.init(.badRequest, "The request makes no sense as it stands.")
            }
        case is CancellationError:
            self.init(.unavailable, "The server stops.", code: "stopping", retryAfter: 5)
        default: self.init(.inside, "Something failed that has no name here.")
        }
    }
}

extension HTTPField.Name {
    static let forwardedFor = constant("x-forwarded-for")
    static let requestID = constant("x-request-id")
    static let contentTypeOptions = constant("x-content-type-options")
    static let idempotencyKey = constant("idempotency-key")

    /// Names that are written out here are names; what is none would be said by the first test.
    private static func constant(_ name: String) -> HTTPField.Name { HTTPField.Name(name) ?? .cookie }
}

/// How much of what is taken from the network.
public struct HTTPLimits: Hashable, Sendable {
    /// The most bytes of a body.
    public var bodyBytes = 4 << 20
    /// The most bytes of all bodies that are on their way at once.
    public var bodiesAtOnce = 128 << 20
    /// The most connections at once; more are closed at once.
    public var connections = 512
    /// How long the head of a request, and then its body, may take.
    public var requestTime = TimeLength.seconds(15)
    /// How long an answer may take, until it is read: longer than Apple and the store's lock are waited for†.
    public var answerTime = TimeLength.seconds(60)
    /// How long a connection may stay open between requests.
    public var idleTime = TimeLength.seconds(60)
    /// What a key may ask.
    public var perKey = Ration(perSecond: 500, atOnce: 2000)
    /// What an address may ask, Apple's route apart.
    public var perAddress = Ration(perSecond: 100, atOnce: 400)
    /// How often an address may be refused before it is not listened to.
    public var refusals = Ration(perSecond: 2, atOnce: 100)
    /// Whose word about whom they ask for is taken.
    public var proxies = TrustedProxies.none

    /// The limits as they are unless somebody sets them.
    public init() {}
}
