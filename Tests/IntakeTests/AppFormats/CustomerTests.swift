import AppStore
import CustomDump
import Foundation
import PersistenceTesting
import Purchases
import Testing

@Suite struct CustomerTests {
    @Test func everyField() throws {
        let text = """
            {"app_user_id":"u_7","email":"zoe@example.org","name":"Zoë","created_at":"2020-01-01","country":"DE",
             "app_account_token":"6F9619FF-8B86-D011-B42D-00C04FC964FF","updated_at":"2021-01-01T00:00:00Z",
             "locale":"de_DE"}
            """
        let contents = try AppDocumentSamples.contents(text, .customers)
        let values = CustomerValues(
            email: "zoe@example.org", name: "Zoë", appAccountToken: "6f9619ff-8b86-d011-b42d-00c04fc964ff",
            createdAt: Instant("2020-01-01"), locale: "de_DE", country: "DE")
        expectNoDifference(contents.person, .init(id: AppUserID("u_7"), values: values))
        #expect(contents.precedence.documentTime == Instant("2021-01-01T00:00:00Z"))
    }

    @Test(arguments: [
        (#","updated_at":"2021-01-01""#, "2022-01-01", "2021-01-01"),
        (#","created_at":"2020-01-01""#, "2022-01-01", "2022-01-01"),
        (#","created_at":"2020-01-01""#, "", "2020-01-01"),
    ])
    func documentTime(_ fields: String, _ received: String, _ expected: String) throws {
        let text = "{\"app_user_id\":\"u\"\(fields)}"
        let contents = try AppDocumentSamples.contents(text, .customers, receivedAt: Instant(received))
        #expect(contents.precedence.documentTime == Instant(expected))
    }

    @Test func withoutAnyTimeItIsOlderThanEverything() throws {
        let contents = try AppDocumentSamples.contents(#"{"app_user_id":1042}"#, .customers)
        #expect(contents.precedence.documentTime == .earliest)
        #expect(contents.person?.id == AppUserID("1042"))
    }

    @Test(arguments: [
        (#"{"email":"x"}"#, RejectionReason.missingID), (#"{"app_user_id":""}"#, .missingID),
        (#"{"app_user_id":"u","app_account_token":"no"}"#, .badValue),
        (#"{"app_user_id":"u","name":[]}"#, .wrongType),
        (#"{"app_user_id":"u","created_at":"yesterday"}"#, .badDate),
        (#"{"app_user_id":"u","name":"\u0000"}"#, .badValue),
    ])
    func bad(_ text: String, _ reason: RejectionReason) {
        #expect(AppDocumentSamples.reason(text, .customers) == reason)
    }
}
