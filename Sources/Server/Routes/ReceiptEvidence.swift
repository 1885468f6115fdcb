import AppStore
import AppStoreClient
import Foundation
import Hummingbird
import Intake
import JSONValues
import Persistence
import Purchases

/// What an app or its backend shows of purchases: a receipt, or signed transactions. `ReceiptRoute` takes it in,
/// `VerifyRoute` only looks at it.
struct ReceiptEvidence: Sendable {
    /// The most signed transactions at once†.
    static let limit = 200
    /// How long Apple is waited for, before what is there is checked by its signature†.
    static let patience = Duration.seconds(12)

    /// Whose purchases they are; nil where nobody says.
    let customer: AppUserID?
    private let receipt: String?
    private let signed: [String]

    /// How many documents it is.
    var count: Int { max(1, signed.count) }

    /// Reads a body.
    ///
    /// - Throws: `Problem` where it is not understood, or where nobody is named and somebody must be.
    init(_ body: Data, needsCustomer: Bool) throws {
        let value: JSONValue
        do {
            value = try JSONValue(sent: body)
        } catch {
            throw Problem(.badRequest, ReportRoute.plain(error.detail), code: error.reason.rawValue)
        }
        guard let members = value.object else {
            throw Problem(
                .badRequest, "The body must be an object with app_user_id and receipt or signed_transactions."
            )
        }
        customer = try ReceiptEvidence.customer(members["app_user_id"], isNeeded: needsCustomer)
        receipt = try ReceiptEvidence.receipt(members["receipt"])
        signed = try ReceiptEvidence.signed(members["signed_transactions"])
        guard (receipt == nil) != signed.isEmpty else {
            throw Problem(.badRequest, "Send receipt or signed_transactions: one of them.")
        }
    }

    private static func customer(_ value: JSONValue?, isNeeded: Bool) throws -> AppUserID? {
        guard let value, value != .null else {
            guard isNeeded else { return nil }
            throw Problem(.badRequest, "app_user_id is missing: say whose purchases they are.")
        }
        guard let text = value.string, (1...256).contains(text.utf8.count),
            text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        else { throw Problem(.badRequest, "app_user_id is no id: send the app's own name of the customer.") }
        return AppUserID(text)
    }

    private static func receipt(_ value: JSONValue?) throws -> String? {
        guard let value, value != .null else { return nil }
        guard let text = value.string, !text.isEmpty else {
            throw Problem(.badRequest, "receipt is no text: send it in base64.")
        }
        return AppReceipt.plainText(ofBase64: text)
    }

    private static func signed(_ value: JSONValue?) throws -> [String] {
        guard let value, value != .null else { return [] }
        guard let list = value.array, !list.isEmpty, list.count <= limit else {
            throw Problem(.badRequest, "signed_transactions is a list of 1 to \(limit) texts.")
        }
        return try list.map { element in
            guard let text = element.string else {
                throw Problem(.badRequest, "signed_transactions holds texts: send each as StoreKit gave it.")
            }
            return text
        }
    }
}

/// Evidence that somebody vouches for.
struct ProvenEvidence: Sendable {
    /// Who vouches for it.
    enum Proof: String, Sendable {
        /// Apple was asked, and answered.
        case apple
        /// Apple's signature holds; Apple itself could not be asked, or need not be.
        case signature
    }

    /// The documents, each as the store takes it in.
    let documents: [DecodedDocument]
    /// Who vouches for them.
    let proof: Proof
    /// Keeps the receipt, so that Apple can be asked again with it.
    var keeping: [SideEffect] = []
}

