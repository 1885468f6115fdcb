import GRDB
import Purchases

/// Who was erased, so that documents that come later do not bring the person back.
enum ErasedPeople {
    /// When the customer of that name was erased; nil when not.
    static func erasure(of customer: AppUserID, in db: Database) throws -> Instant? {
        try db.value("SELECT erased_ms FROM customers WHERE app_user_id = ?", [customer])
    }

    /// Whose token one was, of those who were erased; only its digest is known.
    static func owner(ofToken token: String, in db: Database) throws -> AppUserID? {
        try db.value("SELECT app_user_id FROM erased_tokens WHERE digest = ?", [ColumnText.digest(of: token)])
    }

    /// Notes whose token one was.
    static func note(_ token: String, of customer: AppUserID, in db: Database) throws {
        try db.run(
            "INSERT INTO erased_tokens (digest, app_user_id) VALUES (?, ?) ON CONFLICT DO NOTHING",
            [ColumnText.digest(of: token), customer])
    }

    /// What stands in the place of a document that told of an erased customer alone.
    static func body(of customer: AppUserID) -> String {
        #"{"app_user_id":\#(ColumnText.quoted(customer.rawValue)),"erased":true}"#
    }

    /// A document that comes in, without what names people who were erased, and whose the chains are that their tokens
    /// claim in it.
    ///
    /// It keeps its digest, so that bringing it again changes nothing.
    static func censored(
        _ document: AdmittedDocument, in db: Database
    ) throws -> (document: AdmittedDocument, owners: [OriginalTransactionID: AppUserID]) {
        guard try db.exists("SELECT 1 FROM customers WHERE erased_ms IS NOT NULL") else {
            return (document, [:])
        }
        var contents = document.contents
        if let person = contents.person, try erasure(of: person.id, in: db) != nil {
            contents.person = nil
            return (document.telling(contents, body: body(of: person.id), payload: nil), [:])
        }
        let carried =
            contents.transactions.compactMap(\.values.appAccountToken)
            + contents.renewals.compactMap(\.appAccountToken)
        let tokens = try Set(carried).reduce(into: [String: AppUserID]()) { tokens, token in
            tokens[token] = try owner(ofToken: token, in: db)
        }
        guard !tokens.isEmpty else { return (document, [:]) }
        var owners: [OriginalTransactionID: AppUserID] = [:]
        for place in contents.transactions.indices {
            let telling = contents.transactions[place]
            guard let owner = telling.values.appAccountToken.flatMap({ tokens[$0] }) else { continue }
            owners[telling.originalTransactionID] = owner
            contents.transactions[place].values.appAccountToken = nil
        }
        for place in contents.renewals.indices {
            let renewal = contents.renewals[place]
            guard let owner = renewal.appAccountToken.flatMap({ tokens[$0] }) else { continue }
            owners[renewal.chain] = owner
            contents.renewals[place].appAccountToken = nil
        }
        let blotter = Blotter(identifiers: tokens.keys, names: [], sparing: "")
        return (
            document.telling(
                contents, body: blotter.blotted(json: document.body),
                payload: document.payload.map(blotter.blotted(json:))), owners
        )
    }
}

extension AdmittedDocument {
    /// The same document, telling and kept as something else.
    fileprivate func telling(_ contents: DocumentContents, body: String, payload: String?) -> AdmittedDocument
    {
        var document = self
        (document.contents, document.body, document.payload) = (contents, body, payload)
        return document
    }
}
