import AppStore
import JSONValues
import Purchases

/// Decodes what the app itself tells about one purchase attempt.
///
/// Its time is the time of its newest event, by the device's clock.
struct PurchaseReportDecoder {
    /// The most events of one report †; real ones have a dozen.
    static let eventLimit = 10_000

    private let fields: FieldReader

    /// Reads a report; throws `wrong_type` when it is no object.
    init(_ document: JSONValue) throws(DocumentProblem) { fields = try FieldReader(document) }

    /// What the report tells; throws `missing_id` without `attempt_id`, else what is wrong with a field or an event.
    func contents(in context: DocumentContext) throws(DocumentProblem) -> DocumentContents {
        guard let attempt = try fields.identifier("attempt_id") else {
            throw fields.problem(
                .missingID, key: "attempt_id", "is missing", remedy: "name the purchase attempt")
        }
        let events = try events()
        let values = try values()
        var contents = context.contents(
            .purchaseReport, precedence: context.precedence(events.map(\.at).max()))
        contents.environment = values.environment ?? .production
        contents.bundleID = values.bundleID
        contents.report = PurchaseReport(attempt: AttemptID(attempt), values: values, events: events)
        return contents
    }

    private func events() throws(DocumentProblem) -> [PurchaseEvent] {
        guard let value = fields.value("events") else {
            throw fields.problem(
                .badValue, key: "events", "is missing", remedy: "send a list, an empty one if need be")
        }
        guard let list = value.array else {
            throw fields.problem(
                .wrongType, key: "events", "is \(value.typeName), not a list", remedy: "send a list")
        }
        guard list.count <= Self.eventLimit else {
            throw fields.problem(
                .tooLarge, key: "events", "has \(list.count) events",
                remedy: "send \(Self.eventLimit) at most: later reports add to earlier ones")
        }
        var (events, texts) = ([PurchaseEvent](), Set<String>())
        for (index, value) in list.enumerated() {
            let event = try PurchaseEventDecoder(value, path: "events[\(index)]").event
            if texts.insert(event.text).inserted { events.append(event) }
        }
        return events
    }

    private func values() throws(DocumentProblem) -> PurchaseReportValues {
        var values = PurchaseReportValues()
        try decodePurchase(into: &values)
        try decodeDevice(into: &values)
        values.storefront = try fields.identifier("storefront")
        values.price = try fields.value("price").map { price throws(DocumentProblem) in
            try PriceDecoder(price, path: "price").money
        }
        return values
    }

    private func decodePurchase(into values: inout PurchaseReportValues) throws(DocumentProblem) {
        values.customer = try fields.identifier("app_user_id").map(AppUserID.init(_:))
        values.product = try fields.identifier("product_id").map(ProductID.init(_:))
        values.transactionID = try fields.identifier("transaction_id").map(TransactionID.init(_:))
        values.originalTransactionID = try fields.identifier("original_transaction_id")
            .map(OriginalTransactionID.init(_:))
        values.webOrderLineItemID = try fields.lineItem("web_order_line_item_id")
        values.environment = try fields.identifier("environment").map(AppStoreEnvironment.init(rawValue:))
        values.bundleID = try fields.identifier("bundle_id").map(BundleID.init(_:))
    }

    private func decodeDevice(into values: inout PurchaseReportValues) throws(DocumentProblem) {
        values.appVersion = try fields.text("app_version")
        values.systemVersion = try fields.text("os_version")
        values.device = try fields.text("device")
    }
}

/// Decodes one event of a purchase report.
///
/// Words that nobody knows yet are kept, and what stands beside them is not looked at.
struct PurchaseEventDecoder {
    private let fields: FieldReader

    /// Reads an event at a place of its report; throws `wrong_type` when it is no object.
    init(_ event: JSONValue, path: String) throws(DocumentProblem) {
        fields = try FieldReader(event, path: path)
    }

    /// The event; throws `bad_date` without a time, `bad_value` without a word for it, else what is wrong with it.
    var event: PurchaseEvent {
        get throws(DocumentProblem) {
            let (at, step) = (try moment, try step)
            let text = try text(at: at)
            switch step {
            case .failed:
                return PurchaseEvent(at: at, step: step, error: try error, text: text)
            case .verify, .deliver:
                return PurchaseEvent(
                    at: at, step: step, receiptStatus: try fields.integer("receipt_status"),
                    httpStatus: try fields.integer("http_status"), error: try error,
                    isDelivered: step == .deliver ? try fields.flag("ok") : nil, text: text)
            default:
                return PurchaseEvent(at: at, step: step, text: text)
            }
        }
    }

    private var moment: Instant {
        get throws(DocumentProblem) {
            guard let moment = try fields.moment("at") else {
                throw fields.problem(
                    .badDate, key: "at", "is missing", remedy: "say when it happened, as RFC 3339")
            }
            return moment
        }
    }

