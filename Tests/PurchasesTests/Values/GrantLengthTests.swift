import Purchases
import Testing

/// Source: the lengths that agents may grant.
@Suite struct GrantLengthTests {
    @Test(arguments: [
        ("3d", "P3D"), ("7d", "P7D"), ("14d", "P14D"), ("1m", "P1M"), ("3m", "P3M"), ("6m", "P6M"),
        ("1y", "P1Y"),
        ("lifetime", "lifetime"), ("lost", "lost"), ("P2W", "P14D"), ("P1M", "P1M"),
    ])
    func reads(_ text: String, _ written: String) {
        #expect(GrantLength(text)?.description == written)
    }

    @Test(arguments: ["", "5d", "d", "3D", "1w", "Lifetime", "forever", "P0D", "PT1H"])
    func refuses(_ text: String) {
        #expect(GrantLength(text) == nil)
    }
}
