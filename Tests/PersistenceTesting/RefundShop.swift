package import Persistence
package import Purchases
import Testing

/// A shop whose customer asked Apple for the money of a charge back.
package struct RefundShop {
    package static let server = AgentName("server")
    package static let asked = Paper.moment(5)
    package static let due = asked + .hours(12)
    package static let charge = Paper.Entry(id: "7000", chain: "7000", line: "L0")
    /// A charge of the same customer's that is not asked about at first.
    package static let other = Paper.Entry(id: "8000", chain: "8000", line: "L8")

    package let shop: Shop
    package var store: Store { shop.store }

    /// Apple asks what was consumed, unless nobody does.
    package init(consent: Bool = true, isAsked: Bool = true) throws {
        shop = try Shop.staffed()
        try store.addAgent(Self.server, role: .service, by: Shop.lead, at: Shop.now)
        try shop.bring(Paper.receipt([Self.charge, Self.other], on: 1), customer: "u_1")
        if isAsked { try shop.bring(Self.request()) }
        if consent { try store.act(.consent(true), on: "u_1", by: Shop.agent, at: Shop.now) }
    }

    /// Apple's question.
    package static func request(
        _ uuid: String = "ask-1", at moment: Instant = asked, of entry: Paper.Entry = charge,
        reason: String? = "FULFILLMENT_ISSUE"
    ) -> Paper {
        .signed("CONSUMPTION_REQUEST", entry, at: moment, uuid: uuid, reason: reason)
    }

    /// What Apple decided.
    package static func decision(_ type: String, hours: Int64, uuid: String = "word-1") -> Paper {
        var entry = charge
        let moment = asked + .hours(hours)
        entry.values.revocation =
            type == "REFUND" ? .revoked(Revocation(at: moment)) : .some(.none)
        return .signed(type, entry, at: moment, uuid: uuid)
    }

    /// The first of them.
    package func task(at now: Instant = asked) throws -> RefundTask {
        try #require(try store.refunds(.all, at: now).first)
    }

    package func state(at now: Instant = asked) throws -> String { try task(at: now).standing(at: now).name }
}
