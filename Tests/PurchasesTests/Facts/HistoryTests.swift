import Purchases
import Testing

/// Source: Apple, `latest_receipt_info` of notifications holds "latest 100 only": a list tells whether it is whole.
@Suite struct HistoryTests {
    @Test(arguments: [
        ([["1", "2", "3"]], true), ([["3", "1"]], true), ([["1"], ["2", "3"]], false), ([["1", "2"]], false),
        ([["2", "3"]], false), ([], false), ([["1", "2"], ["1", "3"]], true),
    ])
    func isCompleteWhenOneListHeldFirstAndNewest(_ lists: [[String]], _ isComplete: Bool) {
        var facts = chain([bought("1", from: 0), bought("2", from: 1), bought("3", from: 2)])
        for list in lists { facts.noteList(list.map { TransactionID($0) }) }
        #expect(facts.isHistoryComplete == isComplete)
    }

    @Test func aNewerPurchaseMakesItIncomplete() {
        var facts = chain([bought("1", from: 0, to: 1)])
        facts.noteList([TransactionID("1")])
        facts.merge(bought("2", from: 1, to: 2))
        #expect(!facts.isHistoryComplete)
    }

    @Test func notesTheNewestWordWhateverTheOrder() {
        var facts = chain([])
        facts.noteDocument(at: day(5), knownAt: day(6))
        facts.noteDocument(at: day(3), knownAt: day(9))
        #expect(facts.newestDocumentAt == day(5))
        #expect(facts.newestKnownAt == day(9))
    }
}
