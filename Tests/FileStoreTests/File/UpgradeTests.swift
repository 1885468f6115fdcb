import PersistenceTesting
import Purchases
import Testing

@testable import FileStore
@testable import Persistence

/// A store of the release before is brought to the present version with everything that is in it.
struct UpgradeTests {
    /// Takes from a present store what version 8 brought: what is used up had expired before, each question about a refund
    /// was a request of its own, and their reasons were lost; a number counts the questions by their time.
    private static let backToVersion7 = """
        PRAGMA foreign_keys = OFF;
        PRAGMA legacy_alter_table = ON;
        DROP TABLE arrival_hours;
        DROP INDEX attempts_by_ticket;
        DROP INDEX attempts_by_transaction_id;
        DROP INDEX attempts_by_line_item;
        DROP INDEX attempts_by_chain;
        DROP INDEX attempts_by_customer;
        DROP INDEX attempts_by_product;
        DROP INDEX attempts_by_bundle;
        DROP INDEX attempts_due;
        DROP INDEX attempts_by_word;
        ALTER TABLE attempts RENAME TO attempts_8;
        CREATE TABLE attempts (
            id INTEGER PRIMARY KEY, attempt_id TEXT NOT NULL UNIQUE, ticket_id INTEGER REFERENCES tickets,
            environment TEXT NOT NULL, transaction_id TEXT, web_order_line_item_id TEXT,
            original_transaction_id TEXT, product_id TEXT, bundle_id TEXT, told TEXT NOT NULL,
            received_ms INTEGER NOT NULL, first_event_ms INTEGER,
            customer_id INTEGER REFERENCES customers, outcome TEXT NOT NULL DEFAULT 'new',
            charged_ms INTEGER, failed_ms INTEGER, due_ms INTEGER
        ) STRICT;
        INSERT INTO attempts SELECT id, attempt_id, ticket_id, environment,
            json_extract(told, '$.tellings[0].values.transactionID'), NULL, original_transaction_id, product_id,
            bundle_id, told, received_ms, first_event_ms, customer_id, outcome, charged_ms, failed_ms, due_ms
            FROM attempts_8;
        DROP TABLE attempts_8;
        CREATE INDEX attempts_by_ticket ON attempts (ticket_id) WHERE ticket_id IS NOT NULL;
        CREATE INDEX attempts_by_transaction_id ON attempts (transaction_id) WHERE transaction_id IS NOT NULL;
        CREATE INDEX attempts_by_line_item ON attempts (web_order_line_item_id)
            WHERE web_order_line_item_id IS NOT NULL;
        CREATE INDEX attempts_by_chain ON attempts (original_transaction_id)
            WHERE original_transaction_id IS NOT NULL;
        CREATE INDEX attempts_by_customer ON attempts (customer_id, product_id, charged_ms);
        CREATE INDEX attempts_by_product ON attempts (product_id);
        CREATE INDEX attempts_by_bundle ON attempts (bundle_id, first_event_ms);
        CREATE INDEX attempts_due ON attempts (due_ms) WHERE due_ms IS NOT NULL;
        CREATE INDEX attempts_by_word ON attempts (charged_ms, id) WHERE outcome = 'by_word';
        PRAGMA legacy_alter_table = OFF;
        ALTER TABLE refund_requests RENAME TO refund_requests_8;
        DROP INDEX refund_requests_due;
        DROP INDEX refund_requests_by_chain;
        DROP INDEX refund_requests_by_time;
        CREATE TABLE refund_requests (
            id INTEGER PRIMARY KEY, environment TEXT NOT NULL, transaction_id TEXT NOT NULL,
            original_transaction_id TEXT, product_id TEXT, notification TEXT NOT NULL,
            reason TEXT, asked_ms INTEGER NOT NULL, due_ms INTEGER NOT NULL, known_ms INTEGER NOT NULL,
            outcome TEXT CHECK (outcome IN ('refunded', 'declined', 'reversed')), outcome_ms INTEGER,
            skipped_ms INTEGER, skipped_by TEXT, skipped_reason TEXT,
            UNIQUE (environment, transaction_id, notification)
        ) STRICT;
        CREATE INDEX refund_requests_due ON refund_requests (due_ms, id) WHERE outcome IS NULL AND skipped_ms IS NULL;
        CREATE INDEX refund_requests_by_chain ON refund_requests (original_transaction_id);
        CREATE INDEX refund_requests_by_time ON refund_requests (asked_ms, id);
        INSERT INTO refund_requests (environment, transaction_id, original_transaction_id, product_id, notification,
            asked_ms, due_ms, known_ms, outcome, outcome_ms)
          SELECT a.environment, a.transaction_id, a.original_transaction_id, a.product_id, a.notification, a.asked_ms,
            a.asked_ms + 43200000, a.known_ms, r.outcome, r.outcome_ms
          FROM refund_askings a JOIN refund_requests_8 r ON r.id = a.request_id ORDER BY a.asked_ms;
        DROP TABLE refund_askings;
        DROP TABLE refund_requests_8;
        DROP INDEX chains_of_several;
        DROP INDEX chains_by_customer;
        CREATE INDEX chains_by_customer ON chains (customer_id) WHERE customer_id IS NOT NULL;
        DROP INDEX tickets_by_cause;
        CREATE INDEX tickets_by_cause ON tickets (cause, waiting_since_ms);
        UPDATE status_periods SET status = 'expired' WHERE status = 'none';
        DROP INDEX transactions_by_app_transaction;
        ALTER TABLE transactions DROP COLUMN commerce;
        ALTER TABLE transactions DROP COLUMN app_transaction_id;
        ALTER TABLE notifications DROP COLUMN purchase_token;
        DROP TABLE request_tries;
        DROP TABLE requests;
        CREATE TABLE requests (
            id INTEGER PRIMARY KEY,
            kind TEXT NOT NULL CHECK (
                kind IN ('retry', 'order', 'refresh', 'finish', 'extend', 'mass_extend', 'consumption')),
            subject TEXT NOT NULL, arguments TEXT NOT NULL DEFAULT '{}',
            asked_by TEXT NOT NULL, asked_at_ms INTEGER NOT NULL,
            state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'done', 'failed', 'cancelled')),
            attempts INTEGER NOT NULL DEFAULT 0, next_try_ms INTEGER,
            tried_at_ms INTEGER, ended_at_ms INTEGER, ended_by TEXT, -- NULL: the server
            outcome TEXT, effect TEXT,
            CHECK ((state = 'waiting') = (next_try_ms IS NOT NULL)),
            CHECK ((state = 'waiting') = (ended_at_ms IS NULL))
        ) STRICT;
        CREATE UNIQUE INDEX requests_waiting ON requests (kind, subject) WHERE state = 'waiting';
        CREATE INDEX requests_due ON requests (next_try_ms, id) WHERE state = 'waiting';
        CREATE INDEX requests_by_subject ON requests (subject, kind, id);
        CREATE INDEX requests_finished ON requests (json_extract(arguments, '$.transaction_id'))
            WHERE kind = 'finish' AND state = 'done';
        CREATE INDEX requests_by_incident ON requests (json_extract(arguments, '$.incident'), kind, id)
            WHERE kind IN ('extend', 'mass_extend');
        CREATE TABLE request_tries (
            request_id INTEGER NOT NULL REFERENCES requests, number INTEGER NOT NULL,
            at_ms INTEGER NOT NULL, outcome TEXT NOT NULL, is_counted INTEGER NOT NULL,
            PRIMARY KEY (request_id, number)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO requests (kind, subject, asked_by, asked_at_ms, state, ended_at_ms, outcome, effect)
            VALUES ('mass_extend', 'tea.monthly', 'ana', 1000, 'done', 2000, 'extended', '{"succeeded_count":2}');
        INSERT INTO request_tries VALUES (1, 1, 2000, 'extended', 1);
        ALTER TABLE renewals DROP COLUMN win_back_offer_ids;
        ALTER TABLE renewals DROP COLUMN billing;
        ALTER TABLE transactions DROP COLUMN billing;
        DROP TABLE held_news;
        DROP VIEW transaction_ids;
        ALTER TABLE transactions DROP COLUMN parts;
        ALTER TABLE transactions ADD COLUMN is_alone INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE other_transaction_ids ADD COLUMN is_alone INTEGER NOT NULL DEFAULT 0;
        CREATE VIEW transaction_ids (transaction_id, "transaction", is_alone) AS
            SELECT transaction_id, id, is_alone FROM transactions
            UNION ALL SELECT transaction_id, "transaction", is_alone FROM other_transaction_ids;
        DELETE FROM grdb_migrations WHERE identifier = 'v8';
        PRAGMA user_version = 7;
        """

