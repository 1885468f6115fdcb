import AppStore
import Foundation
import HTTPTypes
import Hummingbird
import JSONAnswers
import JSONValues
import Persistence
import Purchases

/// Says what a customer may use: the same answer as `makegood access --json`.
struct AccessRoute: Sendable {
    /// The longest that an answer may be kept without asking again†: a refund or a grant is not foreseen.
    static let longestAge = TimeLength.seconds(300)

    let parts: ServerParts

    var endpoint: Endpoint {
        Endpoint(.get, "/v1/customers/{id}/access", for: [.backend]) { try await answer($0) }
    }

    private func answer(_ exchange: Exchange) async throws -> Response {
        let query = try exchange.query("entitlement", "at")
        let asked = query["entitlement"].map(EntitlementID.init)
        let customer = AppUserID(exchange.parameters["id"] ?? "")
        let at = try query["at"].map(AccessRoute.moment)
        let moment = at ?? exchange.now
        let found = try await parts.store.ask { store in
            try store.customerStanding(customer, at: moment)
        }
        guard let standing = found else {
            throw Problem(.unknownCustomer, "There is no customer of that id.")
        }
        let answer = AccessAnswer(standing, asking: asked)
        var response =
            answer.isKnown(to: exchange.header(.ifNoneMatch))
            ? Response(status: .notModified) : Response.json(answer.json)
        response.headers[.eTag] = answer.tag
        response.headers[.cacheControl] = at == nil ? answer.cacheControl : "private, no-cache"
        return response
    }

    private static func moment(_ text: String) throws -> Instant {
        guard let moment = Instant(text) else {
            throw Problem(
                .badRequest,
                Instant.isWithoutZone(text)
                    ? "at is a time without a zone: end it with Z for UTC, or with an offset such as +02:00."
                    : "at is no time: write RFC 3339 such as 2021-08-10T00:00:00Z, or a date.")
        }
        return moment
    }
}

/// An answer about access, with its entity tag and the time for which it may be cached.
struct AccessAnswer {
    let json: JSONValue
    /// Changes with the answer. It is a weak one: the moment asked for is another each time, and all else is the same.
    let tag: String
    private let standing: AccessSnapshot
    private let verdicts: [EntitlementAccess]

    /// The answer about one entitlement, or about all.
    init(_ standing: AccessSnapshot, asking asked: EntitlementID?) {
        self.standing = standing
        verdicts = standing.access.verdicts(at: standing.at, asking: asked)
        json = .access(standing, verdicts)
        var members = json.object ?? [:]
        members["at"] = nil
        let text = JSONValue.object(members).canonicalText
        tag = "W/\"\(JSONValue.digest(ofCanonicalText: text).prefix(32))\""
    }

    /// Whether an `If-None-Match` header names this answer, so that 304 is enough.
    func isKnown(to header: String?) -> Bool {
        guard let header else { return false }
        let opaque = AccessAnswer.opaque(tag)
        return header.split(separator: ",").contains { part in
            let known = part.trimmingCharacters(in: .whitespaces)
            return known == "*" || AccessAnswer.opaque(known) == opaque
        }
    }

    /// How long it may be kept: up to the next change that the clock brings, and no longer than a refund may go unseen.
    var cacheControl: String {
        let next = standing.nextChange(of: verdicts).map { $0 - standing.at } ?? AccessRoute.longestAge
        let age = min(next, AccessRoute.longestAge).wholeSeconds
        return "private, max-age=\(age), must-revalidate"
    }

    private static func opaque(_ tag: String) -> String {
        tag.hasPrefix("W/") ? String(tag.dropFirst(2)) : tag
    }
}
