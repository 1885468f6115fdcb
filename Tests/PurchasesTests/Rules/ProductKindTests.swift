import Purchases
import Testing

/// Source: Apple, product types; the term of a non-renewing purchase is the catalogue's to know.
@Suite struct ProductKindTests {
    @Test(
        arguments: [
            ("forever", nil, [days(1, nil)], ChainStatus.active), ("forever", 9.0, [days(1, 9)], .revoked),
            ("free", nil, [days(1, nil)], .active), ("free", 9.0, [days(1, 9)], .revoked),
            ("coins", nil, [], .none), ("mystery", nil, [], .none), ("monthly", nil, [], .expired),
        ] as [(String, Double?, [Span?], ChainStatus)])
    func runs(_ product: String, _ revokedAt: Double?, _ spans: [Span?], _ status: ChainStatus) {
        let line = timeline(
            chain([
                bought("5", product: product, from: 3) {
                    $0.originalPurchasedAt = day(1)
                    if let revokedAt { $0.revocation = revoked(revokedAt) }
                }
            ]))
        #expect(line.accessSpans == spans.compactMap { $0 })
        #expect(line.status(at: day(50)) == status)
    }

    @Test func outsideTheCatalogueAnExpiryMakesASubscription() {
        let facts = chain([bought("1", product: "unlisted", from: 0, to: 30)])
        let verdict = access([facts]).verdict(for: EntitlementID("unlisted"), at: day(1))
        #expect(verdict.isEntitled)
        #expect(verdict.until == day(30))
    }
}
