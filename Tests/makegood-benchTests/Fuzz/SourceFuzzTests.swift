import AppStoreTesting
import Purchases
import Testing

@testable import makegood_bench

/// Whole sources and catalogues are refused or understood, whatever stands in them.
struct SourceFuzzTests {
    @Test(arguments: ["source", "catalog"] + DocumentKind.allCases.filter(\.isTheApps).map(\.rawValue))
    func noRuleIsBrokenByDamagedDocuments(_ name: String) throws {
        let target = try #require(try FuzzTarget.all.first { $0.name == name })
        for document in try target.corpus { #expect(target.result(of: document).failure == nil) }
        for number in 0..<UInt64(100) {
            let (_, failure) = target.result(of: try target.document(number))
            #expect(failure == nil, "makegood-bench fuzz --target \(name) --seed \(number) --iterations 1")
        }
    }
}