    /// Takes from a store of version 9 what that version brought.
    private static let backToVersion8 = """
        DROP VIEW active_entitlements;
        DROP VIEW counting_runs;
        DROP VIEW counting_ends;
        DROP VIEW counting_periods;
        DROP VIEW entitlement_periods;
        CREATE VIEW entitlement_periods AS SELECT app_user_id FROM customers;
        CREATE VIEW counting_periods AS SELECT app_user_id FROM entitlement_periods;
        CREATE VIEW counting_ends AS SELECT app_user_id FROM counting_periods;
        CREATE VIEW counting_runs AS SELECT app_user_id FROM counting_ends;
        CREATE VIEW active_entitlements AS SELECT app_user_id FROM counting_runs;
        DROP TABLE payer_periods;
        DROP TABLE chain_payers;
        ALTER TABLE renewals DROP COLUMN app_account_token;
        ALTER TABLE transactions DROP COLUMN is_account_vouched;
        ALTER TABLE chain_claims DROP COLUMN needs_evidence;
        ALTER TABLE chain_claims DROP COLUMN received_ms;
        ALTER TABLE attempt_claims DROP COLUMN needs_evidence;
        ALTER TABLE attempt_claims DROP COLUMN received_ms;
        ALTER TABLE approval_requests DROP COLUMN asked_session;
        DROP TABLE told_purchases;
        DROP INDEX grants_bridges;
        DROP INDEX quarantine_rationed;
        DROP TABLE unproved_reports;
        DROP TABLE forgotten_events;
        DROP INDEX charges_by_day;
        ALTER TABLE products DROP COLUMN names;
        DROP INDEX idempotency_of_http;
        DROP TRIGGER idempotency_no_delete;
        CREATE TRIGGER idempotency_no_delete BEFORE DELETE ON idempotency
        BEGIN SELECT RAISE(ABORT, 'idempotency is append-only'); END;
        DROP INDEX charges_without_proof;
        DROP TRIGGER tickets_lost;
        DROP TRIGGER tickets_lost_no_more;
        DROP TRIGGER tickets_loss_changed;
        ALTER TABLE tickets DROP COLUMN is_without_proof;
        CREATE TRIGGER tickets_lost AFTER INSERT ON tickets BEGIN SELECT 1; END;
        CREATE TRIGGER tickets_lost_no_more AFTER DELETE ON tickets BEGIN SELECT 1; END;
        CREATE TRIGGER tickets_loss_changed AFTER UPDATE ON tickets BEGIN SELECT 1; END;
        DELETE FROM grdb_migrations WHERE identifier = 'v9';
        PRAGMA user_version = 8;
        """

