import Crypto
import Foundation
package import Persistence
package import Purchases
import Testing

/// A document for examples, in as few words as it needs: what it tells, as the store takes it in.
package struct Paper: Hashable, Sendable, CustomTestStringConvertible {
    package var contents: DocumentContents

    /// A document of a kind and a time, filled in; its digest is made of what it tells.
    private init(
        _ kind: DocumentKind, at time: Instant, isSigned: Bool = false,
        _ fill: (inout DocumentContents) -> Void
    ) {
        func filled(_ digest: String) -> DocumentContents {
            let precedence = Precedence(documentTime: time, isSigned: isSigned, digest: digest)
            var contents = DocumentContents(kind: kind, precedence: precedence)
            fill(&contents)
            return contents
        }
        let digest = SHA256.hash(data: Data("\(filled(""))".utf8)).map { String(format: "%02x", $0) }
        contents = filled(digest.joined())
    }

    /// Its kind and its time, which is enough to tell the documents of an example apart.
    package var testDescription: String { "\(contents.kind.rawValue) of \(contents.precedence.documentTime)" }

    /// A moment, in days from the start of made-up chains.
    package static func moment(_ day: Int64) -> Instant {
        Instant(milliseconds: MadeUpChain.start + day * MadeUpChain.day)
    }

    /// The document in an envelope that names a customer.
    package func owned(by customer: AppUserID) -> Paper {
        var paper = self
        paper.contents.owner = customer
        return paper
    }

    /// The document in an envelope that says when it was received, in hours from the start.
    package func received(_ hours: Double) -> Paper {
        var paper = self
        paper.contents.receivedAt = ReportedAttempt.moment(hours)
        return paper
    }

    /// The document as an app's key brings it.
    package var byAppKey: Paper {
        var paper = self
        paper.contents.needsEvidence = true
        return paper
    }

    /// The document as an import brings it, for a customer whom nothing else names.
    package func item(for customer: AppUserID?) -> ImportItem {
        var contents = contents
        contents.owner = contents.owner ?? customer
        return .document(
            DecodedDocument(
                contents: contents, body: #"{"paper":"\#(contents.precedence.digest)"}"#, source: "papers",
                check: contents.precedence.isSigned ? .signed : .unchecked))
    }
}

extension Paper {
    /// Something that nobody could read.
    package static func unreadable(_ number: Int = 0) -> ImportItem {
        let bytes = Data("{bad \(number)".utf8)
        return .rejected(
            Rejection(
                source: "papers", kind: nil, reason: "not_json", detail: "it is no JSON", body: bytes,
                byteCount: bytes.count))
    }
}

/// What the App Store tells.
extension Paper {
    /// One entry of a list of transactions.
    package struct Entry: Hashable, Sendable {
        /// The transaction's id.
        package let id: String
        package let chain: String
        /// What else is told.
        package var values: TransactionValues

        /// A charge of a chain, made on a day and for a number of days, as one list tells it.
        package init(
            id: String, chain: String, product: String = "tea.monthly", line: String? = nil, day: Int64 = 0,
            days: Int64? = 30, token: String? = nil, revokedOn: Int64? = nil,
            _ more: (inout TransactionValues) -> Void = { _ in }
        ) {
            var values = TransactionValues()
            values.productID = ProductID(product)
            values.webOrderLineItemID = line.map { WebOrderLineItemID($0) }
            values.purchasedAt = Paper.moment(day)
            values.expiresAt = days.map { Paper.moment(day + $0) }
            values.appAccountToken = PersonIdentifier(token)
            values.revocation = revokedOn.map { .revoked(Revocation(at: Paper.moment($0))) } ?? .some(.none)
            more(&values)
            (self.id, self.chain, self.values) = (id, chain, values)
        }

        func observation(in environment: AppStoreEnvironment, of bundle: BundleID?) -> TransactionObservation
        {
            var values = values
            values.bundleID = bundle
            return TransactionObservation(
                transactionID: TransactionID(id), originalTransactionID: OriginalTransactionID(chain),
                environment: environment, values: values)
        }
    }

    /// An answer of verifyReceipt.
    package static func receipt(
        _ entries: [Entry], on day: Int64, environment: String = "Production",
        bundle: String = "com.example.tea"
    ) -> Paper {
        Paper(.verifyReceipt, at: moment(day)) { contents in
            contents.environment = AppStoreEnvironment(rawValue: environment)
            contents.bundleID = bundle.isEmpty ? nil : BundleID(bundle)
            contents.receiptStatus = 0
            contents.tell(entries)
        }
    }

