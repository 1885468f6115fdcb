/// What the `status` of a verifyReceipt answer means. The tables of this file are the codes of failed purchases;
/// ``Codes`` lists every table.
///
/// Source: Apple, verifyReceipt `status` and `is_retryable`. What it says about the money is ours.
enum ReceiptStatusCodes {
    /// The statuses that stand for any fault inside the App Store; `is_retryable` applies only to them.
    static let internalErrors = 21100...21199

    /// What such a fault means.
    static let internalError = row(
        "21100-21199", "internal data access error", fault: .appStore, retry: .yes,
        happened:
            "The App Store could not reach its own data; its field is_retryable says whether that will pass.",
        advice: "Retry while is_retryable is 1; at 0 no retry helps, and what was paid is made good.")

    /// The statuses in the order of their numbers.
    static let table: [CodeMeaning] = [
        row(
            "0", "valid receipt", fault: .nobody, retry: .notApplicable,
            happened: "The receipt is genuine, which it also is when the subscription in it has expired.",
            advice:
                "Look at the transactions in the receipt: the status alone does not say what the customer holds."
        ),
        row(
            "21000", "request was no POST", fault: .app, retry: .afterFix,
            happened: "The receipt server was asked with something other than an HTTP POST.",
            advice: "Tell the operator: our request is wrong, and no retry helps before that is fixed."),
        row(
            "21001", "no longer sent", fault: .unknown, retry: .no,
            happened: "The App Store sent this status in the past and does so no more.",
            advice: "Tell the operator where it came from: today's App Store does not answer like this."),
        row(
            "21002", "malformed receipt or passing fault", fault: .unknown, retry: .yes,
            happened:
                "Either the receipt data was malformed or the receipt server had a passing fault; nothing tells which.",
            advice:
                "Retry while tries are left; if it stays, ask for Restore Purchases, or make good what was paid."
        ),
        row(
            "21003", "receipt not authenticated", fault: .unknown, retry: .no,
            happened: "The App Store could not confirm that the receipt is genuine.",
            advice:
                "Treat the receipt as suspicious: ask the customer for the order id before you make anything good."
        ),
        row(
            "21004", "shared secret does not match", fault: .app, retry: .afterFix,
            happened: "The shared secret that we sent is not the one that the App Store has for the app.",
            advice:
                "Tell the operator at once: our configuration is wrong for everyone, an outage and not a ticket."
        ),
        row(
            "21005", "receipt server unavailable", fault: .appStore, retry: .yes,
            happened: "The receipt server could not answer for the moment.",
            advice:
                "Verification is retried while tries are left; when none helped, make good what was paid."
        ),
        row(
            "21006", "subscription expired", fault: .nobody, retry: .no,
            happened:
                "The receipt is genuine, its subscription has expired; only receipts of the iOS 6 style say so.",
            advice: "Ask for Restore Purchases to get a newer receipt: this one shows no renewal."),
        row(
            "21007", "sandbox receipt sent to production", fault: .app, retry: .afterFix,
            happened:
                "A receipt from the sandbox was sent to the production server; no real money was taken.",
            advice: "Tell the operator: such a receipt has to be sent again to the sandbox server."),
        row(
            "21008", "production receipt sent to sandbox", fault: .app, retry: .afterFix,
            happened:
                "A receipt from production was sent to the sandbox server, so nothing is known about it yet.",
            advice: "Tell the operator: such a receipt has to be sent again to the production server."),
        row(
            "21009", "internal data access error", fault: .appStore, retry: .yes,
            happened: "The App Store could not reach its own data for the moment.",
            advice:
                "Verification is retried while tries are left; when none helped, make good what was paid."
        ),
        row(
            "21010", "account not found", fault: .unknown, retry: .no,
            happened: "The App Store account behind the receipt was not found, or it has been deleted.",
            advice: "Ask the customer which Apple account made the purchase, and for the order id."),
        internalError,
    ]

    /// What to say about a status that Apple does not document.
    static func unknown(_ status: Int) -> CodeMeaning {
        row(
            String(status), "undocumented status", fault: .unknown, retry: .no,
            happened: "The receipt check ended in a status that Apple does not document.",
            advice:
                "Tell the operator: read the whole answer of the receipt server before anything is retried.")
    }

