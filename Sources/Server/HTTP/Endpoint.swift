import Foundation
public import HTTPTypes
import Hummingbird
import Logging
public import Persistence
import Purchases

/// One route: what it is called, whom it answers, and what it does.
public struct Endpoint: Sendable {
    /// The method.
    public let method: HTTPRequest.Method
    /// The path, as OpenAPI writes it: `/v1/customers/{id}/access`.
    public let path: String
    /// Whose keys open it; none: everybody.
    public let scopes: Set<APIScope>
    /// Whether it counts against what an address may ask. Apple's does not: its addresses are few, and what it is refused it
    /// repeats an hour later.
    public let isRationed: Bool
    let answer: @Sendable (Exchange) async throws -> Response

    /// A route.
    init(
        _ method: HTTPRequest.Method, _ path: String, for scopes: Set<APIScope> = [], isRationed: Bool = true,
        answer: @escaping @Sendable (Exchange) async throws -> Response
    ) {
        (self.method, self.path, self.scopes) = (method, path, scopes)
        (self.isRationed, self.answer) = (isRationed, answer)
    }

    /// What stands for the names in its path, where a path is one of its; nil where it is not.
    func parameters(in parts: [Substring]) -> [String: String]? {
        let template = path.split(separator: "/")
        guard template.count == parts.count else { return nil }
        var parameters: [String: String] = [:]
        for (name, part) in zip(template, parts) {
            guard name.hasPrefix("{") else {
                guard name == part else { return nil }
                continue
            }
            guard let value = part.removingPercentEncoding, !value.isEmpty else { return nil }
            parameters[String(name.dropFirst().dropLast())] = value
        }
        return parameters
    }
}

/// A request under way, as a route sees it.
struct Exchange: Sendable {
    /// Its number in the log and in the answer.
    let id: String
    /// The present.
    let now: Instant
    /// What stands for the names in the path.
    let parameters: [String: String]
    /// The key that it came with; nil where the route needs none.
    let key: APIKey?
    /// Where notes about it go.
    let logger: Logger
    let request: Request
    let lease: BodyBudget.Lease
    let bodyLimit: Int
    let charge: @Sendable (_ more: Int) -> Void

    /// Counts what the request brings against the rations of its key and its address: each document as a request.
    func count(_ documents: Int) { charge(documents - 1) }

    /// A header's value.
    func header(_ name: HTTPField.Name) -> String? { request.headers[name] }

    /// What stands for a name in the query, each name once.
    ///
    /// - Throws: `Problem` for a name that the route does not know, or one that comes twice.
    func query(_ known: String...) throws -> [String: String] {
        var values: [String: String] = [:]
        for (name, value) in request.uri.queryParameters {
            let name = String(name)
            guard known.contains(name) else {
                throw Problem(
                    .badRequest,
                    known.isEmpty
                        ? "This address takes no query." : "The query takes \(known.joined(separator: ", "))."
                )
            }
            guard values.updateValue(String(value), forKey: name) == nil else {
                throw Problem(.badRequest, "\(name) stands twice in the query: give it once.")
            }
        }
        return values
    }

    /// The body, whole.
    ///
    /// - Throws: `Problem` where it is too large, or where too many bodies are on their way at once.
    func body() async throws -> Data {
        if let encoding = header(.contentEncoding), encoding.lowercased() != "identity" {
            throw Problem(.unsupportedType, "Compressed bodies are not taken: send it as it is.")
        }
        if let length = header(.contentLength).flatMap(Int.init), length > bodyLimit { throw tooLarge }
        var body = Data()
        do {
            for try await part in request.body {
                guard body.count + part.readableBytes <= bodyLimit else { throw tooLarge }
                guard lease.take(part.readableBytes) else { throw tooManyBodies }
                body.append(contentsOf: part.readableBytesView)
            }
        } catch let problem as Problem {
            throw problem
        } catch {
            // Whoever sent it has left, and hears nothing of this; the log should not call it a failure of ours.
            throw Problem(.badRequest, "The body ended too early: send it again.", code: "cut_off")
        }
        lease.isWhole = true
        return body
    }

    private var tooManyBodies: Problem {
        var problem = Problem(
            .unavailable, "Too many bodies are on their way: try again shortly.", code: "busy", retryAfter: 1)
        problem.closes = true
        return problem
    }

    private var tooLarge: Problem {
        var problem = Problem(.tooLarge, "The body may have \(bodyLimit) bytes: send its parts one by one.")
        problem.closes = true
        return problem
    }

    /// The body's type without its parameters, in small letters; nil where none is said.
    var contentType: String? {
        header(.contentType)?.split(separator: ";").first?.trimmingCharacters(in: .whitespaces).lowercased()
    }

    /// Refuses a body of another type than JSON, or than the other types given.
    func requireType(_ others: String...) throws {
        guard let type = contentType, type != "application/json", !others.contains(type) else { return }
        throw Problem(.unsupportedType, "The body must be application/json.")
    }

    /// Refuses what a form of a web page sends; Apple's own type need not be known for that.
    func refuseForms() throws {
        let forms = ["application/x-www-form-urlencoded", "multipart/form-data"]
        guard let type = contentType, forms.contains(type) else { return }
        throw Problem(.unsupportedType, "The body must be application/json.")
    }
}
