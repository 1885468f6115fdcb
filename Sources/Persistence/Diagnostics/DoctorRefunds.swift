internal import Purchases

/// The check of refunds that customers asked Apple for. What is over cannot be mended, so only what is still open counts.
extension Doctor {
    /// So long before its deadline a refund that nobody answered is worth a word†.
    private static let refundWarning = TimeLength.hours(4)

    /// Whether the deadline of something is near that can be answered, or whose answer is not sent.
    static func refunds(_ db: Connection, at now: Instant) throws -> Finding {
        let tasks = try RefundTable.tasks(.open, at: now, limit: 1000, in: db)
        let open = tasks.filter { $0.standing(at: now).isOpen }
        let near = open.filter { $0.request.dueAt - now < refundWarning }
        let heldUp = tasks.filter { $0.isPressing(at: now) && $0.isHeldUp(at: now) }
        guard let due = (near + heldUp).map(\.request.dueAt).min() else {
            return Finding(
                "refund_requests",
                open.isEmpty ? "none waits for an answer" : "\(open.count) to answer in time")
        }
        let what = [unanswered(near, at: now), unsent(heldUp)].compactMap { $0 }.joined(separator: "; ")
        return Finding(
            "refund_requests", .warning, "\(what); Apple takes the first to \(due)",
            fix: heldUp.isEmpty
                ? "see `makegood refunds`, and answer or leave it out there"
                : "see `makegood refunds`, and `makegood server status` for what keeps answers from being sent"
        )
    }

    private static func unanswered(_ near: [RefundTask], at now: Instant) -> String? {
        guard !near.isEmpty else { return nil }
        let silent = near.count { $0.standing(at: now) == .noConsent }
        let consent = silent == 0 ? "" : ", \(silent) of them without the customer's consent"
        return "\(near.count) \(near.count == 1 ? "has" : "have") no answer\(consent)"
    }

    private static func unsent(_ heldUp: [RefundTask]) -> String? {
        guard !heldUp.isEmpty else { return nil }
        return "of \(heldUp.count) the answer waits and is not sent"
    }
}
