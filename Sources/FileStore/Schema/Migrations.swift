internal import GRDB
internal import Persistence

/// What brings a file to the present version: the schema whole for a new one, and one step a release for those that
/// are there. Nothing was released before version 4. What a step makes is, to the letter, what a new file has: doctor
/// compares both.
///
/// A step never calls code that reads or writes rows for the program: that code follows the present schema, the step the
/// one of its release.
enum Migrations {
    /// Runs what is missing, each step whole in its own transaction.
    ///
    /// The caller holds the store's lock.
    static func run(on database: any DatabaseWriter, faults: StoreFaults) throws {
        var migrator = DatabaseMigrator()
        func register(_ version: Int32, _ step: @escaping @Sendable (Database) throws -> Void) {
            // Deferred checks would run outside the migration's own statements and hold the lock longer.
            migrator.registerMigration(name(ofStepTo: version), foreignKeyChecks: .immediate) { db in
                try step(db)
                try faults.pass(.migration)
                try db.execute(sql: "PRAGMA user_version = \(version)")
            }
        }
        register(4) { db in
            for part in Schema.all { try db.execute(sql: part) }
            try db.execute(sql: "PRAGMA application_id = \(StoreFormat.applicationID)")
        }
        register(5) { db in
            // A new file was made with all of it.
            guard try !db.tableExists("leases") else { return }
            for part in [
                Schema.leases, Schema.refundRequests, Schema.consumptionConsents, Schema.webhooks,
            ] { try db.execute(sql: part) }
            try ServerTablesOfVersion4.replace(in: db)
        }
        register(6) { db in
            guard try !db.tableExists("charge_apps") else { return }
            try LedgerOfVersion5.replace(in: db)
        }
        register(7) { db in
            guard try db.indexes(on: "tickets").allSatisfy({ $0.name != "tickets_failed" }) else { return }
            try db.execute(sql: Schema.failedOfIncidents)
        }
        register(8) { db in
            try PurchasesOfVersion7.endWhatIsUsedUp(in: db)
            try PurchasesOfVersion7.keepMore(in: db)
            try PurchasesOfVersion7.keepPurchaseTokens(in: db)
            try QuestionsOfVersion7.replace(in: db)
            try RefundsOfVersion7.replace(in: db)
            try db.execute(sql: "DROP INDEX tickets_by_cause")
            try db.execute(sql: Schema.ticketsByCause)
            try AttemptsOfVersion7.replace(in: db)
            try db.execute(sql: "DROP INDEX chains_by_customer; DROP INDEX IF EXISTS chains_of_several")
            try db.execute(sql: Schema.chainsByCustomer)
        }
        register(9) { db in
            try OwnersOfVersion8.replace(in: db)
            try ClaimsOfVersion8.keepArrivals(in: db)
            try ApprovalsOfVersion8.keepSession(in: db)
            // A new file was made with it.
            if try !db.tableExists("told_purchases") { try db.execute(sql: Schema.toldPurchases) }
            try ServingOfVersion8.keepMore(in: db)
            try AnswersOfVersion8.keepForATime(in: db)
            try EndsOfVersion8.askForProof(in: db)
            try LedgerOfVersion8.findByDay(in: db)
            try CatalogOfVersion8.keepNames(in: db)
        }
        try migrator.migrate(database)
    }

    /// What a file calls the step that brought it to a version.
    static func name(ofStepTo version: Int32) -> String { "v\(version)" }
}

/// Whose purchases are, which version 9 tells by the token of each charge.
private enum OwnersOfVersion8 {
    static func replace(in db: Database) throws {
        // A new file was made with it.
        guard try !db.tableExists("chain_payers") else { return }
        try db.execute(sql: Schema.purchasesSinceVersion9)
        try db.execute(sql: Schema.payers)
        for view in [
            "active_entitlements", "counting_runs", "counting_ends", "counting_periods",
            "entitlement_periods",
        ] { try db.execute(sql: "DROP VIEW \(view)") }
        try db.execute(sql: Schema.entitlementViews)
    }
}

