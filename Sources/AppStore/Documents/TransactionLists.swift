import Purchases

/// Gathers the lists of transactions of one document into one telling per transaction.
///
/// The list added first has the first word on every field; a revocation in any of them counts.
struct TransactionLists {
    private let environment: AppStoreEnvironment
    private let bundleID: BundleID?
    private var order: [TransactionID] = []
    private var merged: [TransactionID: TransactionObservation] = [:]
    private(set) var first: [DocumentContents.TransactionList]?

    /// No lists yet, of a document from that environment and app.
    init(environment: AppStoreEnvironment, bundleID: BundleID?) {
        (self.environment, self.bundleID) = (environment, bundleID)
    }

    /// What the document tells, one telling per transaction.
    var transactions: [TransactionObservation] { order.compactMap { merged[$0] } }

    /// Adds a list, or a single transaction in its place; throws what is wrong with an entry.
    mutating func add(_ value: JSONValue?, path: String) throws(DocumentProblem) {
        guard let value else { return }
        let entries = value.array ?? [value]
        var tellings: [TransactionObservation] = []
        for (index, entry) in entries.enumerated() {
            let place = value.array == nil ? path : "\(path)[\(index)]"
            tellings.append(
                try TransactionDecoder(entry, path: place).telling(
                    environment: environment, bundleID: bundleID))
        }
        if first == nil { first = tellings.listsByChain }
        for telling in TransactionLists.ordered(tellings, entries) { merge(telling) }
    }

    /// Takes a transaction back, when the document says so outside its lists.
    mutating func revoke(_ id: TransactionID, _ revocation: Revocation) {
        guard merged[id]?.values.revocation == TransactionValues.RevocationStatement.none else { return }
        merged[id]?.values.revocation = .revoked(revocation)
    }

    private mutating func merge(_ telling: TransactionObservation) {
        guard let known = merged[telling.transactionID] else {
            order.append(telling.transactionID)
            merged[telling.transactionID] = telling
            return
        }
        var values = known.values
        if values.revocation == TransactionValues.RevocationStatement.none {
            values.revocation = telling.values.revocation
        }
        merged[telling.transactionID]?.values = values.merging(telling.values)
    }

    /// Entries of one list have no order of their own, so that of two for one transaction the one that expires
    /// later has the first word, then the one with the greater text.
    private static func ordered(
        _ tellings: [TransactionObservation], _ entries: [JSONValue]
    ) -> [TransactionObservation] {
        guard Set(tellings.map(\.transactionID)).count < tellings.count else { return tellings }
        let expiries = tellings.map { $0.values.expiresAt ?? .earliest }
        let texts = entries.map(\.canonicalText)
        return tellings.indices.sorted { (expiries[$0], texts[$0]) > (expiries[$1], texts[$1]) }.map {
            tellings[$0]
        }
    }
}
