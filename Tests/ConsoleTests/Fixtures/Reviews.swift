@testable import Console
@testable import Persistence
@testable import Purchases

/// Reviews as the store would answer them: an outage, a configuration fault, and what comes one by one.
enum Reviews {
    /// Losses of one standing in one currency.
    private static func part(
        _ standing: LossStatus, _ currency: String?, _ tickets: Int, _ milliunits: Int64
    ) -> LossFigures.Part {
        LossFigures.Part(
            standing: standing, currency: currency, tickets: tickets, milliunits: milliunits, free: 0,
            negative: 0)
    }

    /// What the outage cost.
    static func outage(_ currencies: Int) -> LossFigures {
        LossFigures(
            [
                part(.open, "EUR", 14, 139_860), part(.madeGood, "EUR", 9, 89_910),
                part(.refunded, "EUR", 2, 19_980),
            ] + (currencies > 1 ? [part(.open, "USD", 4, 39_960), part(.open, "KRW", 2, 132_000_000)] : []))
    }

    private static func rest(_ currencies: Int) -> LossFigures {
        LossFigures(
            [part(.open, "EUR", 1, 9_990), part(.writtenOff, "EUR", 1, 1_990)]
                + (currencies > 1 ? [part(.open, nil, 3, 0), part(.madeGood, "USD", 1, 59_990)] : []))
    }

    private static func sum(_ figures: LossFigures...) -> LossFigures {
        LossFigures(figures.flatMap(\.parts))
    }

    /// A month of losses in so many currencies.
    static func losses(currencies: Int = 3, since: Instant? = nil) -> LossReview {
        let (outage, rest) = (outage(currencies), rest(currencies))
        let all = sum(outage, rest)
        var hours = Array(repeating: 0, count: 24)
        for (hour, count) in [(18, 12), (19, 9), (20, 3), (21, 1)] { hours[hour] = count }
        var quiet = Array(repeating: 0, count: 24)
        (quiet[7], quiet[22]) = (2, 1)
        let midnight = Pages.moment("2021-08-14T00:00:00Z")
        return LossReview(
            at: Pages.now, environments: [.production], since: since, until: nil, ever: all, total: all,
            rows: [
                .cause: [
                    LossReview.Row(value: "21005", figures: outage),
                    LossReview.Row(value: "error:購入:9", figures: rest),
                ],
                .product: [
                    LossReview.Row(value: "premium_month", figures: outage),
                    LossReview.Row(value: "コイン 百枚 with a long name that goes on", figures: rest),
                ],
                .version: [
                    LossReview.Row(value: "5.2.1", figures: all), LossReview.Row(value: nil, figures: rest),
                ],
                .storefront: [LossReview.Row(value: "DEU", figures: all)],
            ], seriesStart: midnight - .days(29),
            days: [
                LossReview.Day(start: midnight - .days(13), figures: rest, hours: quiet),
                LossReview.Day(start: midnight - .days(3), figures: outage, hours: hours),
            ],
            ages: [.day: 3, .threeDays: 15, .month: 4],
            oldest: LossReview.Oldest(
                ticket: TicketID("34"), waitingSince: midnight - .days(12),
                money: Money(milliunits: 9990, currency: "EUR")),
            makingGood: LossReview.MakingGood(count: 10, median: .hours(2), ninetieth: .hours(26)),
            writtenOff: [
                LossReview.WriteOff(agent: AgentName("lea"), resolution: .writtenOff, tickets: 1)
            ])
    }

    /// A store in which nothing was ever lost.
    static let nothing = LossReview(
        at: Pages.now, environments: [.production], since: nil, until: nil, ever: .none, total: .none,
        rows: [:],
        seriesStart: Pages.moment("2021-07-16T00:00:00Z"), days: [], ages: [:], oldest: nil,
        makingGood: LossReview.MakingGood(count: 0, median: nil, ninetieth: nil), writtenOff: [])

    /// The outage, which goes on, and a fault that is over.
    static let incidents: [Incident] = [
        incident(
            "4", "21005", from: "2021-08-11T18:04:00Z", until: "2021-08-11T21:12:00Z", closed: nil,
            sums: [
                ("EUR", .open, 14, 139_860), ("EUR", .madeGood, 9, 89_910), ("EUR", .refunded, 2, 19_980),
                ("USD", .open, 4, 39_960), ("KRW", .open, 2, 132_000_000),
            ], customers: 29),
        incident(
            "2", "21004", from: "2021-07-21T09:00:00Z", until: "2021-07-24T16:30:00Z",
            closed: "2021-07-25T10:00:00Z", sums: [("EUR", .madeGood, 7, 69_930), (nil, .open, 1, 0)],
            customers: 8, name: "山田’s wrong secret"),
    ]

    private static func incident(
        _ id: String, _ cause: String, from: String, until: String, closed: String?,
        sums: [(String?, IncidentLossStatus, Int, Int64)], customers: Int, name: String? = nil
    ) -> Incident {
        Incident(
            id: IncidentID(id), kind: .cause, key: cause, causes: [TicketCause(cause)], name: name,
            from: Pages.moment(from), until: Pages.moment(until), openedAt: Pages.moment(from) + .hours(1),
            closedAt: closed.map(Pages.moment), usual: 350, isKept: name != nil,
            state: closed == nil ? .goingOn : .closed, mergedInto: nil, version: 3,
            figures: IncidentFigures(
                sums: sums.map {
                    IncidentFigures.Sum(currency: $0.0, standing: $0.1, tickets: $0.2, milliunits: $0.3)
                }, customers: customers))
    }

    /// The page of an incident.
    static func page(_ id: IncidentID) -> IncidentPage? {
        incidents.first { $0.id == id }.map { incident in
            let counts = [1, 4, 9, 12, 3, 1, 0, 1]
            return IncidentPage(
                incident: incident, step: .hours(1),
                curve: counts.enumerated().map {
                    IncidentPage.Point(
                        at: Pages.moment("2021-08-11T18:00:00Z") + .hours(Int64($0)), tickets: $1)
                },
                causes: [.init(value: "21005", tickets: 31)],
                versions: [.init(value: "5.2.1", tickets: 22), .init(value: "", tickets: 9)],
                products: [.init(value: "premium_month", tickets: 30), .init(value: "コイン", tickets: 1)],
                storefronts: [.init(value: "DEU", tickets: 25), .init(value: "KOR", tickets: 2)],
                first: TicketID("118"), last: TicketID("149"), merged: [IncidentID("3")],
                extensions: IncidentExtensionState(everybody: [], waiting: 0, done: 0, failed: 0))
        }
    }

    /// What the store answers about a review, and about everything else.
    static func answers(
        _ losses: LossReview, _ incidents: [Incident] = incidents
    ) -> (StoreRequest) -> Answer? {
        { request in
            guard case .read(let query as ReviewQuery, _) = request else { return Answers.all(request) }
            return .page(
                ReviewPage(losses: losses, incidents: incidents, hasMoreIncidents: false), of: query)
        }
    }
}