/// The server's tables that version 5 made anew: more can be asked of the App Store, and several servers work.
private enum ServerTablesOfVersion4 {
    static func replace(in db: Database) throws {
        // What servers said of themselves is said again within seconds.
        try db.execute(sql: "DROP TABLE workers")
        try db.execute(sql: Schema.workers)
        try Questions.renew(["requests_waiting", "requests_due", "requests_by_subject"], in: db)
    }
}

/// The tables of what is asked of the App Store, made anew where more can be asked: SQLite cannot change a CHECK.
private enum Questions {
    /// Makes them as they are now, with everything that is in them.
    ///
    /// - Parameters:
    ///   - indexes: those that there are.
    ///   - more: the columns that there are beside those of version 4.
    static func renew(_ indexes: [String], more: [String] = [], in db: Database) throws {
        for index in indexes { try db.execute(sql: "DROP INDEX \(index)") }
        try db.execute(sql: "ALTER TABLE request_tries RENAME TO old_request_tries")
        try db.execute(sql: "ALTER TABLE requests RENAME TO old_requests")
        try db.execute(sql: Schema.appStoreRequests)
        let first = """
            id, kind, subject, arguments, asked_by, asked_at_ms, state, attempts, next_try_ms, tried_at_ms, ended_at_ms,
            ended_by, outcome
            """
        let columns = ([first] + more).joined(separator: ", ")
        try db.execute(sql: "INSERT INTO requests (\(columns)) SELECT \(columns) FROM old_requests")
        let tries = "request_id, number, at_ms, outcome, is_counted"
        try db.execute(sql: "INSERT INTO request_tries (\(tries)) SELECT \(tries) FROM old_request_tries")
        try db.execute(sql: "DROP TABLE old_request_tries")
        try db.execute(sql: "DROP TABLE old_requests")
    }
}

/// The questions that version 8 made anew: a customer's token can be signed into a chain.
private enum QuestionsOfVersion7 {
    static func replace(in db: Database) throws {
        let made = try String.fetchOne(db, sql: "SELECT sql FROM sqlite_master WHERE name = 'requests'")
        // A new file was made with it.
        guard made?.contains("'token'") == false else { return }
        try Questions.renew(
            [
                "requests_waiting", "requests_due", "requests_by_subject", "requests_finished",
                "requests_by_incident",
            ], more: ["effect"], in: db)
    }
}

/// The ledger that version 6 made anew: untold charges are found by their app, and no trigger sums them up.
private enum LedgerOfVersion5 {
    static func replace(in db: Database) throws {
        for trigger in [
            "charge_days_insert", "charge_days_delete", "charge_days_update", "charges_without_transaction",
        ] { try db.execute(sql: "DROP TRIGGER \(trigger)") }
        for index in ["charges_unheard", "charges_by_attempt", "charges_by_ticket"] {
            try db.execute(sql: "DROP INDEX \(index)")
        }
        try db.execute(sql: "ALTER TABLE charges RENAME TO charges_5")
        try db.execute(sql: "ALTER TABLE charge_days RENAME TO charge_days_5")
        try db.execute(sql: Schema.ledger)
        try db.execute(
            sql: """
                INSERT INTO charge_apps (environment, bundle_id)
                SELECT DISTINCT environment, coalesce(bundle_id, '') FROM chains ORDER BY 1, 2
                """)
        let columns = """
            environment, day, currency, milliunits, refunded_milliunits, standing, is_owned, attempt, ticket_id, facts
            """
        try db.execute(
            sql: """
                INSERT INTO charges (id, \(columns), app, unheard_ms)
                SELECT l.id, \(columns), iif(l.unheard_ms IS NULL, NULL,
                    (SELECT a.id FROM transactions t JOIN chains c ON c.id = t.chain_id
                      JOIN charge_apps a ON a.environment = c.environment AND a.bundle_id = coalesce(c.bundle_id, '')
                      WHERE t.id = l.id)), l.unheard_ms
                FROM charges_5 l ORDER BY l.id
                """)
        let sums = "environment, day, currency, standing, is_owned, charges, milliunits, refunded_milliunits"
        try db.execute(sql: "INSERT INTO charge_days (\(sums)) SELECT \(sums) FROM charge_days_5")
        try db.execute(sql: "DROP TABLE charges_5")
        try db.execute(sql: "DROP TABLE charge_days_5")
    }
}

