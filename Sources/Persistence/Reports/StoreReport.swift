public import Purchases

/// The store in numbers at a moment: chains of served environments, make-goods and failed purchases.
public struct StoreReport: Hashable, Sendable {
    /// How old an unresolved ticket is, by how long its customer has waited.
    public enum Age: String, Hashable, Sendable, CaseIterable {
        /// Less than an hour.
        case hour = "under_1_hour"
        /// Less than a day.
        case day = "under_1_day"
        /// Less than three days.
        case threeDays = "under_3_days"
        /// Less than a week.
        case week = "under_7_days"
        /// Less than 30 days.
        case month = "under_30_days"
        /// 30 days and more.
        case older = "30_days_and_more"

        /// The time under which it counts; nil for the oldest.
        var limit: TimeLength? {
            switch self {
            case .hour: .hours(1)
            case .day: .days(1)
            case .threeDays: .days(3)
            case .week: .days(7)
            case .month: .days(30)
            case .older: nil
            }
        }
    }

    /// How many refunds there were.
    public struct Refunds: Hashable, Sendable {
        /// All.
        public let count: Int
        /// Those of the 30 days before the moment.
        public let recent: Int
    }

    /// The moment.
    public let at: Instant
    /// The environments that the store serves.
    public let environments: [AppStoreEnvironment]
    /// How many chains are what.
    public let chains: [ChainStatus: Int]
    /// How many chains run in a trial.
    public let trials: Int
    /// How many purchases were refunded.
    public let refunds: Refunds
    /// How many make-goods are what.
    public let grants: [Grant.State: Int]
    /// How many tickets of each group are unresolved, by their age.
    public let tickets: [ErrorGroup: [Age: Int]]
    /// How many purchases only the app says were delivered, a day and more after the charge.
    public let deliveriesByWord: Int
}
