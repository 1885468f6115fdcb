import AppStore
import CustomDump
import Foundation
import JSONValues
import Persistence
import Purchases
import Testing

@testable import Intake

@Suite struct SourceSplittingTests {
    private static let answer = ReadingSamples.answer
    private static let nameless = ReadingSamples.nameless

    private static let texts: [(String, [String])] = [
        (answer, ["f verify_receipt"]), ("\u{FEFF}\(answer)\r\n\n", ["f verify_receipt"]),
        (answer.replacing(",", with: ",\n"), ["f verify_receipt"]),
        ("[\(answer),\n\(nameless)]", ["f#0 verify_receipt", "f#1 missing_id"]),
        ("[\n\(answer)\n]", ["f#0 verify_receipt"]),
        ("\(answer)\n\n\(answer)\r\n", ["f:1 verify_receipt", "f:3 verify_receipt"]),
        ("\(answer)\n{\"status\":\n\(answer)", ["f:1 verify_receipt", "f:2 not_json", "f:3 verify_receipt"]),
        ("{bad\n\(answer)\n7", ["f:1 not_json", "f:2 verify_receipt", "f:3 unknown_kind"]),
        ("[\(answer),7]\n\(answer)", ["f:1#0 verify_receipt", "f:1#1 unknown_kind", "f:2 verify_receipt"]),
        (String(answer.dropLast(5)), ["f not_json"]),
        (String(answer.replacing(",", with: ",\n").dropLast(5)), ["f not_json"]),
        ("", ["f empty"]), (" \n\t\r\n", ["f empty"]), ("[]", ["f empty"]), ("null", ["f unknown_kind"]),
        ("\0\0", ["f empty"]), ("hello", ["f not_json"]), ("\"hello\"", ["f unknown_kind"]),
        (String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000), ["f too_deep"]),
    ]

    @Test(arguments: texts)
    func labels(_ text: String, _ words: [String]) { expectNoDifference(ReadingSamples.words(text), words) }

    @Test func badBytes() {
        let line = Data(Self.answer.utf8)
        let documents = ReadingSamples.read(Data([0x22, 0xFF, 0x22, 0x0A]) + line + Data([0x0A]) + line)
        expectNoDifference(
            documents.map(ReadingSamples.words),
            ["f:1 invalid_utf8", "f:2 verify_receipt", "f:3 verify_receipt"])
    }

    @Test func tenMegabytesInOneField() {
        let long = String(repeating: "x", count: 10 << 20)
        expectNoDifference(
            ReadingSamples.words(#"{"status":21005,"other":"\#(long)"}"#), ["f verify_receipt"])
        let rejected = ReadingSamples.rejections(
            Self.answer.replacing("\"7001\"", with: "\"\(long)\"")
        ).first
        #expect(rejected?.reason == "bad_value" && rejected?.body.count == Rejection.byteLimit)
        #expect((rejected?.byteCount ?? 0) > 10 << 20)
        #expect(rejected?.detail.contains("only the first") == true)
    }

    @Test func filesThatCannotBeRead() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).json")
        try Data(Self.answer.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let reasons = ["/", file.path + "/inside", file.path + ".gone", file.path].map { path in
            SourceReader().documents(at: path).map { document -> String in
                if case .failure(let rejection) = document { rejection.reason } else { "read" }
            }
        }
        expectNoDifference(reasons, [["directory"], ["unreadable"], ["unreadable"], ["read"]])
    }

    @Test func theSourceIsCountedAndHashed() {
        let lines = Data("\(Self.answer)\n\(Self.answer)\n".utf8)
        let documents = SourceReader().documents(in: lines, source: "f")
        #expect(documents.map { _ in 1 }.count == 2)
        #expect(documents.bytesRead == lines.count)
        #expect(documents.sourceDigest.count == 64)
    }

    @Test func longSourcesAreReadInPieces() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).jsonl")
        try Data(String(repeating: Self.answer + "\n", count: 2500).utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let words = ReadingSamples.each(of: SourceReader().documents(at: file.path)).map(ReadingSamples.words)
        #expect(words.count == 2500 && words.last == "\(file.path):2500 verify_receipt")
    }
}