/// What version 8 keeps more of purchases.
private enum PurchasesOfVersion7 {
    /// A chain of what is used up never expires. Among the chains without any time of access, only such ones had
    /// expired.
    static func endWhatIsUsedUp(in db: Database) throws {
        try db.execute(
            sql: """
                UPDATE status_periods SET status = 'none' WHERE status = 'expired'
                  AND NOT EXISTS (SELECT 1 FROM access_periods a WHERE a.chain_id = status_periods.chain_id)
                """)
    }

    /// The ids of charges do not say any more how they were told; more is kept of charges and of renewal information. Each
    /// row of transactions is written once.
    static func keepMore(in db: Database) throws {
        // A new file was made so.
        guard try db.columns(in: "transactions").contains(where: { $0.name == "is_alone" }) else { return }
        try db.execute(sql: "DROP VIEW transaction_ids")
        for table in ["transactions", "other_transaction_ids"] {
            try db.execute(sql: "ALTER TABLE \(table) DROP COLUMN is_alone")
        }
        try db.execute(sql: Schema.purchasesSinceVersion8)
        try db.execute(sql: Schema.transactionIDs)
        try db.execute(sql: Schema.heldNews)
        // What is one charge by the rules of now, whoever runs the upgrade makes one: that follows from rows, not from here.
        try db.execute(
            sql: """
                INSERT INTO store_state (key, value)
                SELECT 'upgrade_place', '{}' WHERE EXISTS (SELECT 1 FROM chains)
                """)
    }

    /// The tokens of purchases outside the App Store, of the notifications that are there, too.
    static func keepPurchaseTokens(in db: Database) throws {
        guard try !db.columns(in: "notifications").contains(where: { $0.name == "purchase_token" }) else {
            return
        }
        try db.execute(sql: "ALTER TABLE notifications ADD COLUMN purchase_token TEXT")
        // A patch leaves out what is null.
        try db.execute(
            sql: """
                UPDATE notifications SET purchase_token = (
                  SELECT json_patch('{}', json_object(
                    'createdAt', json_extract(t.token, '$.tokenCreationDate'),
                    'expiresAt', json_extract(t.token, '$.tokenExpirationDate'),
                    'id', json_extract(t.token, '$.externalPurchaseId'),
                    'type', json_extract(t.token, '$.tokenType')))
                  FROM (
                    SELECT coalesce(json_extract(d.payload, '$.signedPayload.externalPurchaseToken'),
                      json_extract(d.payload, '$.externalPurchaseToken')) AS token
                    FROM documents d WHERE d.id = notifications.document_id AND json_valid(d.payload)) t
                  WHERE json_extract(t.token, '$.externalPurchaseId') IS NOT NULL)
                WHERE type = 'EXTERNAL_PURCHASE_TOKEN'
                """)
    }
}

/// The refund requests that version 8 made anew: what Apple asks again before it decides is one request, and what was
/// answered by the rules of before and not sent yet is prepared anew.
private enum RefundsOfVersion7 {
    static func replace(in db: Database) throws {
        // A new file was made with them.
        guard try !db.tableExists("refund_askings") else { return }
        for index in ["refund_requests_due", "refund_requests_by_chain", "refund_requests_by_time"] {
            try db.execute(sql: "DROP INDEX \(index)")
        }
        try db.execute(sql: "ALTER TABLE refund_requests RENAME TO refund_requests_7")
        try db.execute(sql: Schema.refundRequests)
        try joinQuestions(in: db)
        try keepRequests(in: db)
        try keepQuestions(in: db)
        try passAnswers(in: db)
        try db.execute(sql: "DROP TABLE refund_requests_7")
    }

