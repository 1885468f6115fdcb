import Foundation
import Hummingbird
import JSONAnswers
import JSONValues
import Persistence
import Purchases

/// `POST /v1/receipts`: takes in a customer's receipt or signed transactions (`ReceiptEvidence`), and answers what the
/// customer may use.
///
/// A backend is answered the whole customer. An app's key lies in everybody's hands: it is answered what rests on the chains
/// of its own evidence, and the same of customers who are known and who are not.
struct ReceiptRoute: Sendable {
    private static let origin = "POST /v1/receipts"

    let parts: ServerParts

    var endpoint: Endpoint {
        Endpoint(.post, "/v1/receipts", for: [.app, .backend]) { try await answer($0) }
    }

    private func answer(_ exchange: Exchange) async throws -> Response {
        try exchange.requireType()
        let body = try await exchange.body()
        let key = try exchange.idempotencyKey(for: body)
        let evidence = try ReceiptEvidence(body, needsCustomer: true)
        exchange.count(evidence.count)
        let proven = try await evidence.proven(by: parts, for: ReceiptRoute.origin, at: exchange.now)
        let batch = ImportBatch(
            proven.documents.map(ImportItem.document), from: ReceiptRoute.origin, key: key,
            effects: proven.keeping)
        let taken = try await parts.gatherer.take(batch, bytes: body.count).taken()
        if case .rejected(let reason, _, _)? = taken.documents.first(where: { $0.accepted == nil }) {
            throw Problem(.notTaken, "The store cannot hold what it tells.", code: reason)
        }
        let customer = evidence.customer ?? AppUserID("")
        let shown: Set<ChainID>? = exchange.key?.scope == .backend ? nil : proven.chains
        let found: AccessSnapshot? = try await parts.store.ask { [now = exchange.now] store in
            guard let shown else { return try store.customerStanding(customer, at: now) }
            return try store.customerStanding(customer, restingOn: shown, at: now)
        }
        guard let standing = found else {
            throw Problem(.unknownCustomer, "There is no customer of that id.")
        }
        return .json(.access(standing, by: proven.proof))
    }
}

extension ProvenEvidence {
    /// The chains of which it tells.
    fileprivate var chains: Set<ChainID> {
        Set(
            documents.map(\.contents).flatMap { contents in
                contents.chains.map { ChainID($0, in: contents.environment ?? .production) }
            })
    }
}

/// `POST /v1/verify`: the same answer for the evidence alone; nothing is stored.
struct VerifyRoute: Sendable {
    let parts: ServerParts

    var endpoint: Endpoint {
        Endpoint(.post, "/v1/verify", for: [.backend]) { try await answer($0) }
    }

    private func answer(_ exchange: Exchange) async throws -> Response {
        try exchange.requireType()
        let body = try await exchange.body()
        let evidence = try ReceiptEvidence(body, needsCustomer: false)
        exchange.count(evidence.count)
        let proven = try await evidence.proven(by: parts, for: "POST /v1/verify", at: exchange.now)
        let rules = try await parts.store.ask { try $0.accessRules() }
        let facts = CustomerFacts(
            customer: Customer(id: evidence.customer ?? AppUserID("")),
            chains: Chain.chains(told: proven.documents.map(\.contents)))
        let standing = AccessSnapshot(CustomerAccess(facts: facts, rules: rules), at: exchange.now)
        let answer = JSONValue.access(standing, by: proven.proof)
        return .json(evidence.customer == nil ? answer.adding(["app_user_id": JSONValue.null]) : answer)
    }
}

extension JSONValue {
    /// The answer of `access`, with who vouches for what it rests on.
    fileprivate static func access(
        _ standing: AccessSnapshot, by proof: ProvenEvidence.Proof
    ) -> JSONValue {
        let verdicts = standing.access.verdicts(at: standing.at, asking: nil)
        return access(standing, verdicts).adding(["verified": proof.rawValue])
    }
}
