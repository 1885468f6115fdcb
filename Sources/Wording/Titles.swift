package import Persistence
package import Purchases

/// Names that stand alone, in columns, titles and lists: a word or two for a value of the domain.
extension ErrorGroup {
    package var title: String {
        switch self {
        case .notCharged: "No payment"
        case .undelivered: "Paid, not delivered yet"
        case .lossOfFunds: "Loss of funds"
        }
    }
}

extension TicketResolution {
    package var title: String {
        switch self {
        case .delivered: "delivered"
        case .madeGood: "made good"
        case .credited: "credited in the app"
        case .refunded: "refunded"
        case .superseded: "superseded by a later purchase"
        case .duplicate: "a duplicate"
        case .notCharged: "not charged"
        case .writtenOff: "written off"
        case .withdrawn: "withdrawn"
        }
    }
}

extension Ticket {
    /// What happened, in a few words: its group's, but what cost nothing is never called a loss of money.
    package var title: String {
        guard group > .notCharged, money?.milliunits == 0 else { return group.title }
        return isTrial ? "Trial not delivered" : "Free, not delivered"
    }

    /// How it ended, in words; nil while it did not. What only a person says is said as that.
    package var endTitle: String? {
        resolution.map { isWithoutProof ? "\($0.title), without proof" : $0.title }
    }

    /// What is known where no charge is: that nobody was charged is said only of a ticket that ended so.
    package var withoutCharge: String {
        resolution == .notCharged ? "nobody was charged" : "the App Store has told of no charge"
    }
}

extension DocumentKind {
    /// The kind in short words.
    package var title: String {
        switch self {
        case .verifyReceipt: "verifyReceipt answer"
        case .verifyReceiptRequest: "verifyReceipt request"
        case .notificationV1: "notification V1"
        case .notificationV2: "notification V2"
        case .signedTransaction: "signed transaction"
        case .signedRenewalInfo: "signed renewal info"
        case .serverAPI: "Server API answer"
        case .receipt: "receipt"
        case .purchaseReport: "purchase report"
        case .customers: "customer"
        }
    }

    /// The title of a kind by its name in the store; one that is not known is shown as it is written.
    package static func title(of name: String) -> String {
        DocumentKind(rawValue: name)?.title ?? name.split(separator: "_").joined(separator: " ")
    }
}

extension Evidence {
    /// The document in short words: `document 71, notification V1`.
    package var name: String { "document \(document), \(DocumentKind.title(of: kind))" }
}

/// The columns of lists of documents.
extension ListColumn<DocumentRecord> {
    package static var kind: Self {
        .decisive("kind", "kind") { .words(DocumentKind.title(of: $0.kind), value: $0.kind) }
    }
    package static var told: Self {
        .decisive("told (UTC)", "document_time") { document in
            let told = ListCell.moment(document.documentTime)
            return ListCell(
                shown: { document.documentTime == nil ? "no time" : told.shown($0) }, value: told.value)
        }
    }
    package static var checked: Self { .useful("checked", "checked") { .text($0.check) } }
    package static var source: Self { .extra("source", "source") { .text($0.source) } }
}
