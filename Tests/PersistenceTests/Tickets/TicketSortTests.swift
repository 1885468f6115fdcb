import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// Tickets in other orders than their queue's: the same tickets, page by page without gaps or repeats.
struct TicketSortTests {
    /// A shop with tickets that differ in every column, and some that have nothing there.
    private static func shop() throws -> Shop {
        let shop = try Shop.staffed()
        var reports: [Paper] = []
        for index in 0..<24 {
            let hours = Double(index % 5) * 100 + 1
            let attempt = ReportedAttempt(
                id: "a\(index)", customer: "u_\(index % 4)", product: index < 12 ? "week_pass" : "forever",
                events: ReportedAttempt.lost(hours) + ReportedAttempt.failing(index % 3, from: hours))
            reports.append(attempt.paper)
        }
        try shop.bring(reports)
        for id in ["3", "8", "15"] as [TicketID] {
            _ = try shop.store.act(.claim, on: id, by: Shop.agent, at: Shop.now)
        }
        _ = try shop.store.act(.claim, on: "5", by: Shop.lead, at: Shop.now)
        for id in ["2", "9"] as [TicketID] {
            _ = try shop.store.act(
                .resolve(.said(.delivered)), on: id, reference: "HD-1", by: Shop.lead, at: Shop.now)
        }
        return shop
    }

    private func pages(_ shop: Shop, _ filter: TicketFilter, _ sort: TicketSort, size: Int) throws -> [Ticket]
    {
        var (found, cursor): ([Ticket], String?) = ([], nil)
        repeat {
            let page = try shop.store.tickets(
                filter, sortedBy: sort, after: cursor, limit: size, at: Shop.now)
            #expect(page.tickets.count <= size && (page.next == nil || page.tickets.count == size))
            found += page.tickets
            cursor = page.next
        } while cursor != nil && found.count < 100
        return found
    }

    private static func key(_ ticket: Ticket, _ column: TicketSort.Column) -> TicketSortCursor {
        TicketSortCursor(ticket, sort: TicketSort(column, isDescending: false))
    }

    @Test(arguments: TicketSort.Column.allCases, [false, true])
    func allPagesTogetherAreOneSortedList(_ column: TicketSort.Column, isDescending: Bool) throws {
        let (shop, sort) = (try Self.shop(), TicketSort(column, isDescending: isDescending))
        for size in [1, 3, 7, 23, 24, 25] {
            let found = try pages(shop, TicketFilter(), sort, size: size)
            #expect(Set(found.map(\.id)).count == 24 && found.count == 24, "\(size)")
            #expect(found.suffix(2).allSatisfy { !$0.isUnresolved })
            for group in ErrorGroup.allCases {
                let keys = found.filter { $0.isUnresolved && $0.group == group }.map {
                    Self.key($0, column).keys
                }
                #expect(keys == Self.sorted(keys, isDescending: isDescending), "\(size)")
            }
        }
    }

    /// The keys in order, those that are empty last.
    private static func sorted(_ keys: [[TicketSortKey]], isDescending: Bool) -> [[TicketSortKey]] {
        let full = keys.filter { !$0.isEmpty }.sorted { left, right in
            isDescending ? precedes(right, left) : precedes(left, right)
        }
        return full + keys.filter(\.isEmpty)
    }

    private static func precedes(_ left: [TicketSortKey], _ right: [TicketSortKey]) -> Bool {
        for (one, other) in zip(left, right) where one != other {
            return switch (one, other) {
            case (.number(let one), .number(let other)): one < other
            case (.text(let one), .text(let other)): one < other
            default: false
            }
        }
        return false
    }

    @Test func theWorseGroupStaysFirst() throws {
        let found = try pages(Self.shop(), TicketFilter(), TicketSort(.age), size: 7).filter(\.isUnresolved)
        let groups = found.map(\.group.rawValue)
        #expect(groups == groups.sorted(by: >))
    }

    @Test func aFilterStaysAFilter() throws {
        let shop = try Self.shop()
        let filter = try TicketFilter(parsing: "agent:ana", at: Shop.now)
        #expect(Set(try pages(shop, filter, TicketSort(.money), size: 2).map(\.id)) == ["3", "8", "15"])
    }

    @Test(arguments: [
        "", "x", "q.3.0.1.1", "s", "s.age", "s.age.3.1", "s.money.3.1.EUR", "s.age.3.1.x", "s.-age.3.1.5",
        "s.age.3.1.",
    ])
    func aForeignPlaceIsRefused(_ text: String) throws {
        let shop = try Shop.staffed()
        let error = failure {
            _ = try shop.store.tickets(sortedBy: TicketSort(.age), after: text, at: Shop.now)
        }
        #expect(error == .invalid(.cursor(text)))
    }

    @Test func aTextSaysTheOrder() {
        for column in TicketSort.Column.allCases {
            for sort in [TicketSort(column), TicketSort(column).reversed] {
                #expect(TicketSort(sort.text) == sort)
            }
        }
        for text in ["", "-", "nothing", "queue"] { #expect(TicketSort(text) == nil) }
    }
}