extension ReceiptEvidence {
    /// Finds out what the evidence is worth: Apple is asked about a receipt, signatures are checked here.
    ///
    /// - Throws: `Problem`, 422 where Apple or the signature says no, 503 where nobody can say just now.
    func proven(by parts: ServerParts, for origin: String, at now: Instant) async throws -> ProvenEvidence {
        guard let receipt else {
            return ProvenEvidence(
                documents: try await read(signed, as: nil, by: parts, for: origin, at: now), proof: .signature
            )
        }
        do {
            let answer = try await asked(receipt, parts)
            let context = DocumentContext(kind: answer.kind, customer: customer, isAnswer: true)
            let item = try await parts.store.ask { [reader = parts.reader] _ in
                try reader.read(answer.body, from: origin, in: context, at: now)
            }
            let document = try admitted(item)
            return ProvenEvidence(
                documents: [document], proof: .apple, keeping: kept(receipt, document))
        } catch let error as AppStoreError {
            if let refusal = ReceiptEvidence.refusal(error) { throw refusal }
            let documents = try await locally(receipt, by: parts, for: origin, at: now, because: error)
            return ProvenEvidence(
                documents: documents, proof: .signature, keeping: documents.flatMap { kept(receipt, $0) })
        }
    }

    /// What Apple says for good, as an answer to the sender of the receipt; nil where its signature decides instead.
    ///
    /// Source: Apple, verifyReceipt, `status`: 21003 (cannot be authenticated) and 21010 (the account is gone) are
    /// final, 21007 and 21008 name the other environment.
    private static func refusal(_ error: AppStoreError) -> Problem? {
        guard case .status(let status, _) = error else { return nil }
        return switch status {
        case 21003: Problem(.receiptRefused, "Apple cannot authenticate the receipt.", code: "21003")
        case 21010: Problem(.receiptRefused, "The receipt's account does not exist any more.", code: "21010")
        case 21007, 21008:
            Problem(.notTaken, "The receipt is of an environment that is not served.", code: String(status))
        default: nil
        }
    }

    private func asked(_ receipt: String, _ parts: ServerParts) async throws -> AppStoreAnswer {
        guard let appStore = parts.appStore else { throw AppStoreError.notConfigured(.receipts) }
        return try await withThrowingTaskGroup(of: AppStoreAnswer.self) { group in
            group.addTask { try await appStore.verifyReceipt(receipt) }
            group.addTask {
                try await Task.sleep(for: ReceiptEvidence.patience)
                throw AppStoreError.transport(.timedOut)
            }
            defer { group.cancelAll() }
            guard let answer = try await group.next() else { throw CancellationError() }
            return answer
        }
    }

    /// Checks a receipt by its signature while Apple is away.
    private func locally(
        _ receipt: String, by parts: ServerParts, for origin: String, at now: Instant,
        because error: AppStoreError
    ) async throws -> [DecodedDocument] {
        do {
            return try await read([receipt], as: .receipt, by: parts, for: origin, at: now)
        } catch let problem as Problem where problem.code == RejectionReason.malformedReceipt.rawValue {
            // Receipts of the first years are no PKCS#7, and only Apple can say what they are.
            guard error.isRepeatable else { throw problem }
            // Apple was asked, and cannot read it either.
            if case .status(21002, _) = error { throw problem }
            throw Problem(
                .unavailable,
                "Apple cannot be asked just now, and this receipt carries no signature: send it again.",
                code: "app_store_away", retryAfter: 60)
        }
    }

    private func read(
        _ texts: [String], as kind: DocumentKind?, by parts: ServerParts, for origin: String, at now: Instant
    ) async throws -> [DecodedDocument] {
        let context = DocumentContext(kind: kind, customer: customer)
        let items = try await parts.store.ask { [reader = parts.reader] _ in
            try texts.map { try reader.read(.string($0), from: origin, in: context, at: now) }
        }
        return try items.map { item in
            let document = try admitted(item)
            let kinds: Set<DocumentKind> = [.receipt, .signedTransaction, .signedRenewalInfo]
            guard document.check == .signed, kinds.contains(document.contents.kind) else {
                throw Problem(.notTaken, "It is not signed by Apple.", code: "not_signed")
            }
            return document
        }
    }

    private func kept(_ receipt: String, _ document: DecodedDocument) -> [SideEffect] {
        ReceiptKeeping.effect(receipt, told: document, of: customer).map { [$0] } ?? []
    }

    private func admitted(_ item: ImportItem) throws -> DecodedDocument {
        switch item {
        case .document(let document): return document
        case .rejected(let rejection):
            throw Problem(.notTaken, ReportRoute.plain(rejection.detail), code: rejection.reason)
        }
    }
}
