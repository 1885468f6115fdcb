import Purchases
import Testing

/// Source: Apple's reference, the numbers and names of each family.
@Suite struct CodeTablesTests {
    /// How many codes each family has.
    static let counts: [(CodeFamily, Int)] = [
        (.storeKitError, 21), (.expirationIntent, 5), (.notificationV1, 13), (.notificationV2, 44),
        (.extensionReason, 4), (.revocationReason, 5), (.refundReason, 13), (.sendAttempt, 11),
        (.receiptStatus, 13), (.paymentState, 6), (.offer, 8), (.transactionWord, 9), (.billingPlan, 2),
        (.subscriptionStatus, 5),
    ]

    @Test(arguments: counts)
    func listsAll(_ family: CodeFamily, _ count: Int) {
        #expect(codes(family).count == count)
    }

    @Test func listsEveryTypeAndSubtypeOfVersion2() {
        let parts = codes(.notificationV2).map { $0.split(separator: "/") }
        #expect(Set(parts.map(\.first)).count == 23)
        #expect(Set(parts.filter { $0.count == 2 }.map(\.last)).count == 19)
    }

    @Test(arguments: Array(21000...21010).map(String.init) + ["0"])
    func knowsTheReceiptStatus(_ code: String) {
        #expect(codes(.receiptStatus).contains(code))
    }

    @Test func retriesOnlyWhatAppleCallsRetryable() {
        let retried = Codes.all.filter { $0.family == .serverAPIError && $0.retry == .yes }
        #expect(retried.map(\.code) == ["4040002", "4040004", "4040006", "4290000", "5000001"])
    }

    @Test func hasNoCodeTwice() {
        let labels = Codes.all.map { "\($0.family) \($0.code)" }
        #expect(Set(labels).count == labels.count)
    }

    @Test func coversEveryFamily() {
        #expect(Set(Codes.all.map(\.family)) == Set(CodeFamily.allCases))
    }

    @Test(arguments: Codes.all)
    func speaksInShortSentences(_ meaning: CodeMeaning) {
        #expect(!meaning.code.isEmpty && !meaning.name.isEmpty)
        for sentence in [meaning.happened, meaning.advice] {
            #expect(sentence.hasSuffix(".") && sentence.first?.isUppercase == true)
            #expect(sentence.count <= 110, "\(sentence)")
            #expect(sentence.allSatisfy { $0.isASCII })
            #expect(!sentence.dropLast().contains(". "), "one sentence: \(sentence)")
        }
    }

    @Test func titlesAreWords() {
        let titles =
            CodeFamily.allCases.map(\.title) + Fault.allCases.map(\.title) + RetryAdvice.allCases.map(\.title)
        #expect(titles.allSatisfy { !$0.isEmpty && !$0.contains("_") })
        #expect(Set(titles).count == titles.count)
    }

    private func codes(_ family: CodeFamily) -> [String] {
        Codes.all.filter { $0.family == family }.map(\.code)
    }
}