    /// What version 8 made of ends that nothing proves: what was said. The figures of the review follow by themselves.
    private static let endsOfVersion8 = """
        UPDATE tickets SET is_without_proof = 0;
        UPDATE charges SET standing = (
          SELECT iif(t.resolution = 'not_charged', 'uncounted', t.resolution) FROM tickets t WHERE t.id = charges.ticket_id)
        WHERE standing = 'closed_without_proof';
        DELETE FROM charge_days;
        INSERT INTO charge_days SELECT environment, day, coalesce(currency, ''), standing, is_owned, count(*),
          sum(milliunits), sum(refunded_milliunits) FROM charges GROUP BY 1, 2, 3, 4, 5;
        """

    /// Takes from a store of version 7 what that version brought.
    private static let backToVersion6 = """
        DROP INDEX tickets_failed;
        DELETE FROM grdb_migrations WHERE identifier = 'v7';
        PRAGMA user_version = 6;
        """

    /// Gives a store of version 6 the ledger of version 5, whose sums triggers kept and whose index knew of no app.
    private static let backToVersion5 = """
        PRAGMA foreign_keys = OFF;
        ALTER TABLE charges RENAME TO charges_6;
        DROP INDEX charges_unheard;
        DROP INDEX charges_by_attempt;
        DROP INDEX charges_by_ticket;
        CREATE TABLE charges (
            id INTEGER PRIMARY KEY, environment TEXT NOT NULL, day INTEGER NOT NULL,
            currency TEXT, milliunits INTEGER NOT NULL, refunded_milliunits INTEGER NOT NULL,
            standing TEXT NOT NULL, is_owned INTEGER NOT NULL,
            attempt INTEGER, ticket_id INTEGER, facts TEXT, unheard_ms INTEGER
        ) STRICT;
        INSERT INTO charges SELECT id, environment, day, currency, milliunits, refunded_milliunits, standing, is_owned,
            attempt, ticket_id, facts, unheard_ms FROM charges_6;
        DROP TABLE charges_6;
        DROP TABLE charge_apps;
        CREATE INDEX charges_unheard ON charges (unheard_ms, id) WHERE unheard_ms IS NOT NULL;
        CREATE INDEX charges_by_attempt ON charges (attempt) WHERE attempt IS NOT NULL;
        CREATE INDEX charges_by_ticket ON charges (ticket_id) WHERE ticket_id IS NOT NULL;
        CREATE TRIGGER charges_without_transaction AFTER DELETE ON transactions
            BEGIN DELETE FROM charges WHERE id = OLD.id; END;
        CREATE TRIGGER charge_days_insert AFTER INSERT ON charges BEGIN SELECT 1; END;
        CREATE TRIGGER charge_days_delete AFTER DELETE ON charges BEGIN SELECT 1; END;
        CREATE TRIGGER charge_days_update AFTER UPDATE OF day ON charges BEGIN SELECT 1; END;
        DELETE FROM grdb_migrations WHERE identifier IN ('v6', 'v8');
        PRAGMA user_version = 5;
        """

