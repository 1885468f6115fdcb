import Testing
import Wording

struct CountingTests {
    @Test(arguments: [(0, "0 tickets"), (1, "1 ticket"), (2, "2 tickets")])
    func countsInThePlural(count: Int, said: String) {
        #expect(Counting.of(count, "ticket") == said)
    }

    @Test func takesAPluralOfItsOwn() {
        #expect(Counting.of(2, "loss", "losses") == "2 losses")
        #expect(Counting.of(1, "loss", "losses") == "1 loss")
    }

    @Test(arguments: [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")])
    func listsAllOfSomeThings(items: [String], said: String) {
        #expect(Counting.all(items) == said)
    }

    @Test func listsOneOfSomeThings() { #expect(Counting.any(["a", "b", "c"]) == "a, b or c") }
}
