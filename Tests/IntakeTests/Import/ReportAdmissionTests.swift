import JSONValues
import Purchases
import Testing

@testable import Persistence

/// Which stores take in what an app reports.
struct ReportAdmissionTests {
    private static func report(_ fields: String) -> String {
        #"{"attempt_id":"a","app_user_id":"u_1","product_id":"tea.monthly","events":[],\#(fields)}"#
    }

    @Test(arguments: [
        (#""bundle_id":"com.example.coffee""#, [String]()),
        (#""bundle_id":"com.example.tea""#, ["other_bundle"]),
        (#""x":1"#, []),
    ])
    func anotherAppsReportGoesToQuarantine(_ fields: String, _ reasons: [String]) throws {
        let shop = try Shop()
        try shop.store.set(.bundleIDs, to: "com.example.coffee", by: Shop.lead, at: Shop.now)
        #expect(try shop.bring(Self.report(fields)).rejected.map(\.reason) == reasons)
        #expect(try shop.store.quarantine().map(\.kind) == reasons.map { _ in "purchase_report" })
    }

    @Test(arguments: [
        (#""environment":"Xcode""#, true), (#""environment":"LocalTesting""#, true),
        (#""environment":"Sandbox""#, false), (#""environment":"Production""#, false), (#""x":1"#, false),
    ])
    func onlyPracticeStoresTakeWhatAppleDoesNotSign(_ fields: String, _ isRefused: Bool) throws {
        let reasons = try Shop(practice: false).bring(Self.report(fields)).rejected.map(\.reason)
        #expect(reasons == (isRefused ? ["environment_not_allowed"] : []))
        #expect(try Shop(practice: true).bring(Self.report(fields)).rejected.isEmpty)
    }

    @Test func theSameReportIsADuplicate() throws {
        let shop = try Shop()
        let report = Self.report(#""app_version":"5.2.1""#)
        #expect(try shop.bring(report).duplicates == 0)
        #expect(try shop.bring(#"{"received_at":"2024-01-01","body":\#(report)}"#).duplicates == 1)
    }
}
