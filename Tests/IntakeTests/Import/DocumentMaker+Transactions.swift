import AppStore
import JSONValues

extension DocumentMaker {
    /// What a document tells about some of the charges of chains, in any order.
    mutating func transactions(of chains: [MadeUpChain]) -> [JSONValue] {
        var told: [JSONValue] = []
        for chain in chains {
            for charge in random.some(of: chain.charges) { told.append(.object(telling(charge, of: chain))) }
        }
        return told.shuffled(using: &random)
    }

    private mutating func telling(_ charge: MadeUpChain.Charge, of chain: MadeUpChain) -> [String: JSONValue]
    {
        let bought = MadeUpChain.start + charge.day * MadeUpChain.day
        var members: [String: JSONValue] = [
            "transaction_id": .string(random.chance(12) ? charge.id + "99" : charge.id),
            "original_transaction_id": .string(chain.id), "product_id": .string(charge.product),
            "purchase_date_ms": .string(String(bought)),
            "original_purchase_date_ms": .string(String(MadeUpChain.start)), "quantity": .string("1"),
        ]
        if let line = charge.line, !random.chance(20) { members["web_order_line_item_id"] = .string(line) }
        if let days = charge.days {
            let extended: Int64 = random.chance(10) ? 3 : 0
            members["expires_date_ms"] = .string(String(bought + (days + extended) * MadeUpChain.day))
            members["is_trial_period"] = .string(charge.isTrial ? "true" : "false")
            members["subscription_group_identifier"] = .string("g1")
        }
        tellMore(of: charge, in: &members)
        if random.chance(oddity) { twist(&members) }
        return members
    }

    private mutating func tellMore(of charge: MadeUpChain.Charge, in members: inout [String: JSONValue]) {
        if random.chance(20) {
            members["cancellation_date_ms"] = date((charge.day + 1)...(charge.day + 3))
            if random.chance(60) { members["cancellation_reason"] = .string(random.chance(50) ? "0" : "1") }
        }
        if random.chance(10) { members["is_upgraded"] = .string("true") }
        if random.chance(35) { members["app_account_token"] = .string(random.one(of: Self.tokens, else: "")) }
        if random.chance(20) {
            members["in_app_ownership_type"] = .string(random.chance(80) ? "PURCHASED" : "FAMILY_SHARED")
        }
    }

    /// What should not be but could come: the same id at another time, no dates at all, a line item of another.
    private mutating func twist(_ members: inout [String: JSONValue]) {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: members["purchase_date_ms"] = date(0...2)
        case 1: members["purchase_date_ms"] = nil
        case 2: (members["purchase_date_ms"], members["original_purchase_date_ms"]) = (nil, nil)
        default: members["web_order_line_item_id"] = .string("570001")
        }
    }
}
