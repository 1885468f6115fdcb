import Purchases
import Testing

@testable import makegood_server

/// What happens often is summed up; what matters is told.
struct DemoChronicleTests {
    private let customer = AppUserID("u_1")
    private let product = ProductID("premium_month")

    @Test func whatHappensOftenIsToldAFewTimesAChapter() {
        var chronicle = DemoChronicle()
        var lines = 0
        for chapter in [DemoChapter.purchases, .appleDown] {
            #expect(chronicle.note(.chapter(chapter)) == chapter.words)
            for number in 0..<30 where chronicle.note(bought(number)) != nil { lines += 1 }
        }
        #expect(lines == 8)
        #expect(chronicle.sums.bought == 60)
        #expect(chronicle.soFar.hasPrefix("so far: 60 purchases"))
    }

    @Test func aLossThatIsDeliveredIsNoLongerLost() {
        var chronicle = DemoChronicle()
        for number in 1...3 {
            let ticket = TicketID(String(number))
            _ = chronicle.note(.opened(ticket, customer, product))
            _ = chronicle.note(.lost(ticket, customer, product, cause: TicketCause("network")))
            _ = chronicle.note(.rang(ticket))
            _ = chronicle.note(.rang(ticket))
        }
        _ = chronicle.note(.resolved(TicketID("2"), as: .delivered, customer))
        #expect(chronicle.sums.losses == 3)
        #expect(chronicle.lost.count == 2)
        #expect(chronicle.sums.alarms == 3)
        #expect(chronicle.summary.contains("2 losses of funds stay for people to make good"))
    }

    @Test func lateIsToldApartFromAtOnce() {
        var chronicle = DemoChronicle()
        let prompt = chronicle.note(
            .delivered(TransactionID("1"), to: customer, product: product, after: .hours(1), atOnce: true))
        let late = chronicle.note(
            .delivered(TransactionID("2"), to: customer, product: product, after: .hours(7), atOnce: false))
        #expect(prompt?.contains("at once") == true)
        #expect(late?.contains("7 hours") == true)
        #expect((chronicle.sums.atOnce, chronicle.sums.late) == (1, 1))
    }

    @Test func anIncidentIsToldWithWhatCanBeDone() {
        var chronicle = DemoChronicle()
        let line = chronicle.note(.incident(IncidentID("1"), title: "http_503"))
        #expect(line?.hasPrefix("incident 1: http_503; one alarm rings for all of it") == true)
        #expect(chronicle.sums.alarms == 0)
    }

    private func bought(_ number: Int) -> DemoEvent {
        .bought(TransactionID(String(number)), by: customer, product: product)
    }
}
