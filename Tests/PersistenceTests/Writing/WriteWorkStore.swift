import GRDB
import PersistenceTesting
import Purchases

@testable import Persistence

/// A store with as many of everything as a write could walk over: what ``FullStore`` has, worked on for years.
///
/// In proportion to the customers: tickets of every group and state with attempts, moves, deeds and incidents, grants and
/// batches, requests and their tries, refunds, charges, receipts, quarantine, told entitlements, messages and deliveries,
/// and the logs. What is few in every store is few here: agents, keys, servers, leases, receivers.
enum WriteWorkStore {
    /// A moment long after every other that is due some time.
    private static let late = 9_000_000_000_000
    private static let now = People.now.milliseconds

    /// A store of so many customers.
    static func store(of count: Int) throws -> Store {
        let store = try FullStore.store(of: count)
        try Raw.write(store, head)
        let basic = Shop.product("basic", .autoRenewable, ["premium"])
        try store.replaceCatalog(
            with: Catalog(Array(Shop.catalog.products.values) + [basic]), by: People.lead, at: People.now)
        try FullStore.fill(
            store, with: people + purchases + incidents + tickets + attempts + asked + refunds + gifts + told,
            count: count)
        try FullStore.fill(store, with: few, count: 30)
        try Raw.write(store, marks)
        return store
    }

    /// The log's head is noted beside it.
    private static let head = """
        UPDATE store_state SET value = (SELECT max(sequence) FROM audit) WHERE key = 'audit_sequence'
        """

    private static let people = [
        """
        UPDATE customers SET created_at_ms = id, locale = 'de_DE', country = 'DE',
          erased_ms = iif(id % 50 = 13, id, NULL) WHERE id > 1000
        """,
        "INSERT INTO erased_tokens SELECT printf('%064d', i), printf('c%06d', i) FROM n WHERE i % 50 = 13",
        """
        INSERT INTO customer_tokens SELECT 1000 + i, printf('00000000-0000-4000-8000-%012d', i), 0 FROM n
        """,
        "INSERT INTO consumption_consents SELECT 1000 + i, i % 4 = 1, i, 'ada' FROM n WHERE i % 2",
        """
        INSERT INTO audit_texts (token, sequence, salt, body) SELECT printf('%064d', i), i, 's', 'a note' FROM n
        """,
        "INSERT INTO idempotency SELECT printf('key %d', i), 'digest', '{}', i FROM n",
        """
        INSERT INTO change_log (entity, id)
        SELECT 'customer', printf('c%06d', i) FROM n UNION ALL SELECT 'ticket', CAST(i AS TEXT) FROM n
        UNION ALL SELECT 'chain', printf('10%013d', i) FROM n
        """,
        """
        INSERT INTO quarantine (sha256, source, reason, detail, body, bytes, received_ms, dropped_ms)
        SELECT printf('q%d', i), 'papers', 'not_json', 'it is no JSON', x'7b', 1, i, iif(i % 2, i, NULL) FROM n
        """,
        """
        INSERT INTO imports (agent, process, started_ms, finished_ms, sources, counts)
        SELECT 'intake', i, i, i, '[]', '{}' FROM n
        """,
        "INSERT INTO unauthentic_days SELECT i * 86400000, 1, 1, 0, 0 FROM n",
    ]

