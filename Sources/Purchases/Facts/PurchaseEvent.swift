import Foundation

/// One event of a purchase attempt: a state of the payment transaction, a verification, or the delivery.
///
/// Source: Apple, `SKPaymentTransactionState`; the app adds what it did itself.
package struct PurchaseEvent: Hashable, Sendable {
    /// What happened.
    package enum Step: Hashable, Sendable {
        /// The payment transaction is under way.
        case purchasing
        /// It waits for somebody else's approval (Ask to Buy).
        case deferred
        case failed
        /// The customer was charged.
        case purchased
        /// It was restored from an earlier charge.
        case restored
        /// The app asked whether the purchase is valid.
        case verify
        /// The app handed the goods over.
        case deliver
        /// The app closed the payment transaction.
        case finished
        /// A step that nobody knows yet; kept, and counted for nothing.
        case other(String)
    }

    /// When, by the device's clock.
    package var at: Instant
    package var step: Step
    /// The status that verifyReceipt answered.
    package var receiptStatus: Int?
    /// The status of the answer to the app's request.
    package var httpStatus: Int?
    /// The error that the app met.
    package var error: ReportedError?
    /// The app's word that it handed the goods over, or that it could not.
    package var isDelivered: Bool?
    /// The event as it came, as canonical JSON; two texts may be notations of one event.
    package var text: String

    package init(
        at: Instant, step: Step, receiptStatus: Int? = nil, httpStatus: Int? = nil,
        error: ReportedError? = nil, isDelivered: Bool? = nil, text: String
    ) {
        self.at = at
        self.step = step
        self.receiptStatus = receiptStatus
        self.httpStatus = httpStatus
        self.error = error
        self.isDelivered = isDelivered
        self.text = text
    }

    /// Whether it is a verification or a delivery that failed.
    package var isFailure: Bool {
        switch step {
        case .verify: error != nil || (receiptStatus ?? 0) != 0 || !isHTTPSuccess
        case .deliver: isDelivered == false || (isDelivered == nil && error != nil)
        default: false
        }
    }

    /// Whether the answer to the app's request was no failure; none counts as none.
    var isHTTPSuccess: Bool { httpStatus.map { (200..<300).contains($0) } ?? true }

    /// Who told it in the app's place, as stores of before kept it: an agent who opened a ticket by hand; nil for the app.
    var agent: AgentName? {
        guard text.contains("\"by\""),
            let told = try? JSONDecoder().decode([String: String].self, from: Data(text.utf8)),
            Set(told.keys) == ["at", "by", "state"]
        else { return nil }
        return told["by"].map { AgentName($0) }
    }

    /// Why it failed; nil when it did not.
    package var cause: TicketCause? {
        if step == .failed { return TicketCause(ofFailedPayment: self) }
        return isFailure ? TicketCause(of: self) : nil
    }

    /// The order of a purchase's events: time, then the natural order of steps, then the text. Never the order told.
    package static func precedes(_ left: PurchaseEvent, _ right: PurchaseEvent) -> Bool {
        if left.at != right.at { return left.at < right.at }
        if left.step.rank != right.step.rank { return left.step.rank < right.step.rank }
        return left.text < right.text
    }
}

extension PurchaseEvent.Step {
    /// Its place among events of one moment.
    fileprivate var rank: Int {
        switch self {
        case .purchasing: 0
        case .deferred: 1
        case .failed: 2
        case .purchased: 3
        case .restored: 4
        case .verify: 5
        case .deliver: 6
        case .finished: 7
        case .other: 8
        }
    }

    /// The step by its name in reports.
    package init(named name: String) {
        switch name {
        case "purchasing": self = .purchasing
        case "deferred": self = .deferred
        case "failed": self = .failed
        case "purchased": self = .purchased
        case "restored": self = .restored
        case "verify": self = .verify
        case "deliver": self = .deliver
        case "finished": self = .finished
        default: self = .other(name)
        }
    }

