import Foundation
import JSONValues
import Purchases

/// The endpoints about notifications: their history, and tests. `Responding.swift` calls them.
extension SimulatedAppStore {
    /// Get Notification History: what was sent in a stretch of time, oldest first.
    func notificationHistory(_ request: SimulatorRequest) throws -> SimulatorResponse {
        let wish = try HistoryRequest(request, now: now)
        let found = notices.dropFirst(wish.first).lazy.filter {
            $0.environment == request.environment && $0.at >= wish.from && $0.at <= wish.until
                && wish.takes($0)
        }
        let page = Array(found.prefix(SimulatedAppStore.pageSize + 1))
        var answer: [String: JSONValue] = ["hasMore": .bool(page.count > SimulatedAppStore.pageSize)]
        answer["notificationHistory"] = .array(
            try page.prefix(SimulatedAppStore.pageSize).map { notice in
                .object([
                    "signedPayload": .string(try signedPayload(of: notice, by: signer)),
                    "sendAttempts": attempts(of: notice),
                ])
            })
        if page.count > SimulatedAppStore.pageSize, let next = page.last {
            answer["paginationToken"] = .string("n\(next.number)")
        }
        return .json(.object(answer))
    }

    private func attempts(of notice: Notice) -> JSONValue {
        .array(
            notice.attempts.map {
                .object(["attemptDate": .date($0.at), "sendAttemptResult": .string($0.result)])
            })
    }

    /// Request a Test Notification.
    mutating func testNotification(in environment: AppStoreEnvironment) -> SimulatorResponse {
        .json(.object(["testNotificationToken": .string(sendTest(in: environment))]))
    }

    /// Get Test Notification Status.
    func testStatus(_ token: String, in environment: AppStoreEnvironment) throws -> SimulatorResponse {
        guard let uuid = token.split(separator: "_").first, token.contains("_") else {
            throw APIError(4_000_020)
        }
        guard
            let notice = notices.last(where: {
                $0.event == .test && $0.uuid == String(uuid) && $0.environment == environment
            }), !notice.attempts.isEmpty
        else { throw APIError(4_040_008) }
        return .json(
            .object([
                "signedPayload": .string(try signedPayload(of: notice, by: signer)),
                "sendAttempts": attempts(of: notice),
            ]))
    }
}

/// What of the history of notifications is asked for.
private struct HistoryRequest {
    let from: Instant
    let until: Instant
    /// The number of the first notification of the page.
    let first: Int
    private let type: String?
    private let subtype: String?
    private let transaction: String?
    private let failedOnly: Bool

    init(_ request: SimulatorRequest, now: Instant) throws(APIError) {
        guard let body = try? JSONValue(parsing: request.body), body.object != nil else {
            throw APIError(4_000_000)
        }
        guard case .integer(let from)? = body["startDate"] else { throw APIError(4_000_015) }
        guard case .integer(let until)? = body["endDate"] else { throw APIError(4_000_016) }
        (self.from, self.until) = (Instant(milliseconds: from), Instant(milliseconds: until))
        guard self.from >= now - .days(180) - .hours(1) else { throw APIError(4_000_012) }
        guard self.from < self.until else { throw APIError(4_000_013) }
        type = body["notificationType"]?.string
        subtype = body["notificationSubtype"]?.string
        transaction = body["transactionId"]?.string
        failedOnly = body["onlyFailures"] == .bool(true)
        if type != nil, transaction != nil { throw APIError(4_000_019) }
        if let type, type != type.uppercased() || type.isEmpty { throw APIError(4_000_018) }
        if subtype != nil, type == nil { throw APIError(4_000_018) }
        guard let token = request.value("paginationToken") else {
            first = 0
            return
        }
        guard token.hasPrefix("n"), let number = Int(token.dropFirst()), number >= 0 else {
            throw APIError(4_000_014)
        }
        first = number
    }

    func takes(_ notice: Notice) -> Bool {
        if let type, notice.event.type != type { return false }
        if let subtype, notice.event.subtype != subtype { return false }
        if let transaction {
            let ids = [notice.transaction?.id.rawValue, notice.transaction?.original.rawValue]
            guard ids.contains(transaction) else { return false }
        }
        return !failedOnly || !notice.attempts.contains { $0.result == "SUCCESS" }
    }
}
