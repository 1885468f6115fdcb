import PersistenceTesting
import Purchases
import Testing

@testable import Persistence
@testable import Wording

/// The document about a failed purchase, and that nothing from outside becomes a part of its form.
struct EvidenceDocumentTests {
    private func shop(named name: String = "Zoë", note: String = "Zoë wrote\ntwice") throws -> Shop {
        let shop = try Shop.staffed()
        try shop.store.addCustomer(
            "u_1",
            CustomerValues(
                email: "zoe@example.org", name: PersonName(name), createdAt: ReportedAttempt.moment(-24 * 40)),
            by: Shop.lead, at: Shop.now)
        try shop.bring(
            ReportedAttempt(transaction: "7000", appVersion: "5.2.1", events: ReportedAttempt.lost(0)))
        try shop.bring(
            Paper.receipt([Paper.Entry(id: "7000", chain: "7000", line: "L0", token: "7b1e")], on: 40),
            customer: "u_1")
        _ = try shop.store.act(
            .note(note), on: "1", reference: nil, version: nil, by: Shop.agent, at: Shop.now)
        try shop.makeGood()
        return shop
    }

    /// The document, with digests and hashes left out: they are of 64 figures.
    private func document(_ evidence: TicketEvidence) -> String {
        EvidenceDocument(evidence).markdown.replacing(#/[0-9a-f]{64}/#, with: "digest")
    }

    @Test func itSaysWhatIsKnownUnderItsHeads() throws {
        let text = document(try shop().store.exportEvidence(of: "1", by: Shop.agent, at: Shop.now))
        let lines = text.split(separator: "\n").map(String.init)
        #expect(lines.filter { $0.hasPrefix("#") } == Self.heads)
        for line in [
            "| `transactionId` | 7000 |", "| `originalTransactionId` | 7000 |",
            "| `webOrderLineItemId` | L0 |",
            "| `productId` | tea.monthly |", "| `appAccountToken` | 7b1e |",
            "| `refundPreference` | DECLINE |",
            "| `consumptionPercentage` | left out: Apple works it out itself |",
        ] {
            #expect(lines.contains(line), "\(line)")
        }
        #expect(text.contains("Zoë, zoe@example.org, since ") && text.contains("taken out by ana"))
        #expect(lines.contains { $0.hasPrefix("| ") && $0.hasSuffix(" | ana | Zoë wrote twice |") })
        #expect(lines.contains { $0.contains("ana exported everything about ticket 1 | `digest` |") })
        #expect(lines.filter { $0.hasSuffix("`digest` |") }.count >= 5)
    }

    private static let heads = [
        "# Evidence: ticket 1, Loss of funds", "## Summary", "## Facts", "## The App Store's record",
        "## Attempts that the app reported", "## Everything that happened", "## Moves between groups",
        "## Grants given with it", "## Notes", "## For a consumption request", "## Documents", "## Audit log",
    ]

    @Test func maskedItNamesNobody() throws {
        let text = document(try shop().store.maskedEvidence(of: "1", at: Shop.now))
        for secret in ["Zoë", "zoe@example.org", "7b1e"] { #expect(!text.contains(secret), "\(secret)") }
        #expect(text.contains("with personal data masked") && text.contains("Z•••"))
    }

    @Test(arguments: [
        "a | b", "# Facts", "<script>x</script>", "`code`", "[a](http://x)", "two\nlines\r\nmore",
        "a\u{2028}b",
        "\u{202E}abc\u{202C}", "\u{1B}[31mred", "\\| x", "**bold** ~~gone~~", "&lt;",
    ])
    func nothingTypedIsMarkup(_ text: String) throws {
        let evidence = try shop(named: text, note: text).store.exportEvidence(
            of: "1", by: Shop.agent, at: Shop.now)
        let document = EvidenceDocument(evidence).markdown
        let hidden = document.unicodeScalars.filter { scalar in
            scalar != "\n" && (scalar.properties.generalCategory == .control || scalar.value == 0x202E)
        }
        #expect(hidden.isEmpty)
        var heads: [String] = []
        for line in document.split(separator: "\n") where line.hasPrefix("#") { heads.append(String(line)) }
        #expect(heads == Self.heads)
        // Every row of a table has as many cells as its head.
        let tables = document.split(separator: "\n\n").filter { $0.hasPrefix("|") }
        for table in tables {
            let cells = table.split(separator: "\n").map { row in
                row.replacing("\\\\", with: "").replacing("\\|", with: "").filter { $0 == "|" }.count
            }
            #expect(Set(cells).count == 1, "\(table)")
        }
        #expect(!document.contains("<script>"))
    }
}
