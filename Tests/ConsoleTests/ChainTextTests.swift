import Purchases
import TerminalCore
import Testing
import Widgets
import Wording

@testable import Console
@testable import Persistence

/// What a chain's page says of a commitment and of the offers in it.
struct ChainTextTests {
    private let time = TimeText(now: Pages.now)

    @Test func aCommitmentIsSaidBelowTheRenewal() throws {
        let page = try #require(Pages.chain(Chains.committed, owner: People.zoe))
        let text = ChainText(page: page, time: time)
        let commitment = try #require(text.commitment)
        #expect(commitment.hasPrefix("Commitment: period 2 of 12 of a commitment of 119.88"))
        #expect(commitment.contains("ten payments are still due, and it does not renew afterwards"))
        #expect(text.renewal.hasPrefix("Renewal: will renew"))
        #expect(page.renewals == 1)
    }

    @Test func aTransactionSaysWhichPaymentItIsAndItsOffer() throws {
        let page = try #require(Pages.chain(Chains.committed, owner: People.zoe))
        let last = try #require(page.chain.transactions.last)
        let text = TransactionText(
            transaction: last, page: page, time: time, columns: TransactionColumns(page, time: time))
        let line = text.shortLine(.unicode).text
        #expect(line.contains("payment 2 of 12") && line.contains("win-back offer BACK"))
    }

    @Test func aChainWithoutACommitmentSaysNothingOfOne() throws {
        let page = try #require(Pages.chain(Chains.zoe, owner: People.zoe))
        #expect(ChainText(page: page, time: time).commitment == nil && page.renewals == 14)
    }
}
