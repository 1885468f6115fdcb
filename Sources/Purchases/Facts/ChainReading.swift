extension Chain {
    /// The chains that documents tell of when nothing else is known, in the order of their ids. `VerifyRoute` in
    /// `Server/Routes` answers from them.
    ///
    /// The same facts in a store, read alone, make the same chains.
    package static func chains(told documents: [DocumentContents]) -> [Chain] {
        var chains: [ChainID: Chain] = [:]
        for contents in documents.map(\.namingUsers) {
            for part in contents.byChain {
                let id = ChainID(part.chain, in: contents.environment ?? .production)
                chains[id, default: Chain(id: id)].merge(part, of: contents)
            }
        }
        return chains.values.sorted { $0.id < $1.id }
    }

    /// Takes over what a document tells of the chain.
    package mutating func merge(_ part: ChainContents, of contents: DocumentContents) {
        merge(
            part.transactions.map {
                Transaction(
                    $0, precedence: contents.precedence(of: $0), knownAt: contents.knownAt(of: $0),
                    isVouched: contents.isVouched)
            })
        for list in part.lists { noteList(list) }
        for renewal in part.renewals { merge(renewal.info) }
        noteDocument(at: part.documentTime, knownAt: contents.receivedAt ?? part.documentTime)
    }
}
