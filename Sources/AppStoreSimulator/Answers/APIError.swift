import Foundation
import JSONValues

/// An error of the App Store Server API.
///
/// Source: Apple, error codes; the HTTP status is the first three digits.
struct APIError: Error, Hashable, Sendable {
    let code: Int
    let message: String

    /// An error by its code; messages are Apple's where they are public.
    init(_ code: Int, _ message: String? = nil) {
        self.code = code
        self.message = message ?? APIError.messages[code] ?? "Bad request."
    }

    var status: Int { code / 10_000 }

    var response: SimulatorResponse {
        .json(
            .object(["errorCode": .integer(Int64(code)), "errorMessage": .string(message)]), status: status)
    }

    private static let messages: [Int: String] = [
        4_000_000: "Bad request.", 4_000_005: "Invalid request revision.",
        4_000_006: "Invalid transaction id.",
        4_000_008: "Invalid original transaction id.", 4_000_009: "Invalid extend by days value.",
        4_000_010: "Invalid extend reason code.", 4_000_011: "Invalid request identifier.",
        4_000_012: "Start date too far in the past.", 4_000_013: "Start date after end date.",
        4_000_014: "Invalid pagination token.", 4_000_015: "Invalid start date.",
        4_000_016: "Invalid end date.",
        4_000_018: "Invalid notification type.", 4_000_019: "Multiple filters supplied.",
        4_000_020: "Invalid test notification token.", 4_000_021: "Invalid sort.",
        4_000_022: "Invalid product type.", 4_000_023: "Invalid product id.",
        4_000_024: "Invalid subscription group identifier.", 4_000_026: "Invalid in-app ownership type.",
        4_000_027: "Empty storefront country code list.", 4_000_030: "Invalid revoked.",
        4_000_031: "Invalid status.", 4_000_035: "Invalid customer consented.",
        4_000_036: "Invalid delivery status.", 4_000_041: "Invalid sample content provided.",
        4_000_044: "Invalid request. The refund preference field is invalid.",
        4_000_047: "Invalid transaction type not supported.", 4_000_183: "Invalid app account token UUID.",
        4_000_185: "Family transaction not supported.",
        4_000_187: "Transaction id is not the original transaction id.",
        4_000_209:
            "Invalid request. The consumption percentage field is not supported for auto-renewable subscription transactions.",
        4_030_004: "Forbidden - subscription state ineligible for extension.",
        4_030_005: "Forbidden - subscription has reached maximum extension count.",
        4_030_007:
            "Subscriptions that users obtain through Family Sharing can't get a renewal date extension directly.",
        4_040_001: "Account not found.", 4_040_002: "Account not found. Please try again.",
        4_040_003: "App not found.", 4_040_004: "App not found. Please try again.",
        4_040_005: "Original transaction id not found.",
        4_040_006: "Original transaction id not found. Please try again.",
        4_040_008:
            "Either the test notification token is expired or the notification and status are not yet available.",
        4_040_009: "The status request could not be found.", 4_040_010: "Transaction id not found.",
        4_040_019: "App transaction does not exist.", 4_290_000: "Rate limit exceeded.",
        5_000_000: "An unknown error occurred.", 5_000_001: "An unknown error occurred. Please try again.",
    ]
}

extension SimulatorResponse {
    /// A JSON document.
    static func json(_ value: JSONValue, status: Int = 200) -> SimulatorResponse {
        SimulatorResponse(
            status, headers: ["content-type": "application/json"], body: Data(value.canonicalText.utf8))
    }
}
