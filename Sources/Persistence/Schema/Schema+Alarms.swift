extension Schema {
    /// Version 6: alarms are tried until they are delivered.
    static let alarms = """
        -- How often it was tried; and when it may be tried again, which is also when whoever took it has had its time.
        -- Taken without such a time it waits no more: it was delivered, or there was no command to call.
        ALTER TABLE alarms ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE alarms ADD COLUMN next_ms INTEGER;
        UPDATE alarms SET attempts = 1, next_ms = taken_at_ms WHERE failure IS NOT NULL AND delivered_at_ms IS NULL;
        DROP INDEX alarms_waiting;
        CREATE INDEX alarms_waiting ON alarms (next_ms, attempts, id)
          WHERE (taken_at_ms IS NULL OR next_ms IS NOT NULL);
        CREATE INDEX alarms_failing ON alarms (attempts, id)
          WHERE (taken_at_ms IS NULL OR next_ms IS NOT NULL) AND failure IS NOT NULL;
        """
}
