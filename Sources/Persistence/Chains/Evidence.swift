package import Purchases

/// What a fact rests on: the document that told it, and how far that was checked.
package struct Evidence: Hashable, Sendable {
    package let document: Int64
    /// What kind of document it is, by its name in the store.
    package let kind: String
    /// How far its authenticity was checked.
    package let check: StoreNotification.Check

    /// A document and how far it was checked.
    package init(document: Int64, kind: String, check: StoreNotification.Check) {
        (self.document, self.kind, self.check) = (document, kind, check)
    }
}

/// Reads which documents told a chain's facts: one look-up for all of them, not one for each.
enum EvidenceQuery {
    /// The documents of some digests.
    static func documents(_ digests: Set<String>, in db: Connection) throws -> [String: Evidence] {
        guard !digests.isEmpty else { return [:] }
        let found = try ValueList.parts(of: digests.sorted()).flatMap { wanted in
            try db.map(
                "SELECT d.sha256, d.id, d.kind, d.checked FROM documents d WHERE d.sha256 IN \(wanted.places)",
                wanted.values
            ) { row in (try row[0] as String, try evidence(row, after: 1)) }
        }
        return Dictionary(found, uniquingKeysWith: { first, _ in first })
    }

    /// A document's number, kind and check, standing behind so many other columns.
    static func evidence(_ row: StoredRow, after start: Int) throws -> Evidence {
        Evidence(document: try row[start], kind: try row[start + 1], check: row[start + 2] ?? .unchecked)
    }
}

/// Which documents told what is known of a chain.
///
/// A fact counts as told by the newest document that told it, which is the one that its values are taken from.
package struct ChainEvidence: Sendable {
    /// The documents by their digests.
    private let documents: [String: Evidence]
    /// The documents that notifications came in.
    private let notifications: [StoreNotification: Evidence]

    /// The documents of a chain's facts by their digests, and of its notifications.
    init(documents: [String: Evidence], notifications: [StoreNotification: Evidence]) {
        (self.documents, self.notifications) = (documents, notifications)
    }

    /// What a transaction rests on.
    package func of(_ transaction: Transaction) -> Evidence? {
        documents[transaction.told.tellings[0].precedence.digest]
    }

    /// What the revocation of a transaction rests on; nil when it was not taken back.
    package func ofRevocation(of transaction: Transaction) -> Evidence? {
        ChainEvidence.revocationDigest(of: transaction).flatMap { documents[$0] }
    }

    /// What is known of the renewal rests on: the newest information.
    package func ofRenewal(of chain: Chain) -> Evidence? {
        ChainEvidence.renewalDigest(of: chain).flatMap { documents[$0] }
    }

    /// What a notification came in.
    package func of(_ notification: StoreNotification) -> Evidence? { notifications[notification] }

    /// The digests of the documents that told a chain's purchases, revocations and renewal.
    static func digests(of chain: Chain) -> Set<String> {
        var digests = Set(chain.transactions.map { $0.told.tellings[0].precedence.digest })
        digests.formUnion(chain.transactions.compactMap(revocationDigest))
        if let renewal = renewalDigest(of: chain) { digests.insert(renewal) }
        return digests
    }

    private static func revocationDigest(of transaction: Transaction) -> String? {
        transaction.revocationPrecedence?.digest
    }

    private static func renewalDigest(of chain: Chain) -> String? {
        chain.newestRenewal?.precedence.digest
    }
}
