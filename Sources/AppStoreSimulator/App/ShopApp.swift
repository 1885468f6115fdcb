package import Foundation
import JSONValues
package import Purchases

/// The shop's own app on every customer's device: it buys, reports, sends receipts to its server, tries again, and
/// finishes.
///
/// It does what docs/app.md asks of an app. Nothing in it knows a socket: `due(at:)` says what is to be sent, and
/// `answered` hears what came of it.
package struct ShopApp: Sendable {
    /// The attempts that are not over, and those whose reports are not all told.
    private var attempts: [String: AppAttempt] = [:]
    /// Attempts in the order in which they began, so that the same seed sends in the same order.
    private var order: [String] = []
    private var waiting: [Int: String] = [:]
    /// What each device bought last of a product: as long as nobody finishes it, it is not sold once more.
    private var queued: [AccountID: [ProductID: TransactionID]] = [:]
    /// On whose devices the app is not opened: it neither tries nor finishes.
    private var unopened: Set<AccountID> = []
    private var random: SeededRandom
    /// What came of the attempts so far.
    package private(set) var tally = AppTally()

    /// An app whose attempts are named by a seed.
    package init(seed: UInt64 = 1) { random = SeededRandom(seed ^ 0xA22) }

    /// Buys a product for an account, and keeps what the device sees.
    ///
    /// - Parameter signs: whether the device sends signed transactions (StoreKit 2) or its receipt (StoreKit 1).
    /// - Throws: `ActProblem`.
    @discardableResult
    package mutating func buy(
        _ product: ProductID, by account: AccountID, offer: String? = nil, quantity: Int = 1,
        signs: Bool = false,
        from apple: inout SimulatedAppStore
    ) throws -> SaleOutcome {
        try buy(
            product, by: account, offer: offer, quantity: quantity,
            on: signs ? .signedTransactions : .receipts,
            from: &apple)
    }

    /// Buys a product for an account, and keeps what the device sees.
    ///
    /// - Throws: `ActProblem`.
    @discardableResult
    package mutating func buy(
        _ product: ProductID, by account: AccountID, offer: String? = nil, quantity: Int = 1,
        on device: AppDevice,
        from apple: inout SimulatedAppStore
    ) throws -> SaleOutcome {
        let blocking = blocking(product, of: account, at: apple)
        let outcome =
            try blocking.map { SaleOutcome.blocked(by: $0) }
            ?? apple.buy(product, by: account, offer: offer, quantity: quantity)
        var attempt = AppAttempt(id: random.uuid(), account: account, product: product, device: device)
        attempt.note(["state": .string("purchasing")], at: apple.now)
        see(outcome, &attempt, at: apple.now, apple)
        attempts[attempt.id] = attempt
        order.append(attempt.id)
        tally.attempts += 1
        return outcome
    }

    /// The transaction that keeps a product from being sold to an account once more; nil when none does.
    ///
    /// Source: Apple, `SKPaymentQueue.add(_:)` and `Product.purchase(options:)`: a transaction that is not finished stays in
    /// the queue, and its product is not sold again meanwhile.
    package func blocking(
        _ product: ProductID, of account: AccountID, at apple: SimulatedAppStore
    ) -> TransactionID? {
        guard let id = queued[account]?[product], let known = apple.transactions[id], !known.isFinished
        else { return nil }
        return id
    }

    /// The customer leaves the app, and does not open it again until told so.
    package mutating func leave(_ account: AccountID) { unopened.insert(account) }

    /// The customer opens the app again.
    package mutating func open(_ account: AccountID) { unopened.remove(account) }

    /// Completes a purchase that waits: approved, or resumed after an interruption.
    ///
    /// - Throws: `ActProblem`.
    @discardableResult
    package mutating func complete(_ number: Int, at apple: inout SimulatedAppStore) throws -> SaleOutcome {
        let outcome = try apple.complete(number)
        if let id = waiting.removeValue(forKey: number), var attempt = attempts[id] {
            see(outcome, &attempt, at: apple.now, apple)
            attempts[id] = attempt
        }
        return outcome
    }

    private mutating func see(
        _ outcome: SaleOutcome, _ attempt: inout AppAttempt, at now: Instant, _ apple: SimulatedAppStore
    ) {
        switch outcome {
        case .charged(let transaction):
            attempt.note(["state": .string("purchased")], at: max(transaction.purchasedAt, now))
            attempt.transaction = transaction
            attempt.nextTry = now
            queued[attempt.account, default: [:]][attempt.product] = transaction.id
        case .deferred(let wanted):
            attempt.note(["state": .string("deferred")], at: now)
            waiting[wanted.number] = attempt.id
        case .interrupted(let wanted):
            attempt.note(ShopApp.failure(0), at: now)
            waiting[wanted.number] = attempt.id
        case .failed(let code): attempt.note(ShopApp.failure(code), at: now)
        case .blocked:
            attempt.note(ShopApp.failure(0), at: now)
            tally.blocked += 1
        case .scheduled: attempt.note(ShopApp.failure(2), at: now)
        }
    }

    private static func failure(_ code: Int) -> [String: JSONValue] {
        [
            "state": .string("failed"), "error_domain": .string("SKErrorDomain"),
            "error_code": .string(String(code)),
        ]
    }

    /// What the devices send now: receipts whose turn it is, then reports that have news.
    ///
    /// - Throws: what signing throws.
    package mutating func due(at now: Instant, from apple: inout SimulatedAppStore) throws -> [AppRequest] {
        var requests: [AppRequest] = []
        for id in order {
            guard var attempt = attempts[id], !attempt.isAway, !unopened.contains(attempt.account) else {
                continue
            }
            // What somebody else finished is in the device's queue no more: nothing is left to try.
            if attempt.nextTry != nil, attempt.isFinished(at: apple) {
                attempt.nextTry = nil
                if attempt.reported >= attempt.events.count {
                    attempts[id] = nil
                    order.removeAll { $0 == id }
                    continue
                }
            }
            if attempt.device == .reports, let next = attempt.nextTry, next <= now {
                try verify(&attempt, at: now, &apple)
            }
            if let next = attempt.nextTry, next <= now {
                attempt.isAway = true
                requests.append(
                    AppRequest(
                        attempt: id, step: .receipt, path: "/v1/receipts",
                        body: try receiptBody(of: attempt, from: &apple), key: "\(id)-\(attempt.tries)"))
            } else if attempt.reported < attempt.events.count, attempt.nextReport <= now {
                attempt.isAway = true
                requests.append(
                    AppRequest(
                        attempt: id, step: .report(events: attempt.events.count),
                        path: "/v1/purchase-reports",
                        body: Data(attempt.report(apple).canonicalText.utf8),
                        key: "\(id)-r\(attempt.events.count)"))
            }
            attempts[id] = attempt
        }
        return requests
    }

    /// When a device wants to send something next; nil when nobody does.
    package func nextDue(after now: Instant) -> Instant? {
        attempts.values.lazy.filter { !$0.isAway && !unopened.contains($0.account) }.compactMap { attempt in
            let report = attempt.reported < attempt.events.count ? attempt.nextReport : nil
            return [attempt.nextTry, report].compactMap { $0 }.min()
        }.min()
    }

    private func receiptBody(of attempt: AppAttempt, from apple: inout SimulatedAppStore) throws -> Data {
        var body: [String: JSONValue] = ["app_user_id": .string(attempt.account.rawValue)]
        let isEmpty = apple.accounts[attempt.account]?.hasEmptyReceipt ?? false
        if attempt.device == .signedTransactions, !isEmpty, let transaction = attempt.transaction {
            body["signed_transactions"] = .array([.string(try apple.signedTransaction(transaction.id))])
        } else {
            body["receipt"] = .string(try apple.receipt(of: attempt.account).base64EncodedString())
        }
        return Data(JSONValue.object(body).canonicalText.utf8)
    }

    /// What the server answered; nil for no answer.
    package mutating func answered(
        _ request: AppRequest, status: Int?, body: Data, at now: Instant, from apple: inout SimulatedAppStore
    ) {
        guard var attempt = attempts[request.attempt] else { return }
        attempt.isAway = false
        let isTaken = status.map { (200...299).contains($0) } ?? false
        switch request.step {
        case .report(let events):
            if isTaken || status.map({ (400...499).contains($0) && $0 != 429 && $0 != 408 }) ?? false {
                attempt.reported = max(attempt.reported, events)
                if !isTaken { tally.refusedReports += 1 }
                attempt.reportTries = 0
            } else {
                attempt.reportTries += 1
                attempt.nextReport = now + pause(before: min(attempt.reportTries, 4), apple)
            }
        case .receipt: try? hear(&attempt, AppAnswer(status: status, body: body), at: now, &apple)
        }
        let isOver = attempt.nextTry == nil && attempt.reported >= attempt.events.count
        let isWaiting = waiting.values.contains(attempt.id)
        if isOver && !isWaiting {
            attempts[attempt.id] = nil
            order.removeAll { $0 == attempt.id }
        } else {
            attempts[attempt.id] = attempt
        }
    }

    /// The shop's older server asks Apple itself, and tells only the device what came of it.
    private mutating func verify(
        _ attempt: inout AppAttempt, at now: Instant, _ apple: inout SimulatedAppStore
    ) throws {
        let receipt = try apple.receipt(of: attempt.account).base64EncodedString()
        let question = JSONValue.object([
            "receipt-data": .string(receipt), "password": .string(apple.terms.sharedSecret),
        ])
        let isSandbox = apple.accounts[attempt.account]?.environment == .sandbox
        guard let url = URL(string: "https://\(isSandbox ? "sandbox" : "buy").itunes.apple.com/verifyReceipt")
        else {
            return
        }
        let answer = apple.respond(
            to: SimulatorRequest(
                method: "POST", url: url, authorization: nil, body: Data(question.canonicalText.utf8)))
        let wanted = apple.terms.product(attempt.product)?.product.entitlements ?? []
        try hear(
            &attempt, AppAnswer(apple: answer, entitling: attempt.transaction?.id, to: wanted), at: now,
            &apple)
    }

    /// Notes one try to verify: it ends delivered, or given up after a final refusal or the last pause; else it is
    /// tried again.
    private mutating func hear(
        _ attempt: inout AppAttempt, _ answer: AppAnswer, at now: Instant, _ apple: inout SimulatedAppStore
    ) throws {
        attempt.tries += 1
        attempt.note(answer.event, at: now)
        if answer.isVerified {
            let wanted = apple.terms.product(attempt.product)?.product.entitlements ?? []
            if wanted.isEmpty || wanted.contains(where: { answer.entitled.contains($0.rawValue) }) {
                attempt.note(["step": .string("deliver"), "ok": .bool(true)], at: now)
                tally.delivered += 1
                return try finish(&attempt, at: now, &apple)
            }
            attempt.note(["step": .string("deliver"), "ok": .bool(false)], at: now)
        }
        if answer.isFinal || attempt.tries >= ShopApp.pauses.count {
            tally.givenUp += 1
            return try finish(&attempt, at: now, &apple)
        }
        attempt.nextTry = now + pause(before: attempt.tries, apple)
    }

    private func finish(_ attempt: inout AppAttempt, at now: Instant, _ apple: inout SimulatedAppStore) throws
    {
        attempt.note(["state": .string("finished")], at: now)
        attempt.nextTry = nil
        if let transaction = attempt.transaction { try apple.finish(transaction.id) }
    }

    /// Seconds before each of the five tries.
    private static let pauses: [Int64] = [0, 5, 60, 600, 3600]

    private func pause(before attempt: Int, _ apple: SimulatedAppStore) -> TimeLength {
        let seconds = ShopApp.pauses[min(attempt, ShopApp.pauses.count - 1)]
        return TimeLength(max(1000, seconds * 1000 / Int64(max(1, apple.terms.speed))))
    }
}

