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
