import Testing

/// What an app and the App Store tell of one purchase, and a practice store to tell it to.
enum PurchaseReports {
    /// An attempt that was charged, verified in vain and closed.
    static let finished = """
        {"attempt_id":"5b0fe0a2-9a5e-4a55-8f8e-0d7f4a1f6a10","app_user_id":"u_1042","product_id":"premium_month",
         "transaction_id":"230001020690335","original_transaction_id":"1000000831360853",
         "environment":"Production","bundle_id":"com.example.app","app_version":"5.2.1","os_version":"17.5",
         "device":"iPhone14,5","storefront":"DEU","price":{"amount":"9.99","currency":"EUR"},
         "events":[{"at":"2021-08-04T19:41:50Z","state":"purchasing"},
                   {"at":"2021-08-04T19:41:58Z","state":"purchased"},
                   {"at":"2021-08-04T19:42:00Z","step":"verify","receipt_status":21005},
                   {"at":"2021-08-04T19:43:00Z","step":"verify","http_status":503},
                   {"at":"2021-08-04T19:50:00Z","state":"finished"}]}
        """

    /// The App Store's word on that charge, received two days later, while the paid month lasts.
    static let notification = """
        {"kind":"notification_v1","received_at":"2021-08-06T19:41:58Z","body":{"notification_type":"DID_RENEW","environment":"PROD","bid":"com.example.app","password":"p",
         "auto_renew_status":"true","auto_renew_product_id":"premium_month",
         "unified_receipt":{"environment":"Production","status":0,"latest_receipt_info":[
          {"product_id":"premium_month","transaction_id":"230001020690335","quantity":"1",
           "original_transaction_id":"1000000831360853","web_order_line_item_id":"230000438372383",
           "purchase_date_ms":"1628106118000","original_purchase_date_ms":"1619638919000",
           "expires_date_ms":"1630784518000","is_trial_period":"false","is_in_intro_offer_period":"false",
           "in_app_ownership_type":"PURCHASED"}],
          "pending_renewal_info":[{"auto_renew_product_id":"premium_month","auto_renew_status":"1",
           "original_transaction_id":"1000000831360853","product_id":"premium_month"}]}}}
        """

    /// A practice store with a catalogue and two agents, into which documents were taken at their time.
    static func store(with documents: String...) async throws -> Workplace {
        let place = try Workplace()
        try await place.succeed("init", "--practice")
        let catalog = """
            products:
              premium_month: { kind: auto_renewable, entitlements: [premium], period: P1M }
              coins_100: { kind: consumable }

            """
        try await place.succeed("catalog", "import", "-", input: catalog)
        for login in ["ana", "bo"] { try await place.succeed("agents", "add", login, "--role", "agent") }
        for document in documents {
            try await place.succeed("import", "--customer", "u_1042", "-", input: document)
        }
        return place
    }
}
