/// What each trigger of a SQLite store does on PostgreSQL: the same, in plpgsql. One that stands in no pair
/// is refused when the schema is made.
enum TriggerPairs {
    struct Pair {
        enum Act {
            /// The statement fails with a sentence.
            case refuse(String)
            /// A body that answers nothing of the row.
            case run(String)
        }

        let condition: String?
        let act: Act

        static func refuse(_ sentence: String, when condition: String? = nil) -> Pair {
            Pair(condition: condition, act: .refuse(sentence))
        }

        static func run(_ body: String, when condition: String? = nil) -> Pair {
            Pair(condition: condition, act: .run(body))
        }
    }

    /// The pairs by the triggers' names.
    static let all: [String: Pair] = guards.merging(counts) { _, other in other }

    /// A function that a trigger runs, on this schema's tables whatever the path of who fires it.
    static func function(_ name: String, _ body: String) -> String {
        """
        CREATE FUNCTION \(name) RETURNS trigger LANGUAGE plpgsql SET search_path = makegood, pg_temp AS $$
        BEGIN
        \(body)
        RETURN coalesce(NEW, OLD);
        END
        $$
        """
    }

    private static func refusal(_ sentence: String) -> String {
        "RAISE EXCEPTION '\(sentence)' USING ERRCODE = 'integrity_constraint_violation';"
    }

    /// What is kept for ever.
    private static let guards: [String: Pair] = [
        "idempotency_no_update": .refuse("idempotency is append-only"),
        "idempotency_no_replace": .run(
            """
            IF EXISTS (SELECT 1 FROM idempotency i WHERE i.key = NEW.key)
            THEN \(refusal("this key is used")) END IF;
            """
        ),
        "idempotency_no_delete": .run(
            """
            IF OLD.key < 'http:' OR OLD.key >= 'http;' OR json_type(OLD.result, '$.documents') IS NULL
                OR OLD.at_ms >= coalesce(
                    (SELECT s.value::bigint FROM store_state s WHERE s.key = 'pruning_before_ms'), 0)
            THEN \(refusal("idempotency is append-only")) END IF;
            """),
        "audit_no_update": .refuse("the audit log is append-only"),
        "audit_no_delete": .refuse("the audit log is append-only"),
        "audit_next_only": .run(
            """
            IF NEW.sequence IS DISTINCT FROM (SELECT coalesce(max(a.sequence), 0) + 1 FROM audit a)
            THEN \(refusal("the audit log only grows at its end")) END IF;
            """),
        "audit_texts_no_delete": .refuse("a text of the audit log is only erased"),
        "audit_texts_no_replace": .run(
            """
            IF NEW.body IS NULL OR EXISTS (SELECT 1 FROM audit_texts t WHERE t.token = NEW.token)
            THEN \(refusal("a text of the audit log is new")) END IF;
            """),
        "audit_texts_erase_once": .run(
            """
            IF OLD.body IS NULL OR NEW.body IS NOT NULL
                OR (NEW.token, NEW.sequence) IS DISTINCT FROM (OLD.token, OLD.sequence)
                OR NOT EXISTS (SELECT 1 FROM store_state s WHERE s.key = 'erasing')
            THEN \(refusal("a text of the audit log is only erased, with its person")) END IF;
            """),
        "grants_no_delete": .refuse("a grant is never deleted"),
        "grants_no_replace": .run(
            """
            IF NEW.revoked_at_ms IS NOT NULL OR EXISTS (SELECT 1 FROM grants g WHERE g.id = NEW.id)
            THEN \(refusal("a grant is new and not revoked")) END IF;
            """),
        "grants_revoke_once": .run(
            """
            IF (NEW.id, NEW.app_user_id, NEW.entitlement, NEW.starts_at_ms, NEW.ends_at_ms, NEW.reason,
                    NEW.ticket_id, NEW.reference, NEW.granted_by, NEW.granted_at_ms, NEW.is_restitution)
                IS DISTINCT FROM (OLD.id, OLD.app_user_id, OLD.entitlement, OLD.starts_at_ms, OLD.ends_at_ms,
                    OLD.reason, OLD.ticket_id, OLD.reference, OLD.granted_by, OLD.granted_at_ms,
                    OLD.is_restitution)
            THEN \(refusal("a grant is only revoked, and once")) END IF;
            IF OLD.revoked_at_ms IS NULL AND NEW.revoked_at_ms IS NOT NULL
                AND NEW.note IS NOT DISTINCT FROM OLD.note
            THEN RETURN NEW; END IF;
            -- What people typed goes with its person.
            IF EXISTS (SELECT 1 FROM store_state s WHERE s.key = 'erasing')
                AND (NEW.note IS NULL OR NEW.note = OLD.note)
                AND (NEW.revoked_note IS NULL OR NEW.revoked_note = OLD.revoked_note)
                AND (NEW.revoked_at_ms, NEW.revoked_by, NEW.revoked_reason)
                    IS NOT DISTINCT FROM (OLD.revoked_at_ms, OLD.revoked_by, OLD.revoked_reason)
            THEN RETURN NEW; END IF;
            \(refusal("a grant is only revoked, and once"))
            """),
    ]

