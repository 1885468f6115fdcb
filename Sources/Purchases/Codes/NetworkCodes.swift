/// What the HTTP status of an answer means, mostly of the server that was to verify a purchase. The errors of
/// networking, for which no answer came, are below; ``Codes`` lists every table.
///
/// Source: RFC 9110 for the codes, Apple for 401 and 429 of the App Store Server API. The code does not say whose
/// server answered: the app may ask ours, and ours asks Apple's.
enum HTTPStatusCodes {
    /// The common codes, then one meaning for each class of codes.
    static let table: [CodeMeaning] = common + classes

    /// What a status means; a code without words of its own means what its class means.
    static func meaning(of status: Int) -> CodeMeaning? {
        guard (100...599).contains(status) else { return nil }
        let code = "http_\(status)"
        let named = common.first { $0.code == code }
        return named ?? classes.first { $0.code == "http_\(status / 100)xx" }?.written(as: code)
    }

    /// What to say about a number that is no HTTP status.
    static func unknown(_ status: Int) -> CodeMeaning {
        row(
            String(status), "no HTTP status", fault: .unknown, retry: .no,
            happened: "The number stands where an HTTP status belongs, and is none.",
            advice: "Tell the operator: what reports the purchases gave a wrong number.")
    }

    private static let common: [CodeMeaning] = [
        row(
            "200", "OK", fault: .nobody, retry: .notApplicable,
            happened: "The server answered, and says that all went well.",
            advice: "Look at the receipt status: what failed stands inside the answer."),
        row(
            "400", "Bad Request", fault: .app, retry: .afterFix,
            happened: "The server did not understand the request.",
            advice: "Tell the operator: the request is wrong, and no retry helps before that is fixed."),
        row(
            "401", "Unauthorized", fault: .app, retry: .afterFix,
            happened:
                "The server did not accept who asked; the App Store answers so to a token that is wrong or too old.",
            advice: "Tell the operator at once: keys or tokens of ours are wrong, so everyone is affected."),
        row(
            "403", "Forbidden", fault: .app, retry: .afterFix,
            happened: "The server knows who asked and refuses all the same.",
            advice: "Tell the operator: a right of ours is missing, so others meet it too."),
        row(
            "404", "Not Found", fault: .unknown, retry: .afterFix,
            happened: "The server knows nothing at the address that was asked.",
            advice: "Check the identifier and the environment; if both are right, tell the operator."),
        row(
            "408", "Request Timeout", fault: .network, retry: .yes,
            happened: "The server waited too long for the request to arrive.",
            advice: "Nothing to do at first: verification is retried a few times."),
        row(
            "413", "Content Too Large", fault: .app, retry: .afterFix,
            happened: "The server found the request too large.",
            advice: "Tell the operator: long receipts have to be let through."),
        row(
            "429", "Too Many Requests", fault: .app, retry: .yes,
            happened: "More was asked than the server allows in that time; the App Store says when to go on.",
            advice: "Wait before you retry, and tell the operator if many tickets show it."),
        row(
            "500", "Internal Server Error", fault: .unknown, retry: .yes,
            happened: "The verifying server, ours or Apple's, failed inside.",
            advice: "Retry a few times; if other tickets show it too, tell the operator: it is an outage."),
        row(
            "502", "Bad Gateway", fault: .unknown, retry: .yes,
            happened: "A server on the way got no proper answer from the verifying server.",
            advice: "Retry a few times; if other tickets show it too, tell the operator: it is an outage."),
        row(
            "503", "Service Unavailable", fault: .unknown, retry: .yes,
            happened: "The verifying server, ours or Apple's, could not serve anyone for the moment.",
            advice: "Retry a few times; if other tickets show it too, tell the operator: it is an outage."),
        row(
            "504", "Gateway Timeout", fault: .unknown, retry: .yes,
            happened: "A server on the way waited too long for the verifying server.",
            advice: "Retry a few times; if other tickets show it too, tell the operator: it is an outage."),
    ]

    private static let classes: [CodeMeaning] = [
        row(
            "1xx", "informational", fault: .unknown, retry: .yes,
            happened: "The server announced an answer, and the answer itself did not come.",
            advice: "Retry a few times; if it stays, tell the operator."),
        row(
            "2xx", "success", fault: .nobody, retry: .notApplicable,
            happened: "The server answered, and says that all went well.",
            advice: "Look at the receipt status: what failed stands inside the answer."),
        row(
            "3xx", "redirection", fault: .app, retry: .afterFix,
            happened: "The server pointed to another address, and nobody followed.",
            advice: "Tell the operator: an address in our settings is out of date."),
        row(
            "4xx", "client error", fault: .app, retry: .afterFix,
            happened: "The server found fault with the request.",
            advice: "Tell the operator: the same request fails again until it is put right."),
        row(
            "5xx", "server error", fault: .unknown, retry: .yes,
            happened: "The verifying server, ours or Apple's, could not do its work.",
            advice: "Retry a few times; if other tickets show it too, tell the operator: it is an outage."),
    ]

    private static func row(
        _ number: String, _ name: String, fault: Fault, retry: RetryAdvice, happened: String,
        advice: String
    ) -> CodeMeaning {
        CodeMeaning(
            "http_\(number)", family: .httpStatus, name, fault: fault, retry: retry, happened: happened,
            advice: advice)
    }
}

