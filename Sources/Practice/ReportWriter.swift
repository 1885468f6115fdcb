import Purchases

/// Writes a made-up purchase attempt as the app reports it.
struct ReportWriter {
    /// The ids of an attempt's transaction, once the app knows them.
    struct Names: Hashable {
        /// The payment transaction.
        let transaction: String
        /// The chain.
        let original: String
    }

    /// Who bought.
    let person: PracticePerson
    let environment: AppStoreEnvironment

    /// One report of an attempt.
    func body(_ report: PracticeReport, of attempt: PracticeAttempt, _ names: Names?) -> PurchaseReportBody {
        let known = report.namesTransaction ? names : nil
        return PurchaseReportBody(
            attempt_id: attempt.id, app_user_id: person.id.rawValue, product_id: attempt.product,
            transaction_id: known?.transaction, original_transaction_id: known?.original,
            environment: environment.rawValue, bundle_id: PracticeCatalog.bundleID,
            app_version: attempt.appVersion, os_version: attempt.device.systemVersion,
            device: attempt.device.model, storefront: person.storefront, price: price(of: attempt),
            events: report.events.map { event($0, clockError: report.clockError) })
    }

    private func price(of attempt: PracticeAttempt) -> PurchaseReportBody.Price? {
        let amount =
            attempt.isTrial
            ? PracticePrices.nothing(in: person.currency)
            : PracticePrices.amount(of: attempt.product, in: person.currency)
        return amount.map { PurchaseReportBody.Price(amount: $0, currency: person.currency) }
    }

    private func event(_ event: PracticeEvent, clockError: TimeLength) -> PurchaseReportBody.Event {
        var body = PurchaseReportBody.Event(at: (event.at + clockError).description)
        switch event.step {
        case .state(let name): body.state = name
        case .paymentFailed(let code):
            body.state = "failed"
            (body.error_domain, body.error_code) = ("SKErrorDomain", code)
        case .verify(let failure):
            body.step = "verify"
            tell(failure, in: &body)
        case .deliver(let isDone):
            (body.step, body.ok) = ("deliver", isDone)
            if !isDone { body.error = "WalletErrorDomain:7" }
        }
        return body
    }

    private func tell(_ failure: PracticeFailure?, in body: inout PurchaseReportBody.Event) {
        switch failure {
        case .receipt(let status): body.receipt_status = status
        case .http(let status): body.http_status = status
        case .network(let code): body.error = "NSURLErrorDomain:\(code)"
        case nil: body.receipt_status = 0
        }
    }
}

/// A purchase report as the app writes it.
struct PurchaseReportBody: Encodable {
    /// The price that the app showed.
    struct Price: Encodable {
        let amount: String
        let currency: String
    }

    /// An event.
    struct Event: Encodable {
        var at: String
        var state: String?
        var step: String?
        var receipt_status: Int?
        var http_status: Int?
        var error: String?
        var error_domain: String?
        var error_code: Int?
        var ok: Bool?
    }

    let attempt_id: String
    let app_user_id: String
    let product_id: String
    let transaction_id: String?
    let original_transaction_id: String?
    let environment: String
    let bundle_id: String
    let app_version: String
    let os_version: String
    let device: String
    let storefront: String
    let price: Price?
    let events: [Event]
}

/// What the app reports of purchases that went well: every first purchase, and renewals that a launch picked up.
struct HealthyReports {
    private let calendar: PracticeCalendar
    private let device: PracticeDevice
    private var random: PracticeRandom

    /// Reports from a person's device.
    init(calendar: PracticeCalendar, random: PracticeRandom) {
        self.calendar = calendar
        self.random = random
        device = PracticeDevice(&self.random)
    }

    /// The same chains with what the app reported of their purchases.
    mutating func adding(to chains: [PracticeChain]) -> [PracticeChain] {
        chains.map { chain in
            var chain = chain
            for place in chain.purchases.indices where isReported(place, of: chain) {
                chain.attempts.append(attempt(place, chain.purchases[place]))
            }
            return chain
        }
    }

    /// Whether only the app can say that a product was delivered, since the App Store's record gives no access.
    static func deliversItself(_ product: String) -> Bool { ["coins_100", "sticker_pack"].contains(product) }

    private mutating func isReported(_ place: Int, of chain: PracticeChain) -> Bool {
        let purchase = chain.purchases[place]
        let isWithin = (calendar.reportingSince...calendar.now).contains(purchase.purchasedAt)
        guard isWithin, !purchase.isFamilyShared else { return false }
        if HealthyReports.deliversItself(purchase.product) { return true }
        let isRenewal = place > 0 && chain.purchases[place - 1].product == purchase.product
        return Int.random(in: 0..<100, using: &random) < (isRenewal ? 7 : 92)
    }

    private mutating func attempt(_ place: Int, _ purchase: PracticePurchase) -> PracticeAttempt {
        let at = purchase.purchasedAt
        let events =
            PracticeEvent.paid(at: at)
            + PracticeEvent.verified(
                from: at + .seconds(2), delivers: HealthyReports.deliversItself(purchase.product))
        let delay = Int64.random(in: 75...240, using: &random)
        return PracticeAttempt(
            id: random.uuid(), product: purchase.product, subject: .purchase(place), device: device,
            appVersion: device.appVersion(at: at, calendar), isTrial: purchase.isTrial,
            reports: [PracticeReport(events, delay: delay)])
    }
}
