extension Schema {
    /// Version 5: which grants only gave back what was lost and proven, so that they count against no limit.
    static let restitution = """
        ALTER TABLE grants ADD COLUMN is_restitution INTEGER NOT NULL DEFAULT 0;
        DROP TRIGGER grants_revoke_once;
        CREATE TRIGGER grants_revoke_once BEFORE UPDATE ON grants
        WHEN NOT (
            OLD.revoked_at_ms IS NULL AND NEW.revoked_at_ms IS NOT NULL AND NEW.id IS OLD.id
            AND NEW.app_user_id IS OLD.app_user_id AND NEW.entitlement IS OLD.entitlement
            AND NEW.starts_at_ms IS OLD.starts_at_ms AND NEW.ends_at_ms IS OLD.ends_at_ms
            AND NEW.reason IS OLD.reason AND NEW.note IS OLD.note AND NEW.ticket_id IS OLD.ticket_id
            AND NEW.reference IS OLD.reference AND NEW.granted_by IS OLD.granted_by
            AND NEW.granted_at_ms IS OLD.granted_at_ms AND NEW.is_restitution IS OLD.is_restitution
        )
        BEGIN SELECT RAISE(ABORT, 'a grant is only revoked, and once'); END;
        """
}
