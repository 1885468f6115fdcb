extension Schema {
    /// Grants: appended, revoked once, never changed and never deleted.
    static let grants = """
        -- People by app_user_id only, so that a person can be erased and the row still proves what was given.
        CREATE TABLE grants (
            id INTEGER PRIMARY KEY, app_user_id TEXT NOT NULL, entitlement TEXT NOT NULL,
            starts_at_ms INTEGER NOT NULL, ends_at_ms INTEGER, reason TEXT NOT NULL, note TEXT,
            ticket_id INTEGER REFERENCES tickets, reference TEXT,
            granted_by TEXT NOT NULL, granted_at_ms INTEGER NOT NULL,
            revoked_at_ms INTEGER, revoked_by TEXT, revoked_reason TEXT, revoked_note TEXT,
            CHECK (ends_at_ms IS NULL OR ends_at_ms > starts_at_ms)
        ) STRICT;
        CREATE INDEX grants_by_customer ON grants (app_user_id);
        CREATE INDEX grants_by_agent ON grants (granted_by, granted_at_ms);
        CREATE INDEX grants_by_ticket ON grants (ticket_id) WHERE ticket_id IS NOT NULL;
        CREATE TRIGGER grants_no_delete BEFORE DELETE ON grants
        BEGIN SELECT RAISE(ABORT, 'a grant is never deleted'); END;
        -- INSERT OR REPLACE deletes without firing the DELETE guard; this one stops it before.
        CREATE TRIGGER grants_no_replace BEFORE INSERT ON grants
        WHEN NEW.revoked_at_ms IS NOT NULL OR EXISTS (SELECT 1 FROM grants WHERE id = NEW.id)
        BEGIN SELECT RAISE(ABORT, 'a grant is new and not revoked'); END;
        CREATE TRIGGER grants_revoke_once BEFORE UPDATE ON grants
        WHEN NOT (
            OLD.revoked_at_ms IS NULL AND NEW.revoked_at_ms IS NOT NULL AND NEW.id IS OLD.id
            AND NEW.app_user_id IS OLD.app_user_id AND NEW.entitlement IS OLD.entitlement
            AND NEW.starts_at_ms IS OLD.starts_at_ms AND NEW.ends_at_ms IS OLD.ends_at_ms
            AND NEW.reason IS OLD.reason AND NEW.note IS OLD.note AND NEW.ticket_id IS OLD.ticket_id
            AND NEW.reference IS OLD.reference AND NEW.granted_by IS OLD.granted_by
            AND NEW.granted_at_ms IS OLD.granted_at_ms
        )
        BEGIN SELECT RAISE(ABORT, 'a grant is only revoked, and once'); END;
        """
}
