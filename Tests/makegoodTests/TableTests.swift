import Purchases
import TerminalCore
import Testing
import Wording

@testable import makegood

/// Lists are as wide as a terminal for people, and whole for programs.
struct TableTests {
    private let now = Instant("2026-11-22T10:00:00Z") ?? .earliest
    private let people = Table<[String]>(
        [
            ["7", "u_1", "Zoë Müller-Lüdenscheidt", "zoe@example.org", "open, 2 d", "EUR"],
            ["118", "u_1042", "渡辺 花子", "", "claimed by ana", "JPY"],
        ],
        [
            .number("ticket", "id") { .text($0[0]) }, .decisive("customer", "app_user_id") { .text($0[1]) },
            .useful("name", "name") { .text($0[2]) }, .extra("e-mail", "email") { .text($0[3]) },
            .decisive("state", "state") { .text($0[4]) }, .value("currency") { .text($0[5]) },
        ])

    @Test func whereThereIsRoomEverythingIsWhole() {
        #expect(
            people.lines(fitting: 120) == [
                "TICKET  CUSTOMER  NAME                     E-MAIL           STATE",
                "     7  u_1       Zoë Müller-Lüdenscheidt  zoe@example.org  open, 2 d",
                "   118  u_1042    渡辺 花子                                 claimed by ana",
            ])
        #expect(people.lines(fitting: nil) == people.lines(fitting: 120))
        #expect(people.leftOut(fitting: 120).isEmpty)
    }

    @Test func whatIsUsefulIsCutAndTheRestLeftOut() {
        #expect(
            people.lines(fitting: 50) == [
                "TICKET  CUSTOMER  NAME              STATE", "     7  u_1       Zoë Müller-Lüde…  open, 2 d",
                "   118  u_1042    渡辺 花子         claimed by ana",
            ])
        #expect(people.leftOut(fitting: 50) == ["e-mail"])
        #expect(people.leftOut(fitting: 36) == ["name", "e-mail"])
    }

    @Test(arguments: 1...90) func whatIsDecisiveIsNeverCut(_ width: Int) {
        let lines = people.lines(fitting: width)
        #expect(lines.count == 3)
        #expect(lines[1].contains("u_1 ") && lines[1].hasSuffix("open, 2 d"))
        #expect(lines[2].contains("118  u_1042") && lines[2].hasSuffix("claimed by ana"))
        let decisive = 6 + 2 + 8 + 2 + 14
        #expect(lines.allSatisfy { DisplayText.columns(of: $0) <= max(width, decisive) }, "\(lines)")
    }

    @Test func programsGetEveryValueUnderItsName() {
        #expect(
            TabSeparated.text(people.values) == """
                id\tapp_user_id\tname\temail\tstate\tcurrency
                7\tu_1\tZoë Müller-Lüdenscheidt\tzoe@example.org\topen, 2 d\tEUR
                118\tu_1042\t渡辺 花子\t\tclaimed by ana\tJPY

                """)
        #expect(people.without("name", "email").values[0] == ["id", "app_user_id", "state", "currency"])
    }

    @Test(arguments: ["a\tb", "a\nb", "a\r\nb", "\u{1B}[2Ja"])
    func noValueBreaksItsRow(_ text: String) {
        let written = TabSeparated.text([[text, "next"]])
        #expect(written.count { $0 == "\t" } == 1 && written.count(where: \.isNewline) == 1)
        #expect(!written.contains("\u{1B}"))
    }

    @Test func momentsAreWordsForPeopleAndExactForPrograms() {
        let moment = Instant("2025-08-11T19:41:58.123Z")
        let table = Table([moment, now, nil], [.decisive("when", "at") { .moment($0) }], at: now)
        #expect(
            table.texts.map { Printable.line($0[0]) } == ["11 Aug 2025 19:41", "22 Nov 10:00", ""])
        #expect(table.values == [["at"], ["2025-08-11T19:41:58.123Z"], [now.description], [""]])
    }

    @Test func productsAreNamedForPeopleAlone() {
        let premium = ProductID("premium")
        let table = Table<ProductID>(
            [premium, ProductID("else")], [.useful("product", "product_id") { .product($0) }]
        ).naming { ProductNames([premium: ["en": "Premium"]]) }
        #expect(table.texts == [["Premium"], ["else"]])
        #expect(table.values == [["product_id"], ["premium"], ["else"]])
    }

    @Test func sentencesGoOnInTheNextLine() {
        let table = Table<[String]>(
            [["reasons", "outage,not_delivered,late,goodwill"], ["disk", "there is room for it all"]],
            [
                .decisive("finding", "code") { .text($0[0]) },
                .sentences("what was found", "text") { .text($0[1]) },
            ])
        #expect(
            table.lines(fitting: 33) == [
                "FINDING  WHAT WAS FOUND", "reasons  outage,not_delivered,", "         late,goodwill",
                "disk     there is room for it all",
            ])
    }

    @Test func columnsInWhichNothingStandsAreNotShown() {
        let table = Table<[String]>(
            [["1", "", "3"]],
            [
                .decisive("a", "a") { .text($0[0]) }, .useful("b", "b") { .text($0[1]) },
                .extra("c", "c") { .text($0[2]) },
            ])
        #expect(table.lines(fitting: 80) == ["A  C", "1  3"])
        #expect(table.leftOut(fitting: 80).isEmpty)
        #expect(table.values == [["a", "b", "c"], ["1", "", "3"]])
    }

    @Test func aListWithoutRowsSaysSo() {
        let listing = Listing<String>(
            [], [.decisive("a", "a") { .text($0) }], empty: "nothing fits", remarks: ["more"])
        #expect(listing.lines(fitting: 80) == ["nothing fits", "more"])
        #expect(listing.table.values == [["a"]])
    }

    @Test(arguments: [
        ("one two three", 8, 2, ["one two", "  three"]), ("one two", 80, 2, ["one two"]), ("", 8, 0, [""]),
        ("unbreakable", 5, 0, ["unbre", "akabl", "e"]), ("日本語文字", 5, 0, ["日本", "語文", "字"]),
        ("  set in and long", 10, 4, ["  set in", "    and", "    long"]),
        ("a,b,c,d", 4, 0, ["a,b,", "c,d"]),
        ("word ", 4, 0, ["word"]), ("x", 0, 0, ["x"]),
    ])
    func lines(_ text: String, _ width: Int, _ indentation: Int, _ lines: [String]) {
        #expect(TextLines.broken(text, at: width, indentation: indentation) == lines)
    }
}
