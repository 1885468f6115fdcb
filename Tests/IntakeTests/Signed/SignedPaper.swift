import AppStore
import AppStoreTesting
import Foundation
import JSONValues

/// Signed documents about made-up chains, in as few words as they need.
struct SignedPaper {
    /// The chain of certificates that signs.
    var signer: MintedChain

    /// Documents signed by a good chain.
    init() throws { signer = try MintedChain.good }

    /// Documents signed by that chain.
    init(_ signer: MintedChain) { self.signer = signer }

    /// A shop that trusts what the good chain signs.
    static func shop(catalog: Bool = true) throws -> Shop {
        var shop = try Shop(catalog: catalog)
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
