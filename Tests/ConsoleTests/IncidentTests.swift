import Purchases
import TerminalCore
import Testing
import Widgets
import Wording

@testable import Console
@testable import Persistence

/// An incident is the outage, not the day it fell on.
struct IncidentTests {
    private let time = TimeText(now: Pages.now)

    @Test func anIncidentIsTheOutageAndNotTheLoneTicketOfItsMorning() throws {
        let lone = [ticket("2021-08-11T09:09:00Z", "21009")]
        let outage = (0..<14).map { ticket("2021-08-11T18:01:30Z", $0 == 3 ? "http_503" : "21005", $0 * 16) }
        let incident = try #require(Incident(in: outage + lone, of: .lossOfFunds))
        #expect(incident.count == 14 && incident.cause == TicketCause("21005"))
        #expect(incident.sentence(time) == plain("14 began 11 Aug 18:01–21:29, mostly 21005: i shows them"))
        let query = try TicketQuery(incident, at: Pages.now)
        #expect(query.text == "since:2021-08-11T18:01:00Z until:2021-08-11T21:30:00Z")
        #expect(query.words(time) == plain("incident 11 Aug 18:01–21:29"))
        #expect(try TicketQuery(query.text, at: Pages.now).filter == query.filter)
    }

    @Test func bothQueuesSeeOneSpanAndTheirOwnTickets() throws {
        let lost = (0..<3).map { ticket("2021-08-11T23:30:00Z", "21005", $0 * 10) }
        let late = (0..<2).map { ticket("2021-08-12T00:30:00Z", "http_503", $0 * 10, .undelivered) }
        let ofLost = try #require(Incident(in: lost + late, of: .lossOfFunds))
        let ofLate = try #require(Incident(in: lost + late, of: .undelivered))
        #expect(ofLost.filter == ofLate.filter && ofLost.count == 3 && ofLate.count == 2)
        #expect(
            ofLate.sentence(time)
                == plain("2 began 11 Aug 23:30–12 Aug 00:40, mostly http_503: i shows them"))
        #expect(Incident(in: lost + late, of: .notCharged) == nil)
    }

    @Test func theNewestOfEqualStretchesIsTheIncident() {
        let minutes = [0, 10, 20, 30, 40]
        let moments = minutes.map { moment($0) } + minutes.map { moment(3000 + $0) }
        let stretch = IncidentStretch(in: moments)
        #expect(stretch?.from == moment(3000) && stretch?.until == moment(3040))
    }

    @Test func ticketsThatComeOneByOneAreNoIncident() {
        #expect(IncidentStretch(in: []) == nil)
        #expect(IncidentStretch(in: (0..<4).map { moment($0) }) == nil)
        for gap in [60, 120] {
            #expect(IncidentStretch(in: (0..<24).map { moment($0 * gap) }) == nil)
        }
        let alone = IncidentStretch(in: (0..<5).map { moment($0 * 60) })
        #expect(alone?.until == moment(240))
        let allDay = IncidentStretch(in: (0..<240).map { moment($0 * 6) })
        #expect(allDay?.until == moment(239 * 6))
    }

    /// So many minutes after a midnight.
    private func moment(_ minutes: Int) -> Instant {
        Pages.moment("2021-08-01T00:00:00Z") + .seconds(Int64(minutes) * 60)
    }

    private func ticket(
        _ since: String, _ cause: String, _ minutes: Int = 0, _ group: ErrorGroup = .lossOfFunds
    ) -> Ticket {
        var ticket = Answers.ticket
        ticket.waitingSince = Pages.moment(since) + .seconds(Int64(minutes) * 60)
        (ticket.cause, ticket.group) = (TicketCause(cause), group)
        return ticket
    }

    /// Words as they are kept on one line.
    private func plain(_ text: String) -> String {
        text.split(separator: " Aug ").joined(separator: "\u{A0}Aug\u{A0}")
    }
}
