import AppStore
import Foundation
import Intake
import JSONValues
import PersistenceTesting
import Purchases

/// Makes up documents about a few chains and customers that agree, contradict, repeat and leave out.
struct DocumentMaker {
    var random: SeededRandom
    private let chains: [MadeUpChain]
    /// How often, in a hundred, something is told that no real document tells.
    let oddity: Int

    /// Makes documents from a seed.
    init(seed: UInt64, oddity: Int = 0) {
        var random = SeededRandom(seed: seed)
        chains = random.some(of: MadeUpChain.all)
        (self.random, self.oddity) = (random, oddity)
    }

    /// A set of documents, some of them brought twice in different ways.
    mutating func documents(_ count: Int) -> [BroughtDocument] {
        var documents: [BroughtDocument] = []
        while documents.count < count {
            let document = random.chance(15) ? documents.randomElement(using: &random)?.document : nil
            documents.append(brought(document ?? made()))
        }
        return documents
    }

    private mutating func brought(_ document: JSONValue) -> BroughtDocument {
        var brought = BroughtDocument(document: document)
        if random.chance(30) { brought.receivedAt = moment(0...120) }
        if random.chance(20) { brought.customer = random.one(of: MadeUpCustomer.ids, else: "u_1") }
        if random.chance(15) { brought.option = random.one(of: MadeUpCustomer.ids, else: "u_1") }
        return brought
    }

    private mutating func made() -> JSONValue {
        switch Int.random(in: 0..<14, using: &random) {
        case 0..<4: receipt()
        case 4..<8: notification()
        case 8..<12: report(of: random.one(of: chains, else: MadeUpChain.all[0]))
        default: customer()
        }
    }

    /// Days are few, so that documents of one time are many.
    private mutating func moment(_ days: ClosedRange<Int64>) -> Int64 {
        MadeUpChain.start + Int64.random(in: days, using: &random) * MadeUpChain.day
    }

    /// A moment as receipts write it.
    mutating func date(_ days: ClosedRange<Int64>) -> JSONValue { .string(String(moment(days))) }

    private mutating func customer() -> JSONValue {
        var members: [String: JSONValue] = [
            "app_user_id": .string(random.one(of: MadeUpCustomer.ids, else: "u_1"))
        ]
        if random.chance(60) {
            members["name"] = .string(random.one(of: ["Ann Lee", "Bo Lind", "山田"], else: ""))
        }
        if random.chance(50) {
            members["email"] = .string(random.one(of: ["a@example.com", "b@example.com"], else: ""))
        }
        if random.chance(60) {
            members["app_account_token"] = .string(random.one(of: MadeUpCustomer.tokens, else: ""))
        }
        if random.chance(70) { members["updated_at"] = date(0...9) }
        if random.chance(40) { members["created_at"] = date(0...9) }
        return .object(members)
    }

    private mutating func receipt() -> JSONValue {
        let told = random.some(of: chains).prefix(2)
        let environment = told.first?.environment ?? "Production"
        let fitting = told.filter { $0.environment == environment }
        var inside: [String: JSONValue] = ["bundle_id": .string("com.example.tea")]
        if random.chance(85) { inside["request_date_ms"] = date(20...140) }
        if random.chance(70) { inside["in_app"] = .array(transactions(of: Array(fitting))) }
        var members: [String: JSONValue] = [
            "status": .integer(0), "environment": .string(environment), "receipt": .object(inside),
            "latest_receipt": .string("MIIblob"),
        ]
        if random.chance(70) { members["latest_receipt_info"] = .array(transactions(of: Array(fitting))) }
        if random.chance(70) { members["pending_renewal_info"] = renewals(of: Array(fitting)) }
        return .object(members)
    }

    private mutating func notification() -> JSONValue {
        let chain = random.one(of: chains, else: MadeUpChain.all[0])
        let types = [
            "RENEWAL", "DID_RECOVER", "DID_RENEW", "CANCEL", "REFUND", "INTERACTIVE_RENEWAL",
            "DID_FAIL_TO_RENEW", "DID_CHANGE_RENEWAL_STATUS",
        ]
        var members: [String: JSONValue] = [
            "notification_type": .string(random.one(of: types, else: "")), "password": .string("planted"),
            "environment": .string(chain.environment == "Production" ? "PROD" : chain.environment),
            "auto_renew_status": .string(random.chance(50) ? "true" : "false"),
            "bid": .string("com.example.tea"),
        ]
        if random.chance(40) { members["auto_renew_status_change_date_ms"] = date(0...140) }
        let transactions = transactions(of: [chain])
        guard random.chance(70) else {
            members["latest_receipt_info"] = transactions.first
            return .object(members)
        }
        var unified: [String: JSONValue] = [
            "status": .integer(0), "latest_receipt_info": .array(transactions),
        ]
        if random.chance(80) { unified["pending_renewal_info"] = renewals(of: [chain]) }
        members["unified_receipt"] = .object(unified)
        return .object(members)
    }

