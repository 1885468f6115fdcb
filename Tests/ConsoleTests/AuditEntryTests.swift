import Purchases
import Testing

@testable import Console
@testable import Persistence

/// An entry whose details list everything that one deed touched is shown without being read whole.
struct AuditEntryTests {
    private static func entry(_ details: String) -> AuditEntry {
        AuditEntry(
            sequence: 1, at: Instant(milliseconds: 0), agent: AgentName("ana"), action: "grant",
            subject: "u_1", details: details, previousHash: "", hash: "")
    }

    @Test func theReasonOfShortDetailsIsRead() {
        #expect(Self.entry(#"{"grant":{"reason":"goodwill"}}"#).reason == "goodwill")
    }

    @Test func longDetailsAreShownByTheirBeginning() {
        let padding = String(repeating: "x", count: AuditEntry.readableDetails)
        let long = Self.entry(#"{"reason":"goodwill","list":"\#(padding)"}"#)
        #expect(long.reason.isEmpty)
    }
}
