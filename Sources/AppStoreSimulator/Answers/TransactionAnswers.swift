import Foundation
import JSONValues
import Purchases

/// The endpoints that only read: transactions, history, statuses, refunds, orders, the app's own. `Responding.swift`
/// calls them.
extension SimulatedAppStore {
    /// How many a page has.
    static let pageSize = 20

    /// The transaction of an id in an environment.
    func find(_ id: String, in environment: AppStoreEnvironment) throws(APIError) -> SimulatedTransaction {
        guard !id.isEmpty, id.utf8.allSatisfy({ (0x30...0x39).contains($0) }), id.utf8.count <= 24 else {
            throw APIError(4_000_006)
        }
        guard let transaction = transactions[TransactionID(id)], transaction.environment == environment else {
            throw APIError(4_040_010)
        }
        return transaction
    }

    /// The account of any of its transactions.
    private func owner(of id: String, in environment: AppStoreEnvironment) throws(APIError)
        -> SimulatedAccount
    {
        let transaction = try find(id, in: environment)
        guard let account = accounts[transaction.account], !account.isDeleted else {
            throw APIError(4_040_001)
        }
        return account
    }

    /// Get Transaction Info.
    func transaction(_ id: String, in environment: AppStoreEnvironment) throws -> SimulatorResponse {
        let transaction = try find(id, in: environment)
        return .json(.object(["signedTransactionInfo": .string(try signed(transaction))]))
    }

    private func signed(_ transaction: SimulatedTransaction) throws -> String {
        try signer.sign(documents.payload(transaction, of: accounts[transaction.account], at: now))
    }

    /// Get App Transaction Info.
    func appTransaction(of id: String, in environment: AppStoreEnvironment) throws -> SimulatorResponse {
        let account = try owner(of: id, in: environment)
        let text = try signer.sign(documents.appTransaction(of: account, at: now))
        return .json(.object(["signedAppTransactionInfo": .string(text)]))
    }

    /// Get Transaction History, version 2: by when a transaction changed last.
    func history(of id: String, _ request: SimulatorRequest) throws -> SimulatorResponse {
        let account = try owner(of: id, in: request.environment)
        let filter = try HistoryFilter(request)
        let found = transactions(of: account.id).filter(filter.takes)
        let page = try HistoryPage(found, descends: filter.descends, revision: request.value("revision"))
        var answer = try self.page(page)
        answer["bundleId"] = .string(terms.bundleID.rawValue)
        answer["environment"] = .string(request.environment.rawValue)
        if request.environment == .production { answer["appAppleId"] = .integer(terms.appAppleID) }
        return .json(.object(answer))
    }

    /// Get Refund History.
    func refunds(of id: String, _ request: SimulatorRequest) throws -> SimulatorResponse {
        let account = try owner(of: id, in: request.environment)
        let found = transactions(of: account.id).filter { $0.revocation.map { $0.kind != .family } ?? false }
        return .json(
            .object(try page(try HistoryPage(found, descends: false, revision: request.value("revision")))))
    }

    private func page(_ page: HistoryPage) throws -> [String: JSONValue] {
        [
            "signedTransactions": .array(try page.transactions.map { .string(try signed($0)) }),
            "revision": .string(page.revision), "hasMore": .bool(page.hasMore),
        ]
    }

    /// Get All Subscription Statuses.
    func statuses(of id: String, _ request: SimulatorRequest) throws -> SimulatorResponse {
        let account = try owner(of: id, in: request.environment)
        let wanted = try request.values("status").map { text throws(APIError) in
            guard let number = Int(text), (1...5).contains(number) else { throw APIError(4_000_031) }
            return number
        }
        var groups: [String: [JSONValue]] = [:]
        for (transaction, subscription) in running(of: account) {
            let status = subscription.map(\.phase.rawValue) ?? (transaction.holds(at: now) ? 1 : 2)
            guard wanted.isEmpty || wanted.contains(status) else { continue }
            var item: [String: JSONValue] = [
                "status": .integer(Int64(transaction.revocation == nil ? status : 5)),
                "originalTransactionId": .string(transaction.original.rawValue),
                "signedTransactionInfo": .string(try signed(transaction)),
            ]
            if let subscription {
                item["signedRenewalInfo"] = .string(
                    try signer.sign(documents.payload(subscription, of: account, at: now)))
            }
            groups[transaction.group?.rawValue ?? "", default: []].append(.object(item))
        }
        let data = groups.sorted { $0.key < $1.key }.map { group, items in
            JSONValue.object([
                "subscriptionGroupIdentifier": .string(group), "lastTransactions": .array(items),
            ])
        }
        return .json(
            .members([
                "environment": .string(request.environment.rawValue),
                "bundleId": .string(terms.bundleID.rawValue),
                "appAppleId": request.environment == .production ? .integer(terms.appAppleID) : nil,
                "data": .array(data),
            ]))
    }

