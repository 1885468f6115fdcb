package import Foundation
import JSONValues
package import Purchases

/// What Apple's side sends and hands out: notifications with their repeats, receipts, signed transactions.
extension SimulatedAppStore {
    /// Notes that something happened, and sends word of it.
    mutating func tell(
        _ event: StoreEvent, _ transaction: SimulatedTransaction?,
        in environment: AppStoreEnvironment? = nil, detail: NoticeDetail = .none
    ) {
        let environment = environment ?? transaction?.environment ?? .production
        let subscription = transaction.flatMap { subscriptions[$0.original] }
        let notice = Notice(
            number: notices.count, uuid: random.uuid(), event: event, at: now, environment: environment,
            account: transaction?.account, transaction: transaction, subscription: subscription,
            detail: detail)
        notices.append(notice)
        for version in terms.versions.sorted() {
            switch version {
            case .v2: send(notice, .v2, event.type)
            case .v1:
                for type in event.oldTypes
                where environment == .production || StoreEvent.oldSandboxTypes.contains(type) {
                    send(notice, .v1, type)
                }
            }
        }
    }

    private mutating func send(_ notice: Notice, _ version: NoticeVersion, _ type: String) {
        let number = nextOutgoing()
        outgoing[number] = Outgoing(notice: notice.number, version: version, type: type)
        agenda.add(.sending(number), at: now)
    }

    /// What is sent for a plan that is due: nothing when it is lost, twice when it is doubled, a forgery before it.
    mutating func deliveries(of number: Int) throws -> [Delivery] {
        guard var outgoing = outgoing[number] else { return [] }
        for fault in faults.notices(at: now, &faultRandom) {
            switch fault {
            case .lost:
                if outgoing.version == .v2 {
                    notices[outgoing.notice].attempts.append(SendAttempt(at: now, result: "NO_RESPONSE"))
                }
                self.outgoing[number] = nil
                return []
            case .late(let milliseconds) where !outgoing.isLate:
                outgoing.isLate = true
                self.outgoing[number] = outgoing
                let pause = Int64.random(in: 1...Int64(max(1, milliseconds)), using: &faultRandom)
                agenda.add(.sending(number), at: now + TimeLength(pause))
                return []
            default: continue
            }
        }
        let body = try outgoing.body ?? self.body(of: outgoing, by: signer)
        outgoing.body = body
        self.outgoing[number] = outgoing
        let delivery = delivery(number, outgoing, body)
        var deliveries = [delivery]
        for fault in faults.notices(at: now, &faultRandom) {
            switch fault {
            case .duplicated: deliveries.append(delivery)
            case .stranger where outgoing.version == .v2:
                let forged = try self.body(of: outgoing, by: try StoreSigner.stranger.get())
                deliveries.insert(self.delivery(0, outgoing, forged), at: 0)
            default: continue
            }
        }
        return deliveries
    }

    private func delivery(_ number: Int, _ outgoing: Outgoing, _ body: Data) -> Delivery {
        let notice = notices[outgoing.notice]
        return Delivery(
            number: number, at: now, version: outgoing.version, environment: notice.environment,
            type: outgoing.type, subtype: outgoing.version == .v2 ? notice.event.subtype : nil,
            uuid: outgoing.version == .v2 ? notice.uuid : nil, attempt: outgoing.attempt,
            account: notice.account, body: body)
    }

    private mutating func body(of outgoing: Outgoing, by signer: StoreSigner) throws -> Data {
        let notice = notices[outgoing.notice]
        switch outgoing.version {
        case .v2:
            let text = try signedPayload(of: notice, by: signer)
            return Data(JSONValue.object(["signedPayload": .string(text)]).canonicalText.utf8)
        case .v1:
            guard let account = notice.account.flatMap({ accounts[$0] }) else { return Data("{}".utf8) }
            let all = transactions(of: account.id)
            let latest =
                notice.event == .refunded
                ? all : all.filter { $0.kind == .autoRenewable || $0.revocation != nil }
            let pending = account.subscriptions.values.compactMap { subscriptions[$0] }
            let paper = ReceiptDocuments(terms: terms).notification(
                outgoing.type, notice, latest: latest, pending: pending.sorted { $0.original < $1.original },
                receipt: try receipt(of: account.id))
            return Data(paper.canonicalText.utf8)
        }
    }

    /// The text of a notification of version 2.
    func signedPayload(of notice: Notice, by signer: StoreSigner) throws -> String {
        let account = notice.account.flatMap { accounts[$0] }
        return try NoticeDocuments(documents: documents).signedPayload(notice, about: account, by: signer)
    }

    /// Says what the receiver answered to a notification, so that it is repeated or not.
    ///
    /// A notification of which nothing is said is neither received nor repeated.
    package mutating func delivered(_ delivery: Delivery, _ result: DeliveryResult) {
        guard delivery.number > 0, var outgoing = outgoing[delivery.number],
            outgoing.attempt == delivery.attempt
        else { return }
        if outgoing.version == .v2 {
            notices[outgoing.notice].attempts.append(
                SendAttempt(at: max(now, delivery.at), result: result.word))
        }
        let pause = RepeatRule.pause(
            after: outgoing.attempt, version: outgoing.version, in: delivery.environment)
        guard !result.isSuccess, let pause else {
            self.outgoing[delivery.number] = nil
            return
        }
        outgoing.attempt += 1
        outgoing.isLate = false
        self.outgoing[delivery.number] = outgoing
        agenda.add(.sending(delivery.number), at: delivery.at + time(in: delivery.environment).pause(pause))
    }

    /// How many notifications wait to be sent, or for word of their sending.
    package var undelivered: Int { outgoing.count }

    /// The receipt of an account as it is now, in DER.
    ///
    /// - Throws: `ActProblem`, or what signing throws.
    package mutating func receipt(of name: AccountID) throws -> Data {
        guard let account = accounts[name] else { throw ActProblem.unknownAccount(name) }
        if let made = receipts[name], made.revision == account.revision { return made.bytes }
        let listed = account.hasEmptyReceipt ? [] : transactions(of: name)
        let draft = ReceiptDocuments(terms: terms).receipt(of: account, listing: listed, at: second)
        let bytes = try signer.sign(draft)
        receipts[name] = MadeReceipt(revision: account.revision, bytes: bytes)
        receiptOwners[ReceiptDigest.of(bytes)] = name
        return bytes
    }

    /// A transaction as the device has it: signed (StoreKit 2's `jwsRepresentation`).
    ///
    /// - Throws: `ActProblem`, or what signing throws.
    package func signedTransaction(_ id: TransactionID) throws -> String {
        guard let transaction = transactions[id] else { throw ActProblem.unknownTransaction(id.rawValue) }
        return try signer.sign(
            documents.payload(transaction, of: accounts[transaction.account], at: now))
    }
}