    /// Questions between two decisions, and those since the last, have what came of them in common.
    private static func joinQuestions(in db: Database) throws {
        try db.execute(sql: "ALTER TABLE refund_requests_7 ADD COLUMN request INTEGER")
        try db.execute(
            sql: """
                UPDATE refund_requests_7 SET request = (SELECT min(s.id) FROM refund_requests_7 s
                  WHERE s.environment = refund_requests_7.environment AND s.transaction_id = refund_requests_7.transaction_id
                    AND s.outcome IS refund_requests_7.outcome AND s.outcome_ms IS refund_requests_7.outcome_ms)
                """)
        try db.execute(sql: "CREATE INDEX refund_requests_7_by_request ON refund_requests_7 (request)")
    }

    /// One row for each request, under the number of its first question; the newest skip counts.
    private static func keepRequests(in db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO refund_requests (id, environment, transaction_id, original_transaction_id, product_id, asked_ms,
                  due_ms, known_ms, outcome, outcome_ms)
                SELECT request, environment, transaction_id, max(original_transaction_id), max(product_id), min(asked_ms),
                  max(due_ms), min(known_ms), outcome, outcome_ms FROM refund_requests_7 GROUP BY request ORDER BY request
                """)
        try db.execute(
            sql: """
                UPDATE refund_requests SET (skipped_ms, skipped_by, skipped_reason) = (
                  SELECT o.skipped_ms, o.skipped_by, o.skipped_reason FROM refund_requests_7 o
                  WHERE o.request = refund_requests.id AND o.skipped_ms IS NOT NULL ORDER BY o.skipped_ms DESC LIMIT 1)
                """)
    }

    /// The reason was lost on its way into the store. It stands in the notification itself (`q`; `o` is the old row),
    /// and so does since when the question tells of the charge.
    private static func keepQuestions(in db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO refund_askings (environment, transaction_id, notification, original_transaction_id, product_id,
                  reason, asked_ms, known_ms, request_id)
                SELECT o.environment, o.transaction_id, o.notification, o.original_transaction_id, o.product_id,
                  coalesce(o.reason, CAST(q.reason AS TEXT)), o.asked_ms, min(o.known_ms, coalesce(q.told_ms, o.known_ms)),
                  o.request
                FROM refund_requests_7 o LEFT JOIN (
                  SELECT n.uuid, json_extract(d.payload, '$.signedPayload.data.consumptionRequestReason') AS reason,
                    json_extract(d.payload, '$.signedPayload.data.signedTransactionInfo.signedDate') AS told_ms
                  FROM notifications n JOIN documents d ON d.id = n.document_id
                  WHERE json_valid(d.payload)) q ON q.uuid = o.notification
                """)
        try db.execute(
            sql: """
                UPDATE refund_requests SET
                  reason = (SELECT a.reason FROM refund_askings a WHERE a.request_id = refund_requests.id
                    AND a.reason IS NOT NULL ORDER BY a.asked_ms DESC, a.notification DESC LIMIT 1),
                  known_ms = (SELECT min(a.known_ms) FROM refund_askings a WHERE a.request_id = refund_requests.id)
                """)
    }

    /// Ends the answers that still wait, so that they are prepared anew, and lets every answer name its joined request.
    private static func passAnswers(in db: Database) throws {
        try db.execute(
            sql: """
                UPDATE requests SET state = 'cancelled', next_try_ms = NULL, ended_at_ms = coalesce(tried_at_ms, asked_at_ms),
                  outcome = 'rules_changed' WHERE kind = 'consumption' AND state = 'waiting'
                """)
        try db.execute(
            sql: """
                UPDATE requests SET subject = (SELECT CAST(o.request AS TEXT) FROM refund_requests_7 o
                  WHERE o.id = CAST(requests.subject AS INTEGER))
                WHERE kind = 'consumption' AND EXISTS (SELECT 1 FROM refund_requests_7 o
                  WHERE o.id = CAST(requests.subject AS INTEGER) AND o.request <> o.id)
                """)
    }
}

