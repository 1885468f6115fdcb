import AppStore
import Foundation
import Hummingbird
import Intake
import JSONAnswers
import JSONValues
import Persistence
import Purchases

/// Hears the app: what it says about attempts to buy.
///
/// One report, a list of them, or one a line. Each is taken in or refused alone; 422 only where none of them could be.
struct ReportRoute: Sendable {
    /// The most reports of one request†.
    static let limit = 1000
    private static let origin = "POST /v1/purchase-reports"

    let parts: ServerParts

    /// The route.
    var endpoint: Endpoint {
        Endpoint(.post, "/v1/purchase-reports", for: [.app]) { try await answer($0) }
    }

    private func answer(_ exchange: Exchange) async throws -> Response {
        try exchange.requireType("application/x-ndjson", "application/jsonl")
        let body = try await exchange.body()
        let now = exchange.now
        let key = try exchange.parcelKey(for: body)
        let isApps = exchange.key?.scope == .app
        let read = try await parts.store.run { [desk = parts.desk] _, _ in
            let values = try ReportRoute.reports(in: body)
            return try values.enumerated().map { place, value in
                let slip = DeskSlip(
                    origin: "\(ReportRoute.origin)#\(place)", kind: .purchaseReport, arrivedAt: now,
                    needsEvidence: isApps)
                return (try desk.document(value, as: slip, at: now), value["attempt_id"]?.string)
            }
        }
        let parcel = ImportParcel(
            read.map(\.0.item), from: ReportRoute.origin, key: key)
        let taken = try await parts.gatherer.take(parcel, bytes: body.count).taken()
        guard taken.documents.contains(where: { $0.accepted != nil }) else {
            guard case .rejected(let reason, let detail, _)? = taken.documents.first else {
                throw Problem(.badRequest, "There is no report in the body.")
            }
            throw Problem(.notTaken, ReportRoute.plain(detail), code: reason)
        }
        let reports = zip(taken.documents, read).map { ReportRoute.line($0, attempt: $1.1) }
        return .json(.object(["reports": .array(reports)]), status: .accepted)
    }

    private static func line(_ document: TakenDocument, attempt: String?) -> JSONValue {
        switch document {
        case .accepted(let document):
            .object([
                "attempt_id": .id(document.attempt), "id": .string(String(document.id)),
                "state": .string(document.isDuplicate ? "duplicate" : "accepted"),
                "ticket": .id(document.ticket), "reason": .null, "detail": .null,
            ])
        case .rejected(let reason, let detail, _):
            .object([
                "attempt_id": .text(attempt), "id": .null, "state": .string("rejected"), "ticket": .null,
                "reason": .string(reason), "detail": .string(plain(detail)),
            ])
        }
    }

    /// What is wrong with a document, without what the console would do about it.
    static func plain(_ detail: String) -> String {
        guard detail.contains("'") || detail.contains("--") else { return detail }
        let parts = detail.components(separatedBy: ": ").dropLast()
        return parts.isEmpty ? "The report is not understood." : parts.joined(separator: ": ")
    }

    /// The reports in a body: a value, the elements of a list, or the values of its lines.
    private static func reports(in body: Data) throws -> [JSONValue] {
        let values: [JSONValue]
        do {
            values = try whole(body)
        } catch {
            let lines = body.split(separator: 0x0A).filter { !$0.allSatisfy { $0 <= 0x20 } }
            guard lines.count > 1, let read = try? lines.map({ try JSONValue(document: Data($0)) }) else {
                throw Problem(.badRequest, plain(error.detail), code: error.reason.rawValue)
            }
            values = read
        }
        guard !values.isEmpty else { throw Problem(.badRequest, "There is no report in the body.") }
        guard values.count <= limit else {
            throw Problem(
                .badRequest, "At most \(limit) reports are taken at once: send the others after them.")
        }
        return values
    }

    private static func whole(_ body: Data) throws(DocumentProblem) -> [JSONValue] {
        let value = try JSONValue(document: body)
        return value.array ?? [value]
    }
}
