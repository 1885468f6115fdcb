import AppStoreClient
import Foundation
import Server
import Testing

/// Messages are signed as the Standard Webhooks convention says, so that any of its libraries verifies them.
struct WebhookSecretTests {
    /// The signature was made by the convention's own Python library.
    @Test func signsAsTheConventionDoes() throws {
        let secret = try #require(WebhookSecret(Secret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")))
        let (id, body) = ("msg_p5jXN8AQM9LWM0D4loKWxJek", #"{"test": 2432232314}"#)
        let signature = secret.signature(of: body, id: id, timestamp: 1_614_265_330)
        #expect(signature == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
        #expect(secret.verifies(signature, of: body, id: id, timestamp: 1_614_265_330))
        #expect(!secret.verifies(signature, of: body, id: id, timestamp: 1_614_265_331))
        #expect(!secret.verifies(signature, of: body, id: "msg_other", timestamp: 1_614_265_330))
        #expect(!secret.verifies(signature, of: body + " ", id: id, timestamp: 1_614_265_330))
        #expect(!secret.verifies("v1a,AAAA v1,?", of: body, id: id, timestamp: 1_614_265_330))
    }

    /// What is a secret: 24 to 64 bytes in base64, with or without what they begin with.
    @Test(arguments: [
        (23, false), (24, true), (32, true), (64, true), (65, false), (0, false),
    ])
    func isOfSoManyBytes(_ count: Int, _ isSecret: Bool) {
        let text = Data(repeating: 1, count: count).base64EncodedString()
        #expect((WebhookSecret(Secret(text)) != nil) == isSecret)
        #expect((WebhookSecret(Secret("whsec_" + text)) != nil) == isSecret)
    }

    @Test(arguments: ["", "whsec_", "not base64 at all, whatever it may be", "whpk_MfKQ9r8GKYqrTwjUPD8ILPZI"])
    func anythingElseIsNone(_ text: String) { #expect(WebhookSecret(Secret(text)) == nil) }

    @Test func aNewOneIsOneAndNoOther() {
        let texts = Set((0..<8).map { _ in WebhookSecret.newText() })
        #expect(texts.count == 8)
        #expect(texts.allSatisfy { $0.hasPrefix("whsec_") && WebhookSecret(Secret($0)) != nil })
    }

    @Test func twoSecretsAreValidAtOnce() throws {
        let target = try WebhookTarget.of("http://127.0.0.1:1/hook", secrets: 2)
        let header = target.signatures(of: "{}", id: "msg_1", timestamp: 7)
        #expect(header.split(separator: " ").count == 2)
        for text in WebhookTarget.secrets {
            let secret = try #require(WebhookSecret(Secret(text)))
            #expect(secret.verifies(header, of: "{}", id: "msg_1", timestamp: 7))
        }
    }
}
