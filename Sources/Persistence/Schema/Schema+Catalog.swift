extension Schema {
    /// The product catalogue.
    static let catalog = """
        -- period is an ISO 8601 duration; prices a JSON object of thousandths by ISO 4217 code.
        CREATE TABLE products (
            product_id TEXT PRIMARY KEY, kind TEXT NOT NULL, period TEXT, subscription_group TEXT, level INTEGER,
            prices TEXT NOT NULL DEFAULT '{}'
        ) STRICT, WITHOUT ROWID;

        -- What products unlock, in the catalogue's order; a product not in products unlocks one named like itself.
        CREATE TABLE product_entitlements (
            product_id TEXT NOT NULL REFERENCES products ON DELETE CASCADE,
            entitlement TEXT NOT NULL, position INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (product_id, entitlement)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX product_entitlements_by_entitlement ON product_entitlements (entitlement);
        """
}
