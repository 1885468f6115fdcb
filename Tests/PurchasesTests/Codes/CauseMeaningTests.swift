import Purchases
import Testing

/// Source: the rules of failed purchases, `cause`; Apple for the codes in it.
@Suite struct CauseMeaningTests {
    @Test(arguments: [
        ("21005", "21005", CodeFamily.receiptStatus, Fault.appStore, RetryAdvice.yes),
        ("21004", "21004", .receiptStatus, .app, .afterFix),
        ("21002", "21002", .receiptStatus, .unknown, .yes),
        ("21123", "21123", .receiptStatus, .appStore, .yes),
        ("http_503", "http_503", .httpStatus, .unknown, .yes),
        ("http_418", "http_418", .httpStatus, .app, .afterFix),
        ("skerror_2", "skerror_2", .storeKitError, .customer, .notApplicable),
        ("error:NSURLErrorDomain:-1001", "error:NSURLErrorDomain:-1001", .cause, .network, .yes),
        (
            "error:kCFErrorDomainCFNetwork:-1001", "error:kCFErrorDomainCFNetwork:-1001", .cause, .network,
            .yes
        ),
        ("error:ASDServerErrorDomain:3532", "error:ASDServerErrorDomain:3532", .cause, .customer, .no),
        ("error:asderrordomain:509", "error:asderrordomain:509", .cause, .customer, .afterFix),
        ("error:AMSErrorDomain:301", "error:AMSErrorDomain:301", .cause, .appStore, .yes),
        ("error:SKErrorDomain:4", "error:SKErrorDomain:4", .storeKitError, .customer, .afterFix),
        ("not_verified", "not_verified", .cause, .unknown, .yes), ("late", "late", .cause, .unknown, .no),
        ("not_delivered", "not_delivered", .cause, .app, .afterFix),
        ("purchasing", "purchasing", .cause, .unknown, .notApplicable),
        ("deferred", "deferred", .cause, .customer, .notApplicable),
        (" Deliver_Failed\n", "deliver_failed", .cause, .app, .afterFix),
    ])
    func knows(_ cause: String, _ code: String, _ family: CodeFamily, _ fault: Fault, _ retry: RetryAdvice) {
        let meaning = Codes.meaning(ofCause: cause)
        #expect(meaning.code == code)
        #expect(meaning.family == family)
        #expect(meaning.fault == fault)
        #expect(meaning.retry == retry)
    }

    @Test(arguments: [
        ("21099", "undocumented status"), ("-1", "undocumented status"), ("skerror_21", "undocumented error"),
        ("skerror_-1", "undocumented error"), ("http_600", "no HTTP status"), ("http_-1", "no HTTP status"),
        ("error:ASDErrorDomain:1", "error of the App Store on the device"),
        ("error:ASDServerErrorDomain:", "error of the App Store's server"),
        ("error:AMSErrorDomain:x", "error of Apple's media services"),
        ("error:ASDErrorDomains:500", "error of the app"), ("error", "error of the app"),
        ("error:", "error of the app"),
        ("error:NSURLErrorDomain:", "error of the app"), ("error:SKErrorDomain:x", "error of the app"),
        ("http_", "unknown cause"), ("what", "unknown cause"), ("99999999999999999999", "unknown cause"),
        ("skerror_99999999999999999999", "unknown cause"), ("", "no cause"), (" \n", "no cause"),
    ])
    func saysThatItDoesNotKnow(_ cause: String, _ name: String) {
        let meaning = Codes.meaning(ofCause: cause)
        #expect(meaning.name == name)
        #expect(meaning.fault == .unknown)
        #expect(!meaning.happened.isEmpty && !meaning.advice.isEmpty)
    }

    @Test(arguments: [Int.min, -1, 21, 600, 21001, 21_099, 21_200, Int.max])
    func answersForAnyNumber(_ number: Int) {
        #expect(Codes.receiptStatus(number).code == "\(number)")
        #expect(Codes.storeKitError(number).code == "skerror_\(number)")
        #expect(Codes.httpStatus(number).code == "http_\(number)")
    }

    @Test(arguments: [
        String(repeating: "a", count: 10_000), String(repeating: "9", count: 10_000),
        String(repeating: "1 ", count: 5_000), String(repeating: "-/_:", count: 2_500),
        "e" + String(repeating: "\u{301}", count: 5_000), "\u{1B}[2J\u{0}\u{7}", "\u{202E}2", "error:::::",
        "error:" + String(repeating: ":", count: 10_000), "🧾", "\r\n",
    ])
    func survives(_ text: String) {
        #expect(Codes.meanings(of: text).count < Codes.all.count)
        #expect(Codes.meaning(ofCause: text).code.unicodeScalars.count <= 200)
        #expect(Codes.nearest(to: text).count <= 3)
    }
}
