package import Foundation
package import JSONValues
package import Purchases

/// A value that a column holds: how it is bound to a statement, and how it is read from a row.
package protocol ColumnValue {
    /// Reads the column at a place, counted from 0, of the row that a statement stands on; nil when its content is none
    /// of these values. A column that is NULL is never asked.
    init?(_ row: any StatementCursor, at place: Int)

    /// Binds it to the parameter at a place, counted from 0.
    func bind(to statement: any StatementCursor, at place: Int) throws

    /// It as JSON, for the audit log; nil for what is left out there.
    var logged: String? { get }

    /// It as a reader may see it.
    func seen(with disclosure: Disclosure) -> Self
}

extension ColumnValue {
    /// As it is: it is about nobody.
    package func seen(with disclosure: Disclosure) -> Self { self }
}

/// A statement's values, in the order of its parameters; nil is NULL.
package typealias BoundValues = [(any ColumnValue)?]

// What the engines themselves keep.

extension Int64: ColumnValue {
    package init(_ row: any StatementCursor, at place: Int) { self = row.integer(at: place) }

    package func bind(to statement: any StatementCursor, at place: Int) throws {
        try statement.bind(self, at: place)
    }

    package var logged: String? { String(self) }
}

extension Int: ColumnValue {
    package init(_ row: any StatementCursor, at place: Int) { self.init(row.integer(at: place)) }

    package func bind(to statement: any StatementCursor, at place: Int) throws {
        try statement.bind(Int64(self), at: place)
    }

    package var logged: String? { String(self) }
}

extension Int32: ColumnValue {
    package init?(_ row: any StatementCursor, at place: Int) { self.init(exactly: row.integer(at: place)) }

    package func bind(to statement: any StatementCursor, at place: Int) throws {
        try statement.bind(Int64(self), at: place)
    }

    package var logged: String? { String(self) }
}

/// 0 and 1.
extension Bool: ColumnValue {
    package init(_ row: any StatementCursor, at place: Int) { self = row.integer(at: place) != 0 }

    package func bind(to statement: any StatementCursor, at place: Int) throws {
        try statement.bind(self ? 1 as Int64 : 0, at: place)
    }

    package var logged: String? { self ? "true" : nil }
}

extension String: ColumnValue {
    package init(_ row: any StatementCursor, at place: Int) { self = row.text(at: place) }

    package func bind(to statement: any StatementCursor, at place: Int) throws {
        try statement.bind(self, at: place)
    }

    package var logged: String? { ColumnText.quoted(self) }
}

extension Data: ColumnValue {
    package init(_ row: any StatementCursor, at place: Int) { self = row.bytes(at: place) }

    package func bind(to statement: any StatementCursor, at place: Int) throws {
        try statement.bind(self, at: place)
    }

    package var logged: String? { ColumnText.quoted(base64EncodedString()) }
}

// What the domain keeps.

/// Milliseconds.
extension Instant: ColumnValue {
    package init(_ row: any StatementCursor, at place: Int) {
        self.init(milliseconds: row.integer(at: place))
    }

    package func bind(to statement: any StatementCursor, at place: Int) throws {
        try statement.bind(milliseconds, at: place)
    }

    package var logged: String? { milliseconds.logged }
}

extension Instant: JSONEncodable {
    package var json: JSONValue { .string(description) }
}

/// Identifiers and codes are kept as what they are made of; a code that nobody knows is none.
extension ColumnValue where Self: RawRepresentable, RawValue: ColumnValue {
    package init?(_ row: any StatementCursor, at place: Int) {
        guard let raw = RawValue(row, at: place) else { return nil }
        self.init(rawValue: raw)
    }

    package func bind(to statement: any StatementCursor, at place: Int) throws {
        try rawValue.bind(to: statement, at: place)
    }

    package var logged: String? { rawValue.logged }
}

/// A text about a person; a reader of the row sees of it what the reader may see.
extension PersonalText where Self: ColumnValue {
    package init?(_ row: any StatementCursor, at place: Int) {
        self.init(row.text(at: place), for: .whole)
    }

    package func bind(to statement: any StatementCursor, at place: Int) throws {
        try whole.bind(to: statement, at: place)
    }

    package var logged: String? { whole.logged }

    package func seen(with disclosure: Disclosure) -> Self { Self(whole, for: disclosure) }
}

extension Personal: ColumnValue, JSONEncodable {}
extension FreeText: ColumnValue, JSONEncodable {}

extension JSONEncodable where Self: PersonalText {
    /// What its reader may see.
    package var json: JSONValue { .string(text) }
}

/// A name that the store gives: the number of its row.
package protocol RowNumber: ColumnValue, StringIdentifier, JSONEncodable {}

extension RowNumber {
    /// Names a row.
    package init(row: Int64) { self.init(String(row)) }

    package init(_ row: any StatementCursor, at place: Int) { self.init(row: row.integer(at: place)) }

    package func bind(to statement: any StatementCursor, at place: Int) throws {
        // A name that is no number names no row, as NULL does.
        if let row { try statement.bind(row, at: place) } else { try statement.bindNull(at: place) }
    }

    package var logged: String? { row?.logged }

    /// The row; nil for what is no number.
    var row: Int64? { Int64(rawValue) }
}

extension GrantID: RowNumber {}
extension RequestID: RowNumber {}
extension TicketID: RowNumber {}
extension IncidentID: RowNumber {}
extension BatchID: RowNumber {}

extension AgentName: ColumnValue, JSONEncodable {}
extension AppStoreEnvironment: ColumnValue, JSONEncodable {}
extension AppUserID: ColumnValue, JSONEncodable {}
extension AttemptID: ColumnValue, JSONEncodable {}
extension BundleID: ColumnValue, JSONEncodable {}
extension EntitlementID: ColumnValue, JSONEncodable {}
extension OrderID: ColumnValue, JSONEncodable {}
extension OriginalTransactionID: ColumnValue, JSONEncodable {}
extension ProductID: ColumnValue, JSONEncodable {}
extension SubscriptionGroupID: ColumnValue, JSONEncodable {}
extension TicketCause: ColumnValue, JSONEncodable {}
extension TransactionID: ColumnValue, JSONEncodable {}
extension WebOrderLineItemID: ColumnValue, JSONEncodable {}

extension ChainStatus: ColumnValue, JSONEncodable {}
extension ErrorGroup: ColumnValue, JSONEncodable {}
extension OwnerClaim.Kind: ColumnValue, JSONEncodable {}
extension Ownership: ColumnValue, JSONEncodable {}
extension ProductKind: ColumnValue, JSONEncodable {}
extension RenewalInfo.Extent: ColumnValue {}
extension Revocation.Kind: ColumnValue, JSONEncodable {}
extension Role: ColumnValue, JSONEncodable {}
extension StoreNotification.Check: ColumnValue, JSONEncodable {}
extension TicketResolution: ColumnValue, JSONEncodable {}
extension TicketState: ColumnValue, JSONEncodable {}

/// A code with its values, kept as compact JSON of one member in snake_case: the same bytes for the same value.
protocol CodeWithValues: Codable {
    /// The same with something else in place of what people typed; itself where they typed nothing.
    func replacingWords(with text: FreeText) -> Self
}

extension CodeWithValues {
    /// Reads what is kept, for a reader.
    init(stored text: String, for disclosure: Disclosure) throws {
        let decoder = ColumnText.decoder(for: disclosure)
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        self = try decoder.decode(Self.self, from: Data(text.utf8))
    }

    /// What is kept.
    var stored: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            encoder.keyEncodingStrategy = .convertToSnakeCase
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }
}