    private mutating func renewals(of chains: [MadeUpChain]) -> JSONValue {
        let told = chains.filter { _ in !random.chance(15) }
        return .array(told.map { .object(renewal(of: $0)) })
    }

    private mutating func renewal(of chain: MadeUpChain) -> [String: JSONValue] {
        var members: [String: JSONValue] = [
            "original_transaction_id": .string(chain.id), "product_id": .string("tea.monthly"),
            "auto_renew_product_id": .string(random.chance(80) ? "tea.monthly" : "tea.yearly"),
            "auto_renew_status": .string(random.chance(60) ? "1" : "0"),
        ]
        if random.chance(30) {
            members["is_in_billing_retry_period"] = .string(random.chance(70) ? "1" : "0")
        }
        if random.chance(25) { members["grace_period_expires_date_ms"] = date(30...140) }
        if random.chance(20) { members["expiration_intent"] = .string(random.chance(50) ? "1" : "2") }
        if random.chance(20) { members["price_consent_status"] = .string(random.chance(50) ? "0" : "1") }
        if random.chance(15) { members["promotional_offer_id"] = .string("spring") }
        return members
    }
}

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
        if random.chance(35) {
            members["app_account_token"] = .string(random.one(of: MadeUpCustomer.tokens, else: ""))
        }
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

extension DocumentMaker {
    /// What an app reports of one attempt to buy one of a chain's charges; an attempt is of one charge for good.
    mutating func report(of chain: MadeUpChain) -> JSONValue {
        guard let charge = chain.charges.randomElement(using: &random) else { return .null }
        let number = Int.random(in: 1...2, using: &random)
        var attempt = JSONAttempt(id: "\(charge.id)-\(number)", product: charge.product, price: nil)
        attempt.customer = random.chance(85) ? random.one(of: MadeUpCustomer.ids, else: "") : nil
        if random.chance(60) { attempt.transaction = charge.id + (number == 2 ? "99" : "") }
        if random.chance(30) { attempt.line = charge.line }
        if random.chance(30) { attempt.chain = chain.id }
        if random.chance(50) { attempt.price = random.one(of: ["9.99", "4.99"], else: "") }
        if random.chance(40) { attempt.more["app_version"] = .string(random.one(of: ["1", "2"], else: "")) }
        if random.chance(30) { attempt.more["storefront"] = .string("DEU") }
        if chain.environment != "Production" || random.chance(30) {
            attempt.more["environment"] = .string(chain.environment)
        }
        attempt.events = random.some(of: events(from: Double(charge.day * 24))).shuffled(using: &random)
        return attempt.value
    }

    private func events(from hours: Double) -> [JSONValue] {
        [
            JSONAttempt.state("purchasing", hours - 1), JSONAttempt.state("deferred", hours - 1),
            JSONAttempt.state("failed", hours, ["error_code": .integer(2)]),
            JSONAttempt.state("purchased", hours), JSONAttempt.state("finished", hours + 5),
            JSONAttempt.state("restored", hours + 50),
            JSONAttempt.step("deliver", hours + 4, ["ok": .bool(true)]),
        ] + JSONAttempt.failing(5, from: hours)
    }
}

/// A document as somebody brings it: in an envelope or bare, for a customer or for nobody.
struct BroughtDocument: Hashable, Sendable {
    var document: JSONValue
    /// When its envelope says it was received.
    var receivedAt: Int64?
    /// The customer whom its envelope names.
    var customer: String?
    /// The customer whom `--customer` names.
    var option: String?

    /// The document in its envelope, if it has one.
    var value: JSONValue {
        guard receivedAt != nil || customer != nil else { return document }
        var members = ["body": document]
        members["received_at"] = receivedAt.map { .string(Instant(milliseconds: $0).description) }
        members["customer"] = customer.map(JSONValue.string)
        return .object(members)
    }
}

extension SeededRandom {
    /// Documents permuted, with some of them twice, and cut into imports.
    mutating func division(of documents: [BroughtDocument]) -> [[BroughtDocument]] {
        let again = documents.filter { _ in chance(25) }
        var rest = (documents + again).shuffled(using: &self)[...]
        var imports: [[BroughtDocument]] = []
        while !rest.isEmpty {
            let size = chance(30) ? rest.count : Int.random(in: 1...rest.count, using: &self)
            imports.append(Array(rest.prefix(size)))
            rest = rest.dropFirst(size)
        }
        return imports
    }
}
