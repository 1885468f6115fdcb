import Testing

@testable import makegood

/// Values that spreadsheets would misread are quoted or marked.
struct CSVTests {
    @Test(arguments: [
        ("plain", "plain"), ("a,b", "\"a,b\""), ("say \"no\"", "\"say \"\"no\"\"\""),
        ("two\nlines", "\"two\nlines\""),
        ("=1+1", "'=1+1"), ("+49", "'+49"), ("@home", "'@home"), ("", ""), ("山田", "山田"),
    ])
    func cell(_ text: String, _ written: String) {
        #expect(CSV.text([[text]]) == written + "\r\n")
    }
}