    /// What happened; where both words are there, the one that is known, and the payment's state before the app's step.
    private var step: PurchaseEvent.Step {
        get throws(DocumentProblem) {
            let words = [try fields.identifier("state"), try fields.identifier("step")]
            let steps = words.compactMap { $0 }.map(PurchaseEvent.Step.init(named:))
            guard let step = steps.first(where: \.isKnown) ?? steps.first else {
                throw fields.problem(
                    .badValue, key: "state", "and step are missing", remedy: "say what happened")
            }
            return step
        }
    }

    private var error: ReportedError? {
        get throws(DocumentProblem) { try ReportedErrorDecoder(fields).error }
    }

    /// The event's one text, whichever way its time was written.
    private func text(at moment: Instant) throws(DocumentProblem) -> String {
        var members = fields.members
        members["at"] = .string(moment.description)
        let text = JSONValue.object(members).withoutReceiptData.canonicalText
        guard text.utf8.count <= FieldReader.textLimit else {
            throw DocumentProblem(
                .tooLarge,
                "\(fields.path) is longer than \(FieldReader.textLimit) bytes: send what happened, not logs")
        }
        return text
    }
}

extension PurchaseEvent.Step {
    /// Whether the word is one that reports are documented to use.
    fileprivate var isKnown: Bool { if case .other = self { false } else { true } }
}

/// Decodes the error of an event: `error_domain` and `error_code`, or an `error` that is a text or an object.
struct ReportedErrorDecoder {
    private let fields: FieldReader

    /// Reads the error out of an event's fields.
    init(_ event: FieldReader) { fields = event }

    /// The error; nil when the event tells none; throws what is wrong with a field.
    var error: ReportedError? {
        get throws(DocumentProblem) {
            let code = try fields.identifier("error_code")
            if let domain = try fields.text("error_domain") {
                return ReportedError(domain: domain, code: code)
            }
            guard let error = try toldError else {
                return code.map { ReportedError(domain: "", code: $0) }
            }
            return ReportedError(domain: error.domain, code: code ?? error.code)
        }
    }

    /// An object is an error even when nothing is in it: something went wrong, and the app had no words.
    private var toldError: ReportedError? {
        get throws(DocumentProblem) {
            guard let value = fields.value("error"), value.object != nil else {
                return try fields.text("error").map(ReportedErrorDecoder.split)
            }
            let error = try FieldReader(value, path: fields.place("error"))
            return ReportedError(
                domain: try error.text("domain") ?? "", code: try error.identifier("code"))
        }
    }

    /// `NSURLErrorDomain:-1001` is a domain and its code; any other text is a domain.
    private static func split(_ text: String) -> ReportedError {
        guard let colon = text.lastIndex(of: ":") else { return ReportedError(domain: text, code: nil) }
        let code = String(text[text.index(after: colon)...])
        guard Int(code) != nil else { return ReportedError(domain: text, code: nil) }
        return ReportedError(domain: String(text[..<colon]), code: code)
    }
}

/// Decodes a price: an amount as a decimal text or a number, and an ISO 4217 code.
struct PriceDecoder {
    private let fields: FieldReader

    /// Reads a price at a place of its document; throws `wrong_type` when it is no object.
    init(_ price: JSONValue, path: String) throws(DocumentProblem) {
        fields = try FieldReader(price, path: path)
    }

    /// The price; throws `bad_value` when it cannot be read or is negative, `wrong_type` for a field.
    var money: Money {
        get throws(DocumentProblem) {
            let currency = try required("currency", "send the ISO 4217 code, such as EUR").uppercased()
            let amount = try required("amount", "send a decimal text, such as 9.99")
            guard Money(amount: "0", currency: currency) != nil else {
                throw fields.problem(
                    .badValue, key: "currency", "is no currency",
                    remedy: "send the ISO 4217 code, such as EUR")
            }
            guard let money = Money(amount: amount, currency: currency) else {
                throw fields.problem(
                    .badValue, key: "amount", "is no amount", remedy: "send a decimal text, such as 9.99")
            }
            guard money.milliunits >= 0 else {
                throw fields.problem(
                    .badValue, key: "amount", "is negative", remedy: "send what the customer pays")
            }
            return money
        }
    }

    private func required(_ key: String, _ remedy: String) throws(DocumentProblem) -> String {
        // A number with a fraction is binary on its way: the noise past a millionth is nobody's price.
        if case .number(let number)? = fields.value(key) { return String((number * 1e6).rounded() / 1e6) }
        if let text = try fields.identifier(key) { return text }
        throw fields.problem(.badValue, key: key, "is missing", remedy: remedy)
    }
}