    /// Takes from a store of version 5 what that version brought.
    private static let backToVersion4 = """
        DROP TABLE leases;
        DROP TABLE refund_requests;
        DROP TABLE consumption_consents;
        DROP TABLE webhook_deliveries;
        DROP TABLE webhook_messages;
        DROP TABLE webhook_endpoints;
        DROP TABLE told_tickets;
        DROP TABLE workers;
        DROP TABLE request_tries;
        DROP TABLE requests;
        CREATE TABLE requests (
            id INTEGER PRIMARY KEY,
            kind TEXT NOT NULL CHECK (kind IN ('retry', 'order', 'refresh', 'finish', 'extend', 'consumption')),
            subject TEXT NOT NULL, arguments TEXT NOT NULL DEFAULT '{}',
            asked_by TEXT NOT NULL, asked_at_ms INTEGER NOT NULL,
            state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'done', 'failed', 'cancelled')),
            attempts INTEGER NOT NULL DEFAULT 0, next_try_ms INTEGER,
            tried_at_ms INTEGER, ended_at_ms INTEGER, ended_by TEXT, -- NULL: the server
            outcome TEXT,
            CHECK ((state = 'waiting') = (next_try_ms IS NOT NULL)),
            CHECK ((state = 'waiting') = (ended_at_ms IS NULL))
        ) STRICT;
        CREATE UNIQUE INDEX requests_waiting ON requests (kind, subject) WHERE state = 'waiting';
        CREATE INDEX requests_due ON requests (next_try_ms, id) WHERE state = 'waiting';
        CREATE INDEX requests_by_subject ON requests (subject, kind, id);
        CREATE TABLE request_tries (
            request_id INTEGER NOT NULL REFERENCES requests, number INTEGER NOT NULL,
            at_ms INTEGER NOT NULL, outcome TEXT NOT NULL, is_counted INTEGER NOT NULL,
            PRIMARY KEY (request_id, number)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE workers (
            name TEXT PRIMARY KEY, process INTEGER NOT NULL, started_ms INTEGER NOT NULL,
            seen_ms INTEGER NOT NULL, did_ms INTEGER, next_ms INTEGER,
            outcome TEXT, failures INTEGER NOT NULL DEFAULT 0 -- in a row
        ) STRICT, WITHOUT ROWID;
        INSERT INTO requests (kind, subject, asked_by, asked_at_ms, attempts, next_try_ms, tried_at_ms, outcome)
            VALUES ('order', 'MQ1ABC2345', 'ana', 1000, 2, 9000, 3000, '21005');
        INSERT INTO request_tries VALUES (1, 1, 2000, '21005', 1), (1, 2, 3000, '21005', 1);
        INSERT INTO workers VALUES ('server', 7, 1000, 2000, NULL, NULL, NULL, 0);
        DELETE FROM grdb_migrations WHERE identifier = 'v5';
        PRAGMA user_version = 4;
        """

