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
/// One report, a list of them, or one a line, counted before anything is made of them. Each is taken in or refused alone; 422
/// only where none of them could be.
struct ReportRoute: Sendable {
    /// The most reports of one request†.
    static let limit = 1000
    private static let origin = "POST /v1/purchase-reports"

    let parts: ServerParts

    var endpoint: Endpoint {
        Endpoint(.post, "/v1/purchase-reports", for: [.app]) { try await answer($0) }
    }

    private func answer(_ exchange: Exchange) async throws -> Response {
        try exchange.requireType("application/x-ndjson", "application/jsonl")
        let body = try await exchange.body()
        let now = exchange.now
        let key = try exchange.idempotencyKey(for: body)
        let isApps = exchange.key?.scope == .app
        let reports = try ReportRoute.reports(in: body)
        exchange.count(reports.count)
        let read = try await parts.store.ask { [reader = parts.reader] _ in
            try ReportRoute.read(reports, isApps: isApps, by: reader, at: now)
        }
        let sender = exchange.key.map { ReportSender(key: $0.id, keptBytes: parts.unauthenticBytes) }
        let batch = ImportBatch(
            read.map(\.item), from: ReportRoute.origin, key: key, sender: sender)
        let taken = try await parts.gatherer.take(batch, bytes: body.count).taken()
        guard taken.documents.contains(where: { $0.accepted != nil || $0.waits }) else {
            if taken.documents.contains(where: \.isToBeSentAgain) { throw ReportRoute.tooManyWait }
            guard case .rejected(let reason, let detail, _)? = taken.documents.first else {
                throw Problem(.badRequest, "There is no report in the body.")
            }
            throw Problem(.notTaken, ReportRoute.plain(detail), code: reason)
        }
        let lines = zip(taken.documents, read).map { ReportRoute.line($0, attempt: $1.attempt) }
        return .json(.object(["reports": lines]), status: .accepted)
    }

    /// Nobody could look at all of it, and the next day has another ration.
    private static let tooManyWait = Problem(
        .tooMany, "Too many charges are reported that nothing of the App Store's proves: send them later.",
        code: "rationed", retryAfter: 3600)

    /// A report as it is taken in, and the attempt that it names as it came.
    private struct Read: Sendable {
        let item: ImportItem
        let attempt: String?
    }

    /// The reports in a body, counted and not read yet.
    private static func reports(in body: Data) throws -> SentDocuments {
        let reports = SentDocuments(body)
        guard reports.count > 0 else { throw Problem(.badRequest, "There is no report in the body.") }
        guard reports.count <= limit else {
            throw Problem(
                .tooLarge, "At most \(limit) reports are taken at once: send the others after them.",
                code: "too_many_reports")
        }
        return reports
    }

    private static func read(
        _ reports: SentDocuments, isApps: Bool, by reader: DocumentReader, at now: Instant
    ) throws -> [Read] {
        var place = 0
        do {
            return try reports.map { value in
                let context = DocumentContext(kind: .purchaseReport, receivedAt: now, needsEvidence: isApps)
                let item = try reader.read(value, from: "\(origin)#\(place)", in: context, at: now)
                place += 1
                return Read(item: item, attempt: value["attempt_id"]?.string)
            }
        } catch let problem as DocumentProblem {
            throw Problem(.badRequest, plain(problem.detail), code: problem.reason.rawValue)
        }
    }

    private static func line(_ document: DocumentResult, attempt: String?) -> JSONValue {
        switch document {
        case .accepted(let document):
            .object([
                "attempt_id": document.attempt, "id": String(document.id),
                "state": document.isDuplicate ? "duplicate" : "accepted", "ticket": document.ticket,
                "reason": JSONValue.null, "detail": JSONValue.null,
            ])
        case .rejected(let reason, let detail, _):
            .object([
                "attempt_id": attempt, "id": JSONValue.null,
                "state": document.waits ? "waiting" : "rejected", "ticket": JSONValue.null,
                "reason": reason, "detail": plain(detail),
            ])
        }
    }

    /// What is wrong with a document, without its last part where that advises a command: quotes and `--` show it.
    static func plain(_ detail: String) -> String {
        guard detail.contains("'") || detail.contains("--") else { return detail }
        let parts = detail.components(separatedBy: ": ").dropLast()
        return parts.isEmpty ? "The report is not understood." : parts.joined(separator: ": ")
    }
}