    /// The step's name in reports.
    package var name: String {
        switch self {
        case .purchasing: "purchasing"
        case .deferred: "deferred"
        case .failed: "failed"
        case .purchased: "purchased"
        case .restored: "restored"
        case .verify: "verify"
        case .deliver: "deliver"
        case .finished: "finished"
        case .other(let name): name
        }
    }

    /// Whether it is a state of the payment transaction, rather than something that the app did.
    package var isPaymentState: Bool {
        switch self {
        case .purchasing, .deferred, .failed, .purchased, .restored, .finished: true
        case .verify, .deliver, .other: false
        }
    }
}

/// Kept as its name in reports.
extension PurchaseEvent.Step: RawRepresentable, Codable {
    /// The step by its name; one that nobody knows yet is kept.
    package init(rawValue: String) { self.init(named: rawValue) }

    /// Its name.
    package var rawValue: String { name }
}

/// Events are one when their values are: `503` and `"503"` are one status, and an error is the same as a text, a pair
/// or an object.
extension PurchaseEvent {
    /// What is understood of an event, whichever way it was written.
    struct Values: Hashable {
        let at: Instant
        let step: Step
        let receiptStatus: Int?
        let httpStatus: Int?
        let error: ReportedError?
        let isDelivered: Bool?
    }

    /// What is understood of it.
    var values: Values {
        Values(
            at: at, step: step, receiptStatus: receiptStatus, httpStatus: httpStatus, error: error,
            isDelivered: isDelivered)
    }

    /// What its text says beside its values, in one notation; the text itself where that cannot be told.
    var otherMembers: String {
        guard let object = try? JSONSerialization.jsonObject(with: Data(text.utf8)),
            var members = object as? [String: Any]
        else { return text }
        members["at"] = nil
        for key in ["state", "step"] where members[key] as? String == step.name { members[key] = nil }
        for key in step.understood { members[key] = nil }
        if step.tellsErrors { members["error"] = wordsBesideError(members) }
        for key in ["error_domain", "error_code"] where step.tellsErrors { members[key] = nil }
        members = members.filter { !($0.value is NSNull) && $0.value as? String != "" }
        let data = try? JSONSerialization.data(withJSONObject: members, options: .sortedKeys)
        return data.map { String(decoding: $0, as: UTF8.self) } ?? text
    }

    /// What `error` says beyond the domain and the code that are understood of it.
    private func wordsBesideError(_ members: [String: Any]) -> Any? {
        if var object = members["error"] as? [String: Any] {
            (object["domain"], object["code"]) = (nil, nil)
            return object.isEmpty ? nil : object
        }
        guard let words = members["error"] as? String, let domain = members["error_domain"] as? String,
            !domain.isEmpty
        else { return nil }
        return [domain, "\(domain):\(error?.code ?? "")"].contains(words) ? nil : words
    }
}

extension PurchaseEvent.Step {
    /// The members that are understood of an event of this step, but for its errors.
    fileprivate var understood: [String] {
        switch self {
        case .verify: ["receipt_status", "http_status"]
        case .deliver: ["receipt_status", "http_status", "ok"]
        default: []
        }
    }

    /// Whether errors of it are understood.
    fileprivate var tellsErrors: Bool { self == .failed || self == .verify || self == .deliver }
}

/// An error that the app met, by its domain and code.
///
/// Source: Apple, `NSError`, `SKError`.
package struct ReportedError: Hashable, Sendable {
    /// The domain, such as `SKErrorDomain`; empty when the app gave none.
    package let domain: String
    /// The code; nil when the app gave none.
    package let code: String?

    package init(domain: String, code: String?) { (self.domain, self.code) = (domain, code) }

    /// Whether StoreKit itself reported it; an error without a domain of a failed payment is StoreKit's.
    package var isStoreKit: Bool { ["", "SKErrorDomain", "SKError"].contains(domain) }

    /// Whether the customer cancelled the payment.
    package var isCancellation: Bool { isStoreKit && code == "2" }

    /// The error as a cause of a failed verification or delivery.
    package var cause: TicketCause {
        TicketCause(
            (["error"] + [domain, code].compactMap { $0 }.filter { !$0.isEmpty }).joined(separator: ":"))
    }
}
