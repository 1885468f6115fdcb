import AppStore
import AppStoreTesting
import Purchases
import Testing

/// Whatever the decoders read, they refuse it or understand it: no crash, no leak, no forgery, the same each time.
@Suite struct DecoderFuzzTests {
    private static let targets = Result { try FuzzTarget.appStore }
    private static let names =
        DocumentKind.allCases.filter { !$0.isTheApps }.map(\.rawValue) + [
            "json", "asn1", "jws", "certificates",
        ]

    private func target(_ name: String) throws -> FuzzTarget {
        try #require(try Self.targets.get().first { $0.name == name })
    }

    @Test func thereIsATargetForEveryKindAndFormat() throws {
        #expect(try Self.targets.get().map(\.name).sorted() == Self.names.sorted())
    }

    @Test(arguments: names) func goodDocumentsAreUnderstood(_ name: String) throws {
        let target = try target(name)
        for document in try target.corpus {
            let (outcome, failure) = target.result(of: document)
            #expect(failure == nil)
            let text = String(decoding: document.bytes, as: UTF8.self)
            // No certificate is good in every place of a chain; values that are put into any field are rarely right.
            guard name != "certificates", document.signedContent == nil else { continue }
            #expect(outcome.isUnderstood, "\(outcome.problems): \(text)")
        }
    }

    @Test(arguments: names) func noRuleIsBrokenByDamagedDocuments(_ name: String) throws {
        let target = try target(name)
        // Those that sign and check several times for each document.
        let isSlow = ["notification_v2", "server_api", "certificates"].contains(name)
        for number in 0..<UInt64(isSlow ? 60 : 200) {
            let (_, failure) = target.result(of: try target.document(number))
            #expect(failure == nil, "makegood-bench fuzz --target \(name) --seed \(number) --iterations 1")
        }
    }
}
