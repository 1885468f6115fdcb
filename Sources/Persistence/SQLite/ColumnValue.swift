internal import Foundation
internal import GRDBSQLite
internal import Purchases

/// A value that a column holds: how it is bound to a statement, and how it is read from a row.
protocol ColumnValue {
    /// Reads the column at a place, counted from 0, of the row that a statement stands on; nil when its content is none
    /// of these values. A column that is NULL is never asked.
    init?(_ statement: OpaquePointer, at place: Int32)

    /// Binds it to the parameter at a place, counted from 1; answers SQLite's result.
    func bind(to statement: OpaquePointer, at place: Int32) -> Int32

    /// It as JSON, for the audit log; nil for what is left out there.
    var json: String? { get }
}

/// A statement's values, in the order of its parameters; nil is NULL.
typealias BoundValues = [(any ColumnValue)?]

// What SQLite itself keeps.

extension Int64: ColumnValue {
    init(_ statement: OpaquePointer, at place: Int32) { self = sqlite3_column_int64(statement, place) }

    func bind(to statement: OpaquePointer, at place: Int32) -> Int32 {
        sqlite3_bind_int64(statement, place, self)
    }

    var json: String? { String(self) }
}

extension Int: ColumnValue {
    init(_ statement: OpaquePointer, at place: Int32) { self.init(Int64(statement, at: place)) }

    func bind(to statement: OpaquePointer, at place: Int32) -> Int32 {
        Int64(self).bind(to: statement, at: place)
    }

    var json: String? { String(self) }
}

extension Int32: ColumnValue {
    init?(_ statement: OpaquePointer, at place: Int32) { self.init(exactly: Int64(statement, at: place)) }

    func bind(to statement: OpaquePointer, at place: Int32) -> Int32 {
        Int64(self).bind(to: statement, at: place)
    }

    var json: String? { String(self) }
}

extension Bool: ColumnValue {
    init(_ statement: OpaquePointer, at place: Int32) { self = Int64(statement, at: place) != 0 }

    func bind(to statement: OpaquePointer, at place: Int32) -> Int32 {
        Int64(self ? 1 : 0).bind(to: statement, at: place)
    }

    var json: String? { self ? "true" : nil }
}

/// SQLite copies what is bound, because the value may be gone when the statement runs.
private let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

extension String: ColumnValue {
    init(_ statement: OpaquePointer, at place: Int32) {
        let start = sqlite3_column_text(statement, place)
        let count = Int(sqlite3_column_bytes(statement, place))
        self.init(decoding: UnsafeBufferPointer(start: start, count: start == nil ? 0 : count), as: UTF8.self)
    }

    func bind(to statement: OpaquePointer, at place: Int32) -> Int32 {
        var text = self
        return text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { letters in
                // An empty buffer may have no address, and without one SQLite would bind NULL.
                guard let start = letters.baseAddress else {
                    return sqlite3_bind_text(statement, place, "", 0, transient)
                }
                return sqlite3_bind_text64(
                    statement, place, start, UInt64(letters.count), transient, UInt8(SQLITE_UTF8))
            }
        }
    }

    var json: String? { ColumnText.quoted(self) }
}

extension Data: ColumnValue {
    init(_ statement: OpaquePointer, at place: Int32) {
        guard let start = sqlite3_column_blob(statement, place) else {
            self.init()
            return
        }
        self.init(bytes: start, count: Int(sqlite3_column_bytes(statement, place)))
    }

    func bind(to statement: OpaquePointer, at place: Int32) -> Int32 {
        withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return sqlite3_bind_zeroblob(statement, place, 0) }
            return sqlite3_bind_blob64(statement, place, start, UInt64(bytes.count), transient)
        }
    }

    var json: String? { ColumnText.quoted(base64EncodedString()) }
}

// What the domain keeps.

/// Milliseconds.
extension Instant: ColumnValue {
    init(_ statement: OpaquePointer, at place: Int32) {
        self.init(milliseconds: Int64(statement, at: place))
    }

    func bind(to statement: OpaquePointer, at place: Int32) -> Int32 {
        milliseconds.bind(to: statement, at: place)
    }

    var json: String? { milliseconds.json }
}

/// Identifiers and codes are kept as what they are made of; a code that nobody knows is none.
extension ColumnValue where Self: RawRepresentable, RawValue: ColumnValue {
    init?(_ statement: OpaquePointer, at place: Int32) {
        guard let raw = RawValue(statement, at: place) else { return nil }
        self.init(rawValue: raw)
    }

    func bind(to statement: OpaquePointer, at place: Int32) -> Int32 {
        rawValue.bind(to: statement, at: place)
    }

    var json: String? { rawValue.json }
}

/// A name that the store gives: the number of its row.
protocol RowNumber: ColumnValue, StringIdentifier {}

extension RowNumber {
    /// Names a row.
    init(row: Int64) { self.init(String(row)) }

    init(_ statement: OpaquePointer, at place: Int32) { self.init(row: Int64(statement, at: place)) }

    func bind(to statement: OpaquePointer, at place: Int32) -> Int32 {
        // A name that is no number names no row, as NULL does.
        row?.bind(to: statement, at: place) ?? sqlite3_bind_null(statement, place)
    }

    var json: String? { row?.json }

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
