import Purchases
import Testing

/// Source: docs/architecture.md, the strip of a chain; Apple, offers and grace.
@Suite struct CoverageTests {
    /// A chain with grants, and the pieces of its strip.
    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let chain: Chain
        var grants: [Grant] = []
        let pieces: [(Double, Double?, Coverage.Kind)]
    }

    static let trial = bought("1", from: 0, to: 7) { $0.isTrial = true }
    static let month = bought("2", from: 7, to: 37)

    static let own = [
        Example(testDescription: "nothing", chain: chain([]), pieces: []),
        Example(
            testDescription: "a consumable", chain: chain([bought(product: "coins", from: 0)]), pieces: []),
        Example(
            testDescription: "trial, introductory, paid, gap, paid",
            chain: chain([
                trial, bought("2", from: 7, to: 37) { $0.isIntroductoryOffer = true },
                bought("3", from: 37, to: 67),
                bought("4", from: 67, to: 97), bought("5", from: 99, to: 129),
            ]), pieces: [(0, 7, .trial), (7, 37, .intro), (37, 97, .paid), (97, 99, .gap), (99, 129, .paid)]),
        Example(
            testDescription: "paid goes before trial", chain: chain([trial, bought("2", from: 3, to: 33)]),
            pieces: [(0, 3, .trial), (3, 33, .paid)]),
        Example(
            testDescription: "a free promotional offer",
            chain: chain([
                bought(from: 0, to: 30) { ($0.offerType, $0.offerDiscountType) = (2, "FREE_TRIAL") }
            ]), pieces: [(0, 30, .trial)]),
        Example(
            testDescription: "a free introductory offer",
            chain: chain([
                bought(from: 0, to: 30) { ($0.offerType, $0.offerDiscountType) = (1, "FREE_TRIAL") }
            ]), pieces: [(0, 30, .trial)]),
        Example(
            testDescription: "a paid introductory offer",
            chain: chain([
                bought(from: 0, to: 30) { ($0.offerType, $0.offerDiscountType) = (1, "PAY_UP_FRONT") }
            ]),
            pieces: [(0, 30, .intro)]),
        Example(
            testDescription: "grace, then retry",
            chain: chain([month], [renewal(38, retry: true, grace: 43)]),
            pieces: [(7, 37, .paid), (37, 43, .grace), (43, 97, .billingRetry)]),
        Example(
            testDescription: "what was taken back",
            chain: chain([
                bought(from: 0, to: 30) { $0.revocation = revoked(10) }, bought("2", from: 20, to: 50),
            ]),
            pieces: [(0, 10, .paid), (10, 20, .revoked), (20, 50, .paid)]),
        Example(
            testDescription: "taken back before it began",
            chain: chain([bought(from: 0, to: 30) { $0.revocation = revoked(-1) }]),
            pieces: [(0, 30, .revoked)]),
        Example(
            testDescription: "a pass taken back before its turn",
            chain: chain([
                bought("1", product: "pass", from: 0),
                bought("2", product: "pass", from: 3) { $0.revocation = revoked(5) },
            ]), pieces: [(0, 7, .paid)]),
        Example(
            testDescription: "a pass taken back while it ran",
            chain: chain([bought(product: "pass", from: 0) { $0.revocation = revoked(5) }]),
            pieces: [(0, 5, .paid), (5, 7, .revoked)]),
        Example(
            testDescription: "no end", chain: chain([bought(product: "forever", from: 0)]),
            pieces: [(0, nil, .paid)]),
        Example(
            testDescription: "an upgrade is no revocation",
            chain: chain([
                bought(from: 0, to: 30) {
                    $0.isUpgraded = true
                    $0.revocation = revoked(10)
                }, bought("2", product: "yearly", from: 10, to: 375),
            ]), pieces: [(0, 375, .paid)]),
    ]

    static let granted = [
        Example(
            testDescription: "a grant after the end", chain: chain([trial]), grants: [grant("g", 10, 13)],
            pieces: [(0, 7, .trial), (7, 10, .gap), (10, 13, .granted)]),
        Example(
            testDescription: "a grant before the first purchase counts from there", chain: chain([trial]),
            grants: [grant("g", -5, 9)], pieces: [(0, 7, .trial), (7, 9, .granted)]),
        Example(
            testDescription: "a grant goes before retry and after grace",
            chain: chain([month], [renewal(38, retry: true, grace: 43)]), grants: [grant("g", 30, 50)],
            pieces: [(7, 37, .paid), (37, 43, .grace), (43, 50, .granted), (50, 97, .billingRetry)]),
        Example(
            testDescription: "a grant goes before what was taken back, until it is itself",
            chain: chain([bought(from: 0, to: 30) { $0.revocation = revoked(10) }]),
            grants: [grant("g", 5, 25, revoked: 20)],
            pieces: [(0, 10, .paid), (10, 20, .granted), (20, 30, .revoked)]),
        Example(
            testDescription: "a grant for life", chain: chain([trial]), grants: [grant("g", 3, nil)],
            pieces: [(0, 7, .trial), (7, nil, .granted)]),
        Example(
            testDescription: "a bridge, and a grant that goes before it", chain: chain([trial]),
            grants: [bridge("b", 6, 12), grant("g", 8, 10)],
            pieces: [(0, 7, .trial), (7, 8, .bridged), (8, 10, .granted), (10, 12, .bridged)]),
        Example(
            testDescription: "a grant of something else", chain: chain([trial]),
            grants: [grant("g", 3, nil, entitlement: Catalog.extras)], pieces: [(0, 7, .trial)]),
    ]

    @Test(arguments: own + granted)
    func isDisjointAndSorted(_ example: Example) {
        let coverage = Coverage(of: timeline(example.chain), grants: example.grants, catalog: .example)
        #expect(coverage.pieces.map(\.span) == example.pieces.compactMap { days($0.0, $0.1) })
        #expect(coverage.pieces.map(\.kind) == example.pieces.map(\.2))
    }

    @Test(arguments: UInt64(0)..<40)
    func theGreatestWinsAtEveryMoment(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let layered = (0..<12).compactMap { _ -> Layers<Int>.Piece? in
            let from = Double(Int.random(in: 0..<20, using: &generator))
            let length = Int.random(in: 1..<12, using: &generator)
            let until = length == 11 ? nil : from + Double(length)
            return days(from, until).map { .init($0, Int.random(in: 0..<5, using: &generator)) }
        }
        let flat = Layers(layered).pieces
        for time in stride(from: -0.5, through: 40, by: 0.5) {
            let holding = layered.filter { $0.span.contains(day(time)) }.map(\.value).max()
            #expect(flat.filter { $0.span.contains(day(time)) }.map(\.value) == [holding].compactMap { $0 })
        }
    }
}
