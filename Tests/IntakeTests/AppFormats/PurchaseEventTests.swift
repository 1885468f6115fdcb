import AppStore
import CustomDump
import Foundation
import PersistenceTesting
import Purchases
import Testing

@Suite struct PurchaseEventTests {
    private typealias Samples = PurchaseReportSamples

    private func event(_ fields: String) throws -> PurchaseEvent {
        try #require(try Samples.events(#"{"at":"2024-01-01T00:00:00Z",\#(fields)}"#).first)
    }

    @Test(arguments: [
        "purchasing", "deferred", "failed", "purchased", "restored", "finished", "verify", "deliver",
        "refund_asked", "1",
    ])
    func wordsAreKeptUnderEitherName(_ word: String) throws {
        for key in ["state", "step"] {
            #expect(try event("\"\(key)\":\"\(word)\"").step == PurchaseEvent.Step(named: word))
        }
    }

    @Test(arguments: [
        (#""state":"purchased","step":"verify""#, PurchaseEvent.Step.purchased),
        (#""state":"ok","step":"verify""#, .verify), (#""state":"ok","step":"new""#, .other("ok")),
        (#""state":"","step":"deliver""#, .deliver),
    ])
    func ofTwoWordsTheKnownOneCountsAndTheStateFirst(_ fields: String, _ step: PurchaseEvent.Step) throws {
        #expect(try event(fields).step == step)
    }

    @Test(arguments: [
        ("", nil, nil, false), (#","receipt_status":0,"http_status":200"#, 0, 200, false),
        (#","receipt_status":"21005""#, 21005, nil, true), (#","http_status":"503""#, nil, 503, true),
        (#","receipt_status":null,"http_status":"""#, nil, nil, false),
        (#","error":"offline""#, nil, nil, true),
    ])
    func verifications(_ fields: String, _ receipt: Int?, _ http: Int?, _ isFailure: Bool) throws {
        let event = try event("\"step\":\"verify\"\(fields)")
        #expect(event.receiptStatus == receipt && event.httpStatus == http && event.isFailure == isFailure)
    }

    @Test(arguments: [
        ("", nil, false), (#","ok":true"#, true, false), (#","ok":"1""#, true, false),
        (#","ok":false"#, false, true),
        (#","error":"no such user""#, nil, true), (#","ok":true,"error":"late""#, true, false),
    ])
    func deliveries(_ fields: String, _ isDelivered: Bool?, _ isFailure: Bool) throws {
        let event = try event("\"step\":\"deliver\"\(fields)")
        #expect(event.isDelivered == isDelivered && event.isFailure == isFailure)
    }

    @Test(arguments: [
        (#""error_domain":"SKErrorDomain","error_code":2"#, "SKErrorDomain", "2"),
        (#""error_domain":"SKErrorDomain","error_code":"2""#, "SKErrorDomain", "2"),
        (#""error_code":2"#, "", "2"), (#""error_domain":"SKErrorDomain""#, "SKErrorDomain", nil),
        (#""error":"NSURLErrorDomain:-1001""#, "NSURLErrorDomain", "-1001"),
        (#""error":"app:store:7""#, "app:store", "7"), (#""error":"app: it broke""#, "app: it broke", nil),
        (#""error":"timeout""#, "timeout", nil), (#""error":"trailing:""#, "trailing:", nil),
        (#""error":{"domain":"NSURLErrorDomain","code":-1001}"#, "NSURLErrorDomain", "-1001"),
        (#""error":{"code":"7","message":[]}"#, "", "7"), (#""error":{}"#, "", nil),
        (#""error":"it broke","error_code":5"#, "it broke", "5"),
        (#""error":"a:1","error_domain":"b""#, "b", nil),
    ])
    func errors(_ fields: String, _ domain: String, _ code: String?) throws {
        for word in [#""state":"failed""#, #""step":"verify""#, #""step":"deliver""#] {
            expectNoDifference(
                try event("\(word),\(fields)").error, ReportedError(domain: domain, code: code))
        }
    }

    @Test(arguments: [
        #""state":"purchased","error":[1],"ok":[],"http_status":"x""#, #""state":"melted","error":true"#,
    ])
    func whatAnEventDoesNotHaveIsNotLookedAt(_ fields: String) throws {
        let event = try event(fields)
        #expect(event.error == nil && event.httpStatus == nil && event.isDelivered == nil)
    }

    @Test(arguments: [
        #""2024-01-01T00:00:00Z""#, #""2024-01-01T00:00:00.000Z""#, #""2024-01-01T02:00:00+02:00""#,
        #""2024-01-01""#, "1704067200000", "1704067200000.25", #""1704067200000""#,
        #""2024-01-01 00:00:00 Etc/GMT""#,
    ])
    func anEventIsTheSameHoweverItsTimeIsWritten(_ time: String) throws {
        let event = try Samples.events(#"{"x" : [1.0], "at": \#(time), "state" :"purchased" }"#).first
        #expect(event?.at == Instant("2024-01-01"))
        #expect(event?.text == #"{"at":"2024-01-01T00:00:00Z","state":"purchased","x":[1]}"#)
    }

    @Test func theSameEventTwiceIsOneAndMillisecondsCount() throws {
        let events = try Samples.events(
            #"{"at":1704067200001,"step":"verify"}"#, #"{"step":"verify","at":"2024-01-01T00:00:00.001Z"}"#,
            #"{"at":1704067200002,"step":"verify"}"#)
        #expect(events.map(\.at.milliseconds) == [1_704_067_200_001, 1_704_067_200_002])
    }

    @Test func receiptsAreNotKept() throws {
        let text = try event(#""step":"verify","receipt-data":"MIIT","latest_receipt":"MIIT""#).text
        #expect(text == #"{"at":"2024-01-01T00:00:00Z","step":"verify"}"#)
    }

    @Test func thousandsOfEventsAreFine() throws {
        let told = (1...10_000).map {
            "{\"at\":\(1_704_067_200_000 + $0),\"step\":\"verify\",\"http_status\":503}"
        }
        #expect(try Samples.events(told.joined(separator: ",")).count == 10_000)
    }

    @Test(arguments: [
        ("7", "wrong_type events[1]"), ("null", "wrong_type events[1]"),
        (#"{"state":"purchased"}"#, "bad_date events[1].at"),
        (#"{"at":null,"state":"purchased"}"#, "bad_date events[1].at"),
        (#"{"at":0,"state":"purchased"}"#, "bad_date events[1].at"),
        (#"{"at":"soon","state":"purchased"}"#, "bad_date events[1].at"),
        (#"{"at":-1,"state":"purchased"}"#, "bad_date events[1].at"),
        (#"{"at":[],"state":"purchased"}"#, "wrong_type events[1].at"),
        (#"{"at":"2024-01-01"}"#, "bad_value events[1].state"),
        (#"{"at":"2024-01-01","state":{}}"#, "wrong_type events[1].state"),
        (#"{"at":"2024-01-01","step":"a\u0007"}"#, "bad_value events[1].step"),
        (#"{"at":"2024-01-01","step":"verify","http_status":"many"}"#, "bad_value events[1].http_status"),
        (#"{"at":"2024-01-01","step":"verify","receipt_status":[]}"#, "wrong_type events[1].receipt_status"),
        (#"{"at":"2024-01-01","step":"verify","error":[]}"#, "wrong_type events[1].error"),
        (#"{"at":"2024-01-01","step":"verify","error":{"domain":[]}}"#, "wrong_type events[1].error.domain"),
        (#"{"at":"2024-01-01","state":"failed","error_code":true}"#, "wrong_type events[1].error_code"),
        (#"{"at":"2024-01-01","step":"deliver","ok":[]}"#, "wrong_type events[1].ok"),
        (
            "{\"at\":\"2024-01-01\",\"step\":\"new\",\"log\":\"\(String(repeating: "x", count: 10_000))\"}",
            "too_large events[1]"
        ),
    ])
    func badEvents(_ event: String, _ expected: String) {
        #expect(Samples.wrong(Samples.report(events: #"{"at":1,"state":"purchasing"}"#, event)) == expected)
    }
}
