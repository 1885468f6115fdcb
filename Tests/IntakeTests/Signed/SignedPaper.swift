import AppStore
import AppStoreTesting
import Foundation
import JSONValues
import PersistenceTesting

/// Signed documents about made-up chains, in as few words as they need.
struct SignedPaper {
    /// The chain of certificates that signs.
    var signer: MintedChain

    /// Documents signed by a good chain.
    init() throws { signer = try MintedChain.good }

    /// Documents signed by that chain.
    init(_ signer: MintedChain) { self.signer = signer }

    /// A shop that trusts what the good chain signs.
    static func shop(catalog: Bool = true) throws -> DocumentShop {
        var shop = try DocumentShop(catalog: catalog)
        shop.roots = try TrustedRoots(certificate: MintedChain.good.root)
        return shop
    }

    /// A moment as signed documents write it.
    static func date(_ day: Int64) -> JSONValue { .integer(MadeUpChain.start + day * MadeUpChain.day) }

    /// The payload of a charge, signed on a day.
    func payload(
        _ charge: MadeUpChain.Charge, of chain: MadeUpChain, on day: Int64, _ more: [String: JSONValue] = [:]
    ) -> JSONValue {
        var members: [String: JSONValue] = [
            "transactionId": .string(charge.id), "originalTransactionId": .string(chain.id),
            "productId": .string(charge.product), "bundleId": .string("com.example.tea"),
            "environment": .string(chain.environment), "purchaseDate": Self.date(charge.day),
            "originalPurchaseDate": Self.date(0), "quantity": .integer(1), "signedDate": Self.date(day),
        ]
        members["webOrderLineItemId"] = charge.line.map(JSONValue.string)
        members["expiresDate"] = charge.days.map { Self.date(charge.day + $0) }
        if charge.days != nil { members["subscriptionGroupIdentifier"] = .string("g1") }
        if charge.isTrial {
            (members["offerType"], members["offerDiscountType"]) = (.integer(1), .string("FREE_TRIAL"))
        }
        return .object(members.merging(more) { $1 })
    }

    /// A payload, signed, good but for a fault.
    func signed(_ payload: JSONValue, _ fault: JWSFault? = nil) throws -> JSONValue {
        .string(try signer.jws(payload, fault))
    }

    /// A charge, signed on a day.
    func transaction(
        _ charge: MadeUpChain.Charge, of chain: MadeUpChain, on day: Int64, _ more: [String: JSONValue] = [:]
    ) throws -> JSONValue {
        try signed(payload(charge, of: chain, on: day, more))
    }

    /// Renewal information about a chain, signed on a day.
    func renewal(of chain: MadeUpChain, on day: Int64, _ more: [String: JSONValue] = [:]) throws -> JSONValue
    {
        let members: [String: JSONValue] = [
            "originalTransactionId": .string(chain.id), "autoRenewProductId": .string("tea.monthly"),
            "productId": .string("tea.monthly"), "autoRenewStatus": .integer(1),
            "environment": .string(chain.environment), "signedDate": Self.date(day),
        ]
        return try signed(.object(members.merging(more) { $1 }))
    }

    /// A notification as it arrives, signed on a day; its parts are signed already.
    func notification(
        _ type: String, uuid: String, of chain: MadeUpChain, on day: Int64, transaction: JSONValue? = nil,
        renewal: JSONValue? = nil
    ) throws -> JSONValue {
        var data: [String: JSONValue] = [
            "environment": .string(chain.environment), "bundleId": .string("com.example.tea"),
        ]
        data["signedTransactionInfo"] = transaction
        data["signedRenewalInfo"] = renewal
        let payload: JSONValue = .object([
            "notificationType": .string(type), "notificationUUID": .string(uuid), "version": .string("2.0"),
            "signedDate": Self.date(day), "data": .object(data),
        ])
        return .object(["signedPayload": try signed(payload)])
    }

    /// A page of a transaction history.
    static func history(of chain: MadeUpChain, _ signed: [JSONValue], hasMore: Bool = false) -> JSONValue {
        .object([
            "bundleId": .string("com.example.tea"), "environment": .string(chain.environment),
            "revision": .string("r"), "hasMore": .bool(hasMore), "signedTransactions": .array(signed),
        ])
    }
}

/// Makes up signed documents about a few chains that repeat, contradict and leave out.
struct SignedDocumentMaker {
    private var random: SeededRandom
    private let paper: SignedPaper
    private let chains: [MadeUpChain]
    /// Signed parts stand in several documents, as they do in Apple's.
    private var transactions: [String: [JSONValue]] = [:]

    /// Makes documents from a seed; the signatures differ from run to run, what they sign does not.
    init(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        chains = random.some(of: MadeUpChain.all)
        self.random = random
        paper = try SignedPaper()
    }

