/// What the errors mean that come from Apple's own software on the device, below StoreKit, where a report names them.
///
/// Source: Apple documents none of these domains. The words are those that the errors themselves carry
/// ("You're currently subscribed to this", "No active account"), and what their makers' tools do with them; a number
/// that nobody explains means what its domain means. SKError 0 and 907 often hide one of them.
enum DeviceErrorCodes {
    /// The errors whose own words are known.
    static let table: [CodeMeaning] = [
        row(
            server, 3532, "already subscribed", fault: .customer, retry: .no,
            happened: "The App Store refused the purchase: this Apple account is subscribed to it already.",
            advice:
                "Ask the customer for Restore Purchases, and look whose account the subscription belongs to."
        ),
        row(
            server, 3504, "item not found", fault: .app, retry: .afterFix,
            happened: "The App Store did not find the product that the app asked for.",
            advice: "Tell the operator: compare the product with App Store Connect, so others meet it too."),
        row(
            device, 500, "unhandled exception", fault: .unknown, retry: .yes,
            happened:
                "Apple's software on the device failed; the cause stands in the error below it, if any.",
            advice: "Ask the customer to try again, and look at the error that the report names below it."),
        row(
            device, 509, "no active account", fault: .customer, retry: .afterFix,
            happened: "Nobody is signed in to the App Store on the device.",
            advice: "Ask the customer to sign in to the App Store in Settings, then to try again."),
        row(
            device, 603, "request throttled", fault: .app, retry: .yes,
            happened: "The app asked Apple's software on the device for a receipt too often.",
            advice: "Ask the customer to try again later, and tell the operator if others meet it too."),
        row(
            media, 6, "payment sheet failed", fault: .unknown, retry: .yes,
            happened: "The payment sheet failed; often the customer closed it.",
            advice: "Ask the customer whether the sheet was closed, and to try again."),
        row(
            media, 100, "authentication failed", fault: .customer, retry: .afterFix,
            happened: "The customer could not be signed in to the App Store, or gave the sign-in up.",
            advice: "Ask the customer to sign in to the App Store in Settings, then to try again."),
        row(
            media, 301, "invalid status code", fault: .appStore, retry: .yes,
            happened: "A server of the App Store answered the device with a status that was not expected.",
            advice: again),
        row(
            media, 306, "reached max retry count", fault: .appStore, retry: .yes,
            happened: "The device tried to reach a server of the App Store several times without success.",
            advice: again),
    ]

    /// What an error of one of these domains means; nil for one of any other domain.
    static func meaning(domain: String, code: String, cause: String) -> CodeMeaning? {
        guard let domain = titles.keys.first(where: { $0.lowercased() == domain.lowercased() }) else {
            return nil
        }
        return table.first { $0.code == "error:\(domain):\(code)" }?.written(as: cause)
            ?? CodeMeaning(
                cause, family: .cause, "error of \(titles[domain] ?? domain)", fault: .unknown, retry: .yes,
                happened: "Apple's software below StoreKit failed with a code that Apple does not document.",
                advice: "Ask the customer to try again, and tell the operator which code it was if it stays.")
    }

    private static let server = "ASDServerErrorDomain"
    private static let device = "ASDErrorDomain"
    private static let media = "AMSErrorDomain"
    private static let titles = [
        server: "the App Store's server", device: "the App Store on the device",
        media: "Apple's media services",
    ]
    private static let again =
        "Ask the customer to try again later; the fault is Apple's, or of the way to it."

    private static func row(
        _ domain: String, _ number: Int, _ name: String, fault: Fault, retry: RetryAdvice, happened: String,
        advice: String
    ) -> CodeMeaning {
        CodeMeaning(
            "error:\(domain):\(number)", family: .cause, name, fault: fault, retry: retry,
            happened: happened, advice: advice)
    }
}
