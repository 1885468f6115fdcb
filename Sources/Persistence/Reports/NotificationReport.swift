public import Purchases

/// What the store received of the App Store's notifications, and what seems to be missing: what one needs to know to
/// test the server that takes them in.
public struct NotificationReport: Hashable, Sendable {
    /// The notifications of one day, environment, version, type and subtype.
    public struct Row: Hashable, Sendable {
        /// What is counted together.
        public let name: Name
        /// How many notifications were delivered.
        public var received = 0
        /// How many deliveries of them were repetitions.
        public var duplicates = 0
        /// How many are known from the App Store's history alone.
        public var missed = 0
        /// Of how many nothing vouches for their coming from Apple.
        public var unchecked = 0

        /// The sum of two counts.
        static func + (left: Row, right: Row) -> Row {
            Row(
                name: left.name, received: left.received + right.received,
                duplicates: left.duplicates + right.duplicates, missed: left.missed + right.missed,
                unchecked: left.unchecked + right.unchecked)
        }
    }

    /// What notifications are counted by.
    public struct Name: Hashable, Sendable {
        /// The beginning of the day in UTC on which Apple made them; nil for all days together.
        public var day: Instant?
        /// Where the purchases were made; nil when they do not say.
        public let environment: AppStoreEnvironment?
        /// Apple's version of notifications, 1 or 2.
        public let version: Int
        /// Apple's type.
        public let type: String
        /// Apple's subtype.
        public let subtype: String?

        /// Type and subtype as Apple's reference writes them together.
        public var title: String { [type, subtype].compactMap { $0 }.joined(separator: "/") }
    }

    /// How often the App Store failed to deliver, with one result.
    public struct FailedAttempts: Hashable, Sendable {
        /// Apple's `sendAttemptResult`.
        public let result: String
        /// How often.
        public let count: Int
    }

    /// Charges of one day that no notification names.
    public struct Gap: Hashable, Sendable {
        /// One such charge.
        public struct Charge: Hashable, Sendable {
            /// The transaction.
            public let transaction: TransactionID
            /// Its chain.
            public let chain: OriginalTransactionID
            /// When it was charged.
            public let purchasedAt: Instant
        }

        /// The most charges that are named.
        static let mostNamed = 5

        /// The beginning of the day in UTC.
        public let day: Instant
        /// Where the purchases were made.
        public let environment: AppStoreEnvironment
        /// How many charges.
        public internal(set) var count: Int
        /// The first of them.
        public internal(set) var first: [Charge]
    }

    /// From when on it counts; nil from the beginning.
    public let since: Instant?
    /// The counts of days, the newest day first.
    public let days: [Row]
    /// The failed tries of the App Store, the most frequent result first.
    public let failedAttempts: [FailedAttempts]
    /// The days with charges that no notification names, the newest first.
    public let gaps: [Gap]
    /// The types of each version that the store has never seen.
    public let neverSeen: [Int: [String]]

    /// The counts of all days together, by environment, version, type and subtype.
    public var totals: [Row] {
        let rows = days.reduce(into: [Name: Row]()) { sums, row in
            var name = row.name
            name.day = nil
            sums[name] = (sums[name] ?? Row(name: name)) + row
        }
        return rows.values.sorted { NotificationReport.precedes($0.name, $1.name) }
    }

    /// Orders names: the newest day first, then environment, type, version and subtype.
    static func precedes(_ left: Name, _ right: Name) -> Bool {
        if left.day != right.day { return (left.day ?? .earliest) > (right.day ?? .earliest) }
        let texts = [left, right].map { [$0.environment?.rawValue ?? "", $0.type, $0.subtype ?? ""] }
        guard texts[0] == texts[1] else { return texts[0].lexicographicallyPrecedes(texts[1]) }
        return left.version < right.version
    }
}