    /// A set of documents, some of them in envelopes.
    mutating func documents(_ count: Int) throws -> [BroughtDocument] {
        try (0..<count).map { number in
            let chain = random.one(of: chains, else: MadeUpChain.all[0])
            var brought = BroughtDocument(document: try made(number, of: chain))
            if random.chance(30) { brought.receivedAt = MadeUpChain.start + day(0...120) * MadeUpChain.day }
            if random.chance(20) { brought.customer = random.one(of: MadeUpCustomer.ids, else: "u_1") }
            return brought
        }
    }

    private mutating func made(_ number: Int, of chain: MadeUpChain) throws -> JSONValue {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: try transaction(of: chain)
        case 1: try renewal(of: chain)
        case 2: try answer(of: chain)
        case 3: try history(of: chain)
        default: try notification(number, of: chain)
        }
    }

    private mutating func day(_ days: ClosedRange<Int64>) -> Int64 { Int64.random(in: days, using: &random) }

    /// A charge signed some day, or one that was signed before.
    private mutating func transaction(of chain: MadeUpChain) throws -> JSONValue {
        if random.chance(40), let known = transactions[chain.id]?.randomElement(using: &random) {
            return known
        }
        let charge = random.one(of: chain.charges, else: chain.charges[0])
        var more: [String: JSONValue] = [:]
        if random.chance(20) {
            more["revocationDate"] = SignedPaper.date(charge.day + day(1...3))
            more["revocationType"] = .string(random.chance(70) ? "REFUND_PRORATED" : "FAMILY_REVOKE")
        }
        if random.chance(30) {
            more["appAccountToken"] = .string(random.one(of: MadeUpCustomer.tokens, else: ""))
        }
        if random.chance(15) { more["isUpgraded"] = .bool(true) }
        if random.chance(20) {
            more["billingPlanType"] = .string(random.chance(70) ? "MONTHLY" : "BILLED_UPFRONT")
            more["commitmentInfo"] = .object([
                "billingPeriodNumber": .integer(day(1...3)), "totalBillingPeriods": .integer(12),
                "commitmentExpiresDate": SignedPaper.date(day(360...362)),
            ])
        }
        let signed = try paper.transaction(charge, of: chain, on: charge.day + day(0...9), more)
        transactions[chain.id, default: []].append(signed)
        return signed
    }

    private mutating func renewal(of chain: MadeUpChain) throws -> JSONValue {
        var more: [String: JSONValue] = ["autoRenewStatus": .integer(random.chance(60) ? 1 : 0)]
        if random.chance(30) { more["isInBillingRetryPeriod"] = .bool(random.chance(70)) }
        if random.chance(25) { more["gracePeriodExpiresDate"] = SignedPaper.date(day(30...140)) }
        if random.chance(20) { more["expirationIntent"] = .integer(random.chance(50) ? 1 : 2) }
        if random.chance(20) { more["priceIncreaseStatus"] = .integer(random.chance(50) ? 0 : 1) }
        if random.chance(15) { more["eligibleWinBackOfferIds"] = .array([.string("back")]) }
        if random.chance(20) {
            more["commitmentInfo"] = .object([
                "commitmentAutoRenewStatus": .integer(random.chance(50) ? 0 : 1)
            ])
        }
        return try paper.renewal(of: chain, on: day(0...140), more)
    }

    private mutating func notification(_ number: Int, of chain: MadeUpChain) throws -> JSONValue {
        let types = ["DID_RENEW", "REFUND_REVERSED", "DID_FAIL_TO_RENEW", "EXPIRED", "TEST"]
        // Few names, so that one notification comes in several documents; one of them is always about one chain.
        let uuid = "\(chain.id)-\(number % 3)"
        return try paper.notification(
            types[number % 3], uuid: uuid, of: chain, on: day(0...140),
            transaction: random.chance(80) ? transaction(of: chain) : nil,
            renewal: random.chance(60) ? renewal(of: chain) : nil)
    }

    private mutating func answer(of chain: MadeUpChain) throws -> JSONValue {
        let item: JSONValue = .object([
            "originalTransactionId": .string(chain.id), "status": .integer(1),
            "signedTransactionInfo": try transaction(of: chain), "signedRenewalInfo": try renewal(of: chain),
        ])
        return .object([
            "environment": .string(chain.environment), "bundleId": .string("com.example.tea"),
            "data": .array([.object(["lastTransactions": .array([item])])]),
        ])
    }

    private mutating func history(of chain: MadeUpChain) throws -> JSONValue {
        let parts = try (0..<Int.random(in: 1...4, using: &random)).map { _ in try transaction(of: chain) }
        return SignedPaper.history(of: chain, parts, hasMore: random.chance(50))
    }
}
