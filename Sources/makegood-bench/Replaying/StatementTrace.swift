import CBench
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
