import Manuals
import Testing

/// Pages are what man(1) shows as it was meant.
struct ManualPageTests {
    private static func page(_ write: (inout ManualPage) -> Void) -> [String] {
        var page = ManualPage("makegood-x", section: 5, purpose: "The page of x.", release: "1.2.3")
        write(&page)
        return page.source.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(
            String.init)
    }

    @Test func itsHeadSaysWhatItIs() {
        #expect(
            Self.page { _ in } == [
                #".TH "MAKEGOOD\-X" 5 "" "Makegood 1.2.3" Makegood"#, ".nh", ".ad l", #".SH "NAME""#,
                #"makegood\-x \- the page of x"#,
            ])
    }

    /// Nothing of a text is obeyed, and everything stands as it is typed.
    @Test(arguments: [
        ("--no-console", #"\-\-no\-console"#), (".so /etc/passwd", #"\&.so /\:etc/\:passwd"#),
        (#"a\fBb"#, #"a\efBb"#), ("Apple's \"word\" ~ ^", #"Apple\(aqs \(dqword\(dq \(ti \(ha"#),
        ("say `makegood init` now", #"say \fBmakegood init\fR now"#),
        ("a lone ` stays", #"a lone \(ga stays"#),
        ("from 1 – 2 …", #"from 1 \[u2013] 2 \[u2026]"#), ("outage,late, other", #"outage,\:late, other"#),
        ("", #"\&"#), ("'quoted", #"\(aqquoted"#), ("bell\u{7}", "bell "), ("\u{1F600}", #"\[u1F600]"#),
    ])
    func aTextIsNoRequest(_ text: String, _ source: String) {
        let written = Self.page { $0.entry("x", text) }.suffix(3)
        #expect(Array(written) == [".TP", "x", source])
    }

    @Test func paragraphsStandApart() {
        let written = Self.page { page in
            page.text("one\ngoes on\n\ntwo")
            page.entry("term", "three\n\nfour")
            page.lines("a: 1\n\n  b: 2")
        }
        #expect(
            Array(written.suffix(17)) == [
                ".PP", "one goes on", ".PP", "two", ".TP", "term", "three", ".IP", "four", ".PP", ".nf",
                ".RS 4", "a: 1", #"\&"#, "  b: 2", ".RE", ".fi",
            ])
    }
}