    /// The newest transaction of each subscription that an account pays or shares.
    private func running(of account: SimulatedAccount) -> [(SimulatedTransaction, SimulatedSubscription?)] {
        let own = account.subscriptions.values.compactMap { subscriptions[$0] }
        var found = own.compactMap { subscription in
            transactions[subscription.current].map { ($0, Optional(subscription)) }
        }
        let shared = transactions(of: account.id).filter { $0.isFamilyShared && $0.kind == .autoRenewable }
        for chain in Dictionary(grouping: shared, by: \.original).values {
            guard let last = chain.max(by: { $0.purchasedAt < $1.purchasedAt }) else { continue }
            let paid = subscriptions.values.first { $0.shares[account.id] == last.original }.map {
                var subscription = SimulatedSubscription(
                    original: last.original, account: account.id, group: $0.group,
                    environment: $0.environment,
                    product: $0.product, nextProduct: $0.nextProduct, current: last.id,
                    expiresAt: $0.expiresAt,
                    serviceSince: $0.serviceSince, anchor: $0.anchor, changedAt: $0.changedAt)
                (subscription.renews, subscription.phase) = ($0.renews, $0.phase)
                (subscription.intent, subscription.graceUntil) = ($0.intent, $0.graceUntil)
                return subscription
            }
            found.append((last, paid))
        }
        return found.sorted { $0.0.original < $1.0.original }
    }

    /// Look Up Order ID.
    func order(_ id: String, in environment: AppStoreEnvironment) throws -> SimulatorResponse {
        guard environment == .production else { return SimulatorResponse(404) }
        let found = (orders[OrderID(id)] ?? []).compactMap { transactions[$0] }
        guard !found.isEmpty else {
            return .json(.object(["status": .integer(1), "signedTransactions": .array([])]))
        }
        return .json(
            .object([
                "status": .integer(0),
                "signedTransactions": .array(try found.map { .string(try signed($0)) }),
            ]))
    }
}

/// A page of transactions by when they changed last.
///
/// Its revision names the last of them, so that the next page goes on behind it whatever changes meanwhile.
private struct HistoryPage {
    let transactions: [SimulatedTransaction]
    let revision: String
    let hasMore: Bool

    init(_ all: [SimulatedTransaction], descends: Bool, revision: String?) throws(APIError) {
        var sorted = all.sorted { ($0.modifiedAt, $0.id) < ($1.modifiedAt, $1.id) }
        if descends { sorted.reverse() }
        var rest = sorted[...]
        if let revision {
            let (moment, id) = try HistoryPage.place(revision)
            rest = rest.drop { one in
                descends ? (one.modifiedAt, one.id) >= (moment, id) : (one.modifiedAt, one.id) <= (moment, id)
            }
        }
        transactions = Array(rest.prefix(SimulatedAppStore.pageSize))
        hasMore = rest.count > SimulatedAppStore.pageSize
        let mark = transactions.last.map { "\($0.modifiedAt.milliseconds)_\($0.id.rawValue)" }
        self.revision = mark ?? revision ?? "0_0"
    }

    private static func place(_ revision: String) throws(APIError) -> (Instant, TransactionID) {
        let parts = revision.split(separator: "_")
        guard parts.count == 2, let milliseconds = Int64(parts[0]) else { throw APIError(4_000_005) }
        return (Instant(milliseconds: milliseconds), TransactionID(String(parts[1])))
    }
}

/// What of a history is asked for.
private struct HistoryFilter {
    let descends: Bool
    private let start: Instant?
    private let end: Instant?
    private let products: [String]
    private let kinds: [String]
    private let groups: [String]
    private let isShared: Bool?
    private let isRevoked: Bool?

    init(_ request: SimulatorRequest) throws(APIError) {
        start = try HistoryFilter.date(request.value("startDate"), 4_000_015)
        end = try HistoryFilter.date(request.value("endDate"), 4_000_016)
        if let start, let end, start > end { throw APIError(4_000_013) }
        let sort = request.value("sort") ?? "ASCENDING"
        guard sort == "ASCENDING" || sort == "DESCENDING" else { throw APIError(4_000_021) }
        descends = sort == "DESCENDING"
        products = request.values("productId")
        groups = request.values("subscriptionGroupIdentifier")
        kinds = request.values("productType")
        let known = ["AUTO_RENEWABLE", "NON_RENEWABLE", "CONSUMABLE", "NON_CONSUMABLE"]
        guard kinds.allSatisfy(known.contains) else { throw APIError(4_000_022) }
        switch request.value("inAppOwnershipType") {
        case nil: isShared = nil
        case "FAMILY_SHARED"?: isShared = true
        case "PURCHASED"?: isShared = false
        default: throw APIError(4_000_026)
        }
        switch request.value("revoked")?.lowercased() {
        case nil: isRevoked = nil
        case "true"?: isRevoked = true
        case "false"?: isRevoked = false
        default: throw APIError(4_000_030)
        }
    }

    func takes(_ transaction: SimulatedTransaction) -> Bool {
        if let start, transaction.purchasedAt < start { return false }
        if let end, transaction.purchasedAt > end { return false }
        if !products.isEmpty, !products.contains(transaction.product.rawValue) { return false }
        if !groups.isEmpty, !groups.contains(transaction.group?.rawValue ?? "") { return false }
        if !kinds.isEmpty, !kinds.contains(HistoryFilter.word(for: transaction.kind)) { return false }
        if let isShared, transaction.isFamilyShared != isShared { return false }
        if let isRevoked, (transaction.revocation != nil) != isRevoked { return false }
        return true
    }

    private static func word(for kind: ProductKind) -> String {
        switch kind {
        case .autoRenewable: "AUTO_RENEWABLE"
        case .nonRenewing, .free: "NON_RENEWABLE"
        case .nonConsumable: "NON_CONSUMABLE"
        case .consumable, .unknown: "CONSUMABLE"
        }
    }

    private static func date(_ text: String?, _ code: Int) throws(APIError) -> Instant? {
        guard let text else { return nil }
        guard let milliseconds = Int64(text), milliseconds >= 0 else { throw APIError(code) }
        return Instant(milliseconds: milliseconds)
    }
}
