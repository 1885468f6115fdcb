/// What one document tells about one chain.
public struct ChainContents: Hashable, Sendable {
    /// The chain.
    public let chain: OriginalTransactionID
    /// What it tells about transactions.
    public fileprivate(set) var transactions: [TransactionObservation] = []
    /// The ids of each list that held them.
    public fileprivate(set) var lists: [[TransactionID]] = []
    /// What it tells about renewals.
    public fileprivate(set) var renewals: [DocumentContents.Renewal] = []
    /// The newest time of the parts that speak of the chain.
    public fileprivate(set) var documentTime: Instant

    fileprivate init(chain: OriginalTransactionID, documentTime: Instant) {
        (self.chain, self.documentTime) = (chain, documentTime)
    }
}

extension DocumentContents {
    /// What it tells, chain by chain, in order; a document can speak of thousands.
    public var byChain: [ChainContents] {
        var parts: [OriginalTransactionID: ChainContents] = [:]
        for telling in transactions {
            note(telling.originalTransactionID, precedence(of: telling).documentTime, in: &parts)
            parts[telling.originalTransactionID]?.transactions.append(telling)
        }
        for renewal in renewals {
            note(renewal.chain, renewal.info.precedence.documentTime, in: &parts)
            parts[renewal.chain]?.renewals.append(renewal)
        }
        for notice in notices {
            if let chain = notice.chain { note(chain, notice.notification.signedAt, in: &parts) }
        }
        for list in lists { parts[list.chain]?.lists.append(list.ids) }
        return parts.values.sorted { $0.chain < $1.chain }
    }

    private func note(
        _ chain: OriginalTransactionID, _ time: Instant,
        in parts: inout [OriginalTransactionID: ChainContents]
    ) {
        let known = parts[chain]?.documentTime ?? time
        parts[chain, default: ChainContents(chain: chain, documentTime: time)].documentTime = max(known, time)
    }
}
