import AppStore
import JSONValues

/// Makes up documents about a few chains and customers that agree, contradict, repeat and leave out.
struct DocumentMaker {
    static let tokens = [
        "0a0a0a0a-1111-4222-8333-444444444444", "0b0b0b0b-1111-4222-8333-444444444444",
        "0c0c0c0c-1111-4222-8333-444444444444",
    ]
    static let people = ["u_1", "u_2", "u_3"]

    var random: ImportRandom
    private let chains: [MadeUpChain]
    /// How often, in a hundred, something is told that no real document tells.
    let oddity: Int

    /// Makes documents from a seed.
    init(seed: UInt64, oddity: Int = 0) {
        var random = ImportRandom(seed: seed)
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
        if random.chance(20) { brought.customer = random.one(of: Self.people, else: "u_1") }
        if random.chance(15) { brought.option = random.one(of: Self.people, else: "u_1") }
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
        var members: [String: JSONValue] = ["app_user_id": .string(random.one(of: Self.people, else: "u_1"))]
        if random.chance(60) {
            members["name"] = .string(random.one(of: ["Ann Lee", "Bo Lind", "山田"], else: ""))
        }
        if random.chance(50) {
            members["email"] = .string(random.one(of: ["a@example.com", "b@example.com"], else: ""))
        }
        if random.chance(60) { members["app_account_token"] = .string(random.one(of: Self.tokens, else: "")) }
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
        return members
    }
}
