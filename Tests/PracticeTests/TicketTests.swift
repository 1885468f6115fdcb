import FileStore
import Foundation
import Intake
import Persistence
import Purchases
import Testing

@testable import Practice

/// The practice store's tickets are those of the troubles that its customers had, and no others.
struct TicketTests {
    private static let now = Instant(milliseconds: 1_795_219_200_000)
    private static let lead = AgentName("lena")

    private static let large = PracticePopulation(customers: 240, seed: 1, now: now)
    /// Its store, which no test changes.
    private static let made = Result {
        let store = try Store.inMemory(practice: true, by: lead, at: large.start)
        try large.fill(store, lead: lead)
        return store
    }

    private let population = large
    private let store: Store
    private let tickets: [Ticket]

    init() throws {
        store = try Self.made.get()
        var (tickets, cursor): ([Ticket], String?) = ([], nil)
        repeat {
            let page = try store.wholePage(of: TicketListQuery(after: cursor, limit: 100), at: Self.now)
            tickets += page.tickets
            cursor = page.next
        } while cursor != nil
        self.tickets = tickets
    }

    @Test func ticketsAreThoseOfTroubles() throws {
        let people = population.people()
        let troubled = people.filter { $0.troubles.contains { $0.opensTicket != false } }.map(\.person.id)
        let certain = people.filter { $0.troubles.contains { $0.opensTicket == true } }.map(\.person.id)
        let named = Set(tickets.compactMap(\.customer))
        #expect(named.subtracting(troubled).isEmpty)
        #expect(Set(certain).subtracting(named).isEmpty)
        let silent = people.flatMap(\.troubles).count { $0 == .silentlyLate || $0 == .silentlyOwnerless }
        #expect(try store.wholePage(of: SilentLossCountQuery(), at: Self.now).count.counted == silent)
        try expectEveryGroupAndEnd()
        try expectCauses()
        try expectDeeds()
    }

    /// Whoever reads a robbed customer's page is told, and whoever makes good with the defaults gives all of it back.
    @Test func everyLossStandsInTheVerdictAndIsGivenBackWhole() throws {
        let losses = tickets.filter { $0.isUnresolved && $0.group == .lossOfFunds }
        var whole = 0
        for ticket in losses {
            let page = try #require(try store.wholePage(of: TicketQuery(ticket.id), at: Self.now))
            let customer = try #require(ticket.customer)
            guard let entitlement = page.owed.entitlements.first else { continue }
            let shown = try #require(try store.wholePage(of: CustomerQuery(customer), at: Self.now))
            for name in page.owed.entitlements {
                let verdict = try #require(shown.verdicts.first { $0.entitlement == name })
                #expect(verdict.owed.contains { $0.ticket == ticket.id })
                #expect(verdict.because.first?.rule == .lossOfFunds)
                let first = try #require(verdict.owed.first)
                #expect(verdict.nextStep == .ticket(first.nextStep))
            }
            let request = GrantRequest(
                customer: customer, entitlement: entitlement, term: .lost, reason: "outage",
                ticket: ticket.id)
            let outcome = try store.wholePage(of: GrantPreviewQuery(request), by: Self.lead, at: Self.now)
            #expect(outcome.missing == .zero && outcome.gained == page.lost?.length, "ticket \(ticket.id)")
            whole += 1
        }
        #expect(whole >= 5)
    }

    private func expectEveryGroupAndEnd() throws {
        for group in ErrorGroup.allCases {
            #expect(tickets.count { $0.group == group } >= 10, "\(group)")
            #expect(tickets.contains { $0.group == group && $0.isUnresolved }, "\(group)")
        }
        let rare: Set<TicketResolution> = [.duplicate, .notCharged, .withdrawn]
        for end in TicketResolution.allCases where !rare.contains(end) {
            #expect(tickets.contains { $0.resolution == end }, "nothing ended as \(end)")
        }
        #expect(!tickets.contains { $0.resolution == .duplicate })
    }

    private func expectCauses() throws {
        let expected = [
            "skerror_0", "skerror_1", "skerror_2", "skerror_3", "skerror_4", "skerror_5", "skerror_7",
            "skerror_9", "skerror_18",
            "purchasing", "deferred", "21002", "21003", "21004", "21005", "21009", "21010", "21100",
            "http_500",
            "http_503", "error:NSURLErrorDomain:-1001", "error:NSURLErrorDomain:-1009",
            "error:WalletErrorDomain:7", "not_verified", "late",
        ]
        #expect(Set(expected).subtracting(tickets.map(\.cause.rawValue)).isEmpty)
        #expect(tickets.contains { $0.money?.milliunits == 0 })
        #expect(tickets.contains { $0.blocksRepurchase })
    }

    private func expectDeeds() throws {
        #expect(tickets.contains { $0.isMadeGood && $0.aftermath == .refunded })
        #expect(tickets.contains { $0.claimedBy == AgentName("ana") && $0.state == .claimed })
        #expect(try store.verifyAudit(head: nil).isOK)
    }
}

extension PracticeTrouble {
    /// Whether it leads to a ticket; nil when that depends on when its documents were taken in.
    fileprivate var opensTicket: Bool? {
        switch self {
        case .approved: nil
        case .restored, .sandbox, .coinsDelivered, .silentlyLate, .silentlyOwnerless: false
        default: true
        }
    }
}
