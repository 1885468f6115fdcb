import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// Which documents a filter finds, page by page.
@Suite struct DocumentListTests {
    private func filled() throws -> Store {
        try TestDocuments.store(
            TestDocuments.answer([("1001", 0)]) { $0.owner = People.customer },
            TestDocuments.notification("DID_RENEW", uuid: "a"),
            TestDocuments.notification("DID_FAIL_TO_RENEW", "GRACE_PERIOD", uuid: "b"),
            TestDocuments.notification("DID_FAIL_TO_RENEW", uuid: "c", check: .unchecked),
            TestDocuments.history(["a", "d"]),
            TestDocuments.notification("DID_RENEW", "BILLING_RECOVERY", uuid: "e"))
    }

    private func numbers(_ store: Store, _ filter: DocumentFilter) throws -> [Int64] {
        try store.documents(filter).map(\.id)
    }

    @Test func everyFilterFindsItsOwn() throws {
        let store = try filled()
        #expect(try numbers(store, DocumentFilter()) == [6, 5, 4, 3, 2, 1])
        #expect(try numbers(store, DocumentFilter(kind: .notificationV2)) == [6, 4, 3, 2])
        #expect(try numbers(store, DocumentFilter(check: .unchecked)) == [4, 1])
        #expect(try numbers(store, DocumentFilter(check: .secret)) == [])
        #expect(try numbers(store, DocumentFilter(customer: People.customer)) == [6, 5, 4, 3, 2, 1])
        #expect(try numbers(store, DocumentFilter(chain: OriginalTransactionID("9"))) == [])
    }

    @Test func notificationsAreFoundByNameWhereTheNewestOfThemStands() throws {
        let store = try filled()
        let find = { (name: String) in try numbers(store, DocumentFilter(notification: .init(name))) }
        #expect(try find("DID_RENEW") == [6, 5, 2])
        #expect(try find("DID_RENEW/BILLING_RECOVERY") == [6])
        #expect(try find("DID_FAIL_TO_RENEW") == [4, 3])
        #expect(try find("DID_FAIL_TO_RENEW/GRACE_PERIOD") == [3])
        #expect(try find("REFUND") == [])
    }

    @Test func whatIsAskedForCountsTogether() throws {
        let store = try filled()
        let unchecked = DocumentFilter(notification: .init("DID_FAIL_TO_RENEW"), check: .unchecked)
        #expect(try numbers(store, unchecked) == [4])
        let history = DocumentFilter(
            kind: .serverAPI, notification: .init("DID_RENEW"), chain: TestDocuments.chain,
            customer: People.customer, check: .signed)
        #expect(try numbers(store, history) == [5])
        #expect(try numbers(store, DocumentFilter(kind: .verifyReceipt, check: .signed)) == [])
    }

    @Test(arguments: [
        DocumentFilter(), DocumentFilter(kind: .notificationV2), DocumentFilter(check: .signed),
        DocumentFilter(notification: .init("DID_RENEW")), DocumentFilter(customer: People.customer),
    ])
    func pagesOfOneAreTheWholeList(_ filter: DocumentFilter) throws {
        let store = try filled()
        var (found, after): ([Int64], Int64?) = ([], nil)
        while let next = try store.documents(filter, after: after, limit: 1).first?.id {
            found.append(next)
            after = next
        }
        #expect(try found == numbers(store, filter) && found.count > 1)
    }

    @Test func aPageAfterADocumentThatIsNotListedIsRefused() throws {
        let store = try filled()
        #expect(throws: StoreError.self) {
            try store.documents(DocumentFilter(notification: .init("DID_RENEW")), after: 3)
        }
    }

    @Test func aDocumentNamesItsNotificationsOnce() throws {
        #expect(try filled().documents().map(\.notifications.count) == [1, 1, 1, 1, 1, 0])
        #expect(try filled().document(3)?.notifications == ["DID_FAIL_TO_RENEW/GRACE_PERIOD"])
    }

    /// A document that answers something, and the code that is understood in it.
    struct AnsweredCode: Sendable {
        let kind: DocumentKind
        let body: String
        let code: String?
    }

    @Test(arguments: [
        AnsweredCode(kind: .verifyReceipt, body: "{\"status\":21006}", code: "21006"),
        AnsweredCode(kind: .serverAPI, body: "{\"errorCode\":4040010}", code: "4040010"),
        AnsweredCode(kind: .serverAPI, body: "{\"errorCode\":1}", code: nil),
        AnsweredCode(kind: .serverAPI, body: "no JSON", code: nil),
        AnsweredCode(kind: .notificationV1, body: "{\"status\":21006}", code: nil),
    ])
    func anAnswersCodeIsUnderstood(_ answer: AnsweredCode) throws {
        let precedence = Precedence(documentTime: People.now, isSigned: false, digest: "x")
        let store = try TestDocuments.store(
            DecodedDocument(
                contents: DocumentContents(kind: answer.kind, precedence: precedence), body: answer.body,
                payload: "{\"decoded\":1}", source: "papers", check: .unchecked))
        let document = try store.document(1)
        #expect(document?.meaning?.code == answer.code)
        #expect(document?.body == answer.body && document?.payload == "{\"decoded\":1}")
        #expect(try store.documents().first?.body == nil)
    }

    @Test func kindsStandInStatementsByTheirNames() {
        #expect(DocumentKind.list(where: \.isTheApps) == "('purchase_report', 'customers')")
        #expect(DocumentKind.list(where: \.tellsOfAPerson) == "('customers')")
        #expect(DocumentKind.list(where: \.isDatedByADevice) == "('purchase_report')")
    }
}
