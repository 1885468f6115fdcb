package import Foundation
import JSONValues
package import Purchases

/// Which transactions verifyReceipt is asked for.
package enum ReceiptScope: Hashable, Sendable {
    /// All of them.
    case everything
    /// Only the newest of each subscription: enough where the chain is known whole.
    case newestOnly
}

/// Every question to Apple is a function; those that move renewals are in `Extensions.swift`. `RequestQuestions` in
/// `Server/Workers` chooses among them.
extension AppStoreAsker {
    /// What verifyReceipt says about a receipt in base64: production first, the sandbox for a receipt of the sandbox,
    /// and production again for one that is not.
    ///
    /// The other environment is asked whether the store serves it or not: what Apple sells to its reviewers and to testers is
    /// taken in and marked, and gives access where the store says so.
    ///
    /// - Throws: `AppStoreError`.
    package func verifyReceipt(
        _ receipt: String, _ scope: ReceiptScope = .everything
    ) async throws(AppStoreError) -> AppStoreAnswer {
        guard let secret = access.sharedSecret else { throw .notConfigured(.receipts) }
        var members: [String: JSONValue] = ["receipt-data": .string(receipt)]
        members["password"] = secret.use { .string($0) }
        if scope == .newestOnly { members["exclude-old-transactions"] = .bool(true) }
        let question = AppStoreQuestion(
            endpoint: .verifyReceipt, body: Data(JSONValue.object(members).canonicalText.utf8))
        return try await verify(question).answer(.verifyReceipt)
    }

    /// What verifyReceipt says about the bytes of a receipt.
    package func verifyReceipt(
        _ receipt: Data, _ scope: ReceiptScope = .everything
    ) async throws(AppStoreError) -> AppStoreAnswer {
        try await verifyReceipt(receipt.base64EncodedString(), scope)
    }

    /// Whether verifyReceipt is there: it is asked about no receipt at all, which it refuses by a status.
    package func reachReceipts(in environment: AppStoreEnvironment) async throws(AppStoreError) {
        let body = JSONValue.object(["receipt-data": .string("")]).canonicalText
        _ = try await ask(
            AppStoreQuestion(endpoint: .verifyReceipt, body: Data(body.utf8)), in: environment)
    }

    /// Asks the first environment that is served, and the other one where Apple says that the receipt is of that: 21007
    /// of the sandbox, 21008 of production.
    private func verify(_ question: AppStoreQuestion) async throws(AppStoreError) -> AppStoreReply {
        guard let first = access.environments.first else { throw .notServed }
        let other: AppStoreEnvironment = first == .production ? .sandbox : .production
        do {
            return try await ask(question, in: first)
        } catch .status(let status, let isRetryable) where status == 21007 || status == 21008 {
            let isElsewhere = (status == 21007) == (first == .production)
            guard isElsewhere else {
                throw .status(status, isRetryable: isRetryable)
            }
            return try await ask(question, in: other)
        }
    }

    /// One transaction; without an environment, the sandbox is asked for what production does not know.
    package func transactionInfo(
        _ id: TransactionID, in environment: AppStoreEnvironment? = nil
    ) async throws(AppStoreError) -> AppStoreAnswer {
        let question = AppStoreQuestion(endpoint: .transactionInfo, subject: id.rawValue)
        return try await askAnywhere(question, in: environment).answer(.serverAPI)
    }

    /// The state of all subscriptions of the customer who made a transaction.
    package func subscriptionStatuses(
        ofAny id: TransactionID, in environment: AppStoreEnvironment? = nil
    ) async throws(AppStoreError) -> AppStoreAnswer {
        let question = AppStoreQuestion(endpoint: .subscriptionStatuses, subject: id.rawValue)
        return try await askAnywhere(question, in: environment).answer(.serverAPI)
    }

    /// All transactions of the customer who made one, page by page: each is a document.
    package func transactionHistory(
        ofAny id: TransactionID, in environment: AppStoreEnvironment? = nil
    ) async throws(AppStoreError) -> [AppStoreAnswer] {
        try await pages(.transactionHistory, ofAny: id, in: environment)
    }

    /// All refunds of the customer who made a transaction, page by page: each is a document.
    package func refundHistory(
        ofAny id: TransactionID, in environment: AppStoreEnvironment? = nil
    ) async throws(AppStoreError) -> [AppStoreAnswer] {
        try await pages(.refundHistory, ofAny: id, in: environment)
    }

