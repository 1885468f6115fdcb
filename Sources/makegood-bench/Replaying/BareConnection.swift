import CBench

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

    /// Runs one statement without values on a connection of its own.
    static func run(_ sql: String, at path: String) throws {
        let connection = try BareConnection(path)
        let number = cbench_prepare(connection.connection, sql)
        guard number >= 0 else { throw connection.failure(Int64(number), sql) }
        var call = cbench_call(statement: number, count: 0, first: 0)
        let result = cbench_play(connection.connection, &call, 1, nil, nil)
        guard result >= 0 else { throw connection.failure(result, sql) }
    }

    private func failure(_ result: Int64, _ what: String) -> BenchError {
        BenchError(
            "bare SQLite failed (\(-result), \(String(cString: cbench_error(connection)))) at: \(what)")
    }
}
