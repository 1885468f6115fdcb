import Purchases
import TerminalCore
import Testing
import Widgets
import Wording

@testable import Console
@testable import Persistence

/// The incident that matters most in a queue stands above its list, and a key shows its tickets.
struct IncidentTests {
    private let context = Frames.context(Size(columns: 80, rows: 24))

    private var incident: Incident {
        Incident(
            id: IncidentID("3"), kind: .cause, key: "http_503",
            causes: [TicketCause("http_503"), TicketCause("21005")],
            name: nil, from: Pages.moment("2021-08-11T18:01:30Z"),
            until: Pages.moment("2021-08-11T21:29:00Z"),
            openedAt: Pages.now, closedAt: nil, usual: 40, isKept: false, state: .closed, mergedInto: nil,
            version: 1,
            figures: IncidentFigures(
                sums: [
                    IncidentFigures.Sum(currency: "EUR", standing: .open, tickets: 12, milliunits: 119_880),
                    IncidentFigures.Sum(currency: nil, standing: .open, tickets: 2, milliunits: 0),
                ], customers: 14))
    }

    @Test func aKeyShowsItsTicketsAndNoOthers() {
        var screen = TicketsScreen()
        _ = screen.take(incident, of: QueueIncidentQuery(in: .lossOfFunds), in: context)
        let asked = screen.perform("ticket.incident", in: context)
        var filter = TicketFilter()
        (filter.group, filter.isUnresolvedOnly, filter.incident) = (.lossOfFunds, true, IncidentID("3"))
        #expect(asked?.contains(.ask(.read(TicketListQuery(filter, limit: 100), at: Pages.now))) == true)
        #expect(screen.title(context) == "incident 3")
    }

    @Test func itsLineSaysHowManyOfWhatAndWhen() {
        let line = Reader.program.sentence(about: incident)
        #expect(
            line
                == "incident 3: 14 open tickets, http 503, Service Unavailable and 1 other cause, 2021-08-11T18:01:30Z to 2021-08-11T21:29:00Z"
        )
        let alarm = Reader.program.line(about: incident)
        #expect(alarm.hasSuffix("14 purchases of 14 customers, 119.88 EUR, 2 without a price"))
    }
}
