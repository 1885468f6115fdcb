import Foundation
import JSONValues
import Purchases

/// The endpoints that change something at Apple's: extensions, consumption, tokens, finishing. `Responding.swift`
/// calls them; what the numbers of errors say is in `APIError`.
extension SimulatedAppStore {
    /// Extend a Subscription Renewal Date.
    ///
    /// Source: Apple, "Extend a Subscription Renewal Date": up to 90 days, twice in 365 days.
    mutating func extend(_ id: String, _ request: SimulatorRequest) throws -> SimulatorResponse {
        let order = try ExtensionOrder(request)
        guard id.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { throw APIError(4_000_008) }
        let known = transactions[TransactionID(id)]
        if let known, known.environment == request.environment, known.isFamilyShared {
            throw APIError(4_030_007)
        }
        guard var subscription = subscriptions[OriginalTransactionID(id)],
            subscription.environment == request.environment
        else { throw APIError(4_040_005) }
        if accounts[subscription.account]?.isDeleted == true { throw APIError(4_040_001) }
        try check(subscription)
        extend(&subscription, by: order.days)
        return .json(
            .object([
                "originalTransactionId": .string(id), "success": .bool(true),
                "webOrderLineItemId": .string(transactions[subscription.current]?.lineItem ?? ""),
                "effectiveDate": .date(subscription.expiresAt),
            ]))
    }

    private func check(_ subscription: SimulatedSubscription) throws(APIError) {
        let current = transactions[subscription.current]
        let isFree = current?.offer.map { $0.price == 0 } ?? false
        guard subscription.phase == .active, subscription.expiresAt > now, !isFree else {
            throw APIError(4_030_004)
        }
        let recent = subscription.extensions.filter { now - $0 < .days(365) }
        guard recent.count < 2 else { throw APIError(4_030_005) }
    }

    /// Extend Subscription Renewal Dates for All Active Subscribers.
    mutating func massExtend(_ request: SimulatorRequest) throws -> SimulatorResponse {
        let order = try ExtensionOrder(request)
        let body = try JSONValue(parsing: request.body)
        guard let product = body["productId"]?.string, terms.product(ProductID(product)) != nil else {
            throw APIError(4_000_023)
        }
        if body["storefrontCountryCodes"]?.array?.isEmpty == true { throw APIError(4_000_027) }
        let storefronts = (body["storefrontCountryCodes"]?.array ?? []).compactMap(\.string)
        var (succeeded, failed) = (0, 0)
        for chain in subscriptions.keys.sorted() {
            guard var subscription = subscriptions[chain], subscription.product.rawValue == product,
                subscription.environment == request.environment, subscription.phase == .active,
                storefronts.isEmpty
                    || storefronts.contains(accounts[subscription.account]?.storefront ?? "")
            else { continue }
            do throws(APIError) {
                try check(subscription)
                extend(&subscription, by: order.days)
                succeeded += 1
            } catch {
                failed += 1
                // Source: Apple, `notificationType`: of a FAILURE the data tell which subscription.
                tell(.extensionFailure, transactions[subscription.current])
            }
        }
        massExtensions[order.identifier] = MassExtension(
            product: ProductID(product), at: now, succeeded: succeeded, failed: failed)
        tell(
            .extensionSummary, nil, in: request.environment,
            detail: .summary(
                request: order.identifier, product: ProductID(product), storefronts: storefronts,
                succeeded: succeeded, failed: failed))
        return .json(.object(["requestIdentifier": .string(order.identifier)]))
    }

    /// Get Status of Subscription Renewal Date Extensions.
    func massExtendStatus(_ product: String, _ id: String, _ request: SimulatorRequest) throws
        -> SimulatorResponse
    {
        guard let done = massExtensions[id], done.product.rawValue == product else {
            throw APIError(4_040_009)
        }
        return .json(
            .object([
                "requestIdentifier": .string(id), "complete": .bool(true), "completeDate": .date(done.at),
                "succeededCount": .integer(Int64(done.succeeded)),
                "failedCount": .integer(Int64(done.failed)),
            ]))
    }

    /// Send Consumption Information.
    mutating func takeConsumption(_ id: String, _ request: SimulatorRequest) throws -> SimulatorResponse {
        let transaction = try find(id, in: request.environment)
        guard let body = try? JSONValue(parsing: request.body), body.object != nil else {
            throw APIError(4_000_000)
        }
        guard body["customerConsented"] == .bool(true) else { throw APIError(4_000_035) }
        guard !transaction.isFamilyShared else { throw APIError(4_000_185) }
        if request.path.hasPrefix("/inApps/v2/") {
            try ConsumptionCheck(body).check(transaction.kind)
        } else {
            guard transaction.kind == .consumable || transaction.kind == .autoRenewable else {
                throw APIError(4_000_047)
            }
        }
        consumptionAnswers[transaction.id] = request.body
        if let asked = openRefunds[transaction.id] {
            agenda.add(.refundDecision(transaction.id, askedAt: asked), at: now + .hours(1))
        }
        return SimulatorResponse(202)
    }

