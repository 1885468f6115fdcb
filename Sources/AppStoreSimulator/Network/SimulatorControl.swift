import Foundation
import JSONValues
import Purchases

/// What people and tests ask of a running simulator, by `/simulator/COMMAND`.
struct SimulatorControl {
    let command: String
    let arguments: JSONValue

    /// What is done, in words, without what might be long.
    var words: String {
        let values = (arguments.object ?? [:]).sorted { $0.key < $1.key }.map { key, value in
            "\(key) \(value.string ?? value.canonicalText)"
        }
        return ([command] + values).joined(separator: " ")
    }

    /// Answers `GET`.
    func show(_ world: SimulatedWorld) throws -> JSONValue {
        switch command {
        case "accounts":
            .array(
                world.apple.accounts.keys.sorted().compactMap { world.apple.accounts[$0] }.map {
                    account($0, world)
                })
        case "products": .array(world.apple.terms.products.map { .string($0.id.rawValue) })
        case "tally":
            .object([
                "attempts": .whole(world.app.tally.attempts) ?? .null,
                "delivered": .whole(world.app.tally.delivered) ?? .null,
                "given_up": .whole(world.app.tally.givenUp) ?? .null,
                "undelivered_notifications": .whole(world.apple.undelivered) ?? .null,
                "now": .string(world.apple.now.description),
            ])
        default: throw ActProblem.notPossible("there is no GET /simulator/\(command)")
        }
    }

    private func account(_ account: SimulatedAccount, _ world: SimulatedWorld) -> JSONValue {
        let transactions = world.apple.transactions(of: account.id).map { transaction in
            JSONValue.members([
                "transaction_id": .string(transaction.id.rawValue),
                "original_transaction_id": .string(transaction.original.rawValue),
                "product_id": .string(transaction.product.rawValue),
                "order_id": .string(transaction.order.rawValue),
                "purchased_at": .string(transaction.purchasedAt.description),
                "expires_at": .text(transaction.expiresAt?.description),
                "revoked_at": .text(transaction.revocation?.at.description),
                "is_finished": .bool(transaction.isFinished),
            ])
        }
        let held = world.apple.entitlements(of: account.id).map(\.rawValue).sorted()
        return .members([
            "account": .string(account.id.rawValue), "environment": .string(account.environment.rawValue),
            "app_account_token": .text(account.token), "can_pay": .bool(account.canPay),
            "entitlements": .array(held.map(JSONValue.string)), "transactions": .array(transactions),
        ])
    }

    /// Answers `POST`.
    func act(in world: inout SimulatedWorld) throws -> JSONValue {
        switch command {
        case "accounts": return try open(in: &world)
        case "buy": return try buy(in: &world)
        case "complete": return outcome(try world.app.complete(try number("number"), at: &world.apple))
        case "decline": try world.apple.decline(try number("number"))
        case "renewal":
            let renews = try flag("on")
            for chain in try chains(world) { try world.apple.setRenewal(of: chain, to: renews) }
        case "payment": try world.apple.setPayment(of: try account(), works: try flag("works"))
        case "refund": try world.apple.refund(try transaction(), reason: (try? number("reason")) ?? 0)
        case "reverse-refund": try world.apple.reverseRefund(try transaction())
        case "decline-refund": try world.apple.declineRefund(try transaction())
        case "request-refund":
            try world.apple.requestRefund(
                try transaction(), reason: arguments["reason"]?.string ?? "UNINTENDED_PURCHASE")
        case "leave-family": try world.apple.leaveFamily(try account())
        case "outage": try setOutage(in: &world)
        case "fault":
            world.apple.faults.faults.append(try FaultReader(arguments, from: world.apple.now).fault())
        case "clear": world.apple.faults = FaultPlan()
        case "test": return .object(["token": .string(world.apple.sendTest(in: .production))])
        case "receipt":
            let receipt = try world.apple.receipt(of: try account())
            return .object(["receipt": .string(receipt.base64EncodedString())])
        case "signed-transaction":
            return .object([
                "signed_transaction": .string(try world.apple.signedTransaction(try transaction()))
            ])
        default: throw ActProblem.notPossible("there is no POST /simulator/\(command)")
        }
        return .object(["done": .bool(true)])
    }

