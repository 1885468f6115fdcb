import Purchases
import Testing

@testable import Persistence

/// What counts as the same text for searches.
struct FoldingTests {
    @Test(arguments: [
        ("", ""), ("  ", ""), ("Ada", "ada"), ("Ada  \t Byron\n", "ada byron"), ("u_1042", "u_1042"),
        ("Müller", "muller"), ("Mu\u{308}ller", "muller"), ("Zoë Lefèvre", "zoe lefevre"), ("Núñez", "nunez"),
        ("Weiß", "weiss"), ("WEISS", "weiss"), ("ẞ", "ss"), ("Sørensen", "sorensen"), ("Łódź", "lodz"),
        ("Ægir Þór Đorđe", "aegir thor dorde"), ("Cœur", "coeur"),
        ("Dvořák Ğül İzmir ıslak", "dvorak gul izmir islak"),
        ("Nguyễn Thị Ánh", "nguyen thi anh"), ("Ｚｏë＠ｅｘ", "zoe@ex"), ("ﬁn", "fin"), ("№ ５", "no 5"),
        ("O'Neil", "oneil"), ("O’Neil", "oneil"), ("O´Neil", "oneil"), ("O`Neil", "oneil"),
        ("OʼNeil", "oneil"),
        ("“Ada”", "ada"), ("«Ada»", "ada"), ("Ada\u{A0}Byron", "ada byron"), ("山田　太郎", "山田 太郎"),
        ("Jean–Luc", "jean-luc"), ("A\u{200B}d\u{AD}a\u{202E}", "ada"), ("A\0da", "ada"), ("Ёлка", "елка"),
        ("Άννα ΣΟΦΟΣ", "αννα σοφοσ"), ("ガ", "ガ"), ("ｶﾞ", "ガ"), ("한글", "한글"), ("100%", "100%"),
    ])
    func whatAPersonTakesForTheSameHasOneKey(_ text: String, _ key: String) {
        #expect(SearchKey.of(text) == key)
    }

    @Test func aKeysKeyIsItself() {
        for start in stride(from: UInt32(32), to: 0x30000, by: 64) {
            let scalars = (start..<start + 64).compactMap { Unicode.Scalar($0) }
            let key = SearchKey.of("x" + String(String.UnicodeScalarView(scalars)))
            #expect(SearchKey.of(key) == key, "from \(String(start, radix: 16))")
        }
    }

    @Test(arguments: [
        ("#34", 34), ("ticket 34", 34), ("Ticket #34", 34), ("TICKET: 34.", 34), ("ticket no. 34", 34),
        ("(#34)", 34),
    ])
    func ticketsAreNamedInWords(_ text: String, _ number: Int64) {
        #expect(SearchNeedle(text).namedTicket == number)
    }

    @Test(arguments: ["34", "ticket", "no. 34", "#", "# 12a", "ticket u_34", "ticket 99999999999999999999"])
    func otherTextsNameNoTicket(_ text: String) {
        #expect(SearchNeedle(text).namedTicket == nil)
    }

    @Test(arguments: [
        ("5B0FE0A2", "5b0fe0a2"), ("5b0fe0a2-", "5b0fe0a2"), ("5b0fe0a29", "5b0fe0a2-9"), ("5b0f", "5b0f"),
        ("5b0fe0a29a5e4a558f8e0d7f4a1f6a10", "5b0fe0a2-9a5e-4a55-8f8e-0d7f4a1f6a10"),
    ])
    func uuidsAreReadWithAndWithoutDashes(_ text: String, _ stored: String) {
        #expect(SearchKinds.uuid(text) == stored)
    }

    @Test(arguments: [
        "5b0", "5b0fe-0a2", "5b0fe0a2x", "zoe", "5b0fe0a2--9", String(repeating: "a", count: 33),
    ])
    func otherTextsAreNoBeginningOfAUUID(_ text: String) {
        #expect(SearchKinds.uuid(text) == nil)
    }
}
