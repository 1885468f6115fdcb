import Foundation
import HTTPTypes
import Hummingbird
import Persistence
import Purchases

/// A request under way, as a route sees it.
struct Exchange: Sendable {
    /// Its number in the log and in the answer.
    let id = String(UInt64.random(in: .min ... .max), radix: 16)
    let request: Request
    /// Whom it is from.
    let address: String
    let now: Instant
    /// Its route; nil where there is none.
    let endpoint: Endpoint?
    /// What stands for the names in the path.
    let parameters: [String: String]
    let lease: BodyBudget.Lease
    let bodyLimit: Int
    /// The key that it came with; nil where the route needs none.
    var key: APIKey?
    private var rations: [(Rationing, name: String)] = []

    /// A request that has come.
    init(
        _ request: Request, from address: String, at now: Instant,
        to route: (endpoint: Endpoint, parameters: [String: String])?, lease: BodyBudget.Lease, bodyLimit: Int
    ) {
        (self.request, self.address, self.now) = (request, address, now)
        (endpoint, parameters) = (route?.endpoint, route?.parameters ?? [:])
        (self.lease, self.bodyLimit) = (lease, bodyLimit)
    }

    /// Whether the address has its ration: Apple's few addresses must never be shut out by what others sent.
    var isRationed: Bool { endpoint?.isRationed ?? true }

    /// Takes the request from the ration of a key or an address.
    ///
    /// - Throws: `Problem` where it is used up.
    mutating func take(from rationing: Rationing, of name: String) throws {
        if let wait = rationing.take(name) { throw Problem.tooMany(wait) }
        rations.append((rationing, name))
    }

    /// Counts what the request brings against the rations of its key and its address: each document as a request.
    func count(_ documents: Int) {
        for (rationing, name) in rations { rationing.charge(name, documents - 1) }
    }

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
                guard lease.take(part.readableBytes) else {
                    throw Problem(
                        .unavailable, "Too many bodies are on their way: try again shortly.", code: "busy",
                        retryAfter: 1)
                }
                body.append(contentsOf: part.readableBytesView)
            }
        } catch let problem as Problem {
            throw problem
        } catch {
            // The sender has left, and hears nothing of this; the log should not call it a failure of ours.
            throw Problem(.badRequest, "The body ended too early: send it again.", code: "cut_off")
        }
        lease.isWhole = true
        return body
    }

    private var tooLarge: Problem {
        Problem(.tooLarge, "The body may have \(bodyLimit) bytes: send its parts one by one.")
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