    /// What an order id on an invoice bought. The sandbox cannot be asked.
    package func lookUpOrder(_ id: OrderID) async throws(AppStoreError) -> OrderAnswer {
        guard access.environments.contains(.production) else { throw .notServed }
        let question = AppStoreQuestion(endpoint: .orderLookup, subject: id.rawValue)
        let reply = try await ask(question, in: .production)
        return OrderAnswer(
            answer: reply.answer(.serverAPI, orderID: id), isKnown: reply.json["status"]?.wholeNumber == 0)
    }

    /// Finishes a transaction, so that its product can be bought again; one that is finished is finished.
    package func finishTransaction(
        _ id: TransactionID, in environment: AppStoreEnvironment? = nil
    ) async throws(AppStoreError) {
        _ = try await askAnywhere(
            AppStoreQuestion(endpoint: .finishTransaction, subject: id.rawValue), in: environment)
    }

    /// Has a customer's token signed into a chain: of a subscription into its present transaction and those that follow.
    ///
    /// - Throws: `AppStoreError`; `.api` with 4000183 for what is no UUID, 4000185 for what came by Family Sharing.
    package func setAppAccountToken(_ token: String, of chain: ChainID) async throws(AppStoreError) {
        let body = JSONValue.object(["appAccountToken": .string(token)]).canonicalText
        _ = try await ask(
            AppStoreQuestion(
                endpoint: .setAppAccountToken, subject: chain.original.rawValue, body: Data(body.utf8)),
            in: chain.environment)
    }

    /// A page of what was notified of between two moments, at most 180 days back; the first one without a token.
    package func notificationHistory(
        from start: Instant, until end: Instant, _ filter: NotificationFilter = .all,
        page token: String? = nil, in environment: AppStoreEnvironment
    ) async throws(AppStoreError) -> NotificationPage {
        var members: [String: JSONValue] = [
            "startDate": .integer(start.milliseconds), "endDate": .integer(end.milliseconds),
        ]
        if filter == .failedOnly { members["onlyFailures"] = .bool(true) }
        let question = AppStoreQuestion(
            endpoint: .notificationHistory, query: token.map { [("paginationToken", $0)] } ?? [],
            body: Data(JSONValue.object(members).canonicalText.utf8))
        let reply = try await ask(question, in: environment)
        let next = reply.json["hasMore"]?.flag == true ? reply.json["paginationToken"]?.string : nil
        return NotificationPage(answer: reply.answer(.serverAPI), nextToken: next == token ? nil : next)
    }

    /// Tells what was consumed of a purchase whose refund a customer wants, in Apple's JSON.
    package func sendConsumption(
        _ body: String, about id: TransactionID, in environment: AppStoreEnvironment
    ) async throws(AppStoreError) {
        _ = try await ask(
            AppStoreQuestion(
                endpoint: .sendConsumption, subject: id.rawValue, body: Data(body.utf8)), in: environment)
    }

    /// Asks for a TEST notification; answers the token by which its fate can be asked for.
    package func requestTestNotification(
        in environment: AppStoreEnvironment
    ) async throws(AppStoreError) -> String {
        let reply = try await ask(AppStoreQuestion(endpoint: .requestTest), in: environment)
        guard let token = reply.json["testNotificationToken"]?.string else { throw .notJSON }
        return token
    }

    /// What became of a TEST notification.
    package func testNotificationStatus(
        _ token: String, in environment: AppStoreEnvironment
    ) async throws(AppStoreError) -> TestNotificationAnswer {
        let reply = try await ask(
            AppStoreQuestion(endpoint: .testStatus, subject: token), in: environment)
        let attempts = reply.json["sendAttempts"]?.array ?? []
        return TestNotificationAnswer(
            answer: reply.answer(.serverAPI),
            results: attempts.compactMap { $0["sendAttemptResult"]?.string })
    }

    /// The most pages of a history: ten thousand transactions, more than any customer can fill†.
    static let pageLimit = 500

    private func pages(
        _ endpoint: AppStoreEndpoint, ofAny id: TransactionID, in environment: AppStoreEnvironment?
    ) async throws(AppStoreError) -> [AppStoreAnswer] {
        var question = AppStoreQuestion(endpoint: endpoint, subject: id.rawValue)
        var reply = try await askAnywhere(question, in: environment)
        var pages = [reply.answer(.serverAPI)]
        while reply.json["hasMore"]?.flag == true, let next = reply.json["revision"]?.string {
            // A revision that does not move would be asked for ever.
            guard pages.count < AppStoreAsker.pageLimit, question.query.first?.value != next else { break }
            question.query = [("revision", next)]
            reply = try await ask(question, in: reply.environment)
            pages.append(reply.answer(.serverAPI))
        }
        return pages
    }
}

/// Which notifications a history tells.
package enum NotificationFilter: Hashable, Sendable {
    case all
    /// Those that did not arrive.
    case failedOnly
}
