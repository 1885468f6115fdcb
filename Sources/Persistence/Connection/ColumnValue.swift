package import Foundation
package import Purchases

/// A value that a column holds: how it is bound to a statement, and how it is read from a row.
package protocol ColumnValue {
    /// Reads the column at a place, counted from 0, of the row that a statement stands on; nil when its content is none
    /// of these values. A column that is NULL is never asked.
    init?(_ row: any StatementCursor, at place: Int)

    /// Binds it to the parameter at a place, counted from 0.
    func bind(to statement: any StatementCursor, at place: Int) throws

    /// It as JSON, for the audit log; nil for what is left out there.
    var json: String? { get }

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

    package var json: String? { String(self) }
}

extension Int: ColumnValue {
    package init(_ row: any StatementCursor, at place: Int) { self.init(row.integer(at: place)) }

    package func bind(to statement: any StatementCursor, at place: Int) throws {
        try statement.bind(Int64(self), at: place)
    }

    package var json: String? { String(self) }
}

extension Int32: ColumnValue {
    package init?(_ row: any StatementCursor, at place: Int) { self.init(exactly: row.integer(at: place)) }

    package func bind(to statement: any StatementCursor, at place: Int) throws {
        try statement.bind(Int64(self), at: place)
    }

    package var json: String? { String(self) }
}

/// 0 and 1.
extension Bool: ColumnValue {
    package init(_ row: any StatementCursor, at place: Int) { self = row.integer(at: place) != 0 }

    package func bind(to statement: any StatementCursor, at place: Int) throws {
        try statement.bind(self ? 1 as Int64 : 0, at: place)
    }

    package var json: String? { self ? "true" : nil }
}

extension String: ColumnValue {
    package init(_ row: any StatementCursor, at place: Int) { self = row.text(at: place) }

    package func bind(to statement: any StatementCursor, at place: Int) throws {
        try statement.bind(self, at: place)
    }

    package var json: String? { ColumnText.quoted(self) }
}

extension Data: ColumnValue {
    package init(_ row: any StatementCursor, at place: Int) { self = row.bytes(at: place) }

    package func bind(to statement: any StatementCursor, at place: Int) throws {
        try statement.bind(self, at: place)
    }

    package var json: String? { ColumnText.quoted(base64EncodedString()) }
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

    package var json: String? { milliseconds.json }
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

    package var json: String? { rawValue.json }
}

/// A text about a person; a reader of the row sees of it what the reader may see.
extension PersonalText where Self: ColumnValue {
    package init?(_ row: any StatementCursor, at place: Int) {
        self.init(row.text(at: place), for: .whole)
    }

    package func bind(to statement: any StatementCursor, at place: Int) throws {
        try whole.bind(to: statement, at: place)
    }

    package var json: String? { whole.json }

    package func seen(with disclosure: Disclosure) -> Self { Self(whole, for: disclosure) }
}

extension Personal: ColumnValue {}
extension FreeText: ColumnValue {}

/// A name that the store gives: the number of its row.
package protocol RowNumber: ColumnValue, StringIdentifier {}

extension RowNumber {
    /// Names a row.
    package init(row: Int64) { self.init(String(row)) }

    package init(_ row: any StatementCursor, at place: Int) { self.init(row: row.integer(at: place)) }

    package func bind(to statement: any StatementCursor, at place: Int) throws {
        // A name that is no number names no row, as NULL does.
        if let row { try statement.bind(row, at: place) } else { try statement.bindNull(at: place) }
    }

    package var json: String? { row?.json }

    /// The row; nil for what is no number.
    var row: Int64? { Int64(rawValue) }
}

extension GrantID: RowNumber {}
extension RequestID: RowNumber {}
extension TicketID: RowNumber {}
extension IncidentID: RowNumber {}
extension BatchID: RowNumber {}

extension AgentName: ColumnValue {}
extension AppStoreEnvironment: ColumnValue {}
extension AppUserID: ColumnValue {}
extension AttemptID: ColumnValue {}
extension BundleID: ColumnValue {}
extension EntitlementID: ColumnValue {}
extension OrderID: ColumnValue {}
extension OriginalTransactionID: ColumnValue {}
extension ProductID: ColumnValue {}
extension SubscriptionGroupID: ColumnValue {}
extension TicketCause: ColumnValue {}
extension TransactionID: ColumnValue {}
extension WebOrderLineItemID: ColumnValue {}

extension ChainStatus: ColumnValue {}
extension ErrorGroup: ColumnValue {}
extension OwnerClaim.Kind: ColumnValue {}
extension Ownership: ColumnValue {}
extension ProductKind: ColumnValue {}
extension RenewalInfo.Extent: ColumnValue {}
extension Revocation.Kind: ColumnValue {}
extension Role: ColumnValue {}
extension StoreNotification.Check: ColumnValue {}
extension TicketResolution: ColumnValue {}
extension TicketState: ColumnValue {}

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
