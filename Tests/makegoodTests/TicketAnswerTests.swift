import FileStore
import JSONAnswers
import JSONValues
import Persistence
import Purchases
import Testing
import Wording

@testable import makegood

/// What commands say of tickets to people.
struct TicketAnswerTests {
    private let charged = Instant(milliseconds: 1_767_000_000_000)
    private let agent = AgentName("ana")

    @Test func aPage() throws {
        let page = try opened()
        let lines = Answers.ticket(page)
        #expect(
            lines[0]
                == "ticket 1 · group 3, Loss of funds · open · customer u_1 · Zoë Müller · ref C-7")
        #expect(lines[1].hasPrefix("premium_month · 9.99 EUR · charged \(charged)"))
        #expect(lines[1].hasSuffix("blocks buying the product again"))
        #expect(
            lines[2]
                == "due in 1 d · unproved: no app and no App Store record tells of the charge, so it counts in no sum"
        )
        #expect(lines[3] == "cause not_verified, never verified")
        let general = ["  fault: ", "  usually: ", "  what to do: "]
        #expect(!lines.contains { line in general.contains(where: line.hasPrefix) })
        #expect(lines.contains { $0.hasPrefix("  charged") && $0.contains("yes") })
        #expect(lines.contains { $0.hasSuffix("note: wrote twice") })
        #expect(lines.last?.hasPrefix("next: ") == true)
    }

    @Test func whatALeadWasAskedFor() throws {
        let store = try Store.inMemory(by: agent, at: charged)
        let page = try opened(in: store)
        let before = Answers.ticket(page)
        #expect(before.last?.hasPrefix("next: Ask the customer for the invoice") == true)
        let (mia, day) = (AgentName("mia"), charged + .days(1))
        try store.addAgent(mia, role: .agent, by: agent, at: day)
        let ending = TicketEnd(.refunded, note: "the bank says so")
        guard
            case .filed(let request) = try store.act(
                .resolve(ending), on: page.ticket.id, reference: "C-7", by: mia, at: day)
        else {
            Issue.record("no lead was asked")
            return
        }
        let waiting = try #require(try store.wholePage(of: TicketQuery(page.ticket.id), at: day))
        let lines = Answers.ticket(waiting)
        #expect(lines.contains("work: request \(request.id) asks a lead to end it as refunded"))
        #expect(lines.last?.hasPrefix("next: A lead decides request \(request.id), ") == true)
        #expect(waiting.json["request"] == .string(request.id.rawValue))
        let customer = try #require(try store.wholePage(of: CustomerQuery(AppUserID("u_1")), at: day))
        #expect(
            customer.access.nextStep(at: day)
                == .ticket(.awaitLead(AskedEnd(request: request.id, resolution: .refunded))))
    }

    @Test func aTicketThatWasTakenBack() throws {
        let store = try Store.inMemory(by: agent, at: charged)
        let page = try opened(in: store)
        let now = charged + .hours(1) + .seconds(5)
        _ = try store.act(.resolve(TicketEnd(.withdrawn)), on: page.ticket.id, by: agent, at: now)
        let lines = Answers.ticket(
            try #require(try store.wholePage(of: TicketQuery(page.ticket.id), at: now)))
        #expect(!lines.contains { $0.hasPrefix("cause ") })
        #expect(lines.contains { $0.hasSuffix("resolved, withdrawn") })
        #expect(lines.last == "next: Nothing to do: the ticket was opened by mistake.")
    }

    @Test func aRow() throws {
        let ticket = try opened().ticket
        let table = Answers.ticketTable([ticket], at: charged + .days(3))
        #expect(
            table.texts[0] == [
                "1", "3", "Loss of funds", "u_1", "Zoë Müller", "premium_month", "9.99 EUR",
                "not_verified", "0/5", "open, 3 d, overdue", "blocked",
            ])
        #expect(
            table.values[1] == [
                "1", "3", "u_1", "Zoë Müller", "premium_month", "not_verified", "open", "9.99", "EUR",
                charged.description, (charged + .hours(1)).description, "0", "5", "", "", "true", "C-7",
                (charged + .hours(25)).description, "true", "", "", "", "", "true", "0",
            ])
        #expect(
            AlarmLog.line(ticket) == "loss of funds: ticket 1, u_1, premium_month, 9.99 EUR, not_verified")
    }

    @Test(
        arguments: [
            (-5, "0 min"), (0, "0 min"), (59, "0 min"), (3599, "59 min"), (3600, "1 h"), (172_799, "1 d"),
            (172_800, "2 d"), (8_640_000, "100 d"),
        ] as [(Int64, String)])
    func ages(_ seconds: Int64, _ words: String) { #expect(Answers.age(.seconds(seconds)) == words) }

    @Test(
        arguments: [
            (PurchaseEvent.Step.verify, 21005, nil, "21005"), (.verify, nil, 503, "http_503"),
            (.verify, 0, 503, "http_503"), (.verify, 0, 200, nil), (.verify, nil, nil, nil),
            (.failed, nil, nil, "skerror_0"), (.purchased, nil, nil, nil),
        ] as [(PurchaseEvent.Step, Int?, Int?, String?)])
    func meanings(_ step: PurchaseEvent.Step, _ receipt: Int?, _ http: Int?, _ code: String?) {
        let event = PurchaseEvent(
            at: charged, step: step, receiptStatus: receipt, httpStatus: http, text: "{}")
        #expect(event.meaning?.code == code)
    }

    @Test(arguments: [
        (PurchaseEvent.Step.failed, "SKErrorDomain", "2", "skerror_2"), (.failed, "", "2", "skerror_2"),
        (.verify, "NSURLErrorDomain", "-1001", "error:NSURLErrorDomain:-1001"),
        (.deliver, "Our.Shop", "7", "error:Our.Shop:7"),
    ])
    func meaningsOfErrors(_ step: PurchaseEvent.Step, _ domain: String, _ number: String, _ code: String) {
        let event = PurchaseEvent(
            at: charged, step: step, error: ReportedError(domain: domain, code: number), text: "{}")
        #expect(event.meaning?.code == code)
    }

    private func opened() throws -> TicketPage {
        try opened(in: Store.inMemory(by: agent, at: charged))
    }

    private func opened(in store: Store) throws -> TicketPage {
        let customer = AppUserID("u_1")
        try store.addCustomer(
            customer,
            CustomerValues(email: nil, name: "Zoë Müller", appAccountToken: nil, locale: nil, country: nil),
            by: agent, at: charged)
        return try store.openTicket(
            OpenTicketRequest(
                customer: customer, product: ProductID("premium_month"), chargedAt: charged,
                price: Money(milliunits: 9990, currency: "EUR"), note: "wrote twice", reference: "C-7"),
            by: agent, at: charged + .hours(1))
    }
}
