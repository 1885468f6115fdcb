import Foundation
import Intake
import JSONValues
import Persistence
import PersistenceTesting
import Purchases
import Testing

/// What somebody changes in the file with `sqlite3` is named by `doctor --all`; docs/store.md says what is not, and why.
struct ChangesByHandTests {
    private let shop: DocumentShop
    private var store: Store { shop.store }
    private let agent = Shop.agent
    private let lead = Shop.lead
    private let now = Shop.now

    /// A small store in which everything stands that is changed below.
    init() throws {
        shop = try SignedPaper.shop()
        let server = AgentName("server")
        let store = shop.store
        for (login, role) in [(agent, Role.agent), (AgentName("vic"), .viewer), (server, .service)] {
            try store.addAgent(login, role: role, by: lead, at: now)
        }
        _ = try store.addSecret("hunter2", by: lead, at: now)
        for name in ["app", "old"] { _ = try store.addAPIKey(named: name, for: .app, by: lead, at: now) }
        try store.removeAPIKey(named: "old", by: lead, at: now)
        try Self.bringDocuments(to: shop)
        try store.setCustomer("u_1", CustomerValues(email: "zoe@example.com"), by: agent, at: now)
        try store.act(.note("called"), on: AppUserID("u_1"), by: agent, at: now)
        try store.act(.tester(true), on: "u_1", by: lead, at: now)
        _ = try store.attach(
            AttachRequest("9001", to: "u_2", reason: "email", createsCustomer: true), by: agent, at: now)
        let key = ReplyPolicy.Key(.lossOfFunds, in: .german)
        try store.setReplyTemplate(key, to: "Es tut uns leid.", by: lead, at: now)
        try Self.work(in: shop, by: agent)
        let tell = {
            _ = try store.tellEntitlements(by: server, at: Shop.now)
            try store.queueWebhooks(to: [WebhookReceiver("backend")], by: server, at: Shop.now)
        }
        try tell()
        for days in [7, 14] {
            try store.give(Self.request(days: days), by: agent, at: now)
            try tell()
        }
        _ = try store.revoke(GrantID("2"), reason: "mistake", by: lead, at: now)
        try tell()
        _ = try store.grant(Self.request(days: 400), by: agent, at: now)
    }

    /// A signed notification about a purchase that was refunded, and a receipt that nothing vouches for.
    private static func bringDocuments(to shop: DocumentShop) throws {
        let paper = try SignedPaper()
        let transaction = try paper.signed(
            .object([
                "transactionId": .string("7000"), "originalTransactionId": .string("7000"),
                "productId": .string("tea.monthly"), "bundleId": .string("com.example.tea"),
                "environment": .string("Production"), "purchaseDate": SignedPaper.date(0),
                "expiresDate": SignedPaper.date(30), "webOrderLineItemId": .string("9000"),
                "revocationDate": SignedPaper.date(3), "price": .integer(9990), "currency": .string("EUR"),
                "signedDate": SignedPaper.date(4),
            ]))
        let notification = try paper.signed(
            .object([
                "notificationType": .string("REFUND"), "version": .string("2.0"),
                "notificationUUID": .string("5b0f9e5a-0000-4000-8000-000000000001"),
                "signedDate": SignedPaper.date(4),
                "data": .object([
                    "environment": .string("Production"), "bundleId": .string("com.example.tea"),
                    "signedTransactionInfo": transaction,
                ]),
            ]))
        try shop.bring(
            JSONValue.object(["signedPayload": notification]).canonicalText, customer: "u_1")
        try shop.bring(
            JSONPaper.receipt([JSONPaper.Entry(id: "9001", chain: "9001", line: "9301")], on: 1))
    }

    /// Two losses, of which one was written off.
    private static func work(in shop: DocumentShop, by agent: AgentName) throws {
        // Days from each other and from every purchase: none is taken for another.
        for (id, transaction, hours) in [("a", "9100", 200), ("b", "9200", 300)] as [(String, String, Double)]
        {
            try shop.shop.bring(
                ReportedAttempt(id: id, transaction: transaction, events: ReportedAttempt.lost(hours)))
        }
        _ = try shop.store.act(.note("called"), on: TicketID("1"), by: agent, at: Shop.now)
        _ = try shop.store.act(
            .resolve(TicketEnd(.writtenOff, note: "too late")), on: "2", by: Shop.lead, at: Shop.now)
    }

