import Foundation

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
