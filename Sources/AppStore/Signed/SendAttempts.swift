import Purchases

/// What the App Store says beside a notification about its tries to deliver it.
///
/// Source: Apple, `notificationHistoryResponseItem`, `CheckTestNotificationResponse`.
struct SendAttempts {
    /// The tries that it lists.
    private(set) var list: [SendAttempt] = []
    /// Whether it says anything about tries, so that the notification is told again rather than delivered.
    private(set) var isTold = false

    /// None.
    init() {}

    /// Reads the fields beside `signedPayload`, in the App Store's history or elsewhere; throws what is wrong with one.
    init(_ fields: FieldReader, isHistory: Bool = false) throws(DocumentProblem) {
        isTold =
            isHistory || fields.value("sendAttempts") != nil || fields.value("firstSendAttemptResult") != nil
        for (index, value) in (fields.value("sendAttempts")?.array ?? []).enumerated() {
            let attempt = try FieldReader(value, path: fields.place("sendAttempts[\(index)]"))
            guard let at = try attempt.date("attemptDate") else { continue }
            list.append(SendAttempt(at: at, result: try attempt.identifier("sendAttemptResult") ?? "OTHER"))
        }
    }
}
