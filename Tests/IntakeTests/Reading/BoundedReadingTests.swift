import AppStore
import AppStoreTesting
import CustomDump
import Foundation
import JSONValues
import Persistence
import PersistenceTesting
import Purchases
import Testing

@testable import Intake

/// However hostile a source is, reading it is work that grows with its size, and holds little of it at once.
struct BoundedReadingTests {
    /// Above this, work grew with more than the size.
    private static let tooMuch = 24.0

    private func count(_ text: String) -> Int {
        let documents = SourceReader().documents(in: Data(text.utf8), source: "f")
        return ReadingSamples.each(of: documents).reduce(0) { count, _ in count + 1 }
    }

    @Test(arguments: [
        // One quote that is never closed before many rows; each row an open quote of its own; every second row one.
        ("q,\"", "u_1,x\n"), ("", "a\"b,\"\n"), ("", "q,\"\na\n"), ("q,\"", "\n"),
    ])
    func rowsWithStrayQuotes(_ begin: String, _ row: String) {
        let growth = Effort.growth(from: 500) { size in
            let rows = begin + String(repeating: row, count: size)
            _ = count("app_user_id,name\n" + rows)
        }
        #expect(growth < Self.tooMuch)
    }

    /// What a quote leaves open is bad, and everything else still comes in.
    @Test func aStrayQuoteCostsItsOwnRowAlone() {
        let rows = (0..<2000).map { $0 == 500 ? "q,\"stray" : "u_\($0),n" }
        let words = ReadingSamples.words("app_user_id,name\n" + rows.joined(separator: "\n"))
        #expect(words.count == 2000 && words.count { $0.hasSuffix("customers") } == 1999)
        #expect(words[500] == "f:502 not_csv")
    }

    /// Many lines that each open a quote after one that is never closed, and one record that is whole behind them.
    @Test func whatIsWholeBehindManyOpenQuotesComesIn() {
        let text = "app_user_id,name\n" + String(repeating: "a\"b,\"\n", count: 3) + "u_1,\"x\ny\"\n"
        #expect(ReadingSamples.words(text).last?.hasSuffix("customers") == true)
    }

    @Test(arguments: ["{}\n", "[{}]\n", "{\"status\":21003}\n", "[1,[2,[3]],{}]\n", "x\n"])
    func lines(_ line: String) {
        let growth = Effort.growth(from: 500) { _ = count(String(repeating: line, count: $0)) }
        #expect(growth < Self.tooMuch)
    }

    @Test(arguments: ["{\"status\":21003}", "1", "[]", "\"x\"", "{\"body\":{\"status\":21003}}"])
    func lists(_ element: String) {
        let growth = Effort.growth(from: 500) { size in
            _ = count("[" + Array(repeating: element, count: size).joined(separator: ",") + "]")
        }
        #expect(growth < Self.tooMuch)
        #expect(count("[\(element),\(element)]") == 2)
    }

    /// What stands before, again and again, and behind.
    struct LongValue {
        let begin: String
        let part: String
        let end: String
    }

    private static let longValues = [
        LongValue(begin: "", part: "1", end: ""),
        LongValue(begin: "1.", part: "1", end: ""),
        LongValue(begin: "1e", part: "1", end: ""),
        LongValue(begin: "\"", part: "\\\"", end: "\""),
        LongValue(begin: "\"", part: "\\\\", end: "\""),
        LongValue(begin: "{\"", part: "k", end: "\":1}"),
        LongValue(begin: "{\"password\":\"", part: "password", end: "\"}"),
        LongValue(begin: "{\"x\":\"", part: "e\u{301}", end: "\"}"),
        LongValue(begin: "{\"body\":\"", part: "[", end: "\"}"),
    ]

    @Test(arguments: longValues) func oneDocumentOfALongValue(_ value: LongValue) {
        let growth = Effort.growth(from: 4000) { size in
            _ = count(value.begin + String(repeating: value.part, count: size) + value.end)
        }
        #expect(growth < Self.tooMuch)
    }

    /// A charge that was restored again and again has an id for each time.
    @Test func oneChargeOfManyIds() throws {
        func chain(_ size: Int) throws -> Chain {
            let told = (0..<size).map { index -> Transaction in
                var values = TransactionValues()
                values.webOrderLineItemID = WebOrderLineItemID("9001")
                values.purchasedAt = Instant(milliseconds: 1_628_106_118_000)
                let telling = TransactionObservation(
                    transactionID: TransactionID("\(2000 + index)"),
                    originalTransactionID: OriginalTransactionID("1001"), environment: .production,
                    values: values)
                return Transaction(
                    telling,
                    precedence: Precedence(
                        documentTime: Instant(milliseconds: Int64(index % 7)), isSigned: false, digest: "d"),
                    knownAt: Instant(milliseconds: 1))
            }
            var chain = Chain(id: ChainID(OriginalTransactionID("1001"), in: .production))
            chain.merge(told)
            return chain
        }
        #expect(try chain(50).transactions.map(\.ids.count) == [50])
        let growth = try Effort.growth(from: 100) { _ = try chain($0) }
        #expect(growth < Self.tooMuch)
    }
}

