import Foundation
import JSONValues
import Purchases

/// Apple's older interface, which `Responding.swift` calls.
extension SimulatedAppStore {
    /// verifyReceipt.
    ///
    /// Source: Apple, `requestBody`, `responseBody`, `status`. A receipt that this App Store has not made is forged.
    mutating func verifyReceipt(_ request: SimulatorRequest, hasOtherSecret: Bool) -> SimulatorResponse {
        guard request.method == "POST" else { return .receiptStatus(21000) }
        guard let body = try? JSONValue(parsing: request.body), let text = body["receipt-data"]?.string,
            let receipt = Data(base64Encoded: text, options: .ignoreUnknownCharacters), !receipt.isEmpty
        else { return .receiptStatus(21002) }
        guard receipt.first == 0x30 else { return .receiptStatus(21002) }
        guard let owner = receiptOwners[ReceiptDigest.of(receipt)], let account = accounts[owner] else {
            return .receiptStatus(21003)
        }
        guard account.environment == request.environment else {
            return .receiptStatus(account.environment == .sandbox ? 21007 : 21008)
        }
        guard !account.isDeleted else { return .receiptStatus(21010) }
        let listed = account.hasEmptyReceipt ? [] : transactions(of: owner)
        let subscribed = listed.filter { $0.kind == .autoRenewable }
        let password = body["password"]?.string
        let isWrong = hasOtherSecret || (password ?? "") != terms.sharedSecret
        // Apple asks for the secret only where there are subscriptions, and refuses a wrong one everywhere.
        if isWrong, !subscribed.isEmpty || password != nil { return .receiptStatus(21004) }
        let isShort = body["exclude-old-transactions"] == .bool(true)
        return answer(to: account, listed: listed, latest: isShort ? newest(subscribed) : listed)
    }

    private mutating func answer(
        to account: SimulatedAccount, listed: [SimulatedTransaction], latest: [SimulatedTransaction]
    ) -> SimulatorResponse {
        let documents = ReceiptDocuments(terms: terms)
        var answer: [String: JSONValue] = [
            "status": .integer(0), "environment": .string(account.environment.rawValue),
            "receipt": documents.receiptEntry(of: account, listing: listed, at: now),
        ]
        if listed.contains(where: { $0.kind == .autoRenewable }) {
            guard let receipt = try? self.receipt(of: account.id) else { return .receiptStatus(21009) }
            answer["latest_receipt"] = .string(receipt.base64EncodedString())
            answer["latest_receipt_info"] = .array(
                ReceiptDocuments.listed(latest).map { documents.entry($0, isLatest: true) })
            let chains = account.subscriptions.values.sorted().compactMap { subscriptions[$0] }
            answer["pending_renewal_info"] = .array(chains.map(documents.pending))
        }
        return .json(.object(answer))
    }

    /// The newest transaction of each chain.
    private func newest(_ transactions: [SimulatedTransaction]) -> [SimulatedTransaction] {
        let chains = Dictionary(grouping: transactions, by: \.original)
        return chains.values.compactMap { $0.max { $0.purchasedAt < $1.purchasedAt } }.sorted {
            $0.id < $1.id
        }
    }
}

extension SimulatorResponse {
    /// An answer of verifyReceipt that says only a status.
    static func receiptStatus(_ status: Int) -> SimulatorResponse {
        var answer: [String: JSONValue] = ["status": .integer(Int64(status))]
        if (21100...21199).contains(status) { answer["is_retryable"] = .integer(status % 2 == 0 ? 1 : 0) }
        return .json(.object(answer))
    }
}
