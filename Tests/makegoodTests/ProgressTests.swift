import Testing

@testable import makegood

/// The line that says how far something has come fits every terminal and tells the truth.
struct ProgressTests {
    @Test func itFitsEveryWidth() {
        for columns in 1...200 {
            for words in ["", "taking in", "12345 of 123456 documents"] {
                let line = ProgressMeter.line(share: 0.43, words, columns: columns)
                #expect(line.contains("43 %"))
                #expect(line.count < max(columns, 7), "“\(line)” in \(columns) columns")
            }
        }
    }

    @Test(arguments: [
        (0.0, "[....................]   0 %  words"), (0.5, "[##########..........]  50 %  words"),
        (0.999, "[###################.]  99 %  words"), (1.0, "[####################] 100 %  words"),
        (7.0, "[####################] 100 %  words"), (-1.0, "[....................]   0 %  words"),
    ])
    func itFillsAsTheWorkIsDone(_ share: Double, _ line: String) {
        #expect(ProgressMeter.line(share: share, "words", columns: 36) == line)
    }

    @Test(
        arguments: [
            (0.5, 4, "5 s left"), (0.25, 10, "31 s left"), (0.99, 30, "1 s left"), (0.05, 6, "2 min left"),
            (0.04, 60, nil), (0.5, 0, nil), (1.0, 9, nil),
        ] as [(Double, Int, String?)])
    func itSaysHowLongItStillTakes(_ share: Double, _ seconds: Int, _ words: String?) {
        #expect(ProgressMeter.left(of: share, after: .seconds(seconds)) == words)
    }
}
