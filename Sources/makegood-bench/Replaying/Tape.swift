import CBench
import Persistence

/// Recorded statements with their values, ready to be played on a bare connection.
struct Tape {
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
        let first = values.count
        for (index, literal) in found.values { values.append(value(index, literal)) }
        calls.append(
            cbench_call(
                statement: number(of: statement.sql), count: Int32(found.values.count), first: Int64(first)))
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
