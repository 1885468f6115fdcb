internal import Foundation
internal import GRDB
internal import Purchases

/// What agents write about customers.
enum CustomerKeeping {
    /// Writes a change as a document of the present moment, so that older documents do not undo it.
    static func apply(_ change: CustomerChange, to id: AppUserID, _ writing: StoreTransaction) throws {
        try check(change)
        let values = CustomerValues(
            email: change.email, name: change.name, appAccountToken: change.appAccountToken,
            locale: change.locale, country: change.country)
        let digest = AuditHash.hex(try ColumnText.json(values))
        let precedence = Precedence(documentTime: writing.now, isSigned: false, digest: digest)
        let person = DocumentContents.Person(id: id, values: values)
        var owners = ChainOwnershipUpdate()
        for token in try CustomerTable.merge(person, precedence, knownAt: writing.now, writing.db) {
            for chain in try ClaimTable.chains(ofToken: token, writing.db) {
                try owners.decide(chain, writing.db)
            }
        }
        try owners.recompute(try CatalogTable.read(writing.db), writing.db)
        try TicketUpdate.look(at: owners.attempts(writing.db), writing)
        try writing.changed(.customer, id.rawValue)
    }

    /// The row of a customer; refuses one who is unknown.
    static func row(_ id: AppUserID, _ db: Database) throws -> Int64 {
        guard let row = try CustomerTable.find(id, db) else {
            throw try NameSuggestions.unknownCustomer(id, db)
        }
        return row.rowID
    }

    /// Refuses names that cannot be typed back.
    static func checkName(_ id: AppUserID) throws {
        let isBlank = id.rawValue.allSatisfy(\.isWhitespace)
        guard !isBlank, id.rawValue.utf8.count <= 256, !id.rawValue.contains("\0") else {
            throw StoreError(.usage, "that is no customer's name", remedy: "give the app's own id")
        }
    }

    private static func check(_ change: CustomerChange) throws {
        if let email = change.email, !email.contains("@") {
            throw StoreError(.usage, "\(email) is no address", remedy: "give one with an @")
        }
        if let token = change.appAccountToken, UUID(uuidString: token) == nil {
            throw StoreError(.usage, "\(token) is no UUID", remedy: "give the app_account_token as a UUID")
        }
    }
}
