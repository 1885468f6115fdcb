internal import Foundation
internal import GRDBSQLite

/// A value that can be bound to a statement's parameter.
protocol Bindable {
    /// Binds it to the parameter at a place, counted from 1; answers SQLite's result.
    func bind(to statement: OpaquePointer, at place: Int32) -> Int32
}

/// A statement's values, in the order of its parameters; nil is NULL.
typealias BoundValues = [(any Bindable)?]

/// SQLite copies what is bound, because the value may be gone when the statement runs.
private let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

extension Int64: Bindable {
    func bind(to statement: OpaquePointer, at place: Int32) -> Int32 {
        sqlite3_bind_int64(statement, place, self)
    }
}

extension Int: Bindable {
    func bind(to statement: OpaquePointer, at place: Int32) -> Int32 {
        Int64(self).bind(to: statement, at: place)
    }
}

extension Int32: Bindable {
    func bind(to statement: OpaquePointer, at place: Int32) -> Int32 {
        Int64(self).bind(to: statement, at: place)
    }
}

extension Bool: Bindable {
    func bind(to statement: OpaquePointer, at place: Int32) -> Int32 {
        Int64(self ? 1 : 0).bind(to: statement, at: place)
    }
}

extension String: Bindable {
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
}

extension Data: Bindable {
    func bind(to statement: OpaquePointer, at place: Int32) -> Int32 {
        withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return sqlite3_bind_zeroblob(statement, place, 0) }
            return sqlite3_bind_blob64(statement, place, start, UInt64(bytes.count), transient)
        }
    }
}
