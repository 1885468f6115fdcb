import CPostgres
package import Foundation
import Persistence

/// A column of a statement's rows.
struct PostgresColumn {
    let name: String
    /// The type's number in the server's catalogue.
    let type: UInt32

    static func all(of result: OpaquePointer) -> [PostgresColumn] {
        (0..<postgres_column_count(result)).map { column in
            PostgresColumn(
                name: postgres_column_name(result, column).map { String(cString: $0) } ?? "",
                type: postgres_column_type(result, column))
        }
    }
}

/// What a column's values are.
package enum PostgresKind: Sendable {
    case integer, boolean, text, bytes

    /// The kind of a type; nil for one that no store has. Source: PostgreSQL, pg_type.dat.
    init?(type: UInt32) {
        switch type {
        case 16: self = .boolean
        case 20, 21, 23, 26: self = .integer
        case 17: self = .bytes
        case 18, 19, 25, 114, 705, 1042, 1043: self = .text
        default: return nil
        }
    }
}

/// A statement of a PostgreSQL store. Integers and texts go as text, whatever type the server takes a
/// parameter for, bytes as they are; rows come binary.
package final class PostgresStatement: StatementCursor {
    let sql: String
    let prepared: PostgresText.Prepared
    // The connection keeps its statements, and lives as long as who uses them.
    private unowned let connection: PostgresConnection
    private var name: String?
    private(set) var columns: [PostgresColumn] = []
    private var values: [PostgresValue]
    private var result: OpaquePointer?
    private var row: Int32 = -1
    /// Whether its row is the number of the row that it inserted.
    private let numbers: Bool

    init(
        _ prepared: PostgresText.Prepared, of sql: String, on connection: PostgresConnection,
        numbers: Bool = false
    ) {
        (self.prepared, self.sql, self.connection, self.numbers) = (prepared, sql, connection, numbers)
        values = Array(repeating: .null, count: prepared.count)
    }

    deinit { postgres_clear(result) }

    package var parameterCount: Int { prepared.count }
    package var columnCount: Int { columns.count }
    package func columnName(at place: Int) -> String { columns[place].name }

    /// What a column's values are; nil for a type that no store has.
    package func kind(at place: Int) -> PostgresKind? { PostgresKind(type: columns[place].type) }

    package func bindNull(at place: Int) { values[place] = .null }
    package func bind(_ value: Int64, at place: Int) { values[place] = .text(Array(String(value).utf8)) }
    package func bind(_ value: String, at place: Int) { values[place] = .text(Array(value.utf8)) }
    package func bind(_ value: Data, at place: Int) { values[place] = .bytes(Array(value)) }

    package func step() throws -> Bool {
        let result = try self.result ?? run()
        row += 1
        guard row < postgres_row_count(result) else { return false }
        if numbers { connection.insertedID = integer(at: 0) }
        return true
    }

    package func reset() {
        postgres_clear(result)
        (result, row) = (nil, -1)
        for place in values.indices { values[place] = .null }
    }

    /// It goes under a name from now on.
    func wasPrepared(as name: String, columns: [PostgresColumn]) {
        (self.name, self.columns) = (name, columns)
    }

    /// It has to be prepared again before it runs; answers the name that the server is to forget.
    func forget() -> String? {
        defer { name = nil }
        return name
    }

    private func run() throws(PostgresError) -> OpaquePointer {
        let bound = prepared.places.map { values[$0] }
        guard !bound.contains(where: \.hasZero) else { throw .zeroInText(sql: prepared.text) }
        if name == nil { try connection.prepare(self) } else { connection.touch(self) }
        if let column = columns.first(where: { PostgresKind(type: $0.type) == nil }) {
            // What answers nothing has one column of type void.
            guard column.type == 2278 else {
                throw .unknownKind(type: column.type, column: column.name, sql: prepared.text)
            }
        }
        let answer = PostgresValue.withBytes(of: bound) { values, lengths, formats in
            postgres_run_prepared(
                connection.connection, name, Int32(bound.count), values, lengths, formats)
        }
        guard let answer else { throw connection.lost(in: prepared.text) }
        do { try connection.check(answer, sql: prepared.text) } catch {
            postgres_clear(answer)
            throw error
        }
        connection.note(answer)
        (result, row) = (answer, -1)
        return answer
    }
}

// The row that it stands on.

extension PostgresStatement {
    package func isNull(at place: Int) -> Bool { postgres_is_null(result, row, Int32(place)) != 0 }

    /// An integer in any of PostgreSQL's widths, or a boolean; 0 for what is neither.
    package func integer(at place: Int) -> Int64 {
        switch kind(at: place) {
        case .boolean: bytes(of: place).first == 0 ? 0 : 1
        case .integer:
            // The first bit of the first byte is the sign, which an OID has none of.
            bytes(of: place).reduce(bytes(of: place).first.map { $0 < 0x80 ? 0 : -1 } ?? 0) {
                $0 << 8 | Int64($1)
            }
        case .text, .bytes: Int64(text(at: place)) ?? 0
        case nil: 0
        }
    }

    package func text(at place: Int) -> String {
        switch kind(at: place) {
        case .integer, .boolean: String(integer(at: place))
        case .text, .bytes, nil: String(decoding: bytes(of: place), as: UTF8.self)
        }
    }

    package func bytes(at place: Int) -> Data { Data(bytes(of: place)) }

    private func bytes(of place: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(
            start: postgres_value(result, row, Int32(place)),
            count: Int(postgres_length(result, row, Int32(place))))
    }
}

/// A value as it is sent.
private enum PostgresValue {
    case null
    case text([UInt8])
    case bytes([UInt8])

    /// Whether a text has U+0000, which would end it.
    var hasZero: Bool { if case .text(let text) = self { text.contains(0) } else { false } }

    private var content: [UInt8]? {
        switch self {
        case .null: nil
        // The library reads a text up to its end.
        case .text(let bytes): bytes + [0]
        case .bytes(let bytes): bytes.isEmpty ? [0] : bytes
        }
    }

    private var length: Int32 { if case .bytes(let bytes) = self { Int32(bytes.count) } else { 0 } }
    private var format: Int32 { if case .bytes = self { 1 } else { 0 } }

    /// Calls with values as the library takes them.
    static func withBytes<Answer>(
        of values: [PostgresValue],
        _ body: (UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?) ->
            Answer
    ) -> Answer {
        let contents = values.map(\.content)
        let all = UnsafeMutableBufferPointer<CChar>.allocate(
            capacity: contents.reduce(0) { $0 + ($1?.count ?? 0) })
        defer { all.deallocate() }
        var (addresses, place): ([UnsafePointer<CChar>?], Int) = ([], 0)
        for content in contents {
            guard let content, let start = all.baseAddress else {
                addresses.append(nil)
                continue
            }
            addresses.append(UnsafePointer(start + place))
            for byte in content {
                all[place] = CChar(bitPattern: byte)
                place += 1
            }
        }
        return body(addresses, values.map(\.length), values.map(\.format))
    }
}
