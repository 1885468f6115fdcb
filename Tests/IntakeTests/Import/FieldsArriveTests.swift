import AppStore
import AppStoreTesting
import CustomDump
import Foundation
import JSONValues
import PersistenceTesting
import Purchases
import Testing

@testable import Intake
@testable import Persistence

/// All that a decoder tells of a document arrives in the store: nothing is lost on the way there.
struct FieldsArriveTests {
    private func decoder() throws -> DocumentDecoder {
        let roots = try TrustedRoots(certificate: MintedChain.good.root)
        return DocumentDecoder(checker: SignatureChecker(roots: roots, now: Shop.now))
    }

    /// What the decoder tells of a document in its envelope.
    private func told(_ enveloped: String) throws -> DocumentContents {
        let documents = SourceReader().documents(in: Data(enveloped.utf8), source: "f")
        let document = try #require(documents.next())
        return try document.get().decoded(by: decoder()).get().contents
    }

    @Test(arguments: DocumentKind.allCases)
    func anImportAdmitsAllThatADecoderTells(_ kind: DocumentKind) throws {
        let context = DocumentContext(kind: kind)
        let source = SourceDocument(source: "f", value: try FullPaper.document(kind), context: context)
        var admission = try Admission(to: SignedPaper.shop().store, by: decoder())
        let admitted = try #require(try admission.item(for: .success(source), in: context).document)
        var told = try source.decoded(by: decoder()).get().contents
        told.isVouched = admitted.check != .unchecked
        expectNoDifference(admitted.contents, told)
    }

    /// A notification comes with the time at which it came, and with nothing else changed.
    @Test(arguments: DocumentKind.allCases)
    func aReaderPassesOnAllThatADecoderTells(_ kind: DocumentKind) throws {
        let value = try FullPaper.document(kind)
        let source = SourceDocument(
            source: "f", value: value, context: DocumentContext(kind: kind, customer: "u_1"))
        var told = try source.decoded(by: decoder()).get().contents
        for place in told.notices.indices where told.notices[place].isDelivery {
            told.notices[place].notification.receivedAt = FullPaper.arrival
        }
        if told.person != nil || told.report != nil { told.receivedAt = FullPaper.arrival }
        let shop = try SignedPaper.shop()
        let context = DocumentContext(kind: kind, customer: "u_1", receivedAt: FullPaper.arrival)
        let reader = try DocumentReader(shop.store, roots: shop.roots)
        let passed = try reader.read(value, from: "f", in: context, at: Shop.now)
        let admitted = try #require(passed.document)
        told.isVouched = admitted.check != .unchecked
        expectNoDifference(admitted.contents, told)
    }