/// What is held of a source, beside its bytes.
struct HeldBytesTests {
    /// Each element of a list is made when its turn comes, whatever stands behind it.
    @Test func aListIsCutIntoPartsBetweenItsValues() throws {
        let element = #"{"status":21003,"x":["a,b","]"]}"#
        let count = 40_000
        let text = "[" + Array(repeating: element, count: count).joined(separator: ",\n") + " ]"
        var parts = try #require(JSONListParts(Data(text.utf8)))
        var (found, most) = (0, 0)
        while let part = parts.next() {
            let list = try #require(try JSONValue(parsing: part).array)
            #expect(list.allSatisfy { $0["status"] == .integer(21003) })
            (found, most) = (found + list.count, max(most, part.count))
        }
        #expect(found == count && most <= JSONListParts.partSize + element.utf8.count)
    }

    @Test(arguments: ["", "[", "[1", "[1]]", "[1],", "{}", "[1}", "[1] 2", "7"])
    func whatIsNoListIsNotCut(_ text: String) { #expect(JSONListParts(Data(text.utf8)) == nil) }

    /// A list that was cut in many parts and is no JSON in one of them is no list: nothing of it comes in.
    @Test(arguments: ["1 1", ",", "{\"a\"}"])
    func aListWithOneBrokenValueIsBadAsAWhole(_ broken: String) {
        let good = Array(repeating: #"{"status":21003}"#, count: 10_000).joined(separator: ",")
        let words = ReadingSamples.words("[\(good),\(broken),\(good)]")
        #expect(words.count == 1 && words[0].hasPrefix("f "), "\(words.prefix(3))")
    }

    @Test func aDocumentOfTooManyValuesIsRefusedAlone() {
        let many =
            #"{"status":21003,"x":["#
            + Array(repeating: "1", count: JSONValue.documentLimit)
            .joined(separator: ",") + "]}"
        let good = #"{"status":21003}"#
        expectNoDifference(ReadingSamples.words(many), ["f too_large"])
        expectNoDifference(
            ReadingSamples.words("\(good)\n\(many)\n\(good)"),
            ["f:1 verify_receipt", "f:2 too_large", "f:3 verify_receipt"])
        expectNoDifference(
            ReadingSamples.words("[\(good),\(many),\(good)]"),
            ["f#0 verify_receipt", "f#1 too_large", "f#2 verify_receipt"])
    }

    @Test func aReportOfTooManyEventsIsRefused() {
        let event = #"{"at":"2021-08-04T19:41:50Z","state":"purchasing"}"#
        let events = Array(repeating: event, count: 10_001).joined(separator: ",")
        expectNoDifference(
            ReadingSamples.words(#"{"attempt_id":"a","app_user_id":"u","events":[\#(events)]}"#),
            ["f too_large"])
    }

    /// A file of one mistake, again and again, is told in part and kept in part, and counted whole.
    @Test func aMillionMistakesAreCounted() throws {
        let shop = try DocumentShop()
        let count = ImportReport.rejectedLimit + 10
        let report = try shop.bring(String(repeating: "{}\n", count: count))
        #expect(report.documents == count && report.rejectedCount == count)
        #expect(report.rejected.count == ImportReport.rejectedLimit)
        #expect(try shop.store.quarantine(limit: 1000).count == 100)
        // Brought again from where it came it is known; from elsewhere the hundred stand for it.
        try shop.bring("{}\n{}\n")
        try shop.bring("{}\n{}\n", named: "g")
        #expect(try shop.store.quarantine(limit: 1000).count == 100)
        // Refused for somebody else it would be taken in for them: it is kept for them, too.
        try shop.bring("{}\n[{\"x\":1}]\n", customer: "u_1", named: "h")
        #expect(try shop.store.quarantine(limit: 1000).count == 102)
    }
}

/// What reading costs in memory, seen from outside by a process that does nothing else.
struct PeakMemoryTests {
    /// The most that this process ever held, in kilobytes, since ``forget()``.
    static func peak() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        return try #require(Int(line.filter(\.isNumber)))
    }

    /// Forgets what was held before.
    static func forget() throws {
        let file = try #require(FileHandle(forWritingAtPath: "/proc/self/clear_refs"))
        try file.write(contentsOf: Data("5".utf8))
    }

    /// Whether the kernel tells and forgets.
    static let isTold = FileManager.default.isWritableFile(atPath: "/proc/self/clear_refs")

    /// A megabyte of each; ten times as much is the most that may be held, and what one part of a list costs.
    @Test(
        .enabled(if: isTold),
        arguments: [
            #"{"status":21003}"#, "{}", #"{"a":1,"b":[],"c":{}}"#, #"{"app_user_id":"u_1","name":"x"}"#,
        ])
    func aListOfAMegabyteOfTinyDocuments(_ element: String) async {
        await #expect(processExitsWith: .success) { [element = element as String] in
            let count = (1 << 20) / (element.utf8.count + 1)
            let bytes = Data("[\(Array(repeating: element, count: count).joined(separator: ","))]".utf8)
            _ = ReadingSamples.read("[\(element)]")
            try PeakMemoryTests.forget()
            let before = try PeakMemoryTests.peak()
            var found = 0
            let documents = SourceReader().documents(in: bytes, source: "f")
            for _ in ReadingSamples.each(of: documents) { found += 1 }
            let cost = try PeakMemoryTests.peak() - before
            guard found == count, cost < 10 * bytes.count / 1024 + 20_000 else {
                throw TooMuch(cost: cost)
            }
        }
    }

    private struct TooMuch: Error {
        let cost: Int
    }
}
