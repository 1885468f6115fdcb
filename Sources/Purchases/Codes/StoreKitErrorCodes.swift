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
            "undocumented error", .unknown, .no,
            "StoreKit failed with an error number that Apple does not document.",
            "Tell the operator: a newer system may have brought the number, and no charge is known from it."
        ).written(as: "skerror_\(number)")
    }

    private static let rows: [CodeMeaning] = [
        row(
            "unknown", .unknown, .yes, "The purchase failed for a reason that StoreKit does not name.",
            "Ask the customer to try again; should a charge turn up, the ticket moves to group 2 by itself."),
        row(
            "clientInvalid", .customer, .afterFix,
            "The device was not allowed to do what the app asked for.",
            "Ask the customer to check the restrictions and the Apple account on the device, then to try again."
        ),
        row(
            "paymentCancelled", .customer, .notApplicable,
            "The customer closed the payment sheet, or the purchase was interrupted there.",
            "Nothing to do: should a charge turn up after an interruption, the ticket moves to group 2 by itself."
        ),
        row(
            "paymentInvalid", .app, .afterFix,
            "The App Store did not understand a detail of the payment that the app asked for.",
            "Tell the operator: the app asks for the product in a wrong way, so others meet it too."),
        row(
            "paymentNotAllowed", .customer, .afterFix,
            "The person at the device is not allowed to authorise payments.",
            "Ask the customer to allow purchases in Screen Time, or to have the family organiser buy."),
        row(
            "storeProductNotAvailable", .app, .afterFix,
            "The product is not for sale in the customer's store.",
            "Ask the customer for the country of the Apple account, and the operator whether we sell there."),
        row(
            "cloudServicePermissionDenied", .customer, .afterFix,
            "The customer has not let the app use Apple's cloud service.",
            "Ask the customer to allow it in Settings, then to try again."),
        row(
            "cloudServiceNetworkConnectionFailed", .network, .yes,
            "The device could not connect to the network.",
            "Ask the customer to check the connection and to try again."),
        row(
            "cloudServiceRevoked", .customer, .afterFix,
            "The customer took back the permission to use Apple's cloud service.",
            "Ask the customer to allow it again in Settings, then to try again."),
        row(
            "privacyAcknowledgementRequired", .customer, .afterFix,
            "The customer has not yet agreed to Apple's privacy notice for Apple Music.",
            "Ask the customer to open Apple Music, agree to the notice, and try again."),
        row(
            "unauthorizedRequestData", .app, .afterFix,
            "The app sent payment data that it is not entitled to use.",
            "Tell the operator: the app lacks an entitlement, so others meet it too."),
        row(
            "invalidOfferIdentifier", .app, .afterFix,
            "The offer that the app named does not exist or is not active.",
            "Tell the operator: compare the offer with App Store Connect."),
        row(
            "invalidSignature", .app, .afterFix,
            "The signature of the offer that our side made is not valid.",
            "Tell the operator: the signing of offers is broken, so everyone who takes one meets it."),
        row(
            "missingOfferParams", .app, .afterFix, "The app left out details that the offer needs.",
            "Tell the operator: the app asks for the offer in a wrong way."),
        row(
            "invalidOfferPrice", .app, .afterFix,
            "The price of the offer in App Store Connect no longer holds.",
            "Tell the operator: the price of the offer has to be set anew."),
        row(
            "overlayCancelled", .customer, .notApplicable,
            "The store overlay that recommends an app was closed or withdrawn.",
            "Nothing to do: no purchase was under way."),
        row(
            "overlayInvalidConfiguration", .app, .afterFix,
            "The app set up the store overlay in a way that does not work.",
            "Tell the operator: no purchase was under way, and the overlay needs a fix."),
        row(
            "overlayTimeout", .network, .yes, "The store overlay took too long to load.",
            "Nothing to do: no purchase was under way, and the overlay may load next time."),
        row(
            "ineligibleForOffer", .customer, .no, "The customer does not qualify for the offer.",
            "Ask the customer to buy at the normal price, and say why the offer does not apply."),
        row(
            "unsupportedPlatform", .app, .afterFix,
            "The platform does not support the store overlay that recommends an app.",
            "Tell the operator: no purchase was under way, and the overlay needs a fix."),
        row(
            "overlayPresentedInBackgroundScene", .app, .afterFix,
            "The app showed the store overlay in a window that was in the background.",
            "Tell the operator: no purchase was under way, and the overlay needs a fix."),
    ]

    private static func row(
        _ name: String, _ fault: Fault, _ retry: RetryAdvice, _ happened: String, _ advice: String
    ) -> CodeMeaning {
        CodeMeaning("skerror", .storeKitError, name, fault, retry, happened, advice)
    }
}