    @Test(arguments: DocumentKind.allCases)
    func theStoreKeepsAllThatADecoderTells(_ kind: DocumentKind) throws {
        let document = try FullPaper.enveloped(kind)
        let told = try told(document)
        let shop = try SignedPaper.shop()
        let report = try shop.bring(document)
        #expect(report.rejected.map(\.detail) == [])
        let kept = try #require(try shop.store.document(1))
        #expect(kept.kind == kind.rawValue && kept.environment == told.environment?.rawValue)
        #expect(kept.documentTime == told.precedence.documentTime && kept.receivedAt == told.receivedAt)
        try shop.store.read { db in
            for chain in told.chains {
                let id = ChainID(chain, in: told.environment ?? .production)
                try compare(try #require(try StoredChain.find(id, in: db)), with: told)
            }
            let notices = try db.map("SELECT \(StoreNotification.columns) FROM notifications n") {
                try StoreNotification($0, after: 0)
            }
            expectNoDifference(notices, told.notices.map(\.notification))
            let attempts = try db.map("SELECT at_ms, result FROM send_attempts ORDER BY at_ms") {
                SendAttempt(at: try $0[0], result: try $0[1])
            }
            expectNoDifference(attempts, told.notices.flatMap(\.sendAttempts))
            let mentions: [OriginalTransactionID] = try db.values(
                "SELECT original_transaction_id FROM document_mentions ORDER BY original_transaction_id")
            expectNoDifference(mentions, told.mentions)
        }
        let reasons = try shop.store.refunds(.all, at: FullPaper.arrival).flatMap(\.request.askings)
            .map(\.reason)
        expectNoDifference(reasons, told.notices.compactMap(\.refundReason))
        try comparePeople(told, in: shop.store)
    }

    private func compare(_ kept: StoredChain, with told: DocumentContents) throws {
        let id = kept.chain.id.original
        for telling in told.transactions where telling.originalTransactionID == id {
            let transaction = try #require(
                kept.chain.transactions.first { $0.ids.contains(telling.transactionID) })
            var values = telling.values
            values.isAccountVouched = transaction.values.isAccountVouched
            expectNoDifference(transaction.values, values)
            #expect((values.isAccountVouched == nil) == (values.appAccountToken == nil))
            if told.precedence(of: telling).isSigned { #expect(values.isAccountVouched != false) }
            #expect(transaction.told.tellings.map(\.precedence) == [told.precedence(of: telling)])
            #expect(transaction.knownAt == told.knownAt(of: telling))
        }
        let renewals = told.byChain.filter { $0.chain == id }.flatMap(\.renewals).map(\.info)
        expectNoDifference(kept.chain.renewals, renewals)
        let isFirstListed = told.lists.contains { list in
            list.chain == id && list.ids.contains(TransactionID(id.rawValue))
        }
        #expect((kept.chain.historyReach != nil) == isFirstListed)
    }

    private func comparePeople(_ told: DocumentContents, in store: Store) throws {
        let transactions = told.transactions.compactMap(\.values.appAccountToken)
        let tokens = Set(transactions + told.renewals.compactMap(\.appAccountToken))
        try store.read { db in
            let claims: [String] = try db.values(
                "SELECT DISTINCT token FROM chain_claims WHERE token IS NOT NULL ORDER BY token")
            #expect(claims == tokens.map(\.whole).sorted())
            let names: [AppUserID] = try db.values(
                "SELECT DISTINCT app_user_id FROM chain_claims WHERE kind = 'customer'")
            let named: [AppUserID] = told.chains.isEmpty ? [] : ["u_1"]
            #expect(names == named)
            let orders: [String] = try db.values("SELECT DISTINCT order_id FROM orders")
            #expect(orders == [told.orderID?.rawValue].compactMap { $0 })
            let attempt = try AttemptTable.at(1, in: db)?.attempt
            expectNoDifference(attempt?.id, told.report?.attempt)
            expectNoDifference(attempt?.values, told.report?.values)
            let events = attempt.map { Set($0.events.map(\.event)) }
            expectNoDifference(events, told.report.map { Set($0.events) })
        }
        if let person = told.person {
            let page = try store.customerPage(person.id, at: FullPaper.arrival)
            expectNoDifference(page?.customer.values, person.values)
        }
    }

    /// A field that no sample sets would be kept or lost unseen.
    @Test func theSamplesSetEveryField() throws {
        let all = try DocumentKind.allCases.map { try told(FullPaper.enveloped($0)) }
        let transactions = all.flatMap(\.transactions)
        #expect(unset(in: all) == [])
        #expect(unset(in: transactions) == [])
        // They are made by merging and by taking in, never told.
        #expect(unset(in: transactions.map(\.values)) == ["isAccountVouched", "revocationDetails"])
        #expect(unset(in: transactions.compactMap { revocation(of: $0) }) == [])
        #expect(unset(in: all.flatMap(\.renewals)) == [])
        #expect(unset(in: all.flatMap(\.byChain).flatMap(\.renewals).map(\.info)) == [])
        #expect(unset(in: all.flatMap(\.notices)) == [])
        #expect(unset(in: all.flatMap(\.notices).map(\.notification)) == [])
        #expect(unset(in: all.compactMap(\.person?.values)) == [])
        #expect(unset(in: all.compactMap(\.report?.values)) == [])
        #expect(unset(in: all.compactMap(\.report).flatMap(\.events)) == [])
        #expect(unset(in: all.compactMap(\.report).flatMap(\.events).compactMap(\.error)) == [])
    }

    private func revocation(of telling: TransactionObservation) -> Revocation? {
        if case .revoked(let revocation) = telling.values.revocation { revocation } else { nil }
    }

    /// The fields that hold nothing in any of some values: optional ones and lists.
    private func unset<Value>(in values: [Value]) -> [String] {
        let fields = values.flatMap { Mirror(reflecting: $0).children }
        let names = Set(fields.compactMap { $0.label })
        return names.subtracting(fields.filter { isFilled($0.value) }.compactMap { $0.label }).sorted()
    }

    private func isFilled(_ value: Any) -> Bool {
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional?, .collection?: return !mirror.children.isEmpty
        default: return true
        }
    }
}
