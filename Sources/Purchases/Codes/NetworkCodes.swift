/// What the HTTP status of an answer means, mostly of the server that was to verify a purchase.
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
            String(status), "no HTTP status", .unknown, .no,
            "The number stands where an HTTP status belongs, and is none.",
            "Tell the operator: what reports the purchases gave a wrong number.")
    }

    private static let common: [CodeMeaning] = [
        row(
            "200", "OK", .nobody, .notApplicable, "The server answered, and says that all went well.",
            "Look at the receipt status: what failed stands inside the answer."),
        row(
            "400", "Bad Request", .app, .afterFix, "The server did not understand the request.",
            "Tell the operator: the request is wrong, and no retry helps before that is fixed."),
        row(
            "401", "Unauthorized", .app, .afterFix,
            "The server did not accept who asked; the App Store answers so to a token that is wrong or too old.",
            "Tell the operator at once: keys or tokens of ours are wrong, so everyone is affected."),
        row(
            "403", "Forbidden", .app, .afterFix, "The server knows who asked and refuses all the same.",
            "Tell the operator: a right of ours is missing, so others meet it too."),
        row(
            "404", "Not Found", .unknown, .afterFix,
            "The server knows nothing at the address that was asked.",
            "Check the identifier and the environment; if both are right, tell the operator."),
        row(
            "408", "Request Timeout", .network, .yes, "The server waited too long for the request to arrive.",
            "Nothing to do at first: verification is retried a few times."),
        row(
            "413", "Content Too Large", .app, .afterFix, "The server found the request too large.",
            "Tell the operator: long receipts have to be let through."),
        row(
            "429", "Too Many Requests", .app, .yes,
            "More was asked than the server allows in that time; the App Store says when to go on.",
            "Wait before you retry, and tell the operator if many tickets show it."),
        row(
            "500", "Internal Server Error", .unknown, .yes,
            "The verifying server, ours or Apple's, failed inside.",
            "Retry a few times; if other tickets show it too, tell the operator: it is an outage."),
        row(
            "502", "Bad Gateway", .unknown, .yes,
            "A server on the way got no proper answer from the verifying server.",
            "Retry a few times; if other tickets show it too, tell the operator: it is an outage."),
        row(
            "503", "Service Unavailable", .unknown, .yes,
            "The verifying server, ours or Apple's, could not serve anyone for the moment.",
            "Retry a few times; if other tickets show it too, tell the operator: it is an outage."),
        row(
            "504", "Gateway Timeout", .unknown, .yes,
            "A server on the way waited too long for the verifying server.",
            "Retry a few times; if other tickets show it too, tell the operator: it is an outage."),
    ]

    private static let classes: [CodeMeaning] = [
        row(
            "1xx", "informational", .unknown, .yes,
            "The server announced an answer, and the answer itself did not come.",
            "Retry a few times; if it stays, tell the operator."),
        row(
            "2xx", "success", .nobody, .notApplicable, "The server answered, and says that all went well.",
            "Look at the receipt status: what failed stands inside the answer."),
        row(
            "3xx", "redirection", .app, .afterFix,
            "The server pointed to another address, and nobody followed.",
            "Tell the operator: an address in our settings is out of date."),
        row(
            "4xx", "client error", .app, .afterFix, "The server found fault with the request.",
            "Tell the operator: the same request fails again until it is put right."),
        row(
            "5xx", "server error", .unknown, .yes,
            "The verifying server, ours or Apple's, could not do its work.",
            "Retry a few times; if other tickets show it too, tell the operator: it is an outage."),
    ]

    private static func row(
        _ number: String, _ name: String, _ fault: Fault, _ retry: RetryAdvice, _ happened: String,
        _ advice: String
    ) -> CodeMeaning {
        CodeMeaning("http_\(number)", .httpStatus, name, fault, retry, happened, advice)
    }
}

