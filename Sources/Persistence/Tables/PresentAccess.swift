/// Whether anybody may use anything at a moment, asked of the stored periods.
enum PresentAccess {
    /// The expression for whether any entitlement of a customer, an alias of `customers`, holds at a moment.
    ///
    /// It says what the view `counting_periods` says, which SQLite would put together for all customers before it looks
    /// for the one of each row. Its own aliases all begin with `a`.
    static func holds(customer: String, at instant: String) -> String {
        """
        CASE WHEN EXISTS (SELECT 1 FROM chains ac JOIN access_periods ap ON ap.chain_id = ac.id
            WHERE ac.customer_id = \(customer).id
              AND ap.from_ms <= \(instant) AND (ap.until_ms IS NULL OR ap.until_ms > \(instant))
              AND (ac.environment IN (SELECT environment FROM served_environments)
                OR (ac.environment = 'Sandbox' AND \(customer).tester = 1))
              AND \(unlocks))
          OR EXISTS (SELECT 1 FROM payer_periods ap JOIN chains ac ON ac.id = ap.chain_id
            WHERE ap.customer_id = \(customer).id
              AND ap.from_ms <= \(instant) AND (ap.until_ms IS NULL OR ap.until_ms > \(instant))
              AND (ac.environment IN (SELECT environment FROM served_environments)
                OR (ac.environment = 'Sandbox' AND \(customer).tester = 1))
              AND \(unlocks))
          OR EXISTS (SELECT 1 FROM grants ag
            WHERE ag.app_user_id = \(customer).app_user_id AND ag.starts_at_ms <= \(instant)
              AND (ag.ends_at_ms IS NULL OR ag.ends_at_ms > \(instant))
              AND (ag.revoked_at_ms IS NULL OR ag.revoked_at_ms > \(instant)))
          THEN 1 ELSE 0 END
        """
    }

    private static let unlocks = """
        (EXISTS (SELECT 1 FROM product_entitlements ae WHERE ae.product_id = ap.product_id)
                OR NOT EXISTS (SELECT 1 FROM products ak WHERE ak.product_id = ap.product_id))
        """
}
