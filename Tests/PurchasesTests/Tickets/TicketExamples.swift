import Purchases

/// A moment by hours after 2024-01-01T00:00:00Z.
func hour(_ hours: Double) -> Instant { day(0) + TimeLength(Int64(hours * 3_600_000)) }

/// An event by the hours at which it happened and was received.
func told(
    _ step: PurchaseEvent.Step, _ at: Double, received: Double? = nil, _ change: EventDetails = EventDetails()
) -> PurchaseAttempt.Reported {
    let event = PurchaseEvent(
        at: hour(at), step: step, receiptStatus: change.status, httpStatus: change.http, error: change.error,
        isDelivered: change.ok, text: change.text ?? "\(at) \(step.name) \(change)")
    return PurchaseAttempt.Reported(
        event, receivedAt: received.map { hour($0) } ?? hour(at), isReceiptTold: received != nil)
}

/// What stands beside an event's step.
struct EventDetails {
    var status: Int?
    var http: Int?
    var error: ReportedError?
    var ok: Bool?
    var text: String?
}

/// Verifications that failed with 21005, one an hour.
func failedVerifications(_ count: Int, from first: Double = 1) -> [PurchaseAttempt.Reported] {
    (0..<count).map { told(.verify, first + Double($0), EventDetails(status: 21005)) }
}

/// An attempt to buy `monthly` by u_1, received at the first hour unless said otherwise.
func attempt(
    _ events: [PurchaseAttempt.Reported], id: String = "a", received: Double = 0,
    _ change: (inout PurchaseReportValues) -> Void = { _ in }
) -> PurchaseAttempt {
    var values = PurchaseReportValues()
    (values.customer, values.product) = (AppUserID("u_1"), ProductID("monthly"))
    change(&values)
    return PurchaseAttempt(id: AttemptID(id), values: values, events: events, receivedAt: hour(received))
}

/// The App Store's record of u_1's charge at the first hour, for thirty days where the product ends.
func charge(
    of product: String = "monthly", owner: String? = "u_1", from: Double = 0, to: Double? = 30,
    knownAt: Double = 0, ownerKnownAt: Double? = nil, catalog: Catalog = .example,
    _ change: (inout TransactionValues) -> Void = { _ in }
) -> StoreCharge {
    let transaction = bought(product: product, from: from, to: to, knownAt: day(knownAt), change)
    return StoreCharge(
        transaction, of: timeline(chain([transaction]), catalog: catalog), owner: owner.map { AppUserID($0) },
        ownerKnownAt: ownerKnownAt.map { day($0) }, catalog: catalog)
}

/// The verdict on a purchase of one attempt, a year after the first hour unless said otherwise.
func verdict(
    _ events: [PurchaseAttempt.Reported], charge: StoreCharge? = nil, retries: Int = 0,
    catalog: Catalog = .example, limit: Int = 5, at now: Double = 24 * 366,
    _ change: (inout PurchaseReportValues) -> Void = { _ in }
) -> PurchaseVerdict {
    PurchaseVerdict(
        Purchase(attempts: [attempt(events, change)], charge: charge, failedRetries: retries),
        rules: TicketRules(catalog: catalog, attemptLimit: limit), at: hour(now))
}
