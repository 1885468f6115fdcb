import Purchases
import Testing

/// Source: docs/architecture.md, "has this customer access, and because of what?" is one pure function.
@Suite struct AccessVerdictTests {
    /// Facts, and the verdict on premium at some day.
    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var chains: [Chain] = []
        var grants: [Grant] = []
        var entitlement = Catalog.premium
        let time: Double
        var since: Double?
        var until: Double?
        var isEntitled = false
        let rules: [Reason.Rule]
        var isStale = false
    }

    static let month = bought("1", from: 0, to: 30)
    static let shared = bought("1", from: 0, to: 30) {
        $0.revocation = revoked(10)
        $0.ownership = .familyShared
    }
    static let renewing = chain([month], [renewal(3, autoRenew: true)])

    static let chains = [
        Example(testDescription: "nothing known", time: 0, rules: [.noRecord]),
        Example(testDescription: "upcoming", chains: [chain([month])], time: -1, rules: [.upcoming]),
        Example(
            testDescription: "active", chains: [chain([month])], time: 5, since: 0, until: 30,
            isEntitled: true, rules: [.active]),
        Example(testDescription: "expired", chains: [chain([month])], time: 30, since: 30, rules: [.expired]),
        Example(
            testDescription: "stale", chains: [renewing], time: 30, since: 30, rules: [.expired, .stale],
            isStale: true),
        Example(
            testDescription: "will renew", chains: [renewing], time: 29, since: 0, until: 30,
            isEntitled: true, rules: [.active]),
        Example(
            testDescription: "word after the expiry is not stale",
            chains: [chain([month], [renewal(30.1, autoRenew: true)])],
            time: 40, since: 30, rules: [.expired]),
        Example(
            testDescription: "turned off is not stale",
            chains: [chain([month], [renewal(3, autoRenew: false)])], time: 40,
            since: 30, rules: [.expired]),
        Example(
            testDescription: "retrying and unheard of since",
            chains: [chain([month], [renewal(29.9, retry: true)])], time: 40,
            since: 30, rules: [.billingRetry, .stale], isStale: true),
        Example(
            testDescription: "in grace", chains: [chain([month], [renewal(30.1, retry: true, grace: 46)])],
            time: 40, since: 0,
            until: 46, isEntitled: true, rules: [.gracePeriod]),
        Example(
            testDescription: "in retry", chains: [chain([month], [renewal(30.1, retry: true)])], time: 40,
            since: 30,
            rules: [.billingRetry]),
        Example(
            testDescription: "refunded",
            chains: [chain([bought(from: 0, to: 30) { $0.revocation = revoked(10) }])], time: 12,
            since: 10, rules: [.revokedRefund]),
        Example(
            testDescription: "family", chains: [chain([shared])], time: 12, since: 10, rules: [.revokedFamily]
        ),
        Example(
            testDescription: "no end", chains: [chain([bought(product: "forever", from: 0)])], time: 99,
            since: 0,
            isEntitled: true, rules: [.active]),
        Example(
            testDescription: "unknown product",
            chains: [chain([bought(product: "mystery", from: 0), bought("2", product: "mystery", from: 1)])],
            entitlement: EntitlementID("mystery"), time: 9, rules: [.productUnknown]),
        Example(
            testDescription: "consumable", chains: [chain([bought(product: "coins", from: 0)])],
            entitlement: EntitlementID("coins"), time: 9, rules: [.consumable]),
        Example(
            testDescription: "sandbox in a production store", chains: [chain(in: .sandbox, [month])], time: 9,
            rules: [.environmentNotServed]),
        Example(
            testDescription: "another product of the chain rules",
            chains: [
                chain([bought("1", product: "yearly", from: 0, to: 30), bought("2", from: 30, to: 60)])
            ],
            entitlement: Catalog.extras, time: 40, since: 30, rules: [.expired]),
    ]

    static let granted = [
        Example(
            testDescription: "a grant begins later", grants: [grant("g", 5, 8)], time: 1, rules: [.upcoming]),
        Example(
            testDescription: "a grant", grants: [grant("g", 5, 8)], time: 5, since: 5, until: 8,
            isEntitled: true, rules: [.grantActive]),
        Example(
            testDescription: "a grant ended", grants: [grant("g", 5, 8)], time: 8, since: 8,
            rules: [.grantEnded]),
        Example(
            testDescription: "a grant taken back", grants: [grant("g", 5, 8, revoked: 6)], time: 7, since: 6,
            rules: [.grantRevoked]),
        Example(
            testDescription: "a grant taken back at once, after a purchase", chains: [chain([month])],
            grants: [grant("g", 40, 43, revoked: 40.001)], time: 41, since: 30,
            rules: [.expired, .grantRevoked]),
        Example(
            testDescription: "a grant taken back at once, and nothing else",
            grants: [grant("g", 5, 8, revoked: 5.001)],
            time: 6, rules: [.noRecord, .grantRevoked]),
        Example(
            testDescription: "a grant before it is taken back", grants: [grant("g", 5, nil, revoked: 6)],
            time: 5.5, since: 5,
            until: 6, isEntitled: true, rules: [.grantActive]),
        Example(
            testDescription: "a grant taken back before it began", grants: [grant("g", 5, 8, revoked: 4)],
            time: 5,
            rules: [.noRecord, .grantRevoked]),
        Example(
            testDescription: "a bridge", grants: [bridge("b", 5, 6)], time: 5.5, since: 5, until: 6,
            isEntitled: true, rules: [.bridgeActive]),
        Example(
            testDescription: "a bridge that is over", grants: [bridge("b", 5, 6)], time: 7, since: 6,
            rules: [.bridgeEnded]),
        Example(
            testDescription: "a bridge that was ended", grants: [bridge("b", 5, 6, revoked: 5.5)], time: 5.7,
            since: 5.5, rules: [.bridgeEnded]),
        Example(
            testDescription: "a bridge that is over explains less than a purchase that is",
            chains: [chain([month])], grants: [bridge("b", 31, 32)], time: 40, since: 32,
            rules: [.expired, .bridgeEnded]),
        Example(
            testDescription: "a bridge beside a grant", grants: [bridge("b", 5, 6), grant("g", 5, 8)],
            time: 5.5,
            since: 5, until: 8, isEntitled: true, rules: [.grantActive, .bridgeActive]),
        Example(
            testDescription: "for life", grants: [grant("g", 5, nil)], time: 99, since: 5, isEntitled: true,
            rules: [.grantActive]),
        Example(
            testDescription: "a grant that touches the chain", chains: [chain([month])],
            grants: [grant("g", 30, 33)], time: 5,
            since: 0, until: 33, isEntitled: true, rules: [.active, .upcoming]),
        Example(
            testDescription: "a grant over a stale chain", chains: [renewing], grants: [grant("g", 30, 33)],
            time: 31, since: 0,
            until: 33, isEntitled: true, rules: [.grantActive, .expired]),
        Example(
            testDescription: "an unserved chain lengthens nothing", chains: [chain(in: .sandbox, [month])],
            grants: [grant("g", 5, 8)], time: 6, since: 5, until: 8, isEntitled: true,
            rules: [.grantActive, .environmentNotServed]),
    ]

    @Test(arguments: chains + granted)
    func decides(_ example: Example) {
        let verdict = access(example.chains, grants: example.grants).verdict(
            for: example.entitlement, at: day(example.time))
        #expect(verdict.isEntitled == example.isEntitled)
        #expect(verdict.since == example.since.map { day($0) })
        #expect(verdict.until == example.until.map { day($0) })
        #expect(verdict.because.map(\.rule) == example.rules)
        #expect(verdict.isStale == example.isStale)
        #expect((verdict.source != nil) == example.isEntitled)
    }
}