/// Something that a device sends to the app's server.
package struct AppRequest: Sendable {
    /// Which part of a purchase it is.
    enum Step: Sendable {
        case receipt
        case report(events: Int)
    }

    let attempt: String
    let step: Step
    /// The path of the server's route.
    package let path: String
    /// The body, JSON.
    package let body: Data
    /// The header `Idempotency-Key`.
    package let key: String
}

/// What came of the attempts of an app.
package struct AppTally: Hashable, Sendable {
    /// Attempts begun.
    package internal(set) var attempts = 0
    /// Those whose goods were handed over.
    package internal(set) var delivered = 0
    /// Those that were finished without.
    package internal(set) var givenUp = 0
    /// Those that were not sold, since an earlier transaction is not finished.
    package internal(set) var blocked = 0
    /// Reports that the server refused for good.
    package internal(set) var refusedReports = 0
}

/// A purchase as a device sees it.
private struct AppAttempt: Sendable {
    let id: String
    let account: AccountID
    let product: ProductID
    let device: AppDevice
    var transaction: SimulatedTransaction?
    var events: [JSONValue] = []
    /// How many of its events the server knows.
    var reported = 0
    var reportTries = 0
    var nextReport = Instant.earliest
    var tries = 0
    var nextTry: Instant?
    /// Whether a request of it is under way.
    var isAway = false

