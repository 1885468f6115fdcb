/// Triggers that keep anybody from changing or deleting what is kept for ever: answers, the audit log, grants.
///
/// Each has a body for SQLite and one for PostgreSQL that refuses the same.
extension Schema {
    /// Answers that were given stay as they are.
    static let answerGuards = [
        SchemaTrigger(
            """
            CREATE TRIGGER idempotency_no_update BEFORE UPDATE ON idempotency
            BEGIN SELECT RAISE(ABORT, 'idempotency is append-only'); END
            """, postgres: .refuse("idempotency is append-only")),
        SchemaTrigger(
            """
            CREATE TRIGGER idempotency_no_replace BEFORE INSERT ON idempotency
            WHEN EXISTS (SELECT 1 FROM idempotency WHERE key = NEW.key)
            BEGIN SELECT RAISE(ABORT, 'this key is used'); END
            """,
            postgres: .run(
                """
                IF EXISTS (SELECT 1 FROM idempotency i WHERE i.key = NEW.key)
                THEN \(SchemaTrigger.refusal("this key is used")) END IF;
                """
            )),
    ]

    /// The audit log only grows, at its end: only the next entry may be inserted, so that `INSERT OR REPLACE` finds nothing to
    /// replace.
    static let auditGuards = [
        SchemaTrigger(
            """
            CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit
            BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END
            """, postgres: .refuse("the audit log is append-only")),
        SchemaTrigger(
            """
            CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit
            BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END
            """, postgres: .refuse("the audit log is append-only")),
        SchemaTrigger(
            """
            CREATE TRIGGER audit_next_only BEFORE INSERT ON audit
            WHEN NEW.sequence IS NOT (SELECT coalesce(max(sequence), 0) + 1 FROM audit)
            BEGIN SELECT RAISE(ABORT, 'the audit log only grows at its end'); END
            """,
            postgres: .run(
                """
                IF NEW.sequence IS DISTINCT FROM (SELECT coalesce(max(a.sequence), 0) + 1 FROM audit a)
                THEN \(SchemaTrigger.refusal("the audit log only grows at its end")) END IF;
                """)),
    ]

    /// A text that people typed is only erased, with its person.
    static let auditTextGuards = [
        SchemaTrigger(
            """
            CREATE TRIGGER audit_texts_no_delete BEFORE DELETE ON audit_texts
            BEGIN SELECT RAISE(ABORT, 'a text of the audit log is only erased'); END
            """, postgres: .refuse("a text of the audit log is only erased")),
        SchemaTrigger(
            """
            CREATE TRIGGER audit_texts_no_replace BEFORE INSERT ON audit_texts
            WHEN NEW.body IS NULL OR EXISTS (SELECT 1 FROM audit_texts WHERE token = NEW.token)
            BEGIN SELECT RAISE(ABORT, 'a text of the audit log is new'); END
            """,
            postgres: .run(
                """
                IF NEW.body IS NULL OR EXISTS (SELECT 1 FROM audit_texts t WHERE t.token = NEW.token)
                THEN \(SchemaTrigger.refusal("a text of the audit log is new")) END IF;
                """)),
        SchemaTrigger(
            """
            CREATE TRIGGER audit_texts_erase_once BEFORE UPDATE ON audit_texts
            WHEN OLD.body IS NULL OR NEW.body IS NOT NULL OR NEW.token IS NOT OLD.token
                OR NEW.sequence IS NOT OLD.sequence
                OR NOT EXISTS (SELECT 1 FROM store_state WHERE key = 'erasing')
            BEGIN SELECT RAISE(ABORT, 'a text of the audit log is only erased, with its person'); END
            """,
            postgres: .run(
                """
                IF OLD.body IS NULL OR NEW.body IS NOT NULL
                    OR (NEW.token, NEW.sequence) IS DISTINCT FROM (OLD.token, OLD.sequence)
                    OR NOT EXISTS (SELECT 1 FROM store_state s WHERE s.key = 'erasing')
                THEN \(SchemaTrigger.refusal("a text of the audit log is only erased, with its person")) END IF;
                """)),
    ]

