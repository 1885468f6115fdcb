import AppStore
import CustomDump
import Foundation
import PersistenceTesting
import Purchases
import Testing

@Suite struct PurchaseReportTests {
    private typealias Samples = PurchaseReportSamples

    private func event(
        _ time: String, _ step: PurchaseEvent.Step, _ rest: String, receiptStatus: Int? = nil,
        httpStatus: Int? = nil
    ) throws -> PurchaseEvent {
        PurchaseEvent(
            at: try #require(Instant(time)), step: step, receiptStatus: receiptStatus, httpStatus: httpStatus,
            text: "{\"at\":\"\(time)\",\(rest)}")
    }

    private var documentedValues: PurchaseReportValues {
        var values = PurchaseReportValues()
        values.customer = AppUserID("u_1042")
        values.product = ProductID("basic_subscription_1_month")
        values.transactionID = TransactionID("230001020690335")
        values.originalTransactionID = OriginalTransactionID("1000000831360853")
        (values.environment, values.bundleID) = (.production, BundleID("com.example.app"))
        (values.appVersion, values.systemVersion, values.device) = ("5.2.1", "17.5", "iPhone14,5")
        (values.storefront, values.price) = ("DEU", Money(milliunits: 9990, currency: "EUR"))
        return values
    }

    @Test func theDocumentedReport() throws {
        let contents = try Samples.contents(Samples.documented)
        let events = [
            try event("2021-08-04T19:41:50Z", .purchasing, #""state":"purchasing""#),
            try event("2021-08-04T19:41:58Z", .purchased, #""state":"purchased""#),
            try event(
                "2021-08-04T19:42:00Z", .verify, #""receipt_status":21005,"step":"verify""#,
                receiptStatus: 21005),
            try event(
                "2021-08-04T19:43:00Z", .verify, #""http_status":503,"step":"verify""#, httpStatus: 503),
            try event("2021-08-04T19:50:00Z", .finished, #""state":"finished""#),
        ]
        let attempt = AttemptID("5b0fe0a2-9a5e-4a55-8f8e-0d7f4a1f6a10")
        expectNoDifference(
            contents.report, PurchaseReport(attempt: attempt, values: documentedValues, events: events))
        #expect(contents.kind == .purchaseReport && contents.bundleID == BundleID("com.example.app"))
        #expect(contents.environment == .production && contents.owner == nil && contents.chains.isEmpty)
        #expect(contents.precedence.documentTime == Instant("2021-08-04T19:50:00Z"))
    }

    @Test func anAttemptWithoutEventsIsAReport() throws {
        let contents = try Samples.contents(
            #"{"attempt_id":7,"events":[]}"#, receivedAt: Instant("2024-01-01"))
        let report = PurchaseReport(attempt: AttemptID("7"), values: PurchaseReportValues(), events: [])
        expectNoDifference(contents.report, report)
        #expect(contents.precedence.documentTime == Instant("2024-01-01"))
    }

    @Test func documentTimeIsTheNewestEventsWhereverItStandsAndWheneverItWasReceived() throws {
        let text = Samples.report(
            events: #"{"at":"2024-01-03","state":"finished"}"#, #"{"at":"2024-01-02","state":"purchased"}"#)
        let contents = try Samples.contents(text, receivedAt: Instant("2025-01-01"))
        #expect(contents.precedence.documentTime == Instant("2024-01-03"))
        #expect(contents.receivedAt == Instant("2025-01-01"))
    }

    @Test(arguments: [
        (#""x":1"#, "Production"), (#""environment":null"#, "Production"),
        (#""environment":"""#, "Production"),
        (#""environment":"Sandbox""#, "Sandbox"), (#""environment":"PROD""#, "Production"),
        (#""environment":"Xcode""#, "Xcode"), (#""environment":"Mars""#, "Mars"),
    ])
    func environment(_ fields: String, _ expected: String) throws {
        let environment = try Samples.contents(Samples.report(fields: fields)).environment
        #expect(environment == AppStoreEnvironment(rawValue: expected))
    }

    @Test func anEnvironmentThatIsLeftOutIsNotTold() throws {
        #expect(try Samples.values(#""app_user_id":"u""#)?.environment == nil)
    }

    @Test func numbersStandForTextsAndUnknownFieldsAreIgnored() throws {
        let values = try Samples.values(
            #""app_user_id":1042,"transaction_id":230001,"app_version":5.2,"web_order_line_item_id":9001,"new":[{}]"#
        )
        #expect(values?.customer == AppUserID("1042") && values?.transactionID == TransactionID("230001"))
        #expect(values?.appVersion == "5.2" && values?.webOrderLineItemID == WebOrderLineItemID("9001"))
        #expect(try Samples.values(#""web_order_line_item_id":"0""#)?.webOrderLineItemID == nil)
    }

    @Test(arguments: [
        (#"{"amount":"9.99","currency":"EUR"}"#, 9990), (#"{"amount":9.99,"currency":"EUR"}"#, 9990),
        (#"{"amount":9.990000000000002,"currency":"EUR"}"#, 9990),
        (#"{"amount":1200,"currency":"EUR"}"#, 1_200_000),
        (#"{"amount":"0.00","currency":"EUR"}"#, 0), (#"{"amount":"0.125","currency":"eur"}"#, 125),
        (#"{"amount":12.0,"currency":"EUR","tax":[]}"#, 12000),
    ])
    func prices(_ price: String, _ milliunits: Int64) throws {
        let told = try Samples.values("\"price\":\(price)")?.price
        #expect(told == Money(milliunits: milliunits, currency: "EUR"))
    }

    @Test(arguments: [
        (#"{"events":[]}"#, "missing_id attempt_id"),
        (#"{"attempt_id":"","events":[]}"#, "missing_id attempt_id"),
        (#"{"attempt_id":{},"events":[]}"#, "wrong_type attempt_id"), ("[]", "wrong_type the"),
        (#"{"attempt_id":"a"}"#, "bad_value events"),
        (#"{"attempt_id":"a","events":null}"#, "bad_value events"),
        (#"{"attempt_id":"a","events":{}}"#, "wrong_type events"),
        (#"{"attempt_id":"a","events":"purchased"}"#, "wrong_type events"),
    ])
    func badReports(_ text: String, _ expected: String) { #expect(Samples.wrong(text) == expected) }

    @Test(arguments: [
        (#""price":"9.99 EUR""#, "wrong_type price"), (#""price":{}"#, "bad_value price.currency"),
        (#""price":{"amount":"9.99"}"#, "bad_value price.currency"),
        (#""price":{"currency":"EUR"}"#, "bad_value price.amount"),
        (#""price":{"amount":"9,99","currency":"EUR"}"#, "bad_value price.amount"),
        (#""price":{"amount":"9.9999","currency":"EUR"}"#, "bad_value price.amount"),
        (#""price":{"amount":9.9999,"currency":"EUR"}"#, "bad_value price.amount"),
        (#""price":{"amount":1e300,"currency":"EUR"}"#, "bad_value price.amount"),
        (#""price":{"amount":"-9.99","currency":"EUR"}"#, "bad_value price.amount"),
        (#""price":{"amount":"9.99","currency":"euros"}"#, "bad_value price.currency"),
        (#""price":{"amount":true,"currency":"EUR"}"#, "wrong_type price.amount"),
        (#""product_id":"a\u001b""#, "bad_value product_id"),
        (#""app_user_id":[]"#, "wrong_type app_user_id"),
        ("\"transaction_id\":\"\(String(repeating: "1", count: 257))\"", "bad_value transaction_id"),
        ("\"device\":\"\(String(repeating: "x", count: 10_001))\"", "too_large device"),
    ])
    func badFields(_ fields: String, _ expected: String) {
        #expect(Samples.wrong(Samples.report(fields: fields)) == expected)
    }
}
