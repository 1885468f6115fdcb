/// Decides which records of a chain are one charge, from everything that documents told of it. Dates are values and
/// tell no charges apart. ``Chain`` asks it whenever it merges.
///
/// - What is told under one id is one charge.
/// - A subscription's charge is named by its line item, whatever ids it is told under; without one, as in receipts of
///   before, by its id.
/// - Everything else is sold once by an original id and a product. What is told of it under another id is a restore: no
///   charge and no more time.
///
/// Source: Apple, `web_order_line_item_id` ("the primary key for identifying subscription purchases"),
/// `original_transaction_id` ("for a restored transaction, the identifier of the original purchase").
enum ChargeIdentity {
    /// The charges that some transactions of a chain tell of together, in no order.
    ///
    /// - Parameter told: transactions as documents told them, and charges that earlier ones came to.
    static func charges(of told: [Transaction], in chain: ChainID) -> [Transaction] {
        let isPlain = told.allSatisfy { $0.parts.isEmpty }
        let records = isPlain ? told : told.flatMap { $0.parts.isEmpty ? [$0] : $0.parts }
        let joined = SharedNames(records).joined
        guard !joined.allSatisfy({ $0.values.isAutoRenewable == true }) else { return joined }
        var kinds: [ProductID: ToldKind] = [:]
        for transaction in joined {
            kinds[transaction.productID, default: ToldKind()].note(transaction.values)
        }
        var charges: [Transaction] = []
        var sold: [ProductID: [Transaction]] = [:]
        for transaction in joined {
            if kinds[transaction.productID]?.isAutoRenewable == true {
                charges.append(transaction)
            } else {
                sold[transaction.productID, default: []].append(transaction)
            }
        }
        return charges + sold.values.map { charge(of: $0, in: chain) }
    }

    /// The one charge of what was sold once.
    private static func charge(of records: [Transaction], in chain: ChainID) -> Transaction {
        let records = records.sorted { Transaction.isShorter($0.ids[0], $1.ids[0]) }
        let sale = records.first { $0.isFirst(of: chain) }
        if let sale, records.count == 1 { return sale }
        let values = values(of: sale, records.filter { !$0.isFirst(of: chain) })
        // A restore that is dated like its sale tells all that can be known of it.
        if records.count == 1, values.inForce == records[0].values.inForce { return records[0] }
        return Transaction(of: records, values: values)
    }

    /// What a sale and its restores come to: the sale's word on everything that it tells, and the restores' on the rest. It
    /// is dated by the sale, else by the date of the sale that restores tell.
    private static func values(of sale: Transaction?, _ restores: [Transaction]) -> TransactionValues {
        var restored = restores[0].told
        restored.merge(restores.dropFirst().map(\.told))
        var values = sale?.values.merging(restored.values) ?? restored.values
        values.purchasedAt =
            sale?.values.purchasedAt ?? values.originalPurchasedAt
            ?? restores.compactMap(\.values.purchasedAt).min()
        if values.revocation != nil {
            values.revocation = revocation(of: sale, restores) ?? TransactionValues.RevocationStatement.none
        }
        let isVouched = values.isAccountVouched
        values = values.inForce
        values.isAccountVouched = isVouched
        return values
    }

    /// The newest word by which it was taken back, under whichever id; nil where it stands.
    ///
    /// A revocation that the sale's id told, too, and no longer tells is undone under every id, as when Apple reverses
    /// a refund.†
    private static func revocation(
        of sale: Transaction?, _ restores: [Transaction]
    ) -> TransactionValues.RevocationStatement? {
        let takenBack = ([sale].compactMap { $0 } + restores).filter { told in
            told.takenBackAt != nil && sale?.hasUndoneRevocation(of: told) != true
        }
        let newest = takenBack.compactMap(\.newestWordOnRevocation).max()
        return takenBack.first { $0.newestWordOnRevocation == newest }?.values.revocation
    }
}

/// Transactions joined where they share an id or a line item, directly or through a third. A union-find: many are
/// joined without comparing each with each.
private struct SharedNames {
    private let told: [Transaction]
    /// For each transaction one that it is joined with, itself where it stands for all of them.
    private var same: [Int]

    init(_ told: [Transaction]) {
        self.told = told
        same = Array(told.indices)
        var byLine: [WebOrderLineItemID: Int] = [:]
        var byID: [TransactionID: Int] = [:]
        for (place, transaction) in told.enumerated() {
            for telling in transaction.told.tellings {
                guard let line = telling.values.webOrderLineItemID else { continue }
                join(place, byLine.updateValue(place, forKey: line))
            }
            for id in transaction.ids { join(place, byID.updateValue(place, forKey: id)) }
        }
    }

    /// One transaction for all that are joined.
    var joined: [Transaction] {
        Dictionary(grouping: told.indices, by: root).values.map { places in
            Transaction(merging: places.map { told[$0] })
        }
    }

    private mutating func join(_ place: Int, _ other: Int?) {
        guard let other else { return }
        let (left, right) = (shortened(place), shortened(other))
        same[max(left, right)] = min(left, right)
    }

    /// What stands for a transaction; the way there is short from then on.
    private mutating func shortened(_ place: Int) -> Int {
        let root = root(of: place)
        var place = place
        while same[place] != root { (place, same[place]) = (same[place], root) }
        return root
    }

    private func root(of place: Int) -> Int {
        var place = place
        while same[place] != place { place = same[place] }
        return place
    }
}

/// What documents tell of the kind of a product in its chain. The catalogue has no say: a charge stays what it is when the
/// catalogue changes.
private struct ToldKind {
    private var types: Set<Bool> = []
    private var isTimed = false

    /// Whether it renews by itself: by Apple's word on its type, else because something of it ends or has a line item.
    var isAutoRenewable: Bool { types.isEmpty ? isTimed : types.contains(true) }

    /// Notes what is told of one transaction of it.
    mutating func note(_ values: TransactionValues) {
        if let type = values.isAutoRenewableByType { types.insert(type) }
        if values.isTimed { isTimed = true }
    }
}

extension TransactionValues {
    /// Whether it renews by itself, as far as these values alone tell; nil when they do not.
    fileprivate var isAutoRenewable: Bool? { isAutoRenewableByType ?? (isTimed ? true : nil) }

    /// Whether Apple's type of the product is that of a subscription which renews; nil without a type that is known.
    ///
    /// Source: Apple, `type`.
    fileprivate var isAutoRenewableByType: Bool? {
        switch appleType {
        case "Auto-Renewable Subscription": true
        case "Non-Renewing Subscription", "Non-Consumable", "Consumable": false
        default: nil
        }
    }

    /// Whether they tell what only subscriptions have that renew.
    ///
    /// Source: Apple, `expires_date`, `web_order_line_item_id`.
    fileprivate var isTimed: Bool { expiresAt != nil || webOrderLineItemID != nil }
}

extension Transaction {
    /// The standing of the newest document that says whether it was taken back; nil when none does.
    var newestWordOnRevocation: Precedence? {
        told.tellings.first { $0.values.revocation != nil }?.precedence
    }

    /// When it was taken back, whatever for, by the newest word on that; nil while it stands.
    fileprivate var takenBackAt: Instant? {
        if case .revoked(let revocation) = values.revocation { revocation.at } else { nil }
    }

    /// Whether it was taken back at the same time as another, and a newer word on it says that it stands.
    fileprivate func hasUndoneRevocation(of other: Transaction) -> Bool {
        guard takenBackAt == nil, let word = newestWordOnRevocation, let its = other.newestWordOnRevocation
        else { return false }
        return its < word && knownRevocations.contains { $0.at == other.takenBackAt }
    }
}
