import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// Names are found in the spellings that people use, and with one letter wrong.
struct SpellingSearchTests {
    private static func store() throws -> Store {
        let store = try People.inMemory()
        let names = [
            "a": "Jürgen Müller", "b": "Hans Mueller", "c": "Michael Groß", "d": "Anna Schäfer",
            "e": "Poe Bauer",
        ]
        for (id, name) in names.sorted(by: { $0.key < $1.key }) {
            try store.addCustomer(
                AppUserID(id), CustomerValues(name: PersonName(name)), by: People.agent, at: People.now)
        }
        return store
    }

    private static func ids(_ matches: [SearchResults.Match]) -> [String] {
        matches.compactMap { $0.customer?.id.rawValue }.sorted()
    }

    @Test(arguments: [
        ("mueller", ["a", "b"]), ("Müller", ["a", "b"]), ("MUELLER", ["a", "b"]), ("muller", ["a"]),
        ("juergen mueller", ["a"]), ("Mueller Juergen", ["a"]), ("hans müller", ["b"]),
        ("michael gross", ["c"]), ("Michael Groß", ["c"]), ("schaefer", ["d"]), ("schäfer", ["d"]),
        ("poe bauer", ["e"]),
    ])
    func everySpellingIsFound(_ text: String, _ ids: [String]) throws {
        #expect(try Self.ids(Self.store().search(text, at: People.now).matches) == ids)
    }

    @Test(arguments: ["juergen mueller", "Müller, Jürgen", "It was Juergen Mueller who wrote this."])
    func wholeNamesAreFoundInTexts(_ text: String) throws {
        #expect(try Self.ids(Self.store().search(text, at: People.now).matches).contains("a"))
    }

    @Test(arguments: [
        ("muellr", ["a", "b"]), ("mueler", ["a", "b"]), ("meuller", ["a", "b"]), ("Schaefr", ["d"]),
        ("michel gross", ["c"]), ("grosz", ["c"]), ("hans muller2", []), ("zzzzz", []),
    ])
    func whatIsOneLetterAwayIsProposed(_ text: String, _ ids: [String]) throws {
        let found = try Self.store().search(text, at: People.now)
        #expect(found.matches.isEmpty)
        #expect(Self.ids(found.nearest) == ids)
    }

    @Test func nothingIsProposedBesideWhatFits() throws {
        #expect(try Self.store().search("hans", at: People.now).nearest.isEmpty)
    }

    /// Whoever sees nobody would learn a name by guessing at it.
    @Test func nobodyIsProposedToWhoSeesNobody() throws {
        #expect(try Self.store().search("mueler", reach: .wholes, at: People.now).nearest.isEmpty)
    }

    @Test(arguments: [
        ("maier", "meier", true), ("maier", "maier", true), ("maier", "mair", true),
        ("maier", "maierr", true),
        ("maier", "mieer", false), ("maier", "amier", true), ("maier", "mayr", false), ("", "a", true),
    ])
    func oneLetter(_ one: String, _ other: String, _ isNear: Bool) {
        #expect(SearchNear.isNear(one.unicodeScalars, other.unicodeScalars) == isNear)
    }

    @Test(arguments: [
        ("Müller", ["mueller"]), ("mueller", ["muller"]), ("michael", ["michal"]), ("smith", []), ("oe", []),
        ("aeoe", ["aeo", "aoe"]),
    ])
    func spellings(_ text: String, _ others: [String]) {
        #expect(SearchSpelling.others(of: text).sorted() == others.sorted())
    }
}