    private static let purchases = [
        """
        UPDATE documents SET environment = 'Production', bundle_id = 'com.example.tea', source = 'papers', body = '{"a":1}'
        """,
        "INSERT INTO document_mentions SELECT printf('10%013d', i), i FROM n WHERE i % 10 = 0",
        """
        UPDATE notifications SET environment = 'Production', uuid = printf('n%d', id), charge = printf('20%013d', id)
        """,
        """
        INSERT INTO notifications (document_id, uuid, chain_id, environment, type, subtype, signed_ms, checked, charge)
        SELECT i, printf('m%d', i), i, 'Production', iif(i % 2, 'CONSUMPTION_REQUEST', 'RENEWAL_EXTENDED'), NULL, i,
          'signed', printf('20%013d', i) FROM n
        """,
        """
        INSERT INTO notification_documents SELECT document_id, id, 0 FROM notifications WHERE uuid LIKE 'm%'
        """,
        "INSERT INTO send_attempts SELECT id, signed_ms, 'SUCCESS' FROM notifications",
        """
        UPDATE chains SET bundle_id = 'com.example.tea', subscription_group = 'g0', owner_known_ms = 1,
          newest_document_ms = id, newest_known_ms = id, first_purchase_ms = id, last_purchase_ms = id,
          next_ask_ms = iif(id % 2, \(late) + id, NULL)
        """,
        """
        UPDATE transactions SET bundle_id = 'com.example.tea', storefront = 'DEU', ownership = 'PURCHASED',
          price_milliunits = 9990, currency = 'EUR', subscription_group = 'g0'
        """,
        """
        INSERT INTO transactions (chain_id, transaction_id, web_order_line_item_id, product_id, purchased_at_ms, expires_at_ms,
          known_ms, told_ms, told_signed, told_sha256, ownership, bundle_id, storefront)
        SELECT i, printf('21%013d', i), printf('71%013d', i), 'basic', i + 1, i + 2, 1, 1, 0, printf('%d', i),
          'PURCHASED', 'com.example.tea', 'DEU' FROM n
        """,
        "INSERT INTO other_transaction_ids SELECT printf('23%013d', i), i FROM n WHERE i % 5 = 0",
        """
        INSERT INTO renewals (chain_id, document_ms, is_signed, sha256, known_ms, extent, auto_renew)
        SELECT i, i, 1, printf('%d', i), i, 'whole', 1 FROM n
        """,
        "INSERT INTO charge_apps (id, environment, bundle_id) SELECT 1, 'Production', 'com.example.tea' FROM n WHERE i = 1",
        """
        INSERT INTO charges (id, environment, day, currency, milliunits, refunded_milliunits, standing, is_owned,
          attempt, ticket_id, facts)
        SELECT i, 'Production', i, 'EUR', 9990, 0, iif(i % 2, 'open', 'delivered'), 0, i, i, 'untold' FROM n
        """,
        """
        INSERT INTO charges (id, environment, day, currency, milliunits, refunded_milliunits, standing, is_owned, app, unheard_ms)
        SELECT id, 'Production', chain_id, 'EUR', 9990, 0, 'untold', 0, 1, \(now) - chain_id FROM transactions
        WHERE transaction_id LIKE '21%' AND chain_id % 4 = 0
        """,
        """
        INSERT INTO charge_days SELECT environment, day, currency, standing, is_owned, count(*), sum(milliunits), 0
        FROM charges WHERE day IN (SELECT i FROM n) GROUP BY environment, day, currency, standing, is_owned
        """,
        """
        INSERT INTO receipts (id, sha256, body, environment, customer_id, made_ms, received_ms)
        SELECT i, printf('r%d', i), x'00', 'Production', 1000 + i, i, i FROM n
        """,
        "INSERT INTO chain_receipts SELECT i, i FROM n",
    ]

    /// One for fifty customers; leads shaped them, so that the rule leaves them as they are.
    private static let incidents = [
        """
        INSERT INTO incidents (id, kind, key, causes, from_ms, until_ms, quiet_ms, opened_ms, closed_ms, is_kept)
        SELECT i, 'cause', '21002', '["21002"]', i * 180000000000, i * 180000000000 + 1, 1, i, i, 1 FROM n
        WHERE i % 50 = 1
        """
    ]

    /// Every fifth open one is held, waits or was handed over; the old ones of a queue among them. They failed far apart, at
    /// every hour of the day, so that none of it is an incident.
    private static let tickets = [
        """
        UPDATE tickets SET original_transaction_id = printf('10%013d', id), "transaction" = id, price_milliunits = 9990,
          currency = 'EUR', charged_at_ms = waiting_since_ms, app_version = printf('1.%d', id % 7),
          storefront = 'DEU', placed_ms = iif("group" > 1, \(now) - id * 111600000, NULL),
          incident_id = iif("group" > 1 AND id % 50 BETWEEN 1 AND 8, id - id % 50 + 1, NULL)
        """,
        "UPDATE tickets SET state = 'retrying' WHERE state = 'open' AND \"group\" = 2",
        """
        UPDATE tickets SET queued_at_ms = \(now) - iif(id % 4 = 1, 360000000, 3600000) WHERE state <> 'resolved'
        """,
        """
        UPDATE tickets SET due_at_ms = queued_at_ms + iif("group" = 3, 86400000, 259200000)
        WHERE state <> 'resolved' AND "group" > 1
        """,
        """
        UPDATE tickets SET state = 'claimed', claimed_by = 'vic', claimed_at_ms = \(now) - 3600000
        WHERE state <> 'resolved' AND id % 15 = 2
        """,
        """
        UPDATE tickets SET state = 'waiting', due_at_ms = NULL, waiting_for = 'customer',
          waiting_until_ms = \(now) + 86400000 + id WHERE state <> 'resolved' AND id % 15 = 7
        """,
        "UPDATE tickets SET assigned_to = 'vic' WHERE state <> 'resolved' AND id % 15 = 12",
        """
        UPDATE tickets SET resolution = 'duplicate', merged_into = id - 1 WHERE state = 'resolved' AND id % 40 = 8
        """,
        """
        UPDATE tickets SET resolution = 'made_good', is_made_good = 1, resolved_by = 'ada' WHERE state = 'resolved'
          AND id % 40 = 16
        """,
        """
        INSERT INTO ticket_moves (ticket_id, moved_from, happened_ms, learned_ms, cause, resolution)
        SELECT id, "group", id, id, '{"told_delivered":{}}', resolution FROM tickets WHERE state = 'resolved'
        """,
        """
        INSERT INTO ticket_skips (ticket_id, agent, at_ms, "group", reason)
        SELECT id, 'vic', id, "group", 'later' FROM tickets WHERE id % 10 = 0
        """,
        "UPDATE tickets SET skips = 1 WHERE id % 10 = 0",
        "INSERT INTO ticket_deeds (ticket_id, at_ms, agent, deed) SELECT i, i, 'ada', '{\"claimed\":{}}' FROM n",
        "INSERT INTO ticket_links SELECT i - 1, i, i, 'ada' FROM n WHERE i % 20 = 0",
    ]

