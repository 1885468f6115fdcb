import Testing
import Yams

@testable import YAMLTexts

/// What a text of some hundred bytes means is counted before it is made.
struct YAMLTextTests {
    private func bomb(levels: Int, end: String) -> String {
        let rows = (1...levels).map {
            "a\($0): &a\($0) [\(Array(repeating: "*a\($0 - 1)", count: 9).joined(separator: ","))]"
        }
        return (["a0: &a0 [x, x]"] + rows + [end]).joined(separator: "\n")
    }

    @Test(arguments: ["b: *a24", "? *a24\n: 1", "? [*a24]\n: 1", "{? {*a24 : x} : y}: z"])
    func aBombOfAliasesIsNotMade(_ end: String) {
        #expect(throws: YAMLExcess.self) {
            try YAMLText.compose(bomb(levels: 24, end: end), nodeLimit: 1_000_000)
        }
    }

    /// Two such levels mean nodes one by one: 3 + 2 + 1 + 2 * (9 * …).
    @Test func aliasesCountAsWhatTheyStandFor() throws {
        let text = bomb(levels: 2, end: "b: 1")
        // 1; a0 and its list: 4; a1: 2 and nine lists of 3; a2: 2 and nine lists of 28; b: 2.
        let nodes = 1 + 4 + 2 + 9 * 3 + 2 + 9 * 28 + 2
        #expect(try YAMLText.compose(text, nodeLimit: nodes) != nil)
        let excess = #expect(throws: YAMLExcess.self) { try YAMLText.compose(text, nodeLimit: nodes - 1) }
        #expect(excess == YAMLExcess(line: 4, limit: .nodes(nodes - 1)))
    }

    /// A key of keys of keys is hashed by each of them: what that costs is counted, too.
    @Test func keysWithinKeysCountAgain() {
        let text = String(repeating: "? ", count: 400) + "[" + String(repeating: "x,", count: 1000) + "x]"
        #expect(throws: YAMLExcess.self) { try YAMLText.compose(text, nodeLimit: 100_000) }
        #expect(throws: Never.self) { try YAMLText.compose("? ? [x, y]\n", nodeLimit: 100) }
    }

    @Test func whatIsNoYAMLIsSaidByYams() {
        #expect(throws: YamlError.self) { try YAMLText.compose("a: [", nodeLimit: 100) }
        #expect(throws: YamlError.self) { try YAMLText.compose("a: *nowhere", nodeLimit: 100) }
        #expect(throws: YamlError.self) {
            try YAMLText.compose(String(repeating: "[", count: 100_000), nodeLimit: 1_000_000)
        }
    }

    @Test func usualAliasesWork() throws {
        let node = try YAMLText.compose("a: &e [x, y]\nb: *e\n", nodeLimit: 100)
        #expect(node?["b"]?.array().count == 2)
        #expect(try YAMLText.compose("", nodeLimit: 1) == nil)
    }

    @Test func aTextOfManyMegabytesIsNotRead() {
        let text = "a: " + String(repeating: "x", count: YAMLText.byteLimit)
        let excess = #expect(throws: YAMLExcess.self) { try YAMLText.compose(text, nodeLimit: 100) }
        #expect(excess?.words == "more than 32 MB" && excess?.line == nil)
    }
}
