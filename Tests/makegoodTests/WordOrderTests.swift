import ArgumentParser
import Testing

@testable import makegood

/// Words in the order in which people think of them are understood.
struct WordOrderTests {
    @Test(arguments: [
        ("ticket 34 claim", "ticket claim 34"), ("ticket claim 34", "ticket claim 34"),
        ("ticket 34", "ticket 34"),
        ("--json ticket 34 claim --ref HD-1", "--json ticket claim 34 --ref HD-1"),
        ("--store x ticket --json 34 claim", "--store x ticket --json claim 34"),
        ("--store=x ticket 34 resolve --as credited", "--store=x ticket resolve 34 --as credited"),
        ("customer u_1 note called", "customer note u_1 called"),
        ("chain 1000 attach u_1 --reason late", "chain attach 1000 u_1 --reason late"),
        ("policy template de show refund_wanted", "policy template show de refund_wanted"),
        // A word behind another option may be its value, and a command is no act of a word before it.
        ("tickets --group 3 silent", "tickets --group 3 silent"), ("claim ticket 34", "claim ticket 34"),
        ("lookup ticket", "lookup ticket"), ("ticket -- 34 claim", "ticket -- 34 claim"),
        ("tickets --limit -1", "tickets --limit=-1"), ("tickets --limit=-1", "tickets --limit=-1"),
        ("lookup -1", "lookup -1"), ("lookup -- --x -1", "lookup -- --x -1"), ("", ""),
        ("---completion ticket 34 claim -1", "---completion ticket 34 claim -1"),
    ])
    func order(_ typed: String, _ taken: String) {
        let words = typed.split(separator: " ").map(String.init)
        #expect(WordOrder.parsable(words, in: Makegood.self).joined(separator: " ") == taken)
    }

    @Test(arguments: ["-1", "0", "many", "1.5"]) func whatIsNoNumberOfRowsIsNamed(_ count: String) {
        let words = WordOrder.parsable(["tickets", "--limit", count], in: Makegood.self)
        do {
            _ = try Makegood.parseAsRoot(words)
            Issue.record("\(count) is taken for a number of rows")
        } catch {
            let message = Makegood.message(for: error)
            #expect(message.contains("'\(count)' is no number of rows: write 1 or more."), "\(message)")
        }
    }
}