    private static let attempts = [
        """
        UPDATE attempts SET product_id = 'basic', bundle_id = 'com.example.tea', first_event_ms = id,
          original_transaction_id = printf('10%013d', id), web_order_line_item_id = printf('70%013d', id),
          failed_ms = id, due_ms = iif(id % 30 = 0, \(late) + id, NULL)
        """,
        "UPDATE attempts SET outcome = 'failed', charged_ms = id WHERE id % 2 = 0",
        "INSERT INTO attempt_documents SELECT i, i FROM n",
        """
        INSERT INTO attempt_claims (attempt, kind, app_user_id, at_ms, known_ms)
        SELECT i, 'purchase_report', printf('c%06d', i), i, i FROM n
        """,
    ]

    private static let asked = [
        """
        INSERT INTO requests (kind, subject, asked_by, asked_at_ms, next_try_ms)
        SELECT 'retry', CAST(id AS TEXT), 'intake', id, \(late) + id FROM tickets
        WHERE "group" = 2 AND state <> 'resolved'
        """,
        """
        INSERT INTO requests (kind, subject, asked_by, asked_at_ms, state, ended_at_ms, outcome)
        SELECT 'retry', CAST(id AS TEXT), 'intake', id, 'done', id, 'delivered' FROM tickets
        WHERE "group" = 2 AND state = 'resolved'
        """,
        """
        INSERT INTO requests (kind, subject, asked_by, asked_at_ms, state, ended_at_ms, outcome)
        SELECT 'refresh', printf('10%013d', i), 'ada', i, 'done', i, 'answered' FROM n WHERE i % 3 = 0
        """,
        """
        INSERT INTO requests (kind, subject, asked_by, asked_at_ms, state, ended_at_ms, outcome)
        SELECT 'order', printf('MK%06d', i), 'ada', i, 'done', i, 'answered' FROM n WHERE i % 7 = 0
        """,
        """
        INSERT INTO requests (kind, subject, arguments, asked_by, asked_at_ms, state, ended_at_ms, outcome)
        SELECT 'finish', CAST(i AS TEXT), json_object('environment', 'Production', 'transaction_id', printf('20%013d', i)),
          'ada', i, 'done', i, 'finished' FROM n WHERE i % 9 = 0
        """,
        """
        INSERT INTO requests (kind, subject, arguments, asked_by, asked_at_ms, state, ended_at_ms, outcome)
        SELECT 'extend', printf('10%013d', i), json_object('environment', 'Production', 'incident',
          CAST(i - i % 50 + 1 AS TEXT)), 'lena', i, 'done', i, 'extended' FROM n WHERE i % 11 = 0
        """,
        """
        INSERT INTO requests (kind, subject, asked_by, asked_at_ms, state, ended_at_ms, outcome)
        SELECT 'consumption', CAST(id AS TEXT), 'lena', id, 'done', id, 'answered' FROM refund_requests
        WHERE outcome IS NOT NULL
        """,
        "INSERT INTO request_tries SELECT id, 1, asked_at_ms, 'http_503', 1 FROM requests",
        "INSERT INTO request_tries SELECT id, 2, asked_at_ms, 'answered', 1 FROM requests WHERE state = 'done'",
    ]

    /// Only a few can still be answered: Apple waits for twelve hours.
    private static let refunds = [
        "UPDATE refund_requests SET due_ms = asked_ms + 43200000 WHERE id > 40"
    ]

