import Purchases

/// Who was erased, so that documents that come later do not bring the person back.
///
/// A token is Apple's `appAccountToken`. What the store had is erased in `Privacy/Erasure.swift`; a new field of documents
/// that names a person must be censored here, too.
enum ErasedPeople {
    /// When the customer of that name was erased; nil when not.
    static func erasure(of customer: AppUserID, in db: Connection) throws -> Instant? {
        try db.value("SELECT erased_ms FROM customers WHERE app_user_id = ?", [customer])
    }

    /// The erased customer whose token it was, found by its digest; nil when no erased customer had it.
    static func owner(ofToken token: String, in db: Connection) throws -> AppUserID? {
        try ErasedToken.table.find(ColumnText.digest(of: token), in: db)?.customer
    }

    /// Keeps the digest of a token beside the customer who is being erased.
    static func note(_ token: String, of customer: AppUserID, in db: Connection) throws {
        try ErasedToken.table.insertIfAbsent(
            ErasedToken(digest: ColumnText.digest(of: token), customer: customer), in: db)
    }

    /// What stands in the place of a document that told of an erased customer alone.
    static func body(of customer: AppUserID) -> String {
        #"{"app_user_id":\#(ColumnText.quoted(customer.rawValue)),"erased":true}"#
    }

    /// A document that comes in, without what names people who were erased: in the place of their tokens stand digests,
    /// which claim what the tokens would have claimed.
    ///
    /// It keeps its digest, so that bringing it again changes nothing.
    static func censored(_ document: DecodedDocument, in db: Connection) throws -> DecodedDocument {
        guard try db.exists("SELECT 1 FROM customers WHERE erased_ms IS NOT NULL") else { return document }
        var contents = document.contents
        if let person = contents.person, try erasure(of: person.id, in: db) != nil {
            contents.person = nil
            return document.telling(contents, body: body(of: person.id), payload: nil)
        }
        let carried =
            contents.transactions.compactMap(\.values.appAccountToken?.whole)
            + contents.renewals.compactMap(\.appAccountToken?.whole)
        let tokens = try Set(carried).reduce(into: [String: String]()) { tokens, token in
            if try owner(ofToken: token, in: db) != nil { tokens[token] = ColumnText.digest(of: token) }
        }
        guard !tokens.isEmpty else { return document }
        for place in contents.transactions.indices {
            contents.transactions[place].values.appAccountToken.replace(by: tokens)
        }
        for place in contents.renewals.indices {
            contents.renewals[place].appAccountToken.replace(by: tokens)
        }
        let redactor = Redactor(identifiers: tokens.keys, names: [], sparing: "")
        return document.telling(
            contents, body: redactor.blotted(json: document.body),
            payload: document.payload.map(redactor.blotted(json:)))
    }
}

/// Whose a token was, of which the digest alone is known.
struct ErasedToken: TableRow {
    static let table = Table<ErasedToken>("erased_tokens", key: "digest")
    static let unread = ErasedToken(digest: "", customer: AppUserID(""))

    var digest: String
    var customer: AppUserID

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("digest", &digest)
        columns.visit("app_user_id", &customer)
    }
}

extension PersonIdentifier? {
    fileprivate mutating func replace(by others: [String: String]) {
        if let other = self.flatMap({ others[$0.whole] }) { self = PersonIdentifier(other) }
    }
}

extension DecodedDocument {
    /// The same document, telling and kept as something else.
    fileprivate func telling(_ contents: DocumentContents, body: String, payload: String?) -> DecodedDocument
    {
        var document = self
        (document.contents, document.body, document.payload) = (contents, body, payload)
        return document
    }
}