    /// Whether the App Store has its transaction as finished.
    func isFinished(at apple: SimulatedAppStore) -> Bool {
        transaction.flatMap { apple.transactions[$0.id]?.isFinished } ?? false
    }

    mutating func note(_ event: [String: JSONValue], at moment: Instant) {
        var event = event
        event["at"] = .string(moment.description)
        events.append(.object(event))
    }

    func report(_ apple: SimulatedAppStore) -> JSONValue {
        let known = apple.accounts[account]
        let price = transaction.map { Money(milliunits: $0.price, currency: $0.currency) }
        return .members([
            "attempt_id": .string(id), "app_user_id": .string(account.rawValue),
            "product_id": .string(product.rawValue), "transaction_id": .text(transaction?.id.rawValue),
            "original_transaction_id": .text(transaction?.original.rawValue),
            "environment": .text(known?.environment.rawValue),
            "bundle_id": .string(apple.terms.bundleID.rawValue),
            "app_version": .string(apple.terms.appVersion), "os_version": .string("17.5"),
            "device": .string("iPhone14,5"), "storefront": .text(known?.storefront),
            "price": price.map { .object(["amount": .string($0.amount), "currency": .string($0.currency)]) },
            "events": .array(events),
        ])
    }
}

/// How a device has its purchases verified.
package enum AppDevice: Hashable, Sendable, CaseIterable {
    /// It sends its receipt to the server (StoreKit 1).
    case receipts
    /// It sends signed transactions to the server (StoreKit 2).
    case signedTransactions
    /// The shop has a server of its own that asks Apple's verifyReceipt; only purchase reports are sent.
    case reports
}