    private func open(in world: inout SimulatedWorld) throws -> JSONValue {
        let name = try account()
        let environment = arguments["environment"]?.string.map(AppStoreEnvironment.init(rawValue:))
        world.apple.open(name, in: environment ?? .production, token: arguments["app_account_token"]?.string)
        let (asks, waits) = (try? flag("asks_to_buy"), try? flag("interrupted"))
        let (empty, deleted) = (try? flag("empty_receipt"), try? flag("deleted"))
        let family = arguments["family"]?.string
        try world.apple.change(name) { account in
            if let asks { account.asksToBuy = asks }
            if let waits { account.isInterrupted = waits }
            if let empty { account.hasEmptyReceipt = empty }
            if let deleted { account.isDeleted = deleted }
            if let family { account.family = family }
        }
        guard let account = world.apple.accounts[name] else { throw ActProblem.unknownAccount(name) }
        return self.account(account, world)
    }

    private func buy(in world: inout SimulatedWorld) throws -> JSONValue {
        let name = try account()
        world.apple.open(name)
        guard let product = arguments["product"]?.string else {
            throw ActProblem.notPossible("say which product")
        }
        let quantity = (try? number("quantity")) ?? 1
        guard (1...10).contains(quantity) else { throw ActProblem.notPossible("quantity is 1 to 10") }
        return outcome(
            try world.app.buy(
                ProductID(product), by: name, offer: arguments["offer"]?.string, quantity: quantity,
                on: try device(), from: &world.apple))
    }

    private func device() throws -> AppDevice {
        switch arguments["device"]?.string {
        case nil, "receipts"?: .receipts
        case "signed_transactions"?: .signedTransactions
        case "reports"?: .reports
        default: throw ActProblem.notPossible("device is receipts, signed_transactions or reports")
        }
    }

    private func outcome(_ outcome: SaleOutcome) -> JSONValue {
        switch outcome {
        case .charged(let transaction):
            .object([
                "outcome": .string("charged"), "transaction_id": .string(transaction.id.rawValue),
                "original_transaction_id": .string(transaction.original.rawValue),
                "order_id": .string(transaction.order.rawValue),
            ])
        case .deferred(let wanted):
            .object(["outcome": .string("deferred"), "number": .integer(Int64(wanted.number))])
        case .interrupted(let wanted):
            .object(["outcome": .string("interrupted"), "number": .integer(Int64(wanted.number))])
        case .scheduled(let chain):
            .object(["outcome": .string("scheduled"), "original_transaction_id": .string(chain.rawValue)])
        case .blocked(let id):
            .object(["outcome": .string("blocked"), "transaction_id": .string(id.rawValue)])
        case .failed(let code): .object(["outcome": .string("failed"), "code": .integer(Int64(code))])
        }
    }

    /// Apple goes away, or comes back.
    private func setOutage(in world: inout SimulatedWorld) throws {
        world.apple.faults.faults.removeAll { $0.kind == .down || $0.kind == .lost }
        guard try flag("on") else { return }
        let until = (try? number("seconds")).map { world.apple.now + .seconds(Int64($0)) }
        world.apple.faults.faults += AppleFault.outage(from: world.apple.now, until: until)
    }

    private func account() throws -> AccountID {
        guard let name = arguments["account"]?.string, !name.isEmpty, name.utf8.count <= 256 else {
            throw ActProblem.notPossible("say which account")
        }
        return AccountID(name)
    }

    private func chains(_ world: SimulatedWorld) throws -> [OriginalTransactionID] {
        if let chain = arguments["original_transaction_id"]?.string { return [OriginalTransactionID(chain)] }
        let name = try account()
        guard let account = world.apple.accounts[name] else { throw ActProblem.unknownAccount(name) }
        return account.subscriptions.values.sorted()
    }

    private func transaction() throws -> TransactionID {
        guard let id = arguments["transaction_id"]?.string else {
            throw ActProblem.notPossible("say which transaction_id")
        }
        return TransactionID(id)
    }

    private func number(_ key: String) throws -> Int {
        guard case .integer(let number)? = arguments[key], let small = Int32(exactly: number) else {
            throw ActProblem.notPossible("\(key) must be a whole number")
        }
        return Int(small)
    }

    private func flag(_ key: String) throws -> Bool {
        guard case .bool(let flag)? = arguments[key] else {
            throw ActProblem.notPossible("\(key) must be true or false")
        }
        return flag
    }
}
