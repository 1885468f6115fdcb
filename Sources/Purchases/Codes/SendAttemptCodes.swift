/// How an attempt of the App Store ended to send us a notification.
///
/// Source: Apple, `sendAttemptResult`. The App Store sends again five times for version 2 and three for version 1,
/// but not in the sandbox.
enum SendAttemptCodes {
    /// The results.
    static let table: [CodeMeaning] = [
        row(
            "SUCCESS", "delivered", .nobody, .notApplicable, "Our server took the notification.",
            "Nothing to do: if the store lacks it, the loss is on our side of the server."),
        row(
            "TIMED_OUT", "timed out", .app, .yes, "Our server did not answer the App Store in time.", waiting),
        row(
            "TLS_ISSUE", "no encrypted connection", .app, .afterFix,
            "The App Store could not build an encrypted connection, or did not accept our certificate.",
            broken),
        row(
            "CIRCULAR_REDIRECT", "redirected in a circle", .app, .afterFix,
            "Our server sent the App Store from one address to the next without end.", broken),
        row(
            "NO_RESPONSE", "no response", .app, .yes, "The App Store got no HTTP answer from our server.",
            waiting),
        row(
            "SOCKET_ISSUE", "network error", .network, .yes,
            "A network error broke the attempt to reach our server.", waiting),
        row(
            "UNSUPPORTED_CHARSET", "unsupported character set", .app, .afterFix,
            "Our server answered in a character set that the App Store does not read.", broken),
        row(
            "INVALID_RESPONSE", "invalid response", .app, .afterFix,
            "Our server answered something that the App Store did not understand.", broken),
        row(
            "PREMATURE_CLOSE", "connection closed early", .app, .yes,
            "Our server closed the connection while the notification was being sent.", waiting),
        row(
            "UNSUCCESSFUL_HTTP_RESPONSE_CODE", "refused with an HTTP status", .app, .yes,
            "Our server answered with an HTTP status outside 200 to 206.", waiting),
        row("OTHER", "other error", .unknown, .yes, "The attempt failed for another reason.", waiting),
    ]

    private static let waiting =
        "Tell the operator if it lasts: the App Store sends again a few times, in the sandbox not at all."
    private static let broken =
        "Tell the operator: our server has to be put right before the App Store stops sending again."

    private static func row(
        _ code: String, _ name: String, _ fault: Fault, _ retry: RetryAdvice, _ happened: String,
        _ advice: String
    ) -> CodeMeaning {
        CodeMeaning(code, .sendAttempt, name, fault, retry, happened, advice)
    }
}