    /// Makes a present store one of a version before.
    private static func takeBack(_ store: Store, to version: Int) throws {
        let steps = [
            (8, backToVersion8), (7, backToVersion7), (6, backToVersion6), (5, backToVersion5),
            (4, backToVersion4),
        ]
        for (before, step) in steps where before >= version { try Raw.write(store, step) }
    }

    @Test func aStoreOfVersion4HasWhatANewOneHas() throws {
        let temporary = try StoreFolder()
        let store = try temporary.create()
        try UpgradeTests.takeBack(store, to: 4)
        try store.close()

        let upgraded = try Store.open(at: temporary.path)
        try expectWhatANewOneHas(upgraded)
        let asked = try #require(try upgraded.asked(.waiting).first)
        #expect(asked.request.subject == "MQ1ABC2345" && asked.request.attempts == 2)
        #expect(asked.tries.map(\.at.milliseconds) == [3000, 2000])
        #expect(try upgraded.number("SELECT count(*) FROM workers") == 0)
        try upgraded.cancelAsked(asked.id, by: People.agent, at: People.now)
        #expect(try upgraded.number("PRAGMA user_version") == Int(StoreFormat.version))
    }

    @Test func aStoreOfVersion5HasWhatANewOneHas() throws {
        let temporary = try StoreFolder()
        let shop = try Shop(temporary.createShop())
        try shop.bring(ReportedAttempt(id: "b", transaction: "8000", events: ReportedAttempt.lost(0)))
        let entries = [
            Paper.Entry(id: "7000", chain: "7000", day: 1), Paper.Entry(id: "7001", chain: "7001", day: 2),
        ]
        try shop.bring(Paper.receipt(entries, on: 3))
        let losses = try shop.store.wholePage(of: SilentLossListQuery(), at: Shop.now).losses
        let meaning = try StoreMeaning(of: shop.store)
        #expect(losses.count == 2)
        try UpgradeTests.takeBack(shop.store, to: 5)
        try shop.store.close()

        let upgraded = try Store.open(at: temporary.path)
        try expectWhatANewOneHas(upgraded)
        #expect(try upgraded.wholePage(of: SilentLossListQuery()).losses == losses)
        _ = try upgraded.applyOverdueMoves(by: Shop.lead, at: Shop.now)
        #expect(try StoreMeaning(of: upgraded) == meaning)
        #expect(try upgraded.checkBalance(at: Shop.now).isRight)
    }

    /// What was answered before goes when it is old, too.
    @Test func aStoreOfVersion8ForgetsWhatIsOld() throws {
        let temporary = try StoreFolder()
        let store = try temporary.create()
        try Raw.write(
            store,
            """
            INSERT INTO idempotency (key, request_hash, result, at_ms)
            VALUES ('http:1:a', 'hash', '{"documents":[],"tickets":[]}', 1), ('a', 'hash', '{"grant":"1"}', 1)
            """)
        try UpgradeTests.takeBack(store, to: 8)
        try store.close()

        let upgraded = try Store.open(at: temporary.path)
        try expectWhatANewOneHas(upgraded)
        try upgraded.pruneOld(by: People.lead, at: People.now)
        #expect(try upgraded.number("SELECT count(*) FROM idempotency") == 1)
    }