/// The answers and events that version 9 keeps for a time alone.
private enum AnswersOfVersion8 {
    static func keepForATime(in db: Database) throws {
        // A new file was made so.
        guard try !db.tableExists("forgotten_events") else { return }
        try db.execute(sql: "DROP TRIGGER idempotency_no_delete")
        try db.execute(sql: Schema.pruning)
    }
}

/// The ledger, in which version 9 finds charges by their day and amount.
private enum LedgerOfVersion8 {
    static func findByDay(in db: Database) throws {
        // A new file was made so, and one of version 5, whose ledger was made anew.
        guard try db.indexes(on: "charges").allSatisfy({ $0.name != "charges_by_day" }) else { return }
        try db.execute(sql: Schema.chargesByDay)
    }
}

/// The catalogue, of which version 9 keeps what the shop calls its products.
private enum CatalogOfVersion8 {
    static func keepNames(in db: Database) throws {
        // A new file was made so.
        guard try !db.columns(in: "products").contains(where: { $0.name == "names" }) else { return }
        try db.execute(sql: Schema.catalogSinceVersion9)
    }
}

/// The attempts that version 8 tells apart by the customer whom their reports name, and joins by ids that can be the App
/// Store's alone. What two customers reported of one attempt before stays the attempt of whom the newest report named.
private enum AttemptsOfVersion7 {
    /// Tables that name attempts, which are made anew with them.
    private static let beside = ["attempt_events", "attempt_claims", "attempt_documents"]

    static func replace(in db: Database) throws {
        // A new file was made so.
        guard try !db.columns(in: "attempts").contains(where: { $0.name == "named" }) else { return }
        for index in [
            "attempts_by_ticket", "attempts_by_transaction_id", "attempts_by_line_item", "attempts_by_chain",
            "attempts_by_customer", "attempts_by_product", "attempts_by_bundle", "attempts_due",
            "attempts_by_word",
        ] { try db.execute(sql: "DROP INDEX \(index)") }
        for table in beside + ["attempts"] {
            try db.execute(sql: "ALTER TABLE \(table) RENAME TO \(table)_7")
        }
        try db.execute(sql: Schema.attempts)
        try db.execute(sql: Schema.arrivals)
        let columns = """
            id, attempt_id, ticket_id, environment, original_transaction_id, product_id, bundle_id, told, received_ms,
            first_event_ms, customer_id, outcome, charged_ms, failed_ms
            """
        try db.execute(
            sql: """
                INSERT INTO attempts (\(columns), transaction_id, web_order_line_item_id, named, due_ms)
                SELECT \(columns), \(possible("transaction_id")), \(possible("web_order_line_item_id")),
                  coalesce(iif(json_valid(told), (SELECT json_extract(value, '$.values.customer')
                    FROM json_each(a.told, '$.tellings')
                    WHERE json_extract(value, '$.values.customer') IS NOT NULL ORDER BY key LIMIT 1), NULL), ''),
                  \(due) FROM attempts_7 a
                """)
        try db.execute(sql: "UPDATE attempts SET app_user_id = nullif(named, '')")
        try db.execute(sql: customersOfNameless)
        for table in beside {
            try db.execute(sql: "INSERT INTO \(table) SELECT * FROM \(table)_7")
            try db.execute(sql: "DROP TABLE \(table)_7")
        }
        try db.execute(sql: "DROP TABLE attempts_7")
    }

    /// A column's id where it can be the App Store's, as `AppStoreNumber` says it of values: digits, and not zeros
    /// alone.
    private static func possible(_ column: String) -> String {
        "iif(\(column) NOT GLOB '*[^0-9]*' AND \(column) GLOB '*[1-9]*', \(column), NULL)"
    }