/// What the errors of Apple's networking mean that an app reports when it could not verify a purchase.
///
/// Source: Apple, `NSURLErrorDomain`; `kCFErrorDomainCFNetwork` shares its numbers.
enum NetworkErrorCodes {
    /// The common errors.
    static let table: [CodeMeaning] = [
        row(
            -999, "NSURLErrorCancelled", .app, .yes, "The app gave the request up before an answer came.",
            "Ask the customer to open the app again and to leave it open for a moment."),
        row(
            -1000, "NSURLErrorBadURL", .app, .afterFix, "The app asked an address that is not well-formed.",
            "Tell the operator: an address in the app is wrong, so others meet it too."),
        row(
            -1001, "NSURLErrorTimedOut", .network, .yes, "The request timed out before an answer came.", again
        ),
        row(
            -1003, "NSURLErrorCannotFindHost", .network, .yes,
            "The name of the server could not be found from where the device was.", again),
        row(
            -1004, "NSURLErrorCannotConnectToHost", .unknown, .yes,
            "The server was found but took no connection.", together),
        row(
            -1005, "NSURLErrorNetworkConnectionLost", .network, .yes,
            "The connection broke while the request was under way.", again),
        row(
            -1006, "NSURLErrorDNSLookupFailed", .network, .yes,
            "The address of the server could not be looked up.", again),
        row(
            -1007, "NSURLErrorHTTPTooManyRedirects", .app, .afterFix,
            "The server sent the app from one address to the next without end.", ours),
        row(
            -1009, "NSURLErrorNotConnectedToInternet", .customer, .yes,
            "The device had no connection to the internet.",
            "Ask the customer to open the app again with a connection: that repeats the verification."),
        row(
            -1011, "NSURLErrorBadServerResponse", .unknown, .yes,
            "The server answered something that could not be understood.", together),
        row(
            -1017, "NSURLErrorCannotParseResponse", .unknown, .yes,
            "The answer of the server could not be read.", together),
        row(
            -1018, "NSURLErrorInternationalRoamingOff", .customer, .yes,
            "The device was abroad with data roaming turned off.",
            "Ask the customer to open the app again in a wireless network."),
        row(
            -1020, "NSURLErrorDataNotAllowed", .customer, .afterFix,
            "The mobile network did not let the app send data.",
            "Ask the customer to allow mobile data for the app, or to open it in a wireless network."),
        row(
            -1022, "NSURLErrorAppTransportSecurityRequiresSecureConnection", .app, .afterFix,
            "The app asked an address without encryption, which the system does not allow.", ours),
        row(
            -1200, "NSURLErrorSecureConnectionFailed", .unknown, .yes,
            "No encrypted connection to the server came about.", together),
        row(
            -1201, "NSURLErrorServerCertificateHasBadDate", .unknown, .afterFix,
            "By the clock of the device, the certificate of the server has run out or is not valid yet.",
            clock),
        row(
            -1202, "NSURLErrorServerCertificateUntrusted", .unknown, .afterFix,
            "The device does not trust the certificate of the server.", clock),
        row(
            -1203, "NSURLErrorServerCertificateHasUnknownRoot", .unknown, .afterFix,
            "The certificate of the server comes from an issuer that the device does not know.", clock),
        row(
            -1204, "NSURLErrorServerCertificateNotYetValid", .unknown, .afterFix,
            "By the clock of the device, the certificate of the server is not valid yet.", clock),
    ]

    /// What an error of any domain means, by the parts of `error:<domain>:<code>`.
    static func meaning(domain: String, code: String, cause: String) -> CodeMeaning {
        switch domain.lowercased() {
        case "nsurlerrordomain", "kcferrordomaincfnetwork":
            table.first { $0.code.hasSuffix(":\(code)") }?.written(as: cause) ?? unknown(cause)
        case "skerrordomain", "skerror":
            Int(code).map { Codes.storeKitError($0).written(as: cause) } ?? unknown(cause)
        default: unknown(cause)
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
        CodeMeaning(
            cause, .cause, "error of the app", .unknown, .yes,
            "The app reported an error that this table does not know.",
            "Retry a few times, and tell the operator which code it was if it stays.")
    }

    private static func row(
        _ number: Int, _ name: String, _ fault: Fault, _ retry: RetryAdvice, _ happened: String,
        _ advice: String
    ) -> CodeMeaning {
        CodeMeaning("error:NSURLErrorDomain:\(number)", .cause, name, fault, retry, happened, advice)
    }
}
