import PersistenceTesting
import Purchases
import Testing
import Wording

@testable import Persistence

/// Every fact of a page names the document that told it.
@Suite struct EvidenceTests {
    private func page() throws -> CustomerPage {
        let store = try TestDocuments.store(
            TestDocuments.answer([("1001", 0), ("1002", 30)], on: 31) { $0.owner = People.customer },
            TestDocuments.notification("DID_RENEW", uuid: "a", about: "1002", on: 30, check: .secret),
            TestDocuments.answer([("1001", 0)], on: 40, refundedAt: TestDocuments.moment(39)) {
                var info = RenewalInfo(
                    precedence: $0.precedence, knownAt: TestDocuments.moment(40), extent: .whole)
                info.autoRenew = false
                $0.renewals = [.init(chain: TestDocuments.chain, info: info)]
            })
        return try #require(try store.customerPage(People.customer, at: People.now))
    }

    @Test func purchasesRefundsRenewalsAndNotifications() throws {
        let chain = try #require(try page().chains.first)
        let (evidence, transactions) = (chain.evidence, chain.chain.transactions)
        #expect(transactions.map { evidence.of($0)?.document } == [3, 1])
        #expect(transactions.map { evidence.ofRevocation(of: $0)?.document } == [3, nil])
        #expect(evidence.ofRenewal(of: chain.chain)?.document == 3)
        let notice = Evidence(document: 2, kind: "notification_v2", check: .secret)
        #expect(chain.notifications.map { evidence.of($0) } == [notice])
        #expect(evidence.of(transactions[0])?.check == .unchecked)
    }

    @Test func entriesOfTheTimeline() throws {
        let told = try page().events.map { "\($0.kind.rawValue) \($0.evidence?.document ?? 0)" }
        #expect(told == ["purchase 3", "purchase 1", "notification 2", "refund 3"])
    }

    @Test func aRefundToldBySomethingElseThanThePurchase() throws {
        let store = try TestDocuments.store(
            TestDocuments.answer([("1001", 0)], on: 1, refundedAt: TestDocuments.moment(1)),
            // Newer, and says nothing of a refund.
            TestDocuments.answer([("1001", 0)], on: 2))
        let chain = try #require(try store.chainPage(TestDocuments.chain, at: People.now))
        let transaction = try #require(chain.chain.transactions.first)
        #expect(chain.evidence.of(transaction)?.document == 2)
        #expect(chain.evidence.ofRevocation(of: transaction)?.document == 1)
    }

    /// A purchase that carries one customer's token is brought for another.
    @Test func aTokenAgainstANameWarnsOnBothPagesAndOnTheChains() throws {
        let (token, other) = (PersonIdentifier("6f3f5a2e-8e8e-4a55-8f8e-0d7f4a1f6a10"), AppUserID("u_2"))
        let store = try People.inMemory()
        try store.addCustomer(
            other, CustomerValues(appAccountToken: token), by: People.agent, at: People.now)
        let answer = TestDocuments.answer([("1001", 0)]) {
            $0.owner = People.customer
            $0.transactions[0].values.appAccountToken = token
        }
        try TestDocuments.take([answer], into: store)
        let warning = "chain 1001 is claimed by u_1042 and u_2, it is u_2's"
        for customer in [People.customer, other] {
            let page = try store.customerPage(customer, at: People.now)
            #expect(page?.warnings.first.map(Reader.program.words) == warning)
        }
        #expect(
            try store.chainPage(TestDocuments.chain, at: People.now)?.warnings.first.map(
                Reader.program.words) == warning)
    }
}
