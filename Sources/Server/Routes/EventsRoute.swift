import Foundation
import Hummingbird
import JSONAnswers
package import JSONValues
import Persistence
import Purchases

/// Tells what became of a customer's entitlements, one after the other, for backends that ask rather than being called.
struct EventsRoute: Sendable {
    let parts: ServerParts

    var endpoint: Endpoint {
        Endpoint(.get, "/v1/customers/{id}/entitlements/events", for: [.backend]) { try await answer($0) }
    }

    private func answer(_ exchange: Exchange) async throws -> Response {
        let query = try exchange.query("after", "limit")
        let after = try query["after"].map { try EventsRoute.number($0, "after", 0...Int64.max) }
        let limit = try query["limit"].map { try EventsRoute.number($0, "limit", 1...1000) } ?? 100
        let customer = AppUserID(exchange.parameters["id"] ?? "")
        do {
            let page = try await parts.store.ask { store in
                try store.entitlementEvents(of: customer, after: after, limit: Int(limit))
            }
            if let after, after < page.earliest { throw EventsRoute.gone(page.earliest) }
            var response = Response.json(page.json)
            response.headers[.cacheControl] = "private, no-cache"
            return response
        } catch let error as StoreError where error.code == .notFound {
            throw Problem(.unknownCustomer, "There is no customer of that id.")
        }
    }

    /// Events are kept for a time; a backend that missed some goes on from the access of now.
    private static func gone(_ earliest: Int64) -> Problem {
        var problem = Problem(
            .eventsGone,
            "Events after that one are not kept any more: read the customer's access, then ask after \(earliest)."
        )
        problem.earliest = String(earliest)
        return problem
    }

    private static func number(_ text: String, _ name: String, _ range: ClosedRange<Int64>) throws -> Int64 {
        guard let number = Int64(text), range.contains(number) else {
            throw Problem(
                .badRequest,
                "\(name) is a whole number from \(range.lowerBound) to \(range.upperBound).")
        }
        return number
    }
}

extension EntitlementEventPage: JSONEncodable {
    package var json: JSONValue {
        .object(["events": events, "next": isMore ? String(last) : nil, "last": String(last)])
    }
}

extension EntitlementEvent: JSONEncodable {
    package var json: JSONValue {
        let holding = news.holding
        return .object([
            "id": String(id), "app_user_id": customer, "kind": news.kind.rawValue,
            "entitlement": holding.entitlement, "from": holding.span.from, "until": holding.span.until,
            "source": holding.source, "source_id": holding.sourceID, "at": at,
        ])
    }
}