    /// When an attempt (`a`) is looked at next: at once. Only what a record of the App Store's (`r`, found by its id
    /// `k` in its chain `d`) shows as bought and delivered keeps its time.
    private static let due = """
        CASE WHEN outcome = 'delivered' AND EXISTS (SELECT 1 FROM transaction_ids k
          JOIN transactions r ON r.id = k."transaction" JOIN chains d ON d.id = r.chain_id
          WHERE k.transaction_id = a.transaction_id AND d.environment = a.environment
            AND coalesce(r.ownership, 'purchased') = 'purchased') THEN due_ms ELSE 0 END
        """

    /// The customer of attempts whose reports name nobody: whom others with an id in common (`b`) name, if it is one
    /// alone.
    private static let customersOfNameless = """
        UPDATE attempts SET app_user_id = (
          SELECT CASE WHEN count(DISTINCT b.named) = 1 THEN min(b.named) END FROM attempts b
          WHERE b.environment = attempts.environment AND b.named > ''
            AND (b.transaction_id = attempts.transaction_id
              OR b.web_order_line_item_id = attempts.web_order_line_item_id))
        WHERE named = ''
        """
}

/// The claims by purchase reports, of which version 9 keeps when they arrived and whether they came by an app's key.
private enum ClaimsOfVersion8 {
    static func keepArrivals(in db: Database) throws {
        // A new file was made so.
        guard try !db.columns(in: "chain_claims").contains(where: { $0.name == "received_ms" }) else {
            return
        }
        try db.execute(sql: Schema.claimsSinceVersion9)
        try db.execute(sql: arrivals)
        try db.execute(sql: ofChains)
        // Whose chains are by the rules of now follows from rows, and is a lead's to begin; from the first chain on, also
        // where one of before was under way.
        try db.execute(
            sql: """
                INSERT INTO store_state (key, value)
                SELECT 'upgrade_place', '{}' WHERE EXISTS (SELECT 1 FROM attempt_claims) OR EXISTS (
                  SELECT 1 FROM chain_claims GROUP BY chain_id
                  HAVING count(DISTINCT coalesce(token, app_user_id)) > 1)
                ON CONFLICT (key) DO UPDATE SET value = excluded.value
                """)
    }

    /// By the documents (`d`) of each attempt, linked by `l`; what an agent told has none and is known since it
    /// arrived.
    private static let arrivals = """
        UPDATE attempt_claims SET received_ms = known_ms WHERE kind = 'purchase_report'
          AND NOT EXISTS (SELECT 1 FROM attempt_documents l WHERE l.attempt = attempt_claims.attempt);
        UPDATE attempt_claims SET (needs_evidence, received_ms) = (
          SELECT coalesce(d.source LIKE 'POST /v1/purchase-reports%', 0), d.received_ms
          FROM attempt_documents l JOIN documents d ON d.id = l.document_id
          WHERE l.attempt = attempt_claims.attempt ORDER BY 1, d.received_ms IS NULL, d.received_ms LIMIT 1)
        WHERE kind = 'purchase_report'
          AND EXISTS (SELECT 1 FROM attempt_documents l WHERE l.attempt = attempt_claims.attempt);
        """

    /// By the attempts that speak of each chain: of their claims (`l`) the one without need of evidence first, then the
    /// earliest. Of the row that has the least, SQLite answers the other columns.
    private static let ofChains = """
        UPDATE chain_claims SET received_ms = r.received_ms, needs_evidence = r.needs_evidence
        FROM (SELECT c.chain_id, l.app_user_id, l.received_ms, l.needs_evidence,
            min((l.needs_evidence << 61) + coalesce(l.received_ms, 1 << 60)) AS least
          FROM attempt_claims l JOIN attempt_documents d ON d.attempt = l.attempt
          JOIN document_chains c ON c.document_id = d.document_id
          WHERE l.kind = 'purchase_report' GROUP BY c.chain_id, l.app_user_id) r
        WHERE chain_claims.chain_id = r.chain_id AND chain_claims.app_user_id = r.app_user_id
          AND chain_claims.kind = 'purchase_report'
        """
}

