import AppStore
import Foundation
import PersistenceTesting
import Purchases

/// Purchase reports of made-up attempts, in as few words as they need.
enum PurchaseReportSamples {
    /// The report that the documentation shows.
    static let documented = """
        {"attempt_id":"5b0fe0a2-9a5e-4a55-8f8e-0d7f4a1f6a10","app_user_id":"u_1042","product_id":"basic_subscription_1_month",
         "transaction_id":"230001020690335","original_transaction_id":"1000000831360853","environment":"Production","bundle_id":"com.example.app",
         "app_version":"5.2.1","os_version":"17.5","device":"iPhone14,5","storefront":"DEU","price":{"amount":"9.99","currency":"EUR"},
         "events":[{"at":"2021-08-04T19:41:50Z","state":"purchasing"},
                   {"at":"2021-08-04T19:41:58Z","state":"purchased"},
                   {"at":"2021-08-04T19:42:00Z","step":"verify","receipt_status":21005},
                   {"at":"2021-08-04T19:43:00Z","step":"verify","http_status":503},
                   {"at":"2021-08-04T19:50:00Z","state":"finished"}]}
        """

    /// A report with those events.
    static func report(events: String...) -> String {
        "{\"attempt_id\":\"a\",\"events\":[\(events.joined(separator: ","))]}"
    }

    /// A report of no events with those fields.
    static func report(fields: String) -> String { "{\"attempt_id\":\"a\",\"events\":[],\(fields)}" }

    static func contents(_ text: String, receivedAt: Instant? = nil) throws -> DocumentContents {
        try AppDocumentSamples.contents(text, .purchaseReport, receivedAt: receivedAt)
    }

    /// The values of a report with those fields.
    static func values(_ fields: String) throws -> PurchaseReportValues? {
        try contents(report(fields: fields)).report?.values
    }

    /// The events of a report with those events.
    static func events(_ events: String...) throws -> [PurchaseEvent] {
        let text = report(events: events.joined(separator: ","))
        return try contents(text).report?.events ?? []
    }

    /// What is wrong with a report, as its reason and the place that the detail begins with; nil when nothing is.
    static func wrong(_ text: String) -> String? {
        guard let problem = AppDocumentSamples.problem(text, .purchaseReport) else { return nil }
        return "\(problem.reason.rawValue) \(problem.detail.prefix { $0 != " " })"
    }
}
