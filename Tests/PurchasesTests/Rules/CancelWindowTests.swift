import Purchases
import Testing

struct CancelWindowTests {
    private static let opened = Instant(milliseconds: 1_700_000_000_000)

    /// Seconds after the grant, the latest seconds that were seen, and the milliseconds that are left.
    private static let moments: [(Int64, Int64?, Int64?)] = [
        (0, nil, 30_000), (1, nil, 29_000), (29, nil, 1_000), (30, nil, nil), (31, nil, nil),
        (86_400, nil, nil),
        // A clock that was set back, before the grant and after it.
        (-1, nil, nil), (-86_400, nil, nil), (5, 20, nil), (20, 20, 10_000), (21, 20, 9_000), (5, 40, nil),
        (40, 5, nil), (0, -10, 30_000),
    ]

    @Test(arguments: moments)
    func whatIsLeft(_ now: Int64, _ seen: Int64?, _ left: Int64?) throws {
        let window = try #require(CancelWindow(from: Self.opened, for: .seconds(30)))
        let found = window.left(
            at: Self.opened + .seconds(now), seen: seen.map { Self.opened + .seconds($0) })
        #expect(found?.count == left)
    }

    @Test func aPolicyOfNothingGivesNoWindow() {
        #expect(CancelWindow(from: Self.opened, for: .zero) == nil)
        #expect(CancelWindow(from: Self.opened, for: .seconds(-1)) == nil)
    }
}