    /// What people had only said stands as closed without proof, in the ledger, its sums and the review.
    @Test func aStoreOfVersion8AsksWhatProvesTheEndsOfTickets() throws {
        let temporary = try StoreFolder()
        let shop = try Shop(temporary.createShop())
        for (index, ending) in [TicketResolution.refunded, .delivered, .notCharged, .credited].enumerated() {
            let id = "\(7000 + index)"
            try shop.bring(ReportedAttempt(id: id, transaction: id, events: ReportedAttempt.lost()))
            _ = try shop.store.act(
                .resolve(.said(ending)), on: TicketID("\(index + 1)"), reference: "HD-1", by: Shop.lead,
                at: Shop.now)
        }
        try shop.bring(ReportedAttempt(id: "b", transaction: "8000", events: ReportedAttempt.lost()))
        try shop.makeGood("5")
        let meaning = try StoreMeaning(of: shop.store)
        let review = try shop.store.wholePage(of: LossReviewQuery(), at: Shop.now)
        #expect(review.total.tickets([.closedWithoutProof]) == 4)
        try Raw.write(shop.store, UpgradeTests.endsOfVersion8)
        try UpgradeTests.takeBack(shop.store, to: 8)
        try shop.store.close()

        let upgraded = try Store.open(at: temporary.path)
        try expectWhatANewOneHas(upgraded)
        #expect(try StoreMeaning(of: upgraded) == meaning)
        #expect(try upgraded.wholePage(of: LossReviewQuery()).total == review.total)
        #expect(try upgraded.checkBalance(at: Shop.now).findings == [])
        #expect(try upgraded.leadList(.closedWithoutProof, at: Shop.now).rows.count == 4)
    }

    @Test func aStoreOfVersion7HasWhatANewOneHas() throws {
        let temporary = try StoreFolder()
        let shop = try Shop(temporary.createShop())
        let entry = Paper.Entry(id: "7000", chain: "7000", day: 1)
        try shop.bring(Paper.receipt([entry], on: 3, renewal: "7000") { $0.autoRenew = false })
        let meaning = try StoreMeaning(of: shop.store)
        try UpgradeTests.takeBack(shop.store, to: 7)
        try shop.store.close()

        let upgraded = try Store.open(at: temporary.path)
        try expectWhatANewOneHas(upgraded)
        #expect(try StoreMeaning(of: upgraded) == meaning)
    }

    @Test func aStoreOfVersion7HasEveryIdOfACharge() throws {
        let temporary = try StoreFolder()
        let shop = try Shop(temporary.createShop())
        let entries = [
            Paper.Entry(id: "7000", chain: "7000", line: "L0"),
            Paper.Entry(id: "7009", chain: "7000", line: "L0"),
            Paper.Entry(id: "8000", chain: "8000", day: 2),
        ]
        try shop.bring(Paper.receipt(entries, on: 3), customer: "u_1")
        let meaning = try StoreMeaning(of: shop.store)
        try UpgradeTests.takeBack(shop.store, to: 7)
        try shop.store.close()

        let upgraded = try Store.open(at: temporary.path)
        try expectWhatANewOneHas(upgraded)
        #expect(try StoreMeaning(of: upgraded) == meaning)
        #expect(try upgraded.number("SELECT count(*) FROM transaction_ids") == 3)
        // What is one charge is for a lead to bring to the present.
        let standing = try upgraded.upgradeStanding()
        #expect(standing.share == 0 && !standing.isBegun && !standing.isHeld)
        #expect(try upgraded.upgrade(by: Shop.lead, at: Shop.now)?.chains == 2)
    }

