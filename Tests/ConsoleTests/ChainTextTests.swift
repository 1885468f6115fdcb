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

    @Test func aClaimThatDecidesNothingIsUnproven() throws {
        let claims = [
            OwnerClaim(kind: .named, customer: People.zoe.id, at: Pages.now),
            OwnerClaim(
                kind: .purchaseReport, customer: People.jose.id, at: Pages.now, receivedAt: Pages.now,
                needsEvidence: true),
        ]
        let page = try #require(Pages.chain(Chains.zoe, owner: People.zoe, claims: claims))
        let lines = ClaimText(page: page, time: time).lines(.unicode).map(\.text)
        #expect(lines.contains { $0.hasPrefix("unproven \(People.jose.id)") })
        #expect(lines.count { $0.hasPrefix("unproven") } == 1)
        let warnings = page.warnings.map { time.reader.words(of: $0) }
        #expect(warnings.contains { $0.contains("\(People.jose.id) (unproven)") })
    }

    @Test func aChainWithoutACommitmentSaysNothingOfOne() throws {
        let page = try #require(Pages.chain(Chains.zoe, owner: People.zoe))
        #expect(ChainText(page: page, time: time).commitment == nil && page.renewals == 14)
    }
}