    /// Sums that are kept with the tickets.
    private static let counts: [String: Pair] = [
        "incidents_ticket_insert": .run(
            "PERFORM count_failure(NEW); UPDATE incident_search SET revision = revision + 1;",
            when: "ticket_counts(NEW)"),
        "incidents_ticket_delete": .run(
            "PERFORM uncount_failure(OLD); UPDATE incident_search SET revision = revision + 1;",
            when: "ticket_counts(OLD)"),
        "incidents_ticket_update": .run(
            """
            IF ticket_counts(OLD) THEN PERFORM uncount_failure(OLD); END IF;
            IF ticket_counts(NEW) THEN PERFORM count_failure(NEW); END IF;
            IF ticket_counts(OLD) <> ticket_counts(NEW)
                OR (OLD.placed_ms, OLD.cause, OLD.app_version)
                    IS DISTINCT FROM (NEW.placed_ms, NEW.cause, NEW.app_version)
            THEN UPDATE incident_search SET revision = revision + 1; END IF;
            """,
            when: """
                (ticket_counts(OLD) OR ticket_counts(NEW)) AND (
                    ticket_counts(OLD) <> ticket_counts(NEW) OR failure_standing(OLD) <> failure_standing(NEW)
                    OR (OLD.placed_ms, OLD.cause, OLD.app_version, OLD.incident_id, OLD.currency,
                        OLD.price_milliunits)
                        IS DISTINCT FROM (NEW.placed_ms, NEW.cause, NEW.app_version, NEW.incident_id,
                            NEW.currency, NEW.price_milliunits))
                """),
        "loss_figures_gone": .run(
            """
            DELETE FROM loss_figures f
            WHERE (f.dimension, f.environment, f.day, f.value, f.currency, f.standing)
                = (NEW.dimension, NEW.environment, NEW.day, NEW.value, NEW.currency, NEW.standing);
            """, when: "NEW.tickets = 0"),
        "loss_totals_gone": .run(
            """
            DELETE FROM loss_totals t
            WHERE (t.dimension, t.environment, t.value, t.currency, t.standing)
                = (NEW.dimension, NEW.environment, NEW.value, NEW.currency, NEW.standing);
            """, when: "NEW.tickets = 0"),
        "tickets_lost": .run("PERFORM count_loss(NEW, 1);", when: "NEW.\"group\" = 3"),
        "tickets_lost_no_more": .run("PERFORM count_loss(OLD, -1);", when: "OLD.\"group\" = 3"),
        "tickets_loss_changed": .run(
            "PERFORM count_loss(NEW, 1); PERFORM count_loss(OLD, -1);",
            when: """
                (OLD."group" = 3 OR NEW."group" = 3)
                    AND (\(lossColumns(of: "OLD"))) IS DISTINCT FROM (\(lossColumns(of: "NEW")))
                """),
    ]

    private static func lossColumns(of row: String) -> String {
        [
            "\"group\"", "resolution", "resolved_by", "is_without_proof", "\"transaction\"", "is_unproved",
            "merged_into", "environment", "charged_at_ms", "waiting_since_ms", "price_milliunits", "currency",
            "cause", "product_id", "app_version", "storefront",
        ].map { "\(row).\($0)" }.joined(separator: ", ")
    }
}
