import AppStoreSimulator
import Foundation
import JSONValues
import Purchases

/// Customers of the demonstration who want their money back: the App Store asks what was consumed, waits for the answer, and
/// decides by it.
///
/// The first is one who paid while Apple was away and has nothing, so that the evidence is worth to be seen.
struct DemoRefunds: Sendable {
    /// When somebody asks, after Apple is back†: the last one with nearly all of the twelve hours left.
    private static let asks: [TimeLength] = [.hours(1), .hours(4), .seconds(8 * 3600 + 1800)]
    /// How long the App Store waits for an answer.
    ///
    /// Source: Apple, Send Consumption Information: "within 12 hours".
    private static let patience = TimeLength.hours(12)

    private let began: Instant
    private let isBack: Instant
    private var asked: [TransactionID: Instant] = [:]
    private var count = 0

    /// Refunds of a day in which Apple is away between two moments.
    init(away began: Instant, until isBack: Instant) { (self.began, self.isBack) = (began, isBack) }

    /// Lets the customer ask whose time has come, and the App Store decide where it has an answer or waited long
    /// enough; answers what happened.
    mutating func step(at now: Instant, in apple: inout SimulatedAppStore) -> [DemoEvent] {
        var events: [DemoEvent] = []
        while count < DemoRefunds.asks.count, now >= isBack + DemoRefunds.asks[count] {
            if let wanted = candidate(isLost: count == 0, apple) {
                asked[wanted.id] = now
                if (try? apple.requestRefund(wanted.id)) != nil {
                    events.append(
                        .refundAsked(
                            wanted.id, by: AppUserID(wanted.account.rawValue), product: wanted.product))
                }
            }
            count += 1
        }
        for (id, moment) in asked.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            let answer = apple.consumptionAnswers[id]
            guard answer != nil || now - moment > DemoRefunds.patience else { continue }
            asked[id] = nil
            let isGranted = answer.map(DemoRefunds.asksForRefund) ?? true
            let isDone =
                isGranted ? (try? apple.refund(id)) != nil : (try? apple.declineRefund(id)) != nil
            if isDone { events.append(.refundDecided(id, isGranted: isGranted, wasAnswered: answer != nil)) }
        }
        return events
    }

    /// Somebody who may ask: for what is used up and was bought in the evening, of which nothing arrived as a rule, or for a
    /// subscription of another time.
    private func candidate(isLost: Bool, _ apple: SimulatedAppStore) -> SimulatedTransaction? {
        let kind: ProductKind = isLost ? .consumable : .autoRenewable
        return apple.transactions.values.filter { transaction in
            let isOfEvening = transaction.purchasedAt >= began && transaction.purchasedAt < isBack
            // What `DemoBlocked` does is another story.
            return transaction.account != DemoBlocked.account && transaction.kind == kind
                && isOfEvening == isLost && transaction.revocation == nil
                && !transaction.isFamilyShared && transaction.price > 0 && asked[transaction.id] == nil
        }.min { ($0.purchasedAt, $0.id.rawValue) < ($1.purchasedAt, $1.id.rawValue) }
    }

    /// Whether the app would rather have it refunded.
    ///
    /// Source: Apple, ConsumptionRequest `refundPreference`: words of version 2, numbers of version 1 (1: prefers a grant).
    private static func asksForRefund(_ body: Data) -> Bool {
        guard let preference = (try? JSONValue(parsing: body))?["refundPreference"] else { return false }
        return preference.string?.hasPrefix("GRANT") ?? (preference == .integer(1))
    }
}
