package import Purchases

/// A document as the store keeps it, handed out to be read once more by `KeptDocumentReader` of `Intake`: this room
/// knows no format.
package struct KeptDocument: Sendable {
    /// The digest under which it came.
    package let digest: String
    package let kind: DocumentKind
    /// Its body; nil where none is kept.
    package let body: String?
    /// When it was made, or came where it does not say.
    package let documentTime: Instant
    /// How far it was checked when it came.
    package let check: StoreNotification.Check?
    /// The customer for whom it was brought; nil for nobody.
    package let owner: AppUserID?
}

/// What reading a kept document once more says.
package enum Rereading: Sendable {
    /// It is what came, and tells this.
    case tells(DocumentContents)
    /// Receipts in base64 were left out of it, so that its digest says nothing; what is left tells this.
    case tellsInPart(DocumentContents)
    /// It is what came, and cannot be read once more.
    case unread
    /// Nobody here knows the root that signed it.
    case unknownRoot
    /// It is not what came, or not signed as its mark says.
    case changed(String)
}

/// Documents that are read once more, the newest of them at hand: one tells of several chains.
final class RereadDocuments {
    private static let most = 200

    private let reread: (KeptDocument) -> Rereading
    private var atHand: [Int64: Rereading] = [:]
    private var count = 0
    private var partial = 0
    private var blotted = 0
    private var unread = 0
    private var unsigned = 0
    /// What is wrong with them.
    var wrong = Discrepancies()

    /// Documents that are read in a way.
    init(_ reread: @escaping (KeptDocument) -> Rereading) { self.reread = reread }

    /// What queries of `documents d` select to read them.
    static let selection = "d.id, d.sha256, d.kind, d.body, d.document_ms, d.checked, d.named_app_user_id"

    /// What the document of a row tells; nil where that cannot be known.
    ///
    /// - Parameter isFirst: whether it is looked at for the first time, and counts.
    func read(_ row: StoredRow, isFirst: Bool, isAnybodyErased: Bool) throws -> DocumentContents? {
        let number: Int64 = try row[0]
        let said = try atHand[number] ?? readAgain(row)
        if atHand.count >= RereadDocuments.most { atHand.removeAll() }
        atHand[number] = said
        if isFirst { count += 1 }
        switch said {
        case .tells(let contents): return contents.namingUsers
        case .tellsInPart(let contents):
            if isFirst { partial += 1 }
            return contents.namingUsers
        case .unread:
            if isFirst { unread += 1 }
        case .unknownRoot:
            if isFirst { unsigned += 1 }
        case .changed(let why):
            guard isFirst else { return nil }
            if isAnybodyErased, (row[3] as String?)?.contains(Redactor.mark) == true {
                blotted += 1
            } else {
                wrong.note("document \(number): \(why)")
            }
        }
        return nil
    }

    private func readAgain(_ row: StoredRow) throws -> Rereading {
        guard let kind = DocumentKind(rawValue: try row[2]) else { return .unread }
        return reread(
            KeptDocument(
                digest: try row[1], kind: kind, body: row[3], documentTime: try row[4], check: row[5],
                owner: row[6]))
    }

    /// What was found of the documents themselves.
    var finding: Finding {
        let parts = [
            (partial, "kept without their receipts, which no digest proves"),
            (blotted, "kept without what named people who were erased"),
            (unread, "kept so that they cannot be read once more"),
            (unsigned, "signed under a root that nobody named here (--root)"),
        ].filter { $0.0 > 0 }.map { "; \($0) are \($1)" }
        return wrong.finding(
            "document_bodies", right: "all \(count) documents are what came\(parts.joined())")
    }
}

/// Compares charges, renewals and claims of tokens with what their documents tell once more.
struct FactCheck: WholeCheck {
    let table = "chains"
    let part: Int64 = 100
    private let documents: RereadDocuments
    private var compared = 0
    private var charges = 0
    private var left = 0
    private var isUpgradeLeft = false
    private var wrong = Discrepancies()

    init(_ documents: RereadDocuments) { self.documents = documents }

    mutating func look(at rows: Range<Int64>, in db: Connection) throws {
        if try UpgradePlace.read(db) != nil { isUpgradeLeft = true }
        let isAnybodyErased = try db.exists("SELECT 1 FROM customers WHERE erased_ms IS NOT NULL")
        let chains: [Int64] = try db.values(
            "SELECT id FROM chains WHERE id >= ? AND id < ?", [rows.lowerBound, rows.upperBound])
        for chain in chains {
            let told = try db.map(
                """
                SELECT \(RereadDocuments.selection), CASE WHEN EXISTS (SELECT 1 FROM document_chains o
                  WHERE o.document_id = d.id AND o.chain_id < ?1) THEN 0 ELSE 1 END
                FROM document_chains l JOIN documents d ON d.id = l.document_id WHERE l.chain_id = ?1 ORDER BY d.id
                """, [chain]
            ) { row in
                try documents.read(row, isFirst: try row[7], isAnybodyErased: isAnybodyErased)
            }
            let known = told.compactMap { $0 }
            // By the rules of before charges were told apart otherwise; and what is not read cannot be compared.
            guard !isUpgradeLeft, known.count == told.count, let stored = try StoredChain.at(chain, in: db)
            else {
                left += 1
                continue
            }
            compared += 1
            charges += stored.rows.count
            try compare(stored, with: known, in: db)
        }
    }

