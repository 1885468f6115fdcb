import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// The counters of the report, as the contract has them: each transaction and chain once a run.
struct ImportReportTests {
    /// An import, and what its report counts: documents, accepted, duplicates, new and updated transactions and chains.
    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var before: [Paper] = []
        let documents: [Paper]
        let counts: [Int]
    }

    private static let first = Paper.Entry(id: "7000", chain: "7000", line: "L0")
    private static let second = Paper.Entry(id: "7001", chain: "7000", line: "L1", day: 30)
    private static let sold = Paper.Entry(id: "8000", chain: "8000", product: "forever", days: nil)
    private static let restored = Paper.Entry(
        id: "8005", chain: "8000", product: "forever", day: 8, days: nil)
    private static let revoked = Paper.Entry(
        id: "7000", chain: "7000", line: "L0", revokedOn: 2)

    static let examples = [
        Example(
            testDescription: "new, and told again in the same run with more",
            documents: [Paper.receipt([first], on: 1), Paper.receipt([revoked, second], on: 40)],
            counts: [2, 2, 0, 2, 0, 1, 0]),
        Example(
            testDescription: "a document twice in one run",
            documents: [Paper.receipt([first], on: 1), Paper.receipt([first], on: 1)],
            counts: [2, 2, 1, 1, 0, 1, 0]),
        Example(
            testDescription: "a value changes twice in a run", before: [Paper.receipt([first], on: 1)],
            documents: [Paper.receipt([revoked], on: 3), Paper.receipt([first], on: 4)],
            counts: [2, 2, 0, 0, 1, 0, 1]),
        Example(
            testDescription: "a late old document changes no value", before: [Paper.receipt([first], on: 5)],
            documents: [Paper.receipt([revoked], on: 3)], counts: [1, 1, 0, 0, 0, 0, 1]),
        Example(
            testDescription: "a notification brings itself", before: [Paper.receipt([first], on: 5)],
            documents: [Paper.notification("DID_RENEW", [first])], counts: [1, 1, 0, 0, 0, 0, 1]),
        Example(
            testDescription: "a new id of a known charge", before: [Paper.receipt([first], on: 5)],
            documents: [Paper.receipt([Paper.Entry(id: "7099", chain: "7000", line: "L0")], on: 6)],
            counts: [1, 1, 0, 0, 1, 0, 1]),
        Example(
            testDescription: "two that turn out to be one are one",
            documents: [
                Paper.receipt([Paper.Entry(id: "7099", chain: "7000")], on: 1), Paper.receipt([first], on: 2),
                Paper.receipt([Paper.Entry(id: "7099", chain: "7000", line: "L0")], on: 3),
            ], counts: [3, 3, 0, 1, 0, 1, 0]),
        Example(
            testDescription: "a sale and its restore are one",
            documents: [Paper.receipt([restored], on: 1), Paper.receipt([sold], on: 2)],
            counts: [2, 2, 0, 1, 0, 1, 0]),
        Example(
            testDescription: "a restore of a known sale", before: [Paper.receipt([sold], on: 1)],
            documents: [Paper.receipt([restored], on: 9)], counts: [1, 1, 0, 0, 1, 0, 1]),
        Example(
            testDescription: "a status alone is a document of no chain",
            documents: [Paper.status(21007)], counts: [1, 1, 0, 0, 0, 0, 0]),
    ]

    @Test(arguments: examples) func counts(_ example: Example) throws {
        let shop = try Shop()
        for document in example.before { try shop.bring(document) }
        let report = try shop.bring(example.documents)
        #expect(
            [
                report.documents, report.accepted, report.duplicates, report.newTransactions,
                report.updatedTransactions, report.newChains, report.updatedChains,
            ] == example.counts)
        #expect(report.rejected.isEmpty)
    }

    @Test func aRunIsOneAuditEntryHoweverLong() throws {
        let shop = try Shop()
        let before = try shop.store.verifyAudit().entries
        let lines = (0..<400).map { index in
            Paper.receipt([Paper.Entry(id: "\(7000 + index)", chain: "\(7000 + index)")], on: 1)
        }
        let report = try shop.bring(lines)
        #expect(report.newChains == 400)
        #expect(try shop.store.verifyAudit().entries == before + 1)
        let entry = try #require(try shop.store.audit(limit: 1).entries.first)
        #expect(entry.details.contains(#""new_chains":400"#) && entry.details.contains("sha256"))
    }
}
