import CBench
internal import FileStore
import Foundation
import Persistence

/// Recorded statements with their values, ready to be played on a bare connection.
struct StatementTrace {
    /// What one act of the product ran.
    typealias Stretch = Range<Int>

    /// The statements, each once.
    private(set) var statements: [String] = []
    /// The runs of statements, in order.
    private(set) var calls: [cbench_call] = []
    /// The values that runs bind.
    private(set) var values: [cbench_value] = []
    /// The texts and blobs of the values.
    private(set) var bytes: [UInt8] = []
    /// How many statements could not be read back and are missing.
    private(set) var missed = 0

    private var numbers: [String: Int32] = [:]

    /// Adds what was recorded; answers where it is.
    mutating func append(_ recorded: [StatementRecorder.Statement]) -> Stretch {
        let start = calls.count
        for statement in recorded { append(statement) }
        return start..<calls.count
    }

    /// Statements inside statements, of triggers and of the search index, come as comments: the outer one runs them.
    private mutating func append(_ statement: StatementRecorder.Statement) {
        guard !statement.sql.hasPrefix("--"), !statement.expanded.hasPrefix("--") else { return }
        guard let found = StatementValues(template: statement.sql, expanded: statement.expanded) else {
            missed += 1
            return
        }
        append(statement.sql, found.values)
    }

    /// Adds a run of a statement with values by the number of their parameter; answers where it is.
    @discardableResult
    mutating func append(_ sql: String, _ literals: [(index: Int, literal: StatementValues.Literal)])
        -> Stretch
    {
        let (call, first) = (calls.count, values.count)
        for (index, literal) in literals { values.append(value(index, literal)) }
        calls.append(
            cbench_call(statement: number(of: sql), count: Int32(literals.count), first: Int64(first)))
        return call..<call + 1
    }

    private mutating func number(of sql: String) -> Int32 {
        if let known = numbers[sql] { return known }
        let number = Int32(statements.count)
        statements.append(sql)
        numbers[sql] = number
        return number
    }

    private mutating func value(_ index: Int, _ literal: StatementValues.Literal) -> cbench_value {
        var value = cbench_value()
        value.index = Int32(index)
        switch literal {
        case .null: value.kind = 5
        case .integer(let number): (value.kind, value.integer) = (1, number)
        case .real(let number): (value.kind, value.real) = (2, number)
        case .text(let text):
            (value.kind, value.offset, value.length) = (3, Int64(bytes.count), Int64(text.count))
            bytes += text
        case .blob(let data):
            (value.kind, value.offset, value.length) = (4, Int64(bytes.count), Int64(data.count))
            bytes += data
        }
        return value
    }
}

extension StatementTrace: Codable {
    private enum CodingKeys: CodingKey {
        case statements, calls, values, bytes
    }

    /// Reads what another process of this very program wrote: calls and values are as they lie in memory.
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        statements = try container.decode([String].self, forKey: .statements)
        calls = StatementTrace.array(try container.decode(Data.self, forKey: .calls))
        values = StatementTrace.array(try container.decode(Data.self, forKey: .values))
        bytes = Array(try container.decode(Data.self, forKey: .bytes))
    }

    /// Writes it for another process of this program.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(statements, forKey: .statements)
        try container.encode(calls.withUnsafeBytes { Data($0) }, forKey: .calls)
        try container.encode(values.withUnsafeBytes { Data($0) }, forKey: .values)
        try container.encode(Data(bytes), forKey: .bytes)
    }

    private static func array<Element: BitwiseCopyable>(_ data: Data) -> [Element] {
        Array(unsafeUninitializedCapacity: data.count / MemoryLayout<Element>.stride) { buffer, count in
            count = data.copyBytes(to: buffer) / MemoryLayout<Element>.stride
        }
    }
}

/// What some acts of the product ran, ready to be replayed here or by another process.
struct Recording: Codable {
    /// All that they ran.
    let tape: StatementTrace
    /// Where each act is on the tape.
    let stretches: [StatementTrace.Stretch]

