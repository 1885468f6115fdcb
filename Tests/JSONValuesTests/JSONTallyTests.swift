import Foundation
import JSONValues
import Testing

/// How many documents bytes hold, told before anything is made of them.
struct JSONTallyTests {
    @Test(
        arguments: [
            ("", .lines, 0), (" \n\n ", .lines, 0), ("1", .lines, 1), ("\"a\"\n\"b\"\n", .lines, 2),
            ("{}", .object, 1), (" {\n \"a\": [1,\n2] }\n", .object, 1), ("{}\n{}\n\n{}", .lines, 3),
            ("[]", .list, 0), ("[ \n ]", .list, 0), ("[1]", .list, 1), ("[{},{}]", .list, 2),
            ("[[1,2],{\"a\":1,\"b\":2}]", .list, 2), ("\n[1,\n2,\n3]\n", .list, 3), ("[]\n[]", .lines, 2),
            // Brackets and commas in texts are none.
            (#"["a,b,]","\"],["]"#, .list, 2), (#"{"a":"}\n{"}"#, .object, 1),
            // What is no JSON is told by its lines.
            ("[1,2", .lines, 1), ("]\n[", .lines, 2), ("{}x", .lines, 1), ("x{}", .lines, 1),
            ("[1],", .lines, 1),
        ] as [(String, JSONTally.Form, Int)])
    func counts(_ text: String, _ form: JSONTally.Form, _ count: Int) {
        for bytes in [Data(text.utf8), Data("xx\(text)".utf8).dropFirst(2)] {
            let tally = JSONTally(of: bytes)
            #expect(tally.form == form && tally.count == count, "\(text)")
        }
    }
}
