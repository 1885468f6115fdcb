import Testing

extension Commands {
    /// Codes in words, without a store.
    @Suite(.serialized) struct ExplainTests {
        @Test(arguments: [
            ("21005", "receipt_status", "21005"), ("SKErrorDomain 2", "storekit_error", "skerror_2"),
            ("expiration_intent_2", "expiration_intent", "expiration_intent_2"),
            ("V1 DID_RECOVER", "notification_v1", "DID_RECOVER"), ("http_503", "http_status", "http_503"),
            ("-1001", "cause", "error:NSURLErrorDomain:-1001"), ("late", "cause", "late"),
            ("4040010", "server_api_error", "4040010"), ("FREE_TRIAL", "offer", "FREE_TRIAL"),
            ("restored", "payment_state", "restored"),
        ])
        func code(_ text: String, _ family: String, _ code: String) async throws {
            let place = try Workplace()
            let answer = try JSON(try await place.succeed("--json", "explain", text))
            let first = answer["meanings"][0]
            #expect(first["family"].text == family && first["code"].text == code, "\(first)")
            #expect(
                first.names == ["code", "family", "name", "happened", "fault", "retry", "advice"])
            let words = try await place.succeed("explain", text)
            #expect(words.contains("fault: ") && words.contains("retry: ") && words.contains("what to do: "))
        }

        @Test func anUnknownCode() async throws {
            let place = try Workplace()
            let result = try await place.makegood("explain", "paymentCanceled")
            #expect(result.status == 3)
            #expect(result.errors.contains("paymentCancelled"), "\(result.errors)")
        }
    }
}