/// What the app understands of an answer to a receipt.
private struct AppAnswer {
    /// Whether the purchase was verified, by Apple or by its signature.
    let isVerified: Bool
    /// Whether trying again cannot help: the receipt is forged, or the request is wrong.
    let isFinal: Bool
    /// The entitlements that the customer has now.
    let entitled: Set<String>
    /// The event of a purchase report that tells the try.
    private(set) var event: [String: JSONValue] = ["step": .string("verify")]

    /// The answer of the server; no status means no answer.
    init(status: Int?, body: Data) {
        let answer = try? JSONValue(parsing: body)
        isVerified = status == 200 && answer?["verified"]?.string != "pending"
        isFinal = status.map { (400...499).contains($0) && ![401, 403, 408, 429].contains($0) } ?? false
        let held = (answer?["entitlements"]?.array ?? []).filter { $0["entitled"] == .bool(true) }
        entitled = Set(held.compactMap { $0["entitlement"]?.string })
        if isVerified { return }
        switch status {
        case nil: event["error"] = .string("NSURLErrorDomain:-1004")
        case 200?: event["http_status"] = .integer(503)
        case let status?: event["http_status"] = .integer(Int64(status))
        }
    }

    /// The answer of verifyReceipt; a transaction that it lists entitles.
    init(
        apple answer: SimulatorResponse, entitling transaction: TransactionID?,
        to entitlements: [EntitlementID]
    ) {
        let isBroken = answer.defect == .down || answer.defect == .reset || answer.defect == .half
        let json = isBroken ? nil : try? JSONValue(parsing: answer.body)
        let status = json?["status"]
        isVerified = status == .integer(0)
        isFinal = status == .integer(21003) || status == .integer(21010)
        let listed = json?["receipt"]?["in_app"]?.array ?? []
        let isListed = listed.contains { $0["transaction_id"]?.string == transaction?.rawValue }
        entitled = isListed ? Set(entitlements.map(\.rawValue)) : []
        if isVerified { return }
        if isBroken {
            event["error"] = .string("NSURLErrorDomain:-1004")
        } else if let status, answer.status == 200 {
            event["receipt_status"] = status
        } else {
            event["http_status"] = .integer(Int64(answer.status == 200 ? 502 : answer.status))
        }
    }
}
