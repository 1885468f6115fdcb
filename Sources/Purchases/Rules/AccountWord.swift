/// How much one document's word on the account of a chain counts beside others: one that is vouched for before one that
/// is not, then that of the newest purchase, then of the newest document. ``OwnerRule`` compares them.
///
/// Source: Apple, `appAccountToken`: each transaction carries the account that the app named when it was bought, and Set
/// App Account Token changes it from then on.
package struct AccountWord: Hashable, Codable, Comparable, Sendable {
    /// Whether Apple's signature, a shared secret or our own question vouches for it.
    package let isVouched: Bool
    /// The purchase that it is about.
    package let purchasedAt: Instant
    /// When the document was made.
    package let documentTime: Instant

    /// A word of a document about a purchase.
    package init(isVouched: Bool, purchasedAt: Instant, documentTime: Instant) {
        (self.isVouched, self.purchasedAt, self.documentTime) = (isVouched, purchasedAt, documentTime)
    }

    /// Orders words, the one that counts last.
    package static func < (left: AccountWord, right: AccountWord) -> Bool {
        if left.isVouched != right.isVouched { return right.isVouched }
        if left.purchasedAt != right.purchasedAt { return left.purchasedAt < right.purchasedAt }
        return left.documentTime < right.documentTime
    }
}

extension Chain {
    /// The newest word for each token that counts for a transaction, or that renewal information names alone.
    package var accountWords: [String: AccountWord] {
        var words: [String: AccountWord] = [:]
        func note(_ token: String, _ word: AccountWord) { words[token] = max(words[token] ?? word, word) }
        for transaction in transactions {
            guard let token = transaction.values.appAccountToken?.whole else { continue }
            note(token, transaction.word(on: token))
        }
        for renewal in renewals {
            guard let token = renewal.appAccountToken?.whole else { continue }
            let time = renewal.precedence.documentTime
            let bought = transactions.last { $0.purchasedAt <= time }?.purchasedAt
            note(
                token,
                AccountWord(
                    isVouched: renewal.precedence.isSigned, purchasedAt: bought ?? .earliest,
                    documentTime: time))
        }
        return words
    }

    /// The tokens that it is claimed by, and the one whose word is the newest: whose it is can change only with these.
    package var accounts: Accounts {
        let words = accountWords
        let newest = words.max { ($0.value, $0.key) < ($1.value, $1.key) }
        return Accounts(
            tokens: Set(transactions.compactMap(\.values.appAccountToken?.whole)), newest: newest?.key)
    }

    /// What of a chain's tokens decides whose it is.
    package struct Accounts: Hashable, Sendable {
        /// The tokens that count for its transactions.
        let tokens: Set<String>
        /// The token whose word is the newest.
        let newest: String?
    }
}

extension Transaction {
    /// What is said for the token that counts.
    fileprivate func word(on token: String) -> AccountWord {
        let isVouched = values.isAccountVouched ?? false
        let times = told.tellings.lazy
            .filter {
                $0.values.appAccountToken?.whole == token
                    && $0.values.isAccountVouched == values.isAccountVouched
            }
            .map(\.precedence.documentTime)
        return AccountWord(
            isVouched: isVouched, purchasedAt: purchasedAt, documentTime: times.max() ?? knownAt)
    }
}