    /// Set App Account Token.
    ///
    /// Source: Apple, "Set App Account Token": of a subscription the present transaction has it, and those that follow.
    mutating func setAccountToken(_ id: String, _ request: SimulatorRequest) throws -> SimulatorResponse {
        let transaction = try find(id, in: request.environment)
        guard transaction.id.rawValue == transaction.original.rawValue else { throw APIError(4_000_187) }
        guard !transaction.isFamilyShared else { throw APIError(4_000_185) }
        guard let body = try? JSONValue(parsing: request.body), let token = body["appAccountToken"]?.string,
            UUID(uuidString: token) != nil
        else { throw APIError(4_000_183) }
        let present = subscriptions[transaction.original]?.current ?? transaction.id
        if var known = transactions[present] {
            known.token = token.lowercased()
            keep(known)
        }
        accounts[transaction.account]?.token = token.lowercased()
        return SimulatorResponse(200)
    }

    mutating func finishTransaction(_ id: String, in environment: AppStoreEnvironment) throws
        -> SimulatorResponse
    {
        try finish(try find(id, in: environment).id)
        return SimulatorResponse(200)
    }
}

/// What Apple looks at in consumption information of version 2, which it takes of every type of product.
///
/// Source: Apple, ConsumptionRequest, `consumptionPercentage`, `refundPreference`. Where Apple names an error and not its
/// number it is the general one.
private struct ConsumptionCheck {
    private static let statuses: Set<String> = [
        "DELIVERED", "UNDELIVERED_QUALITY_ISSUE", "UNDELIVERED_WRONG_ITEM", "UNDELIVERED_SERVER_OUTAGE",
        "UNDELIVERED_OTHER",
    ]
    private static let preferences: Set<String> = ["DECLINE", "GRANT_FULL", "GRANT_PRORATED"]

    private let body: JSONValue

    init(_ body: JSONValue) { self.body = body }

    func check(_ kind: ProductKind) throws(APIError) {
        let status = body["deliveryStatus"]?.string ?? ""
        guard ConsumptionCheck.statuses.contains(status) else { throw APIError(4_000_036) }
        guard case .bool? = body["sampleContentProvided"] else { throw APIError(4_000_041) }
        let share = try share(of: kind, isDelivered: status == "DELIVERED")
        guard let wish = body["refundPreference"] else { return }
        guard ConsumptionCheck.preferences.contains(wish.string ?? "") else { throw APIError(4_000_044) }
        guard wish.string == "GRANT_PRORATED", kind != .autoRenewable else { return }
        guard status == "DELIVERED", let share, share > 0, share < 100_000 else { throw APIError(4_000_044) }
    }

    /// How much was consumed; nil where nothing is said of it.
    private func share(of kind: ProductKind, isDelivered: Bool) throws(APIError) -> Int64? {
        guard let told = body["consumptionPercentage"] else { return nil }
        guard kind != .autoRenewable else { throw APIError(4_000_209) }
        guard case .integer(let share) = told, (0...100_000).contains(share) else {
            throw APIError(
                4_000_000, "Invalid request. The consumption percentage is outside the valid range.")
        }
        guard isDelivered || share == 0 else {
            throw APIError(
                4_000_000,
                "Invalid request. The consumption percentage must be zero for the provided delivery status.")
        }
        return share
    }
}

/// What every extension says.
private struct ExtensionOrder {
    let days: Int
    let identifier: String

    init(_ request: SimulatorRequest) throws(APIError) {
        guard let body = try? JSONValue(parsing: request.body), body.object != nil else {
            throw APIError(4_000_000)
        }
        guard case .integer(let days)? = body["extendByDays"], (1...90).contains(days) else {
            throw APIError(4_000_009)
        }
        guard case .integer(let reason)? = body["extendReasonCode"], (0...3).contains(reason) else {
            throw APIError(4_000_010)
        }
        guard let identifier = body["requestIdentifier"]?.string, !identifier.isEmpty,
            identifier.utf8.count <= 128
        else { throw APIError(4_000_011) }
        (self.days, self.identifier) = (Int(days), identifier)
    }
}
