import AppStore
import AppStoreTesting
import Testing

/// A reader that breaks a rule is found.
@Suite struct FuzzRuleTests {
    private func failure(_ text: String = "x", _ read: @escaping @Sendable () -> FuzzOutcome) -> String? {
        let target = FuzzTarget("t", seeds: [], tokens: []) { _ in read() }
        return target.result(of: FuzzDocument(bytes: Array(text.utf8))).failure
    }

    private func failure(detail: String) -> String? {
        failure { FuzzOutcome(problems: [DocumentProblem(.badValue, detail)]) }
    }

    @Test func detailsAreShortAndPlain() {
        #expect(failure(detail: "it is bad: mend it") == nil)
        #expect(failure(detail: "") != nil)
        #expect(failure(detail: "a\u{1B}[31m") != nil && failure(detail: "a\u{85}") != nil)
        #expect(failure(detail: String(repeating: "a", count: 2049)) != nil)
    }

    @Test func theSameBytesAreReadTheSame() {
        #expect(failure { FuzzOutcome([Int.random(in: .min ... .max)]) } != nil)
    }

    @Test func namedSecretsAreNotKept() {
        let leaking = { @Sendable in FuzzOutcome(kept: ["it says PLANTED-c7d1"]) }
        #expect(failure(#"{"password":"PLANTED-c7d1"}"#, leaking) != nil)
        #expect(failure(#"{"name":"PLANTED-c7d1"}"#, leaking) == nil)
        #expect(failure(#"{"password":"PLANTED-c7d1","a":"PLANTED-c7d1"}"#, leaking) == nil)
    }

    @Test func aNumberAlwaysMakesTheSameDocument() throws {
        let target = try #require(try FuzzTarget.appStore.first { $0.name == "verify_receipt" })
        let documents = try (0..<UInt64(50)).map { try target.document($0).bytes }
        #expect(try documents == (0..<UInt64(50)).map { try target.document($0).bytes })
        #expect(Set(documents).count > 45)
    }
}
