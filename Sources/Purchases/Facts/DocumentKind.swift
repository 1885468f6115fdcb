/// The kinds of documents that can be taken in, by the names used on the command line and in the store.
///
/// What all rooms ask of a kind stands below it, each answer for every kind: a new one does not compile without them.
package enum DocumentKind: String, Hashable, Codable, Sendable, CaseIterable {
    /// An answer of verifyReceipt.
    case verifyReceipt = "verify_receipt"
    /// A request to verifyReceipt, brought instead of its answer.
    case verifyReceiptRequest = "verify_receipt_request"
    /// An App Store Server Notification of version 1.
    case notificationV1 = "notification_v1"
    /// An App Store Server Notification of version 2.
    case notificationV2 = "notification_v2"
    case signedTransaction = "signed_transaction"
    /// Signed renewal information.
    case signedRenewalInfo = "signed_renewal_info"
    /// An answer of the App Store Server API.
    case serverAPI = "server_api"
    /// An app receipt.
    case receipt
    /// What the app tells about one purchase attempt.
    case purchaseReport = "purchase_report"
    /// One of the app's own customers.
    case customers
}

extension DocumentKind {
    /// Whether it is the app's own word, rather than the App Store's.
    package var isTheApps: Bool {
        switch self {
        case .purchaseReport, .customers: true
        case .verifyReceipt, .verifyReceiptRequest, .notificationV1, .notificationV2, .signedTransaction,
            .signedRenewalInfo, .serverAPI, .receipt:
            false
        }
    }

    /// Whether it tells what is known of a customer: exports and erasures look into it for the person.
    package var tellsOfAPerson: Bool {
        switch self {
        case .customers: true
        case .verifyReceipt, .verifyReceiptRequest, .notificationV1, .notificationV2, .signedTransaction,
            .signedRenewalInfo, .serverAPI, .receipt, .purchaseReport:
            false
        }
    }

    /// Whether its time is that of a device, whose clock its owner sets.
    package var isDatedByADevice: Bool {
        switch self {
        case .purchaseReport: true
        case .verifyReceipt, .verifyReceiptRequest, .notificationV1, .notificationV2, .signedTransaction,
            .signedRenewalInfo, .serverAPI, .receipt, .customers:
            false
        }
    }

    /// The way by which it comes by itself; nil for what is asked for or brought.
    package var arrivalWay: ArrivalWay? {
        switch self {
        case .notificationV1, .notificationV2: .notifications
        case .purchaseReport: .reports
        case .verifyReceipt, .verifyReceiptRequest, .signedTransaction, .signedRenewalInfo, .serverAPI,
            .receipt, .customers:
            nil
        }
    }

    /// What of it has to name the app, in a store that takes the documents of its own apps alone.
    package var appNaming: AppNaming {
        switch self {
        case .verifyReceiptRequest, .notificationV2, .signedTransaction, .receipt: .everything
        case .serverAPI: .transactions
        case .verifyReceipt, .notificationV1, .signedRenewalInfo, .purchaseReport, .customers: .nothing
        }
    }
}

/// The way of what comes by itself.
package enum ArrivalWay: String, Hashable, Comparable, Codable, Sendable, CaseIterable {
    /// Notifications of the App Store.
    case notifications
    /// What apps report of purchases.
    case reports

    /// Orders ways by their names.
    package static func < (left: ArrivalWay, right: ArrivalWay) -> Bool { left.rawValue < right.rawValue }
}

/// What of a document has to name its app.
package enum AppNaming: Hashable, Sendable {
    /// The document itself and every transaction in it.
    case everything
    /// Every transaction in it.
    case transactions
    /// Nothing: it is not signed, or it is renewal information, which never does.
    case nothing
}
