import Testing

@testable import Purchases

/// What one lead decides alone, and what wants a second one.
struct LeadLimitTests {
    private static let policy = GrantPolicy()

    private static let grants: [(TimeLength?, GrantPolicy.Excess?)] = [
        (.days(1), nil), (.days(365), nil), (.days(366), nil),
        (TimeLength.days(366) + .seconds(1), .leadTooLong(days: 367, limit: 366)),
        (.days(400), .leadTooLong(days: 400, limit: 366)), (nil, .leadLifetime),
    ]

    @Test(arguments: grants)
    func aLongGrantWantsASecondLead(_ length: TimeLength?, _ excess: GrantPolicy.Excess?) {
        #expect(Self.policy.leadExcess(of: length) == excess)
    }

    @Test func thePolicySaysHowLongIsLong() {
        #expect(GrantPolicy(leadLongestDays: 30).leadExcess(of: .days(30)) == nil)
        #expect(
            GrantPolicy(leadLongestDays: 30).leadExcess(of: .days(31)) == .leadTooLong(days: 31, limit: 30))
        #expect(
            GrantPolicy(leadLongestDays: 0).leadExcess(of: .days(1)) == .leadTooLong(days: 1, limit: 0))
        #expect(GrantPolicy(leadLongestDays: 36_500).leadExcess(of: nil) == .leadLifetime)
    }

    private static let batches: [(Int, String, GrantPolicy.Excess?)] = [
        (1, "lost", nil), (100, "lost", nil), (101, "lost", .tooManyCustomers(customers: 101, limit: 100)),
        (1, "1y", nil), (1, "P2Y", .leadTooLong(days: 730, limit: 366)),
        (101, "P2Y", .tooManyCustomers(customers: 101, limit: 100)), (0, "7d", nil),
    ]

    @Test(arguments: batches)
    func aLargeOrALongBatchWantsASecondLead(
        _ customers: Int, _ length: String, _ excess: GrantPolicy.Excess?
    ) throws {
        let length = try #require(BatchLength(length))
        // 2021 to 2023: no leap day in between.
        let now = try #require(Instant("2021-08-15T12:00:00Z"))
        #expect(Self.policy.leadExcess(ofCustomers: customers, each: length, from: now) == excess)
    }
}