/// What version 9 keeps more of what is asked of leads.
private enum ApprovalsOfVersion8 {
    static func keepSession(in db: Database) throws {
        // A new file was made so.
        guard try !db.columns(in: "approval_requests").contains(where: { $0.name == "asked_session" }) else {
            return
        }
        try db.execute(sql: Schema.approvalsSinceVersion9)
    }
}

/// The ends of tickets of which version 9 asks what proves them: a charge that somebody only said had been refunded,
/// delivered, credited, a duplicate or none stands as closed without proof.
private enum EndsOfVersion8 {
    static func askForProof(in db: Database) throws {
        // A new file was made so.
        guard try !db.columns(in: "tickets").contains(where: { $0.name == "is_without_proof" }) else {
            return
        }
        try db.execute(sql: Schema.endsWithoutProof)
        for trigger in ["tickets_lost", "tickets_lost_no_more", "tickets_loss_changed"] {
            try db.execute(sql: "DROP TRIGGER \(trigger)")
        }
        try db.execute(sql: Schema.lossTriggers.sqlite)
        // The new triggers move the figures of the review with it.
        try db.execute(
            sql: """
                UPDATE tickets SET is_without_proof = 1 WHERE \(isSaid)
                  AND EXISTS (SELECT 1 FROM charges c WHERE c.ticket_id = tickets.id AND c.facts = 'untold')
                """)
        try standAnew(in: db)
        try db.execute(sql: Schema.chargesWithoutProof)
    }

    /// What a person said and no fact can show. Whether a consumable was credited, nobody else can say.
    private static let isSaid = """
        resolved_by IS NOT NULL AND merged_into IS NULL AND (
          resolution IN ('refunded', 'delivered', 'not_charged', 'duplicate')
          OR (resolution = 'credited' AND NOT EXISTS (SELECT 1 FROM products p
            WHERE p.product_id = tickets.product_id AND p.kind = 'consumable')))
        """

    /// Gives the charges of such tickets their standing, and the sums of their days. What the facts show as delivered is
    /// delivered, whatever was said of it.
    private static func standAnew(in db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE charges_8 AS
                SELECT c.id, iif(c.facts = 'delivered', 'delivered', 'closed_without_proof') AS standing
                FROM charges c JOIN tickets t ON t.id = c.ticket_id
                WHERE (t.is_without_proof = 1 AND c.facts = 'untold')
                  OR (c.facts = 'delivered' AND t.resolution IN ('refunded', 'not_charged', 'duplicate', 'superseded'))
                """)
        try count(by: -1, in: db)
        try db.execute(
            sql: """
                UPDATE charges SET standing = (SELECT n.standing FROM charges_8 n WHERE n.id = charges.id)
                WHERE id IN (SELECT id FROM charges_8)
                """)
        try count(by: 1, in: db)
        try db.execute(sql: "DELETE FROM charge_days WHERE charges = 0")
        try db.execute(sql: "DROP TABLE charges_8")
    }

    /// Adds the charges of `charges_8`, as they stand now, to the sums of their days, or takes them out.
    private static func count(by sign: Int, in db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO charge_days (environment, day, currency, standing, is_owned, charges, milliunits,
                  refunded_milliunits)
                SELECT environment, day, coalesce(currency, ''), standing, is_owned, \(sign) * count(*),
                  \(sign) * sum(milliunits), \(sign) * sum(refunded_milliunits)
                FROM charges WHERE id IN (SELECT id FROM charges_8) GROUP BY 1, 2, 3, 4, 5
                ON CONFLICT DO UPDATE SET charges = charges + excluded.charges,
                  milliunits = milliunits + excluded.milliunits,
                  refunded_milliunits = refunded_milliunits + excluded.refunded_milliunits
                """)
    }
}

/// What version 9 keeps more of what the server does.
private enum ServingOfVersion8 {
    static func keepMore(in db: Database) throws {
        // A new file was made with it.
        guard try db.indexes(on: "grants").allSatisfy({ $0.name != "grants_bridges" }) else { return }
        try db.execute(sql: Schema.bridges)
        try db.execute(sql: Schema.unprovedReports)
    }
}
