import Foundation
import JSONValues
package import Logging
import Purchases

/// Asks Apple: the only place from which a question goes out.
///
/// It writes nothing and decides nothing about tickets: it answers documents as they came, or a typed error. One value
/// is one budget; copies share it.
package struct AppStoreAsker: Sendable {
    /// As whom, about what, and where it asks.
    package let access: AppStoreAccess
    let clock: AppStoreClock
    private let transport: any AppStoreTransport
    private let gate: AppStoreGate
    private let tokens: AppStoreTokens?
    private let logger: Logger

    /// A client with a budget of its own.
    package init(
        access: AppStoreAccess, transport: any AppStoreTransport, clock: AppStoreClock,
        logger: Logger = Logger(label: "app-store")
    ) {
        (self.access, self.transport, self.clock, self.logger) = (access, transport, clock, logger)
        gate = AppStoreGate(clock: clock)
        tokens = access.key.map { AppStoreTokens($0, for: access.bundleID) }
    }

    /// Asks no more than its part of what Apple allows, where so many servers ask with the same key.
    package func share(among servers: Int) async { await gate.share(among: servers) }

    /// How the places stand that are asked.
    package func statuses() async -> [PlaceStatus] {
        var statuses: [PlaceStatus] = []
        for environment in access.environments {
            for interface in AppStorePlace.Interface.allCases where access.canAsk(interface) {
                statuses.append(await gate.status(of: AppStorePlace(interface, in: environment)))
            }
        }
        return statuses
    }

    /// Asks one question in one place, once; a connection that broke is tried a second time.
    func ask(_ question: AppStoreQuestion, in environment: AppStoreEnvironment) async throws(AppStoreError)
        -> AppStoreReply
    {
        let place = AppStorePlace(question.endpoint.interface, in: environment)
        do {
            return try await askOnce(question, at: place)
        } catch .transport(.reset) where question.endpoint.isRepeatable {
            return try await askOnce(question, at: place)
        }
    }

    /// Asks in one environment where one is named. Else it asks the served one first, production before the sandbox,
    /// and the other where the first does not know the answer.
    func askAnywhere(
        _ question: AppStoreQuestion, in environment: AppStoreEnvironment? = nil
    ) async throws(AppStoreError) -> AppStoreReply {
        guard environment == nil else { return try await ask(question, in: environment ?? .production) }
        guard let first = access.environments.first else { throw .notServed }
        let answered: AppStoreError
        do {
            return try await ask(question, in: first)
        } catch  where error.asksElsewhere {
            answered = error
        }
        do {
            return try await ask(question, in: first == .production ? .sandbox : .production)
        } catch {
            // Where the other cannot be asked, what the first answered is all that is known.
            throw error.asksElsewhere ? error : answered
        }
    }

    private func askOnce(
        _ question: AppStoreQuestion, at place: AppStorePlace
    ) async throws(AppStoreError) -> AppStoreReply {
        let endpoint = question.endpoint
        guard access.canAsk(endpoint.interface), let address = access.addresses[place] else {
            throw .notConfigured(endpoint.interface)
        }
        try await gate.enter(endpoint, at: place)
        let started = clock.now()
        do {
            let request = try await request(question, at: address)
            let reply = try await carry(request, question, at: place)
            await gate.leave(endpoint, at: place, .answered)
            log(endpoint, place, since: started, nil)
            return reply
        } catch {
            let ending = ending(of: error, after: clock.now() - started)
            await gate.leave(endpoint, at: place, ending)
            log(endpoint, place, since: started, error)
            if case .refused = ending, endpoint.interface == .server { await tokens?.forget() }
            guard case .rateLimited = error else { throw error }
            throw .rateLimited(until: await gate.free(endpoint, at: place))
        }
    }

    private func request(
        _ question: AppStoreQuestion, at address: URL
    ) async throws(AppStoreError) -> AppStoreHTTPRequest {
        var headers = ["accept": "application/json", "user-agent": "makegood-server"]
        if question.endpoint.interface == .server {
            guard let tokens else { throw .notConfigured(.server) }
            headers["authorization"] = try await tokens.token(at: clock.now()).use { "Bearer \($0)" }
        }
        if question.body != nil { headers["content-type"] = "application/json" }
        return AppStoreHTTPRequest(
            method: question.endpoint.method, url: question.url(at: address), headers: headers,
            body: question.body)
    }

    private func carry(
        _ request: AppStoreHTTPRequest, _ question: AppStoreQuestion, at place: AppStorePlace
    ) async throws(AppStoreError) -> AppStoreReply {
        let response: AppStoreHTTPResponse
        do { response = try await transport.send(request) } catch { throw .transport(error) }
        let now = clock.now()
        await gate.heard(from: place, date: response.headers["date"].flatMap(HTTPDate.moment))
        let reply = try ReplyReader(response, at: now).reply(to: question, from: place.environment)
        try question.check(reply.json)
        return reply
    }

    /// How long Apple may take†: a caller that gives up later than that has met trouble, a sooner one only changed its
    /// mind.
    private static let longestAnswer = TimeLength.seconds(10)

    /// What an error means for the budget: whose fault it is decides how the circuit stands afterwards.
    private func ending(of error: AppStoreError, after time: TimeLength) -> AppStoreGate.Ending {
        switch error {
        case .transport(.cancelled) where time >= AppStoreAsker.longestAnswer: .troubled
        case .unauthorized: .refused(.unauthorized)
        case .status(21004, _): .refused(.wrongSecret)
        case .transport(.certificate): .refused(.untrusted)
        case .rateLimited(let until): .limited(until: until > .earliest ? until : nil)
        case .transport(.cancelled), .notConfigured: .abandoned
        default: error.isTrouble ? .troubled : .answered
        }
    }

    private func log(
        _ endpoint: AppStoreEndpoint, _ place: AppStorePlace, since start: Instant, _ error: AppStoreError?
    ) {
        logger.log(
            level: error == nil ? .debug : error?.isConfiguration == true ? .error : .notice,
            "asked the App Store",
            metadata: [
                "endpoint": "\(endpoint.name)", "place": "\(place)",
                "outcome": "\(error?.code ?? "answered")",
                "ms": "\((clock.now() - start).count)",
            ])
    }
}

