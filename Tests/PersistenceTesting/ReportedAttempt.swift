import Foundation
package import Purchases
import Testing

/// A purchase report for examples, in as few words as it needs; times are hours from the start of made-up chains.
package struct ReportedAttempt: Hashable, Sendable, CustomTestStringConvertible {
    package var id: String
    /// Who buys.
    package var customer: String?
    package var product: String?
    /// The payment transaction, where the app knows it.
    package var transaction: String?
    /// The chain, where the app knows it.
    package var chain: String?
    /// The line item, where the app knows it.
    package var line: String?
    /// The price in euro.
    package var price: String?
    /// Where it is bought; Production when left out.
    package var environment: String?
    package var appVersion: String?
    /// What happened, in any order.
    package var events: [PurchaseEvent]

    /// A report of the first customer's attempt to buy a month of tea.
    package init(
        id: String = "a", customer: String? = "u_1", product: String? = "tea.monthly",
        transaction: String? = nil, chain: String? = nil, line: String? = nil, price: String? = "9.99",
        environment: String? = nil, appVersion: String? = nil, events: [PurchaseEvent] = []
    ) {
        self.id = id
        self.customer = customer
        self.product = product
        self.transaction = transaction
        self.chain = chain
        self.line = line
        self.price = price
        self.environment = environment
        self.appVersion = appVersion
        self.events = events
    }

    /// The attempt and when its events happened.
    package var testDescription: String { "\(id), \(events.map(\.at))" }

    /// The report as a document.
    package var paper: Paper {
        var values = PurchaseReportValues()
        values.customer = customer.map { AppUserID($0) }
        values.product = product.map { ProductID($0) }
        values.transactionID = transaction.map { TransactionID($0) }
        values.originalTransactionID = chain.map { OriginalTransactionID($0) }
        values.webOrderLineItemID = line.map { WebOrderLineItemID($0) }
        values.environment = environment.map(AppStoreEnvironment.init(rawValue:))
        values.bundleID = BundleID("com.example.tea")
        values.appVersion = appVersion
        values.price = price.flatMap { Money(amount: $0, currency: "EUR") }
        let once = events.enumerated().filter { index, event in
            !events[..<index].contains { $0.text == event.text }
        }
        return .report(
            PurchaseReport(attempt: AttemptID(id), values: values, events: once.map(\.element)))
    }

    /// The report in an envelope that says when it was received, in hours from the start.
    package func received(_ hours: Double) -> Paper { paper.received(hours) }
}

/// What an app reports of an attempt.
extension ReportedAttempt {
    /// A moment, in hours from the start.
    package static func moment(_ hours: Double) -> Instant {
        Instant(milliseconds: MadeUpChain.start + Int64(hours * 3_600_000))
    }

    /// A state of the payment transaction, with StoreKit's error where it failed with one.
    package static func state(_ name: String, _ hours: Double, errorCode: Int? = nil) -> PurchaseEvent {
        let error = errorCode.map { ReportedError(domain: "", code: String($0)) }
        return event(
            PurchaseEvent.Step(named: name), hours, error: error,
            ["state": name, "error_code": errorCode])
    }

    /// A step of the app: what the receipt server and its own server answered, or the error that it met.
    package static func step(
        _ name: String, _ hours: Double, receiptStatus: Int? = nil, httpStatus: Int? = nil,
        error: ReportedError? = nil, writtenAs notation: [String: any Sendable] = [:]
    ) -> PurchaseEvent {
        event(
            PurchaseEvent.Step(named: name), hours, receiptStatus: receiptStatus, httpStatus: httpStatus,
            error: error,
            notation.merging(["step": name, "receipt_status": receiptStatus, "http_status": httpStatus]) {
                $1
            })
    }

    /// The app's word that it handed the goods over, or that it could not.
    package static func delivery(_ hours: Double, _ isDelivered: Bool = true) -> PurchaseEvent {
        event(.deliver, hours, isDelivered: isDelivered, ["step": "deliver", "ok": isDelivered])
    }

    /// Verifications that failed with 21005, one an hour.
    package static func failing(_ count: Int, from first: Double = 1) -> [PurchaseEvent] {
        (0..<count).map { step("verify", first + Double($0), receiptStatus: 21005) }
    }

    /// Bought and closed without delivery.
    package static func lost(_ hours: Double = 0) -> [PurchaseEvent] {
        [state("purchased", hours), state("finished", hours + 0.5)]
    }

    /// An event, and the text that it came as: canonical JSON of its members.
    private static func event(
        _ step: PurchaseEvent.Step, _ hours: Double, receiptStatus: Int? = nil, httpStatus: Int? = nil,
        error: ReportedError? = nil, isDelivered: Bool? = nil, _ members: [String: (any Sendable)?]
    ) -> PurchaseEvent {
        let at = moment(hours)
        var written = members.compactMapValues { $0 }
        written["at"] = at.description
        let data = try? JSONSerialization.data(withJSONObject: written, options: .sortedKeys)
        return PurchaseEvent(
            at: at, step: step, receiptStatus: receiptStatus, httpStatus: httpStatus, error: error,
            isDelivered: isDelivered, text: String(decoding: data ?? Data(), as: UTF8.self))
    }
}