    private static let gifts = [
        """
        INSERT INTO grants (app_user_id, entitlement, starts_at_ms, ends_at_ms, reason, ticket_id, granted_by, granted_at_ms)
        SELECT printf('c%06d', i), 'premium', i, i + 1, 'not_delivered', i, 'lena', i FROM n WHERE i % 40 = 16
        """,
        """
        INSERT INTO batches (incident_id, plan, key, digest, state, customers, planned_by, planned_at_ms, finished_at_ms)
        SELECT i, '{"length":{"lost":{}},"reason":"outage"}', printf('batch %d', i), 'digest', 'done', 10, 'lena', i, i
        FROM n WHERE i % 50 = 1
        """,
        """
        INSERT INTO batch_members (batch_id, ticket_id, outcome, grant_id, done_at_ms)
        SELECT b.id, t.id, 'granted', t.id, t.id FROM batches b JOIN tickets t ON t.incident_id = b.incident_id
        """,
    ]

    /// One message in ten waits for its next try, one is parked.
    private static let told = [
        """
        INSERT INTO entitlement_events (app_user_id, entitlement, kind, from_ms, source, source_id, at_ms)
        SELECT printf('c%06d', i), 'premium', 'granted', 1, 'chain', printf('10%013d', i), i FROM n
        """,
        """
        INSERT INTO told_entitlements SELECT printf('c%06d', i), 'premium', 1, NULL, 'chain', printf('10%013d', i) FROM n
        """,
        "INSERT INTO told_customers SELECT printf('c%06d', i), \(late) + i FROM n WHERE i % 2",
        """
        INSERT INTO told_tickets SELECT id, iif(state = 'resolved', 'resolved', 'opened'), resolution FROM tickets
        WHERE "group" > 1
        """,
        """
        INSERT INTO webhook_messages (id, uid, app_user_id, type, body, at_ms)
        SELECT i, printf('msg_%d', i), printf('c%06d', i), 'ticket.opened', '{}', \(now) - 3600000 + i FROM n
        """,
        """
        INSERT INTO webhook_deliveries (endpoint, message_id, app_user_id, state, attempts, first_ms, next_ms, ended_ms,
          outcome)
        SELECT e.name, m.id, m.app_user_id, CASE m.id % 10 WHEN 0 THEN 'waiting' WHEN 5 THEN 'parked' ELSE 'delivered' END,
          1, m.at_ms, iif(m.id % 10, NULL, \(late) + m.id), iif(m.id % 10, m.at_ms, NULL),
          iif(m.id % 5, 'delivered', 'http_400')
        FROM (SELECT 'backend' AS name UNION ALL SELECT 'billing') e CROSS JOIN webhook_messages m
        """,
    ]

    private static let few = [
        "INSERT INTO agents (login, role, since_ms, added_by) SELECT printf('agent%d', i), 'agent', i, 'lena' FROM n",
        """
        INSERT INTO saved_views (agent, list, position, name, query)
        SELECT printf('agent%d', i), 'tickets', 1 + i % 9, 'mine', 'agent:none' FROM n
        """,
        """
        INSERT INTO api_keys (name, scope, hash, added_at_ms, added_by)
        SELECT printf('key%d', i), 'app', printf('%d', i), i, 'lena' FROM n WHERE i <= 5
        """,
        """
        INSERT INTO leases SELECT printf('chain:Production/10%013d', i), 'other', \(now) - 3600000 FROM n
        """,
        """
        INSERT INTO workers (server, name, process, started_ms, seen_ms, did_ms)
        SELECT 'other', iif(i = 1, 'server', printf('worker%d', i)), 1, 1, \(now), \(now) FROM n WHERE i <= 7
        """,
        """
        INSERT INTO webhook_endpoints (name, since_ms, queued, delivered_ms)
        SELECT iif(i = 1, 'backend', 'billing'), 1, (SELECT max(id) FROM webhook_messages), \(now) FROM n WHERE i <= 2
        """,
    ]

    /// Up to where workers have looked.
    private static let marks = """
        UPDATE incident_search SET seen = revision;
        INSERT OR REPLACE INTO store_state VALUES
          ('entitlements_told', (SELECT max(sequence) FROM change_log)),
          ('webhooks_told', (SELECT max(sequence) FROM change_log) || ' ' || (SELECT max(id) FROM entitlement_events)),
          ('verifications_looked', (SELECT max(sequence) FROM change_log)), ('webhooks_forgotten', '\(now)'),
          ('pruned', '\(now)'), ('history_read_production', '\(now - 3_600_000)');
        """
}
