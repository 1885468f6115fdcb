import Purchases
import TerminalCore
import TerminalTesting
import Testing
import Widgets

@testable import Console
@testable import Persistence

/// The forms in which a lead has Apple renew later: what they say before anything is asked, and what they ask for.
struct ExtensionScreenTests {
    private static let size = Size(columns: 80, rows: 24)
    private static let chain = ChainID(OriginalTransactionID("1000000831360853"), in: .production)

    /// What the store says of an extension of Zoë's chain, and of those of an incident.
    private static func answers(
        _ obstacles: [ExtensionObstacle] = [], _ doubts: [ExtensionDoubt] = []
    ) -> (StoreRequest) -> Answer? {
        { request in
            switch request {
            case .read(let query as ExtensionPreviewQuery, _):
                .page(preview(chain, query.wish, obstacles, doubts), of: query)
            case .read(let query as IncidentExtensionPreviewQuery, _):
                .page(
                    IncidentExtensionPreview(
                        incident: query.incident, wish: query.wish,
                        chains: [
                            preview(chain, query.wish, [], []),
                            preview(
                                ChainID(OriginalTransactionID("77"), in: .production), query.wish, [.revoked],
                                []),
                        ], withoutChain: 3), of: query)
            case .read(let query as MassExtensionReachQuery, _):
                .page(
                    MassExtensionReach(
                        product: query.product, environment: .production, storefronts: [],
                        known: CappedCount(1240), renewed: 0, waiting: nil, unsettled: nil), of: query)
            default: Answers.all(request)
            }
        }
    }

    private static func preview(
        _ chain: ChainID, _ wish: ExtensionTerms, _ obstacles: [ExtensionObstacle], _ doubts: [ExtensionDoubt]
    ) -> ExtensionPreview {
        let end = Pages.moment("2021-08-28T19:41:58Z")
        return ExtensionPreview(
            chain: chain, owner: People.zoe.id, product: ProductID("premium_month"), wish: wish,
            expiresAt: end, extendedTo: end + .days(Int64(wish.days)), obstacles: obstacles, doubts: doubts,
            past: [PastExtension(of: chain, at: Pages.moment("2021-03-02T10:00:00Z"))], waiting: nil)
    }

    private func show(
        _ script: KeyScript, _ size: Size, _ name: String,
        _ answers: @escaping (StoreRequest) -> Answer? = answers(), role: Role = .lead
    ) {
        var state = Frames.state(size, role: role)
        state.play(script, answers)
        Frames.expect(state, size, name)
    }

    @Test(arguments: Frames.sizes) func aChain(_ size: Size) {
        show(
            "zo<Enter>j<Enter>x", size, "extend",
            Self.answers([], [.historyIncomplete]))
    }
    @Test(arguments: Frames.sizes) func asking(_ size: Size) {
        show("zo<Enter>j<Enter>x<C-s>", size, "extend-confirm", Self.answers([], [.firstPaidPeriod]))
    }
    @Test(arguments: Frames.sizes) func whatStandsAgainstIt(_ size: Size) {
        let times = [Pages.moment("2021-03-02T10:00:00Z"), Pages.moment("2021-05-09T10:00:00Z")]
        show(
            "zo<Enter>j<Enter>x<Right><C-s>", size, "extend-refused",
            Self.answers([.tooOften(times, until: times[0] + .days(365))]))
    }
    @Test(arguments: Frames.sizes) func anIncident(_ size: Size) {
        show("<Esc>3<Enter>x", size, "extend-incident")
    }
    @Test(arguments: Frames.sizes) func everybody(_ size: Size) {
        show("<Esc>3<Enter>x<Right><C-s>", size, "extend-everybody")
    }

    @Test func aNumberIsTypedWhereNoneFits() {
        var form = ExtendForm(Self.chain, lost: .days(3) + .seconds(1), key: "k")
        #expect(form.form.fields.map(\.id) == ["days", "why"])
        #expect(form.write == .extend(Self.chain, ExtensionTerms(days: 7, because: .outage), key: "k"))
        for _ in 0..<3 { _ = form.handle(.right) }
        #expect(form.write == .extend(Self.chain, ExtensionTerms(days: 4, because: .outage), key: "k"))
        _ = form.handle(.right)
        #expect(form.form.fields.map(\.id) == ["days", "count", "why"])
        #expect(form.write == nil)
        _ = form.handle(.tab)
        for key in ("90" as KeyScript).keys { _ = form.handle(key) }
        #expect(form.write == .extend(Self.chain, ExtensionTerms(days: 90, because: .outage), key: "k"))
        for key in ("1" as KeyScript).keys { _ = form.handle(key) }
        #expect(form.write == nil, "901 days are none that Apple takes")
    }

    @Test func onlyALeadHasTheKey() {
        var state = Frames.state(Self.size, role: .agent)
        state.play("zo<Enter>j<Enter>x", Self.answers())
        let lines = Frames.draw(state, Self.size).grid.lines.joined(separator: "\n")
        #expect(lines.contains("only a lead has Apple renew later"))
    }
}
