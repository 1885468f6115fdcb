package import JSONValues
package import Purchases

/// What surrounds a document and is not in it: what the caller says of it, or an envelope around it.
package struct DocumentContext: Hashable, Sendable {
    /// The kind that it is said to be; nil to recognise it.
    package var kind: DocumentKind?
    /// The customer for whom its chains are claimed.
    package var customer: AppUserID?
    /// When it came.
    ///
    /// In an envelope it is when everything in the document became known. Where a server says it, what the app reports is
    /// known since then: the clocks of devices are set by their owners. What Apple signed is known since it was signed,
    /// whenever it came, so that a server that was away for days and one that was not know the same; only a notification's
    /// own line says when it came.
    package var receivedAt: Instant?
    /// Where it comes from, as an envelope has it.
    package var origin: String?
    /// The order on the customer's invoice that it answers: the App Store's answer itself does not name it.
    package var orderID: OrderID?
    /// Whether the App Store answered our own question with it: then nobody else need vouch for it. No envelope says so.
    package var isAnswer: Bool
    /// Whether it came by an app's key, so that its word alone says nothing of whose a chain is; no envelope takes that back.
    package var needsEvidence: Bool
    /// The lower-case hexadecimal SHA-256 of the document's canonical JSON, secrets masked, once it is known.
    package var digest: String

    /// What surrounds a document, of which nothing is said unless given.
    package init(
        digest: String = "", kind: DocumentKind? = nil, customer: AppUserID? = nil,
        receivedAt: Instant? = nil,
        orderID: OrderID? = nil, isAnswer: Bool = false, needsEvidence: Bool = false
    ) {
        (self.digest, self.kind, self.customer) = (digest, kind, customer)
        (self.receivedAt, self.orderID) = (receivedAt, orderID)
        (self.isAnswer, self.needsEvidence) = (isAnswer, needsEvidence)
    }

    /// The standing of the document or a part of it, by the first of the given times that it has.
    ///
    /// A document that tells no time at all was received some time; failing that, it is older than any other.
    package func precedence(isSigned: Bool = false, _ times: Instant?...) -> Precedence {
        let time = times.lazy.compactMap { $0 }.first ?? receivedAt ?? .earliest
        return Precedence(documentTime: time, isSigned: isSigned, digest: digest)
    }

    /// Contents of that standing, with what surrounds the document filled in.
    package func contents(_ kind: DocumentKind, precedence: Precedence) -> DocumentContents {
        var contents = DocumentContents(kind: kind, precedence: precedence)
        (contents.receivedAt, contents.owner, contents.needsEvidence) = (receivedAt, customer, needsEvidence)
        return contents
    }
}

/// What a document tells, and what its signed parts say, for people; nil when it can be read as it is.
package typealias DecodedContents = (contents: DocumentContents, payload: JSONValue?)
