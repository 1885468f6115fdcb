import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

struct CustomerTests {
    @Test func customersAreAddedOnce() throws {
        let store = try People.inMemory()
        #expect(
            failure { try store.addCustomer(People.customer, by: People.agent, at: People.now) }?.code
                == .conflict)
        #expect(
            failure { try store.addCustomer(AppUserID(" "), by: People.agent, at: People.now) }?.code
                == .usage)
    }

    @Test func aChangeLeavesTheRestAsItIs() throws {
        let store = try People.inMemory()
        try store.setCustomer(
            People.customer, CustomerValues(name: "Zoë"), by: People.agent, at: People.now + .hours(1))
        let match = try #require(try store.search("zoë", at: People.now).matches.first)
        #expect(match.customer?.values.email == "Taro@Example.com")
        #expect(match.customer?.values.name == "Zoë")
    }

    @Test func theAuditKeepsNoPersonalData() throws {
        let store = try People.inMemory()
        try store.act(.note("called 山田 at home"), on: People.customer, by: People.agent, at: People.now)
        let details = try store.audit().entries.map(\.details).joined()
        #expect(!details.contains("Taro") && !details.contains("山田"))
    }

    @Test func onlyLeadsMarkTesters() throws {
        let store = try People.inMemory()
        #expect(
            failure { try store.act(.tester(true), on: People.customer, by: People.agent, at: People.now) }?
                .code
                == .refused)
        try store.act(.tester(true), on: People.customer, by: People.lead, at: People.now)
        #expect(try store.search("u_1042", at: People.now).matches.first?.customer?.isTester == true)
    }

    @Test func listsPageByKeyAndFilter() throws {
        let store = try People.inMemory()
        for number in 0..<5 {
            try store.addCustomer(AppUserID("c\(number)"), by: People.agent, at: People.now)
            try Raw.write(
                store,
                """
                INSERT INTO chains (id, environment, original_transaction_id, product_id, customer_id, auto_renew)
                SELECT \(number + 1), 'Production', 'o\(number)', 'p\(number % 2)', id, \(number % 2) FROM customers
                WHERE app_user_id = 'c\(number)';
                INSERT INTO status_periods VALUES (\(number + 1), 'active', 1, \(number < 3 ? "NULL" : "5"));
                """)
        }
        let first = try store.customers(limit: 4, at: People.now)
        #expect(first.lines.map(\.customer.id.rawValue) == ["u_1042", "c0", "c1", "c2"])
        #expect(first.count.description == "6")
        let second = try store.customers(after: first.next, limit: 4, at: People.now)
        #expect(second.lines.map(\.customer.id.rawValue) == ["c3", "c4"] && second.next == nil)
        let names: (CustomerFilter) throws -> [String] = { filter in
            try store.customers(filter, at: People.now).lines.map(\.customer.id.rawValue)
        }
        #expect(try names(CustomerFilter(status: .active)) == ["c0", "c1", "c2"])
        #expect(try names(CustomerFilter(product: ProductID("p1"))) == ["c1", "c3"])
        #expect(try names(CustomerFilter(status: .active, renewal: .off)) == ["c0", "c2"])
        #expect(failure { _ = try store.customers(after: "x", at: People.now) }?.code == .usage)
    }
}

/// Personal data is taken out only with the log's knowledge.
struct RevealTests {
    @Test func theLogSaysWhatWasTakenOutAndNotWhatItSays() throws {
        let store = try People.inMemory()
        try store.act(.takeOut(field: "email"), on: People.customer, by: People.agent, at: People.now)
        let entry = try store.audit(limit: 1).entries.first
        #expect(entry?.action == "reveal" && entry?.subject == "u_1042")
        #expect(entry?.details == "{\"field\":\"email\"}")
    }

    @Test func viewersAreRefused() throws {
        let store = try People.inMemory()
        let error = failure {
            try store.act(.takeOut(field: "email"), on: People.customer, by: People.viewer, at: People.now)
        }
        #expect(error?.code == .refused)
    }
}