/// What is asked: an endpoint with what it is asked about.
struct AppStoreQuestion: Sendable {
    let endpoint: AppStoreEndpoint
    /// What stands for the first `*` in its path.
    var subject = ""
    /// What stands for the second one.
    var detail = ""
    var query: [(name: String, value: String)] = []
    var body: Data?

    /// Its address below a place's.
    func url(at address: URL) -> URL {
        var parts = URLComponents(url: address, resolvingAgainstBaseURL: false) ?? URLComponents()
        let base =
            parts.percentEncodedPath.hasSuffix("/")
            ? String(parts.percentEncodedPath.dropLast()) : parts.percentEncodedPath
        let path = endpoint.path.replacing(
            "*", with: AppStoreQuestion.escaped(subject), maxReplacements: 1)
        parts.percentEncodedPath = base + path.replacing("*", with: AppStoreQuestion.escaped(detail))
        if !query.isEmpty {
            parts.percentEncodedQuery = query.map { name, value in
                "\(AppStoreQuestion.escaped(name))=\(AppStoreQuestion.escaped(value))"
            }.joined(separator: "&")
        }
        return parts.url ?? address
    }

    /// Throws what an answer says is wrong, where its HTTP status says nothing.
    func check(_ json: JSONValue) throws(AppStoreError) {
        guard endpoint.interface == .receipts else { return }
        guard let status = json["status"]?.wholeNumber else { throw .notJSON }
        guard ReceiptStatuses.isAnswer(status) else {
            let flag = json["is_retryable"] ?? json["is-retryable"]
            throw .status(status, isRetryable: flag?.flag)
        }
    }

    /// A text as one piece of a path or a query: whatever an id holds, it leads nowhere else.
    private static func escaped(_ text: String) -> String {
        let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_~".utf8)
        return text.utf8.map { byte in
            plain.contains(byte)
                ? String(UnicodeScalar(byte))
                : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }
}

/// An answer, read as far as the client must.
struct AppStoreReply: Sendable {
    let body: Data
    let json: JSONValue
    let environment: AppStoreEnvironment
    let receivedAt: Instant

    /// The answer as a document.
    func answer(_ kind: DocumentKind, orderID: OrderID? = nil) -> AppStoreAnswer {
        AppStoreAnswer(
            body: body, kind: kind, environment: environment, receivedAt: receivedAt, orderID: orderID)
    }
}

/// Reads an answer's status and JSON.
private struct ReplyReader {
    private let response: AppStoreHTTPResponse
    private let now: Instant

    init(_ response: AppStoreHTTPResponse, at now: Instant) { (self.response, self.now) = (response, now) }

    func reply(
        to question: AppStoreQuestion, from environment: AppStoreEnvironment
    ) throws(AppStoreError) -> AppStoreReply {
        switch response.status {
        case 200...299 where question.endpoint.mayAnswerNothing && response.body.isEmpty:
            return AppStoreReply(
                body: response.body, json: .object([:]), environment: environment, receivedAt: now)
        case 200...299: return try answered(environment)
        case 300...399: throw .redirected(response.status)
        // A bad token is answered without a body.
        case 401: throw .unauthorized(until: now + Circuit.configurationWait)
        case 429:
            throw .rateLimited(
                until: RetryAfter.moment(response.headers["retry-after"], at: now) ?? .earliest)
        default:
            guard let code = object?["errorCode"]?.wholeNumber else { throw .http(response.status) }
            guard code != 4_290_000 else {
                throw .rateLimited(
                    until: RetryAfter.moment(response.headers["retry-after"], at: now) ?? .earliest)
            }
            throw .api(code: code, http: response.status)
        }
    }

    private func answered(_ environment: AppStoreEnvironment) throws(AppStoreError) -> AppStoreReply {
        guard let object else { throw .notJSON }
        return AppStoreReply(
            body: response.body, json: object, environment: environment, receivedAt: now)
    }

    private var object: JSONValue? {
        guard let value = try? JSONValue(parsing: response.body), value.object != nil else { return nil }
        return value
    }
}

extension JSONValue {
    /// The whole number that it is, also when it is written as a text.
    var wholeNumber: Int? {
        switch self {
        case .integer(let number): Int(number)
        case .string(let text): Int(text)
        default: nil
        }
    }

    /// The flag that it is: a boolean, or 0 or 1 as a number or a text.
    var flag: Bool? {
        switch self {
        case .bool(let flag): flag
        case .integer(1), .string("1"), .string("true"): true
        case .integer(0), .string("0"), .string("false"): false
        default: nil
        }
    }
}