    /// A grant is only revoked, and once. `INSERT OR REPLACE` deletes without the guard of deletions: a guard of insertions stops it
    /// before.
    static let grantGuards = [
        SchemaTrigger(
            """
            CREATE TRIGGER grants_no_delete BEFORE DELETE ON grants
            BEGIN SELECT RAISE(ABORT, 'a grant is never deleted'); END
            """, postgres: .refuse("a grant is never deleted")),
        SchemaTrigger(
            """
            CREATE TRIGGER grants_no_replace BEFORE INSERT ON grants
            WHEN NEW.revoked_at_ms IS NOT NULL OR EXISTS (SELECT 1 FROM grants WHERE id = NEW.id)
            BEGIN SELECT RAISE(ABORT, 'a grant is new and not revoked'); END
            """,
            postgres: .run(
                """
                IF NEW.revoked_at_ms IS NOT NULL OR EXISTS (SELECT 1 FROM grants g WHERE g.id = NEW.id)
                THEN \(SchemaTrigger.refusal("a grant is new and not revoked")) END IF;
                """)),
        SchemaTrigger(
            """
            CREATE TRIGGER grants_revoke_once BEFORE UPDATE ON grants
            WHEN NOT (
                NEW.id IS OLD.id AND NEW.app_user_id IS OLD.app_user_id AND NEW.entitlement IS OLD.entitlement
                AND NEW.starts_at_ms IS OLD.starts_at_ms AND NEW.ends_at_ms IS OLD.ends_at_ms
                AND NEW.reason IS OLD.reason AND NEW.ticket_id IS OLD.ticket_id
                AND NEW.reference IS OLD.reference AND NEW.granted_by IS OLD.granted_by
                AND NEW.granted_at_ms IS OLD.granted_at_ms AND NEW.is_restitution IS OLD.is_restitution
                AND ((OLD.revoked_at_ms IS NULL AND NEW.revoked_at_ms IS NOT NULL AND NEW.note IS OLD.note)
                    -- What people typed goes with its person.
                    OR (EXISTS (SELECT 1 FROM store_state WHERE key = 'erasing')
                        AND (NEW.note IS OLD.note OR NEW.note IS NULL)
                        AND (NEW.revoked_note IS OLD.revoked_note OR NEW.revoked_note IS NULL)
                        AND NEW.revoked_at_ms IS OLD.revoked_at_ms AND NEW.revoked_by IS OLD.revoked_by
                        AND NEW.revoked_reason IS OLD.revoked_reason))
            )
            BEGIN SELECT RAISE(ABORT, 'a grant is only revoked, and once'); END
            """,
            postgres: .run(
                """
                IF (NEW.id, NEW.app_user_id, NEW.entitlement, NEW.starts_at_ms, NEW.ends_at_ms, NEW.reason,
                        NEW.ticket_id, NEW.reference, NEW.granted_by, NEW.granted_at_ms, NEW.is_restitution)
                    IS DISTINCT FROM (OLD.id, OLD.app_user_id, OLD.entitlement, OLD.starts_at_ms, OLD.ends_at_ms,
                        OLD.reason, OLD.ticket_id, OLD.reference, OLD.granted_by, OLD.granted_at_ms,
                        OLD.is_restitution)
                THEN \(SchemaTrigger.refusal("a grant is only revoked, and once")) END IF;
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
                \(SchemaTrigger.refusal("a grant is only revoked, and once"))
                """)),
    ]

    /// Answers to requests over HTTP go when they are old, in a transaction that says up to when; answers to grants and commands
    /// never do. Keys of HTTP begin with `http:`, and `;` is the character after `:`.
    static let forgettingGuards = [
        SchemaTrigger(
            """
            CREATE TRIGGER idempotency_no_delete BEFORE DELETE ON idempotency
            WHEN NOT (
                OLD.key >= 'http:' AND OLD.key < 'http;'
                AND iif(json_valid(OLD.result), json_type(OLD.result, '$.documents'), NULL) IS NOT NULL
                AND OLD.at_ms < coalesce(
                    (SELECT CAST(value AS INTEGER) FROM store_state WHERE key = 'pruning_before_ms'), 0)
            )
            BEGIN SELECT RAISE(ABORT, 'idempotency is append-only'); END
            """,
            postgres: .run(
                """
                IF OLD.key < 'http:' OR OLD.key >= 'http;' OR json_type(OLD.result, '$.documents') IS NULL
                    OR OLD.at_ms >= coalesce(
                        (SELECT s.value::bigint FROM store_state s WHERE s.key = 'pruning_before_ms'), 0)
                THEN \(SchemaTrigger.refusal("idempotency is append-only")) END IF;
                """))
    ]
}
