import Purchases

/// Decodes what the app itself tells about one purchase attempt.
///
/// Its time is the time of its newest event, by the device's clock.
struct PurchaseReportDecoder {
    private let fields: FieldReader

    /// Reads a report; throws `wrong_type` when it is no object.
    init(_ document: JSONValue) throws(DocumentProblem) { fields = try FieldReader(document) }

    /// What the report tells; throws `missing_id` without `attempt_id`, else what is wrong with a field or an event.
    func contents(in frame: DocumentContext) throws(DocumentProblem) -> DocumentContents {
        guard let attempt = try fields.identifier("attempt_id") else {
            throw fields.problem(.missingID, "attempt_id", "is missing", "name the purchase attempt")
        }
        let events = try events()
        let values = try values()
        var contents = frame.contents(.purchaseReport, frame.precedence(events.map(\.at).max()))
        contents.environment = values.environment ?? .production
        contents.bundleID = values.bundleID
        contents.report = PurchaseReport(attempt: AttemptID(attempt), values: values, events: events)
        return contents
    }

    private func events() throws(DocumentProblem) -> [PurchaseEvent] {
        guard let value = fields.value("events") else {
            throw fields.problem(.badValue, "events", "is missing", "send a list, an empty one if need be")
        }
        guard let list = value.array else {
            throw fields.problem(.wrongType, "events", "is \(value.typeName), not a list", "send a list")
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
