import Purchases
import Testing

/// Moments as people type them, all read at one present: Sunday 22 November 2026, 14:02 UTC.
@Suite struct TimePhraseTests {
    private static let now = at("2026-11-22T14:02:00Z")

    static let examples: [(String, String)] = [
        ("now", "2026-11-22T14:02:00Z"),
        ("today", "2026-11-22T00:00:00Z"),
        ("Yesterday", "2026-11-21T00:00:00Z"),
        ("yesterday 9:30", "2026-11-21T09:30:00Z"),
        ("1 May", "2026-05-01T00:00:00Z"),
        ("1 may 2026", "2026-05-01T00:00:00Z"),
        ("May 1", "2026-05-01T00:00:00Z"),
        ("May 1, 2025", "2025-05-01T00:00:00Z"),
        ("1st September", "2026-09-01T00:00:00Z"),
        ("Sept 2nd", "2026-09-02T00:00:00Z"),
        ("11\u{A0}Aug\u{A0}19:41", "2026-08-11T19:41:00Z"),
        ("11 Aug 2021 19:41", "2021-08-11T19:41:00Z"),
        ("22 Nov", "2026-11-22T00:00:00Z"),
        // The day that was, not the one to come.
        ("23 Nov", "2025-11-23T00:00:00Z"),
        ("25 December", "2025-12-25T00:00:00Z"),
        ("25 December 2026", "2026-12-25T00:00:00Z"),
        ("29 Feb", "2024-02-29T00:00:00Z"),
        ("1-May", "2026-05-01T00:00:00Z"),
        ("2026-05-01", "2026-05-01T00:00:00Z"),
        ("2026-05-01T12:00", "2026-05-01T12:00:00Z"),
        ("2026-05-01T12:00:00Z", "2026-05-01T12:00:00Z"),
        ("2026-05-01T12:00:00+02:00", "2026-05-01T10:00:00Z"),
        ("3d ago", "2026-11-19T14:02:00Z"),
        ("3d-ago", "2026-11-19T14:02:00Z"),
        ("3 days ago", "2026-11-19T14:02:00Z"),
        ("2 weeks ago", "2026-11-08T14:02:00Z"),
        ("5h ago", "2026-11-22T09:02:00Z"),
        ("90min ago", "2026-11-22T12:32:00Z"),
    ]

    @Test(arguments: examples) func isRead(_ text: String, _ moment: String) {
        #expect(TimePhrase(text)?.instant(at: Self.now) == Instant(moment))
    }

    @Test(arguments: [
        "", "soon", "tomorrow", "May", "May 2026", "30 Feb", "31 June", "29 Feb 2025", "1 Ma", "0 May",
        "32 May",
        "1 May 26", "1 May 25:00", "now 12:00", "3 ago", "3y ago", "ago", "-3d ago", "2026-13-01", "1 2", "5",
        "1 May 2026 2026", "999999999999999999999d ago",
    ]) func isNotRead(_ text: String) {
        #expect(TimePhrase(text) == nil)
    }
}
