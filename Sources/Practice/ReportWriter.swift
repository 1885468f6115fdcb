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
    /// Where it was bought.
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
