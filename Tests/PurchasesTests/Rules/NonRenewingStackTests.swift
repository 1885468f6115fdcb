import Purchases
import Testing

/// Source: the catalogue's rule: purchases of one product run one after the other, in calendar periods.
@Suite struct NonRenewingStackTests {
    private func spans(_ purchases: [Transaction]) -> [Span?] {
        let chains = purchases.enumerated().map { index, purchase in chain(id: "\(index)", [purchase]) }
        return ChainTimeline.timelines(of: chains, catalog: .example).map { $0.accessSpans.first }
    }

    @Test(
        arguments: [
            ([(0.0, nil), (3, nil), (30, nil)], [days(0, 7), days(7, 14), days(30, 37)]),
            ([(0, 4), (3, nil)], [days(0, 4), days(4, 11)]),
            ([(0, 2), (3, nil)], [days(0, 2), days(3, 10)]),
            ([(0, nil), (3, 5), (4, nil)], [days(0, 7), nil, days(7, 14)]),
            ([(0, nil), (3, 7), (4, nil)], [days(0, 7), nil, days(7, 14)]),
            ([(0, nil), (3, 9), (4, nil)], [days(0, 7), days(7, 9), days(9, 16)]),
            ([(3, nil), (0, nil)], [days(7, 14), days(0, 7)]),
        ] as [([(Double, Double?)], [Span?])])
    func stacksAcrossChains(_ purchases: [(Double, Double?)], _ expected: [Span?]) {
        let transactions = purchases.enumerated().map { index, purchase in
            bought("\(index)", product: "pass", from: purchase.0) {
                if let at = purchase.1 { $0.revocation = revoked(at) }
            }
        }
        #expect(spans(transactions) == expected)
    }

    @Test(arguments: [
        ("2021-01-31", 1, "2021-02-28"), ("2021-01-31", 2, "2021-03-31"), ("2024-01-31", 1, "2024-02-29"),
    ])
    func countsCalendarMonthsAtOnce(_ start: String, _ quantity: Int, _ end: String) {
        let pass = bought("1", product: "month_pass", from: at(start), to: nil) { $0.quantity = quantity }
        #expect(spans([pass]) == [Span(from: at(start), until: at(end))])
    }

    @Test func productsAndEnvironmentsStackApart() {
        let first = chain(id: "1", [bought("1", product: "pass", from: 0)])
        let second = chain(id: "2", [bought("2", product: "month_pass", from: 1)])
        let third = chain(id: "3", in: .sandbox, [bought("3", product: "pass", from: 2)])
        let starts = timelines(first, second, third).map { $0.accessSpans.first?.from }
        #expect(starts == [day(0), day(1), day(2)])
    }
}