    @Test func aStoreOfVersion6HasWhatANewOneHas() throws {
        let temporary = try StoreFolder()
        let shop = try Shop(temporary.createShop())
        try shop.bring(
            Paper.receipt(
                [
                    Paper.Entry(id: "7000", chain: "7000", product: "coins", days: nil),
                    Paper.Entry(id: "7001", chain: "7001", product: "tea.monthly", days: 30),
                ], on: 31))
        let token = ExternalPurchaseToken(id: "b2158121", createdAt: Paper.moment(1))
        try shop.bring(Paper.token(token, "UNREPORTED", on: 20))
        try shop.raw(
            """
            UPDATE documents SET payload = '{"signedPayload":{"externalPurchaseToken":{"externalPurchaseId":"b2158121",'
              || '"tokenCreationDate":\(Paper.moment(1).milliseconds)}}}' WHERE kind = 'notification_v2'
            """)
        let meaning = try StoreMeaning(of: shop.store)
        #expect(try shop.store.number("SELECT count(*) FROM status_periods WHERE status = 'none'") == 1)
        try UpgradeTests.takeBack(shop.store, to: 6)
        try shop.store.close()

        let upgraded = try Store.open(at: temporary.path)
        try expectWhatANewOneHas(upgraded)
        #expect(try StoreMeaning(of: upgraded) == meaning)
        let asked = try #require(try upgraded.asked(.all).first)
        #expect(asked.request.outcome == "extended" && asked.tries.map(\.at.milliseconds) == [2000])
        #expect(asked.request.effect == #"{"succeeded_count":2}"#)
    }

    /// What Apple asked again is one request, with its answers; what was lost of it stands in the notifications.
    @Test func aStoreOfVersion7HasARequestForEachDecision() throws {
        let temporary = try StoreFolder()
        let shop = try Shop(temporary.createShop())
        try shop.bring(Paper.receipt([RefundShop.charge, RefundShop.other], on: 1), customer: "u_1")
        for (name, hours) in [("a", -40), ("b", -36), ("c", 0), ("d", 4)] as [(String, Int64)] {
            try shop.bring(RefundShop.request(name, at: RefundShop.asked + .hours(hours)))
        }
        try shop.bring(RefundShop.decision("REFUND_DECLINED", hours: -30))
        try shop.bring(RefundShop.request("e", at: RefundShop.asked + .hours(5), of: RefundShop.other))
        let meaning = try StoreMeaning(of: shop.store)
        let payload = #"{"signedPayload":{"data":{"consumptionRequestReason":"FULFILLMENT_ISSUE"}}}"#
        try Raw.write(
            shop.store,
            """
            UPDATE documents SET payload = '\(payload)'
              WHERE id IN (SELECT document_id FROM notifications WHERE uuid IN ('a', 'b', 'c', 'd', 'e'));
            \(UpgradeTests.backToVersion8)
            \(UpgradeTests.backToVersion7)
            INSERT INTO requests (kind, subject, asked_by, asked_at_ms, state, next_try_ms, ended_at_ms, outcome) VALUES
              ('consumption', '2', 'lena', 1, 'done', NULL, 2, 'answered'),
              ('consumption', '4', 'lena', 3, 'failed', NULL, 4, '4000209'),
              ('consumption', '5', 'lena', 5, 'waiting', 6, NULL, NULL);
            UPDATE refund_requests SET skipped_ms = id, skipped_by = 'lena', skipped_reason = 'r' || id WHERE id > 3;
            """)
        try shop.store.close()

        let upgraded = try Store.open(at: temporary.path)
        try expectWhatANewOneHas(upgraded)
        let now = RefundShop.asked + .hours(6)
        let tasks = try upgraded.refunds(.all, at: now).sorted { $0.id.rawValue < $1.id.rawValue }
        #expect(tasks.map(\.id) == ["1", "3", "5"])
        #expect(tasks.map { $0.request.askings.map(\.notification) } == [["a", "b"], ["c", "d"], ["e"]])
        #expect(tasks.map(\.request.skip?.reason) == [nil, "r4", "r5"])
        #expect(tasks.map { $0.answer?.request.state } == [.done, .failed, .cancelled])
        #expect(tasks.last?.answer?.request.outcome == "rules_changed")
        try Raw.write(
            upgraded,
            """
            UPDATE refund_requests SET skipped_ms = NULL, skipped_by = NULL, skipped_reason = NULL;
            UPDATE documents SET payload = NULL;
            """)
        let difference = try StoreMeaning(of: upgraded).differences(from: meaning)
        #expect(try StoreMeaning(of: upgraded) == meaning, "\(difference)")
    }

