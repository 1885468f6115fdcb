package import Purchases

/// Why a question to the App Store has no answer that tells anything.
///
/// It names no identifier and no secret, so it may stand in logs.
package enum AppStoreError: Error, Hashable, Sendable {
    /// No whole answer came.
    case transport(TransportError)
    /// An HTTP status without words of Apple's.
    case http(Int)
    /// An error of the App Store Server API, by its number, with the HTTP status that it came with.
    case api(code: Int, http: Int)
    /// A `status` of verifyReceipt that is no success; `is_retryable` where it came.
    case status(Int, isRetryable: Bool?)
    /// Apple's limit is reached; it can be asked again from a moment on.
    case rateLimited(until: Instant)
    /// Apple does not know our key (401): nothing of that environment is asked before a moment.
    case unauthorized(until: Instant)
    /// Nothing is asked before a moment, for the place failed too often in a row.
    case circuitOpen(until: Instant)
    /// Nothing is asked before a moment, for our key or secret is wrong there.
    case paused(until: Instant, Circuit.Cause)
    /// Our own budget is spent up to a moment.
    case busy(until: Instant)
    /// The answer is no JSON, or none of Apple's: a page of HTML, half an object.
    case notJSON
    /// The answer points elsewhere, by its HTTP status; nobody follows.
    case redirected(Int)
    /// What the question needs is not configured.
    case notConfigured(AppStorePlace.Interface)
    /// The store serves none of the environments that could be asked.
    case notServed
}

extension AppStoreError {
    /// Its code, as requests keep it: `21005`, `http_503`, `network`, `timeout`, `4040010`.
    package var code: String {
        switch self {
        case .transport(let error): AppStoreError.code(of: error)
        case .http(let status), .redirected(let status): "http_\(status)"
        case .api(let code, _): String(code)
        case .status(let status, _): String(status)
        case .rateLimited: "http_429"
        case .unauthorized: "http_401"
        case .circuitOpen: "circuit_open"
        case .paused(_, .wrongSecret): "21004"
        case .paused(_, .untrusted): "certificate"
        case .paused: "http_401"
        case .busy: "busy"
        case .notJSON: "not_json"
        case .notConfigured(.receipts): "no_secret"
        case .notConfigured(.server): "no_key"
        case .notServed: "not_served"
        }
    }

    private static func code(of error: TransportError) -> String {
        switch error {
        case .timedOut: "timeout"
        case .certificate: "certificate"
        case .tooLarge: "too_large"
        case .cancelled: "cancelled"
        case .unknownHost, .refused, .reset, .garbled: "network"
        }
    }

    /// Whether the same question may have another answer later.
    ///
    /// Source: Apple, error codes of the App Store Server API ("retryable"); verifyReceipt `status`, `is_retryable`.
    package var isRepeatable: Bool {
        switch self {
        case .transport, .rateLimited, .unauthorized, .circuitOpen, .paused, .busy, .notJSON, .redirected:
            true
        case .http(let status): status >= 500 || status == 408 || status == 425
        case .api(let code, let http): ServerErrors.isRepeatable(code, http: http)
        case .status(let status, let isRetryable):
            ReceiptStatuses.isRepeatable(status, isRetryable: isRetryable)
        case .notConfigured, .notServed: false
        }
    }

    /// Whether it says that our configuration is wrong: it meets everyone, and no attempt may be burned for it.
    package var isConfiguration: Bool {
        switch self {
        case .unauthorized, .paused, .notConfigured, .status(21004, _), .transport(.certificate): true
        default: false
        }
    }

    /// Whether it counts as one of a ticket's limited tries: Apple was asked and could not say.
    ///
    /// Not so where nobody was asked, where our configuration is at fault, and where Apple's limit is reached.
    package var countsAsTry: Bool {
        switch self {
        case .transport(.cancelled), .transport(.certificate), .rateLimited, .unauthorized, .circuitOpen,
            .paused, .busy, .notConfigured, .notServed, .status(21004, _), .api(4_290_000, _):
            false
        default: true
        }
    }

    /// From when on it may be asked again, where that is known.
    package var until: Instant? {
        switch self {
        case .rateLimited(let until), .unauthorized(let until), .circuitOpen(let until),
            .paused(let until, _), .busy(let until):
            until
        default: nil
        }
    }

    /// Whether the sandbox should be asked instead: production does not know it.
    ///
    /// Source: Apple, Testing at all stages of development: "if you receive a TransactionIdNotFoundError, call the
    /// sandbox endpoint"; 21007.
    var asksElsewhere: Bool {
        switch self {
        case .api(4_040_005, _), .api(4_040_010, _), .status(21007, _): true
        default: false
        }
    }

    /// Whether the place itself is in trouble: what opens the circuit.
    var isTrouble: Bool {
        switch self {
        // A certificate that we do not trust is no word about Apple.
        case .transport(let error): ![.cancelled, .tooLarge, .certificate].contains(error)
        case .http(let status): status >= 500
        case .api(let code, let http): http >= 500 || code == 5_000_000 || code == 5_000_001
        case .notJSON, .redirected, .status(21005, _): true
        default: false
        }
    }
}

/// The errors of the App Store Server API that pass.
enum ServerErrors {
    private static let repeatable: Set<Int> = [4_040_002, 4_040_004, 4_040_006, 4_290_000, 5_000_001]

    static func isRepeatable(_ code: Int, http: Int) -> Bool {
        // 5000000 is Apple's word for a fault that will not pass, whatever its HTTP status says.
        if code == 5_000_000 { return false }
        return repeatable.contains(code) || (http >= 500 && !(4_000_000...5_999_999).contains(code))
    }
}

/// The statuses of verifyReceipt.
enum ReceiptStatuses {
    /// Whether an answer tells what the receipt holds: 0, and 21006, whose subscription has expired.
    static func isAnswer(_ status: Int) -> Bool { status == 0 || status == 21006 }

    static func isRepeatable(_ status: Int, isRetryable: Bool?) -> Bool {
        switch status {
        case 21002, 21005, 21009: true
        // All wait for the secret to be put right.
        case 21004: true
        case 21100...21199: isRetryable == true
        default: false
        }
    }
}
