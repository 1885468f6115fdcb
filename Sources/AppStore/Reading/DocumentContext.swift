public import JSONValues
public import Purchases

/// What surrounds a document and is not in it: its digest, and what an envelope or the command line says.
public struct DocumentContext: Hashable, Sendable {
    /// The lower-case hexadecimal SHA-256 of the document's canonical JSON, secrets masked, without its envelope.
    public let digest: String
    /// When it reached whoever brought it, where an envelope says so.
    public let receivedAt: Instant?
    /// The customer that whoever brought it names.
    public let owner: AppUserID?
    /// The order on the customer's invoice that it answers, where an envelope says so: the answer itself does not.
    public let orderID: OrderID?
    /// Whether it came by an app's key, so that its word alone says nothing of whose a chain is.
    public let needsEvidence: Bool

    /// What surrounds a document.
    public init(
        digest: String, receivedAt: Instant? = nil, owner: AppUserID? = nil, orderID: OrderID? = nil,
        needsEvidence: Bool = false
    ) {
        (self.digest, self.receivedAt) = (digest, receivedAt)
        (self.owner, self.orderID, self.needsEvidence) = (owner, orderID, needsEvidence)
    }

    /// The standing of the document or a part of it, by the first of the given times that it has.
    ///
    /// A document that tells no time at all was received some time; failing that, it is older than any other.
    public func precedence(isSigned: Bool = false, _ times: Instant?...) -> Precedence {
        let time = times.lazy.compactMap { $0 }.first ?? receivedAt ?? .earliest
        return Precedence(documentTime: time, isSigned: isSigned, digest: digest)
    }

    /// Contents of that standing, with what the frame says filled in.
    public func contents(_ kind: DocumentKind, precedence: Precedence) -> DocumentContents {
        var contents = DocumentContents(kind: kind, precedence: precedence)
        (contents.receivedAt, contents.owner, contents.needsEvidence) = (receivedAt, owner, needsEvidence)
        return contents
    }
}

/// What a document tells, and what its signed parts say, for people; nil when it can be read as it is.
public typealias DecodedContents = (contents: DocumentContents, payload: JSONValue?)

extension TransactionObservation {
    /// Whether this was charged before another: by purchase, expiry, length of the id, id; never by place in a list.
    func isOlder(than other: TransactionObservation) -> Bool { age < other.age }

    private typealias Age = (Instant, Instant, Int, TransactionID)

    private var age: Age {
        (
            values.purchasedAt ?? .earliest, values.expiresAt ?? .earliest, transactionID.rawValue.utf8.count,
            transactionID
        )
    }

    /// The times that the telling speaks of as past: its purchase and its revocation.
    var pastDates: [Instant] {
        guard case .revoked(let revocation)? = values.revocation else {
            return [values.purchasedAt].compactMap { $0 }
        }
        return [values.purchasedAt, revocation.at].compactMap { $0 }
    }
}

extension [TransactionObservation] {
    /// The one charged last.
    var newest: TransactionObservation? { self.max { $0.isOlder(than: $1) } }

    /// One list of transactions, divided by chain.
    var listsByChain: [DocumentContents.TransactionList] {
        let chains = Dictionary(grouping: self, by: \.originalTransactionID)
        return chains.sorted { $0.key < $1.key }.map { chain, tellings in
            DocumentContents.TransactionList(chain: chain, ids: Set(tellings.map(\.transactionID)).sorted())
        }
    }
}