    private static func request(days: Int) throws -> GrantRequest {
        let period = try #require(CalendarPeriod(days: days))
        return GrantRequest(
            customer: "u_1", entitlement: "pro", term: .period(period), reason: "goodwill",
            evenIfNothingIsGained: true)
    }

    private func findings() throws -> [Finding] {
        let reader = try KeptDocumentReader(store, roots: shop.roots, at: now)
        return try store.doctorAll(at: now, by: lead, rereading: reader.read)
    }

    @Test func nothingIsNamedWhereNobodyChangedAnything() throws {
        let wrong = try findings().filter { $0.level == .error || $0.code == "claims" && $0.level != .ok }
        #expect(wrong == [])
    }

    /// The note is the agent's who asked for it, the end the lead's who granted it.
    @Test func anEndThatALeadGrantedIsAsTheLogHasIt() throws {
        let ending = TicketEnd(.refunded, note: "her bank shows it")
        let asked = try #require(
            try store.act(.resolve(ending), on: "1", reference: "HD-1", by: agent, at: now).request)
        _ = try store.act(.approve(), on: asked.id, by: lead, at: now)
        #expect(try findings().filter { $0.level == .error } == [])
        try shop.raw("UPDATE tickets SET is_without_proof = 0 WHERE id = 1")
        #expect(try findings().filter { $0.level == .error }.map(\.code).contains("tickets"))
    }

    /// Two documents tell of it: what they told is kept beside the columns, which lists and views read.
    @Test(arguments: ["price_milliunits = 990", "expires_at_ms = 4070908800000"])
    func whatSeveralDocumentsTellIsComparedWithWhatIsShown(_ change: String) throws {
        let more = ["quantity": JSONValue.string("1"), "is_trial_period": .string("false")]
        let entry = JSONPaper.Entry(id: "7000", chain: "7000", line: "9000", more: more)
        try shop.bring(JSONPaper.receipt([entry], on: 2), customer: "u_1")
        let shown = "transaction_id = '7000' AND tellings IS NOT NULL"
        #expect(try store.number("SELECT count(*) FROM transactions WHERE \(shown)") == 1)
        #expect(try !findings().contains { $0.code == "facts" && $0.level != .ok })
        try shop.raw("UPDATE transactions SET \(change) WHERE \(shown)")
        #expect(try findings().contains { $0.code == "facts" && $0.level == .error })
    }

    @Test func howMuchWasLookedAtIsSaid() throws {
        let findings = try findings()
        func text(_ code: String) -> String { findings.first { $0.code == code }?.text ?? "" }
        #expect(text("periods").contains("all 2 chains (2 charges)"), "\(text("periods"))")
        #expect(text("facts").contains("2 charges of 2 chains"), "\(text("facts"))")
        #expect(text("tickets").contains("all 2"), "\(text("tickets"))")
        #expect(Set(findings.map(\.code)).count == findings.count, "each code once")
    }

    @Test func progressEndsWithEverything() throws {
        var shares: [Double] = []
        _ = try store.doctorAll(at: now, progress: { shares.append($0) })
        #expect(shares == shares.sorted() && shares.last == 1)
    }

    @Test(arguments: [
        // Who may do what.
        ("UPDATE agents SET role = 'lead' WHERE login = 'vic'", "trust"),
        ("INSERT INTO agents (login, role, since_ms, added_by) VALUES ('mal', 'lead', 1, 'lena')", "trust"),
        ("INSERT INTO settings VALUES ('policy.alarm_command', 'touch x')", "trust"),
        ("INSERT INTO settings VALUES ('policy.alarm_url', 'https://example.org/')", "trust"),
        ("INSERT INTO settings VALUES ('policy.grants_per_agent', '5000')", "trust"),
        ("INSERT INTO settings VALUES ('accept_unchecked', 'agent')", "trust"),
        ("INSERT INTO served_environments VALUES ('Xcode')", "trust"),
        ("UPDATE store_state SET value = '0' WHERE key = 'practice'", "trust"),
        ("UPDATE secrets SET hash = 'mine'", "trust"),
        (
            """
            INSERT INTO api_keys (name, scope, hash, added_at_ms, added_by) VALUES ('mal', 'backend', 'x', 1, 'lena')
            """, "trust"
        ),
        ("UPDATE api_keys SET scope = 'backend' WHERE name = 'app'", "trust"),
        ("UPDATE api_keys SET removed_at_ms = NULL WHERE name = 'old'", "trust"),
        // Grants and the log.
        (
            """
            INSERT INTO grants (app_user_id, entitlement, starts_at_ms, reason, granted_by, granted_at_ms)
            VALUES ('u_2', 'pro', 1, 'goodwill', 'lena', 1)
            """, "audit"
        ),
        ("DROP TRIGGER grants_revoke_once; UPDATE grants SET ends_at_ms = NULL WHERE id = 1", "audit"),
        (
            """
            DROP TRIGGER grants_revoke_once; UPDATE grants SET revoked_at_ms = NULL, revoked_by = NULL,
              revoked_reason = NULL WHERE id = 2
            """, "audit"
        ),
        ("DROP TRIGGER grants_no_delete; DELETE FROM grants WHERE id = 1", "audit"),
        ("DROP TRIGGER audit_no_update; UPDATE audit SET agent = 'x' WHERE sequence = 3", "audit"),
        (
            "PRAGMA foreign_keys = OFF; DROP TRIGGER audit_no_delete; DELETE FROM audit WHERE sequence = 3",
            "audit"
        ),
        (
            """
            PRAGMA foreign_keys = OFF; DROP TRIGGER audit_no_delete;
            DELETE FROM audit WHERE sequence = (SELECT max(sequence) FROM audit)
            """, "audit"
        ),
        // The schema.
        ("DROP TRIGGER grants_no_delete", "guards"),
        (
            """
            DROP VIEW active_entitlements; CREATE VIEW active_entitlements AS SELECT 'u_mal' AS app_user_id
            """, "schema"
        ),
        (
            "CREATE TRIGGER mine AFTER INSERT ON notes BEGIN DELETE FROM notes WHERE id = NEW.id; END",
            "schema"
        ),
        // Facts, and what follows from them.
        ("UPDATE transactions SET expires_at_ms = 4070908800000 WHERE transaction_id = '7000'", "facts"),
        ("UPDATE transactions SET price_milliunits = 990 WHERE transaction_id = '7000'", "facts"),
        (
            "UPDATE transactions SET revoked_at_ms = NULL, revocation_told = 1 WHERE transaction_id = '7000'",
            "facts"
        ),
        ("UPDATE access_periods SET until_ms = 4070908800000", "periods"),
        ("UPDATE charges SET standing = 'made_good'", "balance"),
        ("PRAGMA foreign_keys = OFF; DELETE FROM tickets WHERE id = 1", "foreign_keys"),
        ("PRAGMA foreign_keys = OFF; DELETE FROM notifications", "foreign_keys"),
        (
            """
            UPDATE chains SET customer_id = (SELECT id FROM customers WHERE app_user_id = 'u_2')
            WHERE original_transaction_id = '7000'
            """, "claims"
        ),
        ("UPDATE chain_claims SET app_user_id = 'u_2' WHERE kind = 'customer'", "claims"),
        ("UPDATE chain_claims SET kind = 'attach' WHERE kind = 'customer'", "claims"),
        ("DELETE FROM chain_claims WHERE kind = 'attach'", "claims"),
        (
            "UPDATE documents SET body = replace(body, 'a', 'b') WHERE kind = 'notification_v2'",
            "document_bodies"
        ),
        ("UPDATE documents SET checked = 'signed' WHERE kind = 'verify_receipt'", "document_bodies"),
        // What people did.
        (
            """
            UPDATE tickets SET state = 'resolved', resolution = 'written_off', resolved_at_ms = 1, resolved_by = 'lena'
            WHERE id = 1
            """, "tickets"
        ),
        ("UPDATE tickets SET resolution = 'refunded' WHERE id = 2", "tickets"),
        ("UPDATE tickets SET resolved_by = NULL WHERE id = 2", "tickets"),
        ("UPDATE tickets SET is_without_proof = 1 WHERE id = 2", "tickets"),
        (
            """
            UPDATE approval_requests SET state = 'approved', decided_by = 'lena', decided_at_ms = 1
            """, "requests"
        ),
        ("UPDATE approval_requests SET asked_by = 'vic'", "requests"),
        ("UPDATE notes SET body = 'never called' WHERE customer_id IS NOT NULL", "notes"),
        ("UPDATE notes SET body = 'never called' WHERE ticket_id IS NOT NULL", "notes"),
        ("DELETE FROM notes WHERE customer_id IS NOT NULL", "notes"),
        ("UPDATE customers SET email = 'mal@example.com' WHERE app_user_id = 'u_1'", "customers"),
        ("UPDATE customers SET told = NULL WHERE app_user_id = 'u_1'", "customers"),
        ("UPDATE customers SET tester = 1 WHERE app_user_id = 'u_2'", "testers"),
        ("UPDATE customers SET tester = 0 WHERE app_user_id = 'u_1'", "testers"),
        (
            """
            INSERT INTO consumption_consents (customer_id, is_given, at_ms, set_by)
            SELECT id, 1, 1, 'ana' FROM customers WHERE app_user_id = 'u_1'
            """, "consents"
        ),
        ("UPDATE reply_templates SET body = 'https://example.org/'", "templates"),
        ("INSERT INTO reply_templates VALUES ('en', 'loss_of_funds', 'https://example.org/')", "templates"),
        // What others are told.
        ("UPDATE entitlement_events SET until_ms = until_ms + 1", "events"),
        ("UPDATE entitlement_events SET kind = 'revoked'", "events"),
        ("UPDATE webhook_messages SET body = replace(body, '2023', '2099')", "messages"),
        ("UPDATE webhook_messages SET app_user_id = 'u_2'", "messages"),
        (
            """
            UPDATE webhook_messages SET type = 'ticket.opened',
              body = '{"type":"entitlement.granted","timestamp":"","data":{"app_user_id":"u_1","ticket":"1"}}'
            """, "messages"
        ),
        ("DELETE FROM change_log WHERE sequence = 2", "changes"),
        ("DELETE FROM change_log WHERE sequence > 2", "changes"),
    ])
    func whatIsChangedIsNamed(_ sql: String, _ code: String) throws {
        try shop.raw(sql)
        let wrong = try findings().filter { $0.level == .error }
        #expect(wrong.map(\.code).contains(code), "\(wrong.map { "\($0.code): \($0.text)" })")
        #expect(wrong.allSatisfy { $0.fix != nil })
    }

    /// What nothing else knows is not named, and the page says so: whoever finds a way adds it above.
    @Test(arguments: [
        """
        INSERT INTO idempotency (key, request_hash, result, at_ms) VALUES ('k', 'h', '{}', 1)
        """,
        "UPDATE documents SET checked = 'asked' WHERE kind = 'verify_receipt'",
    ])
    func whatNothingElseKnowsIsNot(_ sql: String) throws {
        try shop.raw(sql)
        #expect(try findings().allSatisfy { $0.level != .error })
    }

    @Test func aForgottenBeginningOfEventsIsNoGap() throws {
        try shop.raw("DELETE FROM entitlement_events WHERE id < (SELECT max(id) FROM entitlement_events)")
        #expect(try findings().first { $0.code == "events" }?.level == .ok)
    }

    @Test func aDocumentUnderAnUnknownRootIsNoForgeryInAPracticeStore() throws {
        let reader = try KeptDocumentReader(store, at: now)
        let findings = try store.doctorAll(at: now, by: lead, rereading: reader.read)
        let bodies = try #require(findings.first { $0.code == "document_bodies" })
        #expect(bodies.level == .ok && bodies.text.contains("--root"), "\(bodies.text)")
        #expect(findings.first { $0.code == "facts" }?.text.contains("1 chains cannot be compared") == true)
    }

    @Test func whatNothingTellsIsNotToBeSent() throws {
        let due = try store.dueWebhooks(for: "backend", at: now)
        #expect(due.map(\.isTold) == [true])
        try shop.raw("UPDATE webhook_messages SET body = replace(body, '2023', '2099')")
        #expect(try store.dueWebhooks(for: "backend", at: now).map(\.isTold) == [false])
    }

    @Test func anErasedPersonIsNoForgery() throws {
        _ = try store.erase(
            ErasureRequest("u_1", reason: "asked", confirmation: "u_1"), by: lead, at: now)
        let wrong = try findings().filter { $0.level == .error }
        #expect(wrong == [])
    }
}
