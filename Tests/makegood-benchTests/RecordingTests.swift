import Foundation
import Testing

@testable import makegood_bench

/// What was recorded reaches other processes as it was, and does on bare SQLite what it says.
struct RecordingTests {
    @Test func aRecordingIsReplayedFromItsFile() throws {
        let place = NSTemporaryDirectory() + "makegood-bench-" + UUID().uuidString
        defer { for end in ["", "-wal", "-shm", ".tape"] { unlink(place + end) } }
        try Data().write(to: URL(filePath: place))
        try BareConnection.run("CREATE TABLE told (word, number)", at: place)
        var tape = StatementTrace()
        let insert = tape.append(
            "INSERT INTO told VALUES (?, ?)", [(1, .text(Array("日".utf8))), (2, .integer(7))])
        let select = tape.append("SELECT * FROM told WHERE word = ?", [(1, .text(Array("日".utf8)))])
        try Recording(tape, [insert, select]).write(to: place + ".tape")

        let read = try Recording(contentsOf: place + ".tape")
        let connection = try BareConnection(place)
        try connection.prepare(read.tape)
        for stretch in read.stretches { _ = try connection.play(read.tape, stretch) }
        #expect(connection.rows == 1)
    }
}
