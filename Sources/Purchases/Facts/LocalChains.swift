/// Names for chains of Xcode and of local testing, where ids count from 0 on each device. So the name also says whose
/// the chain is: the original id, `@`, and a number that is made of the user's token or id and betrays neither.†
///
/// Source: Apple, "Setting up StoreKit Testing in Xcode".
private enum LocalChainName {
    static let mark: Character = "@"

    /// The name of a user's chain; one that says already whose it is stays.
    static func name(of chain: OriginalTransactionID, user: String) -> OriginalTransactionID {
        guard !chain.rawValue.contains(mark) else { return chain }
        return OriginalTransactionID("\(chain.rawValue)\(mark)\(String(user.stableHash, radix: 16))")
    }
}

extension ChainID {
    /// The id of its first transaction, under which everything that does not renew was sold.
    package var firstTransaction: TransactionID {
        let name = original.rawValue
        guard !environment.isSignedByApple, let mark = name.firstIndex(of: LocalChainName.mark) else {
            return TransactionID(name)
        }
        return TransactionID(String(name[..<mark]))
    }
}

extension DocumentContents {
    /// The same document, with the user in the names of its chains where ids count from 0 on each device.
    ///
    /// The user is who carries the token of the chain's newest purchase that has one, else whom the document is brought
    /// for. A chain of which it says neither keeps its name.
    package var namingUsers: DocumentContents {
        guard let environment, !environment.isSignedByApple else { return self }
        let named = (chains + mentions).map { chain in
            (chain, user(of: chain).map { LocalChainName.name(of: chain, user: $0) } ?? chain)
        }
        let names = Dictionary(named, uniquingKeysWith: { first, _ in first })
        func name(_ chain: OriginalTransactionID) -> OriginalTransactionID { names[chain] ?? chain }
        var contents = self
        for place in transactions.indices {
            contents.transactions[place].originalTransactionID = name(
                transactions[place].originalTransactionID)
        }
        for place in lists.indices { contents.lists[place].chain = name(lists[place].chain) }
        for place in renewals.indices { contents.renewals[place].chain = name(renewals[place].chain) }
        for place in notices.indices { contents.notices[place].chain = notices[place].chain.map(name) }
        contents.mentions = mentions.map(name)
        return contents
    }

    private func user(of chain: OriginalTransactionID) -> String? {
        let carriers = transactions.filter {
            $0.originalTransactionID == chain && $0.values.appAccountToken != nil
        }
        let newest = carriers.max {
            ($0.values.purchasedAt ?? .earliest, $0.transactionID)
                < ($1.values.purchasedAt ?? .earliest, $1.transactionID)
        }
        let renewing = renewals.first { $0.chain == chain && $0.appAccountToken != nil }
        return newest?.values.appAccountToken?.whole ?? renewing?.appAccountToken?.whole ?? owner?.rawValue
    }
}