    private mutating func compare(
        _ stored: StoredChain, with told: [DocumentContents], in db: Connection
    ) throws {
        let id = stored.chain.id
        var (transactions, renewals, tokens): ([Transaction], [RenewalInfo], Set<String>) = ([], [], [])
        for contents in told where contents.environment ?? .production == id.environment {
            for telling in contents.transactions where telling.originalTransactionID == id.original {
                transactions.append(
                    Transaction(
                        telling, precedence: contents.precedence(of: telling),
                        knownAt: contents.knownAt(of: telling)))
                if let token = telling.values.appAccountToken?.whole { tokens.insert(token) }
            }
            for renewal in contents.renewals where renewal.chain == id.original {
                renewals.append(renewal.info)
                if let token = renewal.appAccountToken?.whole { tokens.insert(token) }
            }
        }
        var fresh = Chain(id: id)
        fresh.merge(transactions)
        compare(stored.chain.transactions, with: fresh.transactions)
        // Where several documents tell, the columns are what they come to, once more.
        for row in try TransactionTable.shown(ofChain: stored.rowID, in: db)
        where ChargeWeight(row.shown) != ChargeWeight(row.told) {
            wrong.note("transaction \(row.id) is shown otherwise than its documents tell")
        }
        let kept = Set(renewals.map(RenewalWeight.init))
        for renewal in stored.chain.renewals where !kept.contains(RenewalWeight(renewal)) {
            wrong.note("no document tells so of the renewal of chain \(id.original)")
        }
        let claimed: [String] = try db.values(
            "SELECT token FROM chain_claims WHERE chain_id = ? AND token IS NOT NULL", [stored.rowID])
        for token in Set(claimed).sorted() where !tokens.contains(token) {
            wrong.note("no document tells the token that claims chain \(id.original)")
        }
    }

    private mutating func compare(_ kept: [Transaction], with told: [Transaction]) {
        var places: [TransactionID: Int] = [:]
        for (place, transaction) in told.enumerated() {
            for id in transaction.ids { places[id] = place }
        }
        var seen: Set<Int> = []
        for transaction in kept {
            let name = transaction.ids[0]
            guard let place = transaction.ids.lazy.compactMap({ places[$0] }).first else {
                wrong.note("no document tells of transaction \(name)")
                continue
            }
            seen.insert(place)
            if ChargeWeight(transaction.values) != ChargeWeight(told[place].values) {
                wrong.note("transaction \(name) is not what its documents tell")
            }
        }
        for place in told.indices where !seen.contains(place) {
            wrong.note("transaction \(told[place].ids[0]), which a document tells of, is missing")
        }
    }

    func findings(_ db: Connection) throws -> [Finding] {
        let rest =
            isUpgradeLeft
            ? "; nothing is compared before `makegood upgrade run`"
            : left > 0 ? "; \(left) chains cannot be compared, for want of a document" : ""
        return [
            wrong.finding(
                "facts",
                right: "\(charges) charges of \(compared) chains are what their documents tell\(rest)")
        ]
    }
}

/// What of a charge access and money rest on. Releases learn to read more of the same documents: that is no difference.
private struct ChargeWeight: Hashable {
    let product: ProductID?
    let times: [Instant?]
    let milliunits: Int64?
    let currency: String?
    let quantity: Int?
    let ownership: Ownership?
    let isUpgraded: Bool?

    init(_ values: TransactionValues) {
        product = values.productID
        var revokedAt: Instant?
        if case .revoked(let revocation) = values.revocation { revokedAt = revocation.at }
        times = [values.purchasedAt, values.expiresAt, revokedAt]
        (milliunits, currency) = (values.price?.milliunits, values.price?.currency)
        (quantity, ownership, isUpgraded) = (values.quantity, values.ownership, values.isUpgraded)
    }
}

/// What of a renewal access rests on, by the document that told it.
private struct RenewalWeight: Hashable {
    let digest: String
    let autoRenew: Bool?
    let product: ProductID?
    let intent: Int?
    let gracePeriodEnd: Instant?
    let isInRetry: Bool?

    init(_ renewal: RenewalInfo) {
        digest = renewal.precedence.digest
        (autoRenew, product) = (renewal.autoRenew, renewal.autoRenewProductID)
        (intent, gracePeriodEnd) = (renewal.expirationIntent, renewal.gracePeriodExpiresAt)
        isInRetry = renewal.isInBillingRetry
    }
}

/// Reads the documents that tell of no chain, and compares people with what theirs told.
struct DocumentCheck: WholeCheck {
    let table = "documents"
    private let documents: RereadDocuments

    /// A check of documents that a check of facts has not read.
    init(_ documents: RereadDocuments) { self.documents = documents }

    mutating func look(at rows: Range<Int64>, in db: Connection) throws {
        let isAnybodyErased = try db.exists("SELECT 1 FROM customers WHERE erased_ms IS NOT NULL")
        let told = try db.map(
            """
            SELECT \(RereadDocuments.selection) FROM documents d WHERE d.id >= ? AND d.id < ?
              AND NOT EXISTS (SELECT 1 FROM document_chains l WHERE l.document_id = d.id)
            """, [rows.lowerBound, rows.upperBound]
        ) { row in
            (
                number: try row[0] as Int64, digest: try row[1] as String,
                contents: try documents.read(row, isFirst: true, isAnybodyErased: isAnybodyErased)
            )
        }
        for (number, digest, contents) in told {
            guard let person = contents?.person else { continue }
            let known: MergedFacts<CustomerValues>? =
                try db.first(
                    "SELECT told FROM customers WHERE app_user_id = ?", [person.id]
                ) { try $0.json(0) } ?? nil
            let telling = known?.tellings.first { $0.precedence.digest == digest }
            if let telling, telling.values != person.values {
                documents.wrong.note("document \(number): \(person.id) is kept with other fields")
            }
        }
    }

    func findings(_ db: Connection) throws -> [Finding] { [documents.finding] }
}