    private static func row(
        _ code: String, _ name: String, fault: Fault, retry: RetryAdvice, happened: String,
        advice: String
    ) -> CodeMeaning {
        CodeMeaning(
            code, family: .receiptStatus, name, fault: fault, retry: retry, happened: happened, advice: advice
        )
    }
}

/// What the errors of StoreKit mean that a failed purchase reports.
///
/// Source: Apple, `SKError.Code`. That a charge may follow a failure is what interrupted purchases do.
enum StoreKitErrorCodes {
    /// The errors, each at the place of its number.
    static let table: [CodeMeaning] = rows.enumerated().map { number, row in
        row.written(as: "skerror_\(number)")
    }

    /// What to say about an error number that Apple does not document.
    static func unknown(_ number: Int) -> CodeMeaning {
        row(
            "undocumented error", fault: .unknown, retry: .no,
            happened: "StoreKit failed with an error number that Apple does not document.",
            advice:
                "Tell the operator: a newer system may have brought the number, and no charge is known from it."
        ).written(as: "skerror_\(number)")
    }

    private static let rows: [CodeMeaning] = [
        row(
            "unknown", fault: .unknown, retry: .notApplicable,
            happened: "The purchase failed for a reason that StoreKit does not name.",
            advice: "Nothing to do: should a charge turn up, the ticket moves to group 2 by itself."),
        row(
            "clientInvalid", fault: .customer, retry: .afterFix,
            happened: "The device was not allowed to do what the app asked for.",
            advice: "Ask the customer to check the restrictions and the Apple account on the device."),
        row(
            "paymentCancelled", fault: .customer, retry: .notApplicable,
            happened: "The customer closed the payment sheet, or the purchase was interrupted there.",
            advice:
                "Nothing to do: should a charge turn up after an interruption, the ticket moves to group 2 by itself."
        ),
        row(
            "paymentInvalid", fault: .app, retry: .afterFix,
            happened: "The App Store did not understand a detail of the payment that the app asked for.",
            advice: "Tell the operator: the app asks for the product in a wrong way, so others meet it too."),
        row(
            "paymentNotAllowed", fault: .customer, retry: .afterFix,
            happened: "The person at the device is not allowed to authorise payments.",
            advice: "Ask the customer to allow purchases in Screen Time, or to have the family organiser buy."
        ),
        row(
            "storeProductNotAvailable", fault: .app, retry: .afterFix,
            happened: "The product is not for sale in the customer's store.",
            advice:
                "Ask the customer for the country of the Apple account, and the operator whether we sell there."
        ),
        row(
            "cloudServicePermissionDenied", fault: .customer, retry: .afterFix,
            happened: "The customer has not let the app use Apple's cloud service.",
            advice: "Ask the customer to allow it in Settings."),
        row(
            "cloudServiceNetworkConnectionFailed", fault: .network, retry: .yes,
            happened: "The device could not connect to the network.",
            advice: "Ask the customer to check the connection."),
        row(
            "cloudServiceRevoked", fault: .customer, retry: .afterFix,
            happened: "The customer took back the permission to use Apple's cloud service.",
            advice: "Ask the customer to allow it again in Settings."),
        row(
            "privacyAcknowledgementRequired", fault: .customer, retry: .afterFix,
            happened: "The customer has not yet agreed to Apple's privacy notice for Apple Music.",
            advice: "Ask the customer to open Apple Music and to agree to the notice."),
        row(
            "unauthorizedRequestData", fault: .app, retry: .afterFix,
            happened: "The app sent payment data that it is not entitled to use.",
            advice: "Tell the operator: the app lacks an entitlement, so others meet it too."),
        row(
            "invalidOfferIdentifier", fault: .app, retry: .afterFix,
            happened: "The offer that the app named does not exist or is not active.",
            advice: "Tell the operator: compare the offer with App Store Connect."),
        row(
            "invalidSignature", fault: .app, retry: .afterFix,
            happened: "The signature of the offer that our side made is not valid.",
            advice: "Tell the operator: the signing of offers is broken, so everyone who takes one meets it."),
        row(
            "missingOfferParams", fault: .app, retry: .afterFix,
            happened: "The app left out details that the offer needs.",
            advice: "Tell the operator: the app asks for the offer in a wrong way."),
        row(
            "invalidOfferPrice", fault: .app, retry: .afterFix,
            happened: "The price of the offer in App Store Connect no longer holds.",
            advice: "Tell the operator: the price of the offer has to be set again."),
        row(
            "overlayCancelled", fault: .customer, retry: .notApplicable,
            happened: "The store overlay that recommends an app was closed or withdrawn.",
            advice: "Nothing to do: no purchase was under way."),
        row(
            "overlayInvalidConfiguration", fault: .app, retry: .afterFix,
            happened: "The app set up the store overlay in a way that does not work.",
            advice: "Tell the operator: no purchase was under way, and the overlay needs a fix."),
        row(
            "overlayTimeout", fault: .network, retry: .yes,
            happened: "The store overlay took too long to load.",
            advice: "Nothing to do: no purchase was under way, and the overlay may load next time."),
        row(
            "ineligibleForOffer", fault: .customer, retry: .no,
            happened: "The customer does not qualify for the offer.",
            advice: "Ask the customer to buy at the normal price, and say why the offer does not apply."),
        row(
            "unsupportedPlatform", fault: .app, retry: .afterFix,
            happened: "The platform does not support the store overlay that recommends an app.",
            advice: "Tell the operator: no purchase was under way, and the overlay needs a fix."),
        row(
            "overlayPresentedInBackgroundScene", fault: .app, retry: .afterFix,
            happened: "The app showed the store overlay in a window that was in the background.",
            advice: "Tell the operator: no purchase was under way, and the overlay needs a fix."),
    ]