    @Test func aStoreOfVersion7KeepsItsAttemptsAndPartsWhatAPlaceholderJoined() throws {
        let temporary = try StoreFolder()
        let shop = try Shop(temporary.createShop())
        for (id, customer) in [("a", "u_1"), ("b", "u_2")] {
            try shop.bring(
                ReportedAttempt(
                    id: id, customer: customer, transaction: "appstore.application",
                    events: ReportedAttempt.lost()))
        }
        try shop.bring(ReportedAttempt(id: "c", transaction: "8000", events: ReportedAttempt.lost(30)))
        try shop.bring(Paper.receipt([Paper.Entry(id: "8000", chain: "8000", day: 1)], on: 40))
        let meaning = try StoreMeaning(of: shop.store)
        #expect(try shop.queue.count == 3)
        try UpgradeTests.takeBack(shop.store, to: 7)
        try Raw.write(
            shop.store,
            """
            UPDATE attempts SET ticket_id = 1 WHERE attempt_id = 'b';
            UPDATE tickets SET state = 'resolved', resolution = 'duplicate', resolved_at_ms = 1, merged_into = 1
              WHERE id = 2;
            """)
        try shop.store.close()

        let upgraded = try Store.open(at: temporary.path)
        try expectWhatANewOneHas(upgraded)
        _ = try upgraded.applyOverdueMoves(by: Shop.lead, at: Shop.now)
        #expect(try StoreMeaning(of: upgraded) == meaning)
        #expect(try upgraded.number("SELECT count(*) FROM attempts WHERE due_ms IS NOT NULL") == 0)
        #expect(try upgraded.number("SELECT count(*) FROM attempt_events") == 6)
        #expect(try upgraded.checkBalance(at: Shop.now).isRight)
    }

    /// A report's own document says when it arrived, and where it came from; whose chains are is a lead's to begin.
    @Test func aStoreOfVersion8KnowsHowItsReportsArrived() throws {
        let temporary = try StoreFolder()
        let shop = try Shop(temporary.createShop())
        try shop.bring(Paper.receipt([Paper.Entry(id: "7000", chain: "7000", day: 1)], on: 3))
        for (id, customer, hours) in [("a", "u_1", 6), ("b", "u_2", 9), ("c", "u_3", 12)]
            as [(String, String, Double)]
        {
            let attempt = ReportedAttempt(
                id: id, customer: customer, transaction: "7000", events: ReportedAttempt.lost())
            let paper = attempt.received(hours)
            try shop.bring(id == "a" ? paper.byAppKey : paper)
        }
        try shop.raw(
            """
            UPDATE documents SET source = 'POST /v1/purchase-reports#0'
              WHERE received_ms = \(ReportedAttempt.moment(6).milliseconds)
            """)
        let meaning = try StoreMeaning(of: shop.store)
        #expect(try shop.store.chainPage("7000", at: Shop.now)?.owner?.id == "u_2")
        try UpgradeTests.takeBack(shop.store, to: 8)
        try shop.store.close()

        let upgraded = try Store.open(at: temporary.path)
        try expectWhatANewOneHas(upgraded)
        let difference = try StoreMeaning(of: upgraded).differences(from: meaning)
        #expect(try StoreMeaning(of: upgraded) == meaning, "\(difference)")
        #expect(try upgraded.upgradeStanding().share == 0)
    }

    private func expectWhatANewOneHas(_ upgraded: Store) throws {
        let fresh = try People.inMemory()
        let schema = { (store: Store) in
            try store.read { db in
                try db.values(
                    """
                    SELECT name || ': ' || sql FROM sqlite_master WHERE name NOT LIKE 'grdb_%' AND sql IS NOT NULL
                    ORDER BY name
                    """) as [String]
            }
        }
        #expect(try schema(upgraded) == schema(fresh))
        #expect(try upgraded.number("SELECT count(*) FROM pragma_foreign_key_check") == 0)
        #expect(try upgraded.number("PRAGMA user_version") == Int(StoreFormat.version))
    }
}