    /// An answer of verifyReceipt that also says what comes next with a chain.
    package static func receipt(
        _ entries: [Entry], on day: Int64, renewal chain: String, _ fill: (inout RenewalInfo) -> Void
    ) -> Paper {
        Paper(.verifyReceipt, at: moment(day)) { contents in
            contents.environment = .production
            contents.bundleID = BundleID("com.example.tea")
            contents.receiptStatus = 0
            contents.tell(entries)
            var info = RenewalInfo(precedence: contents.precedence, knownAt: moment(day), extent: .whole)
            fill(&info)
            contents.renewals = [.init(chain: OriginalTransactionID(chain), info: info)]
        }
    }

    /// An answer of verifyReceipt that has a status and tells nothing else.
    package static func status(_ status: Int) -> Paper {
        Paper(.verifyReceipt, at: .earliest) { $0.receiptStatus = status }
    }

    /// A notification of version 1; its time is the newest that its entries tell.
    package static func notification(_ type: String, _ entries: [Entry]) -> Paper {
        let times = entries.flatMap { entry in
            [entry.values.purchasedAt, entry.values.revokedAt].compactMap { $0 }
        }
        let time = times.max() ?? .earliest
        return Paper(.notificationV1, at: time) { contents in
            contents.environment = .production
            contents.receiptStatus = 0
            contents.tell(entries)
            let newest = entries.max {
                ($0.values.purchasedAt ?? .earliest) < ($1.values.purchasedAt ?? .earliest)
            }
            let notification = StoreNotification(
                type: type, signedAt: time, check: .unchecked, charge: newest.map { TransactionID($0.id) })
            contents.notices = [
                .init(chain: newest.map { OriginalTransactionID($0.chain) }, notification: notification)
            ]
        }
    }
}

/// What Apple tells of refunds.
extension Paper {
    /// A notification of version 2 about one charge, signed at a moment; why, where it asks what was consumed.
    package static func signed(
        _ type: String, _ entry: Entry, at moment: Instant, uuid: String, reason: String? = nil,
        environment: AppStoreEnvironment = .production
    ) -> Paper {
        Paper(.notificationV2, at: moment, isSigned: true) { contents in
            contents.environment = environment
            contents.bundleID = BundleID("com.example.tea")
            contents.tell([entry])
            contents.lists = []
            let notification = StoreNotification(
                type: type, uuid: uuid, signedAt: moment, check: .signed, charge: TransactionID(entry.id))
            contents.notices = [
                .init(
                    chain: OriginalTransactionID(entry.chain), notification: notification,
                    refundReason: reason)
            ]
        }
    }
}

extension Paper {
    /// A notification of version 2 about a token of purchases outside the App Store, signed on a day.
    package static func token(
        _ token: ExternalPurchaseToken, _ subtype: String, on day: Int64,
        in environment: AppStoreEnvironment = .production
    ) -> Paper {
        Paper(.notificationV2, at: moment(day), isSigned: true) { contents in
            contents.environment = environment
            contents.bundleID = BundleID("com.example.tea")
            let notification = StoreNotification(
                type: "EXTERNAL_PURCHASE_TOKEN", subtype: subtype, uuid: "\(subtype) \(token.id) \(day)",
                signedAt: moment(day), check: .signed)
            contents.notices = [.init(chain: nil, notification: notification, purchaseToken: token)]
        }
    }
}

/// What the app tells.
extension Paper {
    /// A customer, as told on a day, who came on that day or another.
    package static func customer(
        _ id: String, token: String? = nil, on day: Int64 = 0, since came: Int64? = nil
    ) -> Paper {
        Paper(.customers, at: moment(day)) { contents in
            let values = CustomerValues(
                appAccountToken: token.map { PersonIdentifier($0.lowercased()) }, createdAt: came.map(moment))
            contents.person = .init(id: AppUserID(id), values: values)
        }
    }

    /// What an app reports of one attempt to buy; its time is that of its newest event.
    static func report(_ report: PurchaseReport) -> Paper {
        Paper(.purchaseReport, at: report.events.map(\.at).max() ?? .earliest) { contents in
            contents.environment = report.values.environment ?? .production
            contents.bundleID = report.values.bundleID
            contents.report = report
        }
    }
}

extension DocumentContents {
    /// Tells charges as one list of them does.
    fileprivate mutating func tell(_ entries: [Paper.Entry]) {
        transactions = entries.map { $0.observation(in: environment ?? .production, of: bundleID) }
        lists = Dictionary(grouping: entries, by: \.chain).sorted { $0.key < $1.key }.map { chain, entries in
            TransactionList(
                chain: OriginalTransactionID(chain), ids: entries.map { TransactionID($0.id) })
        }
    }
}

extension TransactionValues {
    /// When it was taken back; nil when it was not.
    fileprivate var revokedAt: Instant? {
        if case .revoked(let revocation) = revocation { revocation.at } else { nil }
    }
}