    private static func row(
        _ name: String, fault: Fault, retry: RetryAdvice, happened: String, advice: String
    ) -> CodeMeaning {
        CodeMeaning(
            "skerror", family: .storeKitError, name, fault: fault, retry: retry, happened: happened,
            advice: advice)
    }
}

/// What the causes of tickets mean that are words of this product.
///
/// Source: the rules of failed purchases; the 24 and 48 hours are the product's own waiting times.
enum CauseCodes {
    static let table: [CodeMeaning] = [
        row(
            "not_verified", "never verified", fault: .unknown, retry: .yes,
            happened: "The customer was charged, and no try to verify the purchase has been reported.",
            advice: "Ask the customer to open the app with a connection: that starts the verification."),
        row(
            "not_delivered", "verified, never delivered", fault: .app, retry: .afterFix,
            happened: "The app found the purchase valid, and nothing tells that it was delivered.",
            advice: "Make it good by hand, and tell the operator if other tickets show it too."),
        row(
            "late", "learned too late", fault: .unknown, retry: .no,
            happened:
                "The store learned of the charge, or whose it is, only after its period: the customer got nothing.",
            advice:
                "Make good the lost period, and tell the operator if the notifications were late for others too."
        ),
        row(
            "purchasing", "no answer within 24 hours", fault: .unknown, retry: .notApplicable,
            happened: "The purchase was begun, and for 24 hours nothing told how it ended.",
            advice:
                "Nothing to do: no charge is known; should one turn up, the ticket moves to group 2 by itself."
        ),
        row(
            "deferred", "no approval within 48 hours", fault: .customer, retry: .notApplicable,
            happened:
                "The purchase waits for a family organiser (Ask to Buy), who has not answered for 48 hours.",
            advice: "Ask the customer to talk to the family organiser; the App Store has told of no charge."),
        row(
            "deliver_failed", "delivery failed", fault: .app, retry: .afterFix,
            happened:
                "The purchase was verified, and the app reported that it could not hand over what was bought.",
            advice: "Make it good by hand, and tell the operator: the fault is in our delivery."),
    ]

    /// What to say about a cause that nobody knows.
    static func unknown(_ cause: String) -> CodeMeaning {
        cause.isEmpty
            ? row(
                cause, "no cause", fault: .unknown, retry: .notApplicable,
                happened: "Nothing tells why the purchase failed.",
                advice: "Read the events of the purchase report.")
            : row(
                cause, "unknown cause", fault: .unknown, retry: .no,
                happened: "The purchase failed with \(cause), which Makegood does not know.",
                advice: "Read the events of the purchase report, and tell the operator which code it was.")
    }

    private static func row(
        _ code: String, _ name: String, fault: Fault, retry: RetryAdvice, happened: String,
        advice: String
    ) -> CodeMeaning {
        CodeMeaning(
            code, family: .cause, name, fault: fault, retry: retry, happened: happened, advice: advice)
    }
}