    /// What acts ran that were recorded one after the other.
    init(_ tape: StatementTrace, _ stretches: [StatementTrace.Stretch]) throws {
        guard tape.missed == 0 else { throw BenchError("\(tape.missed) statements cannot be replayed") }
        (self.tape, self.stretches) = (tape, stretches)
    }

    /// Reads what a file keeps.
    init(contentsOf path: String) throws {
        self = try PropertyListDecoder().decode(Recording.self, from: Data(contentsOf: URL(filePath: path)))
    }

    /// Keeps it in a file.
    func write(to path: String) throws {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        try encoder.encode(self).write(to: URL(filePath: path))
    }
}

/// A connection to SQLite with nothing around it.
final class BareConnection {
    private let connection: OpaquePointer
    private var prepared = 0

    /// The caches of the product's readers and writers, in KiB.
    static let (readerCache, writerCache): (Int64, Int64) = (12_288, 4096)

    /// Opens a store's file.
    init(_ path: String, cache: Int64 = BareConnection.readerCache) throws {
        guard let connection = cbench_open(path, cache) else {
            throw BenchError("bare SQLite cannot open \(path)")
        }
        self.connection = connection
    }

    deinit { cbench_close(connection) }

    /// How many rows were read so far.
    var rows: Int { Int(cbench_rows(connection)) }
    /// How many steps of SQLite's virtual machine that took so far.
    var steps: Int { Int(cbench_steps(connection)) }

    /// Prepares the statements of a tape that are not prepared yet; a connection plays one tape.
    func prepare(_ tape: StatementTrace) throws {
        for sql in tape.statements[prepared...] {
            let number = cbench_prepare(connection, sql)
            guard number >= 0 else { throw failure(Int64(number), sql) }
            prepared += 1
        }
    }

    /// Plays a stretch of a tape; answers how long that took, in seconds.
    func play(_ tape: StatementTrace, _ stretch: StatementTrace.Stretch) throws -> Double {
        let nanoseconds = tape.calls.withUnsafeBufferPointer { calls in
            tape.values.withUnsafeBufferPointer { values in
                tape.bytes.withUnsafeBytes { bytes in
                    cbench_play(
                        connection, calls.baseAddress.map { $0 + stretch.lowerBound }, Int64(stretch.count),
                        values.baseAddress, bytes.assumingMemoryBound(to: CChar.self).baseAddress)
                }
            }
        }
        guard nanoseconds >= 0 else { throw failure(nanoseconds, "a recorded statement") }
        return Double(nanoseconds) / 1e9
    }

    /// Writes a -wal that has grown back, as the product does once it has answered.
    func writeBack() { cbench_write_back(connection) }

    /// Puts the rows of tables into those of the same names, in the first so many of all parts, the -wal written back as it
    /// grows or not at all; answers how long that took, in seconds.
    func put(
        _ rows: StoreTable, _ tables: [String], parts: Int, of all: Int, writesBack: Bool = true
    ) throws -> Double {
        let names = tables.map { strdup($0) }
        defer { for name in names { free(name) } }
        let nanoseconds = names.map { UnsafePointer($0) }.withUnsafeBufferPointer { names in
            cbench_put(
                connection, rows.connection, names.baseAddress, Int32(names.count), Int64(parts), Int64(all),
                writesBack ? 1 : 0)
        }
        guard nanoseconds >= 0 else { throw failure(nanoseconds, "rows that are put in") }
        return Double(nanoseconds) / 1e9
    }

    /// Runs one statement without values, on a connection that plays no tape.
    func run(_ sql: String) throws {
        let number = cbench_prepare(connection, sql)
        guard number >= 0 else { throw failure(Int64(number), sql) }
        var call = cbench_call(statement: number, count: 0, first: 0)
        let result = cbench_play(connection, &call, 1, nil, nil)
        guard result >= 0 else { throw failure(result, sql) }
    }

    /// Runs one statement without values on a connection of its own.
    static func run(_ sql: String, at path: String) throws { try BareConnection(path).run(sql) }

    private func failure(_ result: Int64, _ what: String) -> BenchError {
        BenchError(
            "bare SQLite failed (\(-result), \(String(cString: cbench_error(connection)))) at: \(what)")
    }
}
