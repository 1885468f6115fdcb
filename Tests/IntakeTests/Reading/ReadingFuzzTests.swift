import AppStore
import Foundation
import Intake
import Persistence
import Purchases
import Testing

/// Damages small valid documents in a reproducible way.
@Suite struct ReadingFuzzTests {
    private struct SeededGenerator: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (state >> 32) ^ (state << 31)
        }
    }

    private static let documents = [
        ReadingSamples.notification, "[\(ReadingSamples.notification),\(ReadingSamples.answer)]",
        "\(ReadingSamples.answer)\n\(ReadingSamples.notification)\n\(ReadingSamples.nameless)",
        #"{"customer":"u","received_at":"2024-01-01","body":\#(ReadingSamples.notification)}"#,
    ]

    /// Changes, removes, repeats or adds bytes outside the name `"password"` and its value.
    private func damaged(_ text: String, _ random: inout SeededGenerator) -> Data {
        var bytes = Array(text.utf8)
        let secret = Array(#""password":"hush-hush""#.utf8)
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let index = Int.random(in: 0..<bytes.count, using: &random)
            let start = max(0, index - secret.count)
            // Damage to the name or a second copy of the secret would not be a secret by any rule.
            let touched = start..<min(bytes.count, index + 7)
            if let named = bytes.firstRange(of: secret), named.overlaps(touched) { continue }
            switch Int.random(in: 0...4, using: &random) {
            case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes.remove(at: index)
            case 2: bytes.insert("\"'{}[],:\\\n\0".utf8.randomElement(using: &random) ?? 0, at: index)
            case 3: bytes.insert(contentsOf: bytes[start..<index], at: index)
            default: bytes.removeSubrange(index..<min(bytes.count, index + 7))
            }
            if bytes.isEmpty { break }
        }
        return Data(bytes)
    }

    @Test(arguments: 0..<UInt64(8))
    func noCrashAndNoSecret(_ seed: UInt64) {
        var random = SeededGenerator(state: seed)
        for _ in 0..<150 {
            for text in Self.documents {
                let bytes = damaged(text, &random)
                for document in ReadingSamples.read(bytes) {
                    #expect(!kept(document).contains("hush"), "\(String(decoding: bytes, as: UTF8.self))")
                }
            }
        }
    }

    @Test func everyTruncation() {
        let bytes = Data(ReadingSamples.notification.utf8)
        for count in 0..<bytes.count {
            let documents = ReadingSamples.read(bytes.prefix(count))
            #expect(documents.count == 1)
            for document in documents { #expect(!kept(document).contains("hush")) }
        }
    }

    private func kept(_ document: ReadingSamples.Read) -> String {
        switch document {
        case .success(let document): document.body + "\(document.contents)"
        case .failure(let rejection): String(decoding: rejection.body, as: UTF8.self) + rejection.detail
        }
    }
}