/// What the errors of Apple's networking mean that an app reports when it could not verify a purchase.
///
/// Source: Apple, `NSURLErrorDomain`; `kCFErrorDomainCFNetwork` shares its numbers.
enum NetworkErrorCodes {
    /// The common errors.
    static let table: [CodeMeaning] = [
        row(
            -999, "NSURLErrorCancelled", fault: .app, retry: .yes,
            happened: "The app gave the request up before an answer came.",
            advice: "Ask the customer to open the app again and to leave it open for a moment."),
        row(
            -1000, "NSURLErrorBadURL", fault: .app, retry: .afterFix,
            happened: "The app asked an address that is not well-formed.",
            advice: "Tell the operator: an address in the app is wrong, so others meet it too."),
        row(
            -1001, "NSURLErrorTimedOut", fault: .network, retry: .yes,
            happened: "The request timed out before an answer came.", advice: again
        ),
        row(
            -1003, "NSURLErrorCannotFindHost", fault: .network, retry: .yes,
            happened: "The name of the server could not be found from where the device was.", advice: again),
        row(
            -1004, "NSURLErrorCannotConnectToHost", fault: .unknown, retry: .yes,
            happened: "The server was found but took no connection.", advice: together),
        row(
            -1005, "NSURLErrorNetworkConnectionLost", fault: .network, retry: .yes,
            happened: "The connection broke while the request was under way.", advice: again),
        row(
            -1006, "NSURLErrorDNSLookupFailed", fault: .network, retry: .yes,
            happened: "The address of the server could not be looked up.", advice: again),
        row(
            -1007, "NSURLErrorHTTPTooManyRedirects", fault: .app, retry: .afterFix,
            happened: "The server sent the app from one address to the next without end.", advice: ours),
        row(
            -1009, "NSURLErrorNotConnectedToInternet", fault: .customer, retry: .yes,
            happened: "The device had no connection to the internet.",
            advice: "Ask the customer to open the app again with a connection: that repeats the verification."
        ),
        row(
            -1011, "NSURLErrorBadServerResponse", fault: .unknown, retry: .yes,
            happened: "The server answered something that could not be understood.", advice: together),
        row(
            -1017, "NSURLErrorCannotParseResponse", fault: .unknown, retry: .yes,
            happened: "The answer of the server could not be read.", advice: together),
        row(
            -1018, "NSURLErrorInternationalRoamingOff", fault: .customer, retry: .yes,
            happened: "The device was abroad with data roaming turned off.",
            advice: "Ask the customer to open the app again in a wireless network."),
        row(
            -1020, "NSURLErrorDataNotAllowed", fault: .customer, retry: .afterFix,
            happened: "The mobile network did not let the app send data.",
            advice: "Ask the customer to allow mobile data for the app, or to open it in a wireless network."),
        row(
            -1022, "NSURLErrorAppTransportSecurityRequiresSecureConnection", fault: .app, retry: .afterFix,
            happened: "The app asked an address without encryption, which the system does not allow.",
            advice: ours),
        row(
            -1200, "NSURLErrorSecureConnectionFailed", fault: .unknown, retry: .yes,
            happened: "No encrypted connection to the server came about.", advice: together),
        row(
            -1201, "NSURLErrorServerCertificateHasBadDate", fault: .unknown, retry: .afterFix,
            happened:
                "By the clock of the device, the certificate of the server has run out or is not valid yet.",
            advice: clock),
        row(
            -1202, "NSURLErrorServerCertificateUntrusted", fault: .unknown, retry: .afterFix,
            happened: "The device does not trust the certificate of the server.", advice: clock),
        row(
            -1203, "NSURLErrorServerCertificateHasUnknownRoot", fault: .unknown, retry: .afterFix,
            happened: "The certificate of the server comes from an issuer that the device does not know.",
            advice: clock),
        row(
            -1204, "NSURLErrorServerCertificateNotYetValid", fault: .unknown, retry: .afterFix,
            happened: "By the clock of the device, the certificate of the server is not valid yet.",
            advice: clock),
    ]

    /// What an error of any domain means, by the parts of `error:<domain>:<code>`.
    static func meaning(domain: String, code: String, cause: String) -> CodeMeaning {
        switch domain.lowercased() {
        case "nsurlerrordomain", "kcferrordomaincfnetwork":
            table.first { $0.code.hasSuffix(":\(code)") }?.written(as: cause) ?? unknown(cause)
        case "skerrordomain", "skerror":
            Int(code).map { Codes.storeKitError($0).written(as: cause) } ?? unknown(cause)
        default: DeviceErrorCodes.meaning(domain: domain, code: code, cause: cause) ?? unknown(cause)
        }
    }

    private static let again =
        "Nothing to do at first: verification is retried a few times whenever the app is open."
    private static let together =
        "Retry a few times; if other tickets show it too, tell the operator: our server may be down."
    private static let ours =
        "Tell the operator: our server or the app is set up wrongly, so others meet it too."
    private static let clock =
        "Ask whether the date of the device is right; if other tickets show it too, tell the operator."

    private static func unknown(_ cause: String) -> CodeMeaning {
        let name = cause.split(separator: ":").dropFirst().joined(separator: " ")
        return CodeMeaning(
            cause, family: .cause, "error of the app", fault: .unknown, retry: .yes,
            happened: "The app reported \(name.isEmpty ? cause : name), which Makegood does not know.",
            advice: "Retry a few times, and tell the operator which code it was if it stays.")
    }

    private static func row(
        _ number: Int, _ name: String, fault: Fault, retry: RetryAdvice, happened: String,
        advice: String
    ) -> CodeMeaning {
        CodeMeaning(
            "error:NSURLErrorDomain:\(number)", family: .cause, name, fault: fault, retry: retry,
            happened: happened, advice: advice)
    }
}
