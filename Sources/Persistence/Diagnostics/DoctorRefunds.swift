internal import GRDB
internal import Purchases

/// The check of refunds that customers asked Apple for. What is over cannot be mended, so only what is still open counts.
extension Doctor {
    /// So long before its deadline a refund that nobody answered is worth a word†.
    private static let refundWarning = TimeLength.hours(4)

    /// Whether the deadline of something that can be answered is near.
    static func refunds(_ db: Database, at now: Instant) throws -> Finding {
        let open = try RefundTable.tasks(.open, at: now, limit: 1000, in: db).filter {
            $0.standing(at: now).isOpen
        }
        let near = open.filter { $0.request.dueAt - now < refundWarning }
        guard let first = near.first else {
            return Finding(
                "refund_requests",
                open.isEmpty ? "none waits for an answer" : "\(open.count) to answer in time")
        }
        let silent = near.count { $0.standing(at: now) == .noConsent }
        let consent = silent == 0 ? "" : ", \(silent) of them without the customer's consent"
        return Finding(
            "refund_requests", .warning,
            "\(near.count) \(near.count == 1 ? "has" : "have") no answer\(consent); Apple takes the first to \(first.request.dueAt)",
            fix: "see `makegood refunds`, and answer or leave it out there")
    }
}
