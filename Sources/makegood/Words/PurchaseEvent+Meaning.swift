import Purchases

extension PurchaseEvent {
    /// What the code of an event that failed means; nil of one that did not fail.
    var meaning: CodeMeaning? {
        if step == .failed { return Codes.meaning(ofCause: paymentCause) }
        guard isFailure else { return nil }
        if let receiptStatus, receiptStatus != 0 { return Codes.receiptStatus(receiptStatus) }
        if let httpStatus, !(200..<300).contains(httpStatus) { return Codes.httpStatus(httpStatus) }
        return Codes.meaning(ofCause: error.map(PurchaseEvent.cause) ?? TicketCause.deliverFailed.rawValue)
    }

    private var paymentCause: String {
        guard let error, !error.isStoreKit else { return "skerror_\(error?.code ?? "0")" }
        return PurchaseEvent.cause(error)
    }

    private static func cause(_ error: ReportedError) -> String {
        "error:\(error.domain)" + (error.code.map { ":\($0)" } ?? "")
    }
}

extension PurchaseEvent.Step {
    /// Whether it is something that the app did, rather than a state of the payment transaction.
    var isDeed: Bool {
        switch self {
        case .verify, .deliver, .other: true
        case .purchasing, .deferred, .failed, .purchased, .restored, .finished: false
        }
    }
}
