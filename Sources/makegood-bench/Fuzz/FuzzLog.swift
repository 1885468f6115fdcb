import Foundation

/// What a process writes down before each document, so that one that crashes it is known.
final class FuzzLog {
    private let target: String
    private let path: String
    private let numbers: Int32
    private let document: Int32

    /// The files of a target in a folder; those that are there go on.
    init(in folder: String, of target: String) throws {
        self.target = target
        path = "\(folder)/\(target)"
        numbers = open(path + ".numbers", O_RDWR | O_CREAT, 0o600)
        document = open(path + ".document", O_RDWR | O_CREAT, 0o600)
        guard numbers >= 0, document >= 0 else {
            throw BenchError("\(path) cannot be written: errno \(errno)")
        }
    }

    deinit {
        close(numbers)
        close(document)
    }

    /// Writes down what is read next.
    func note(_ tally: FuzzTally, _ bytes: [UInt8]) {
        let values = [tally.next, tally.documents, tally.understood]
        _ = values.withUnsafeBytes { pwrite(numbers, $0.baseAddress, $0.count, 0) }
        _ = bytes.withUnsafeBytes { pwrite(document, $0.baseAddress, $0.count, 0) }
        ftruncate(document, bytes.count)
    }

    /// How far the process came that wrote last.
    func tally() throws -> FuzzTally {
        var values = [UInt64](repeating: 0, count: 3)
        _ = values.withUnsafeMutableBytes { pread(numbers, $0.baseAddress, $0.count, 0) }
        return FuzzTally(next: values[0], documents: values[1], understood: values[2])
    }

    /// Writes down which rule does not hold.
    func note(failure: String) throws { try Data(failure.utf8).write(to: URL(filePath: path + ".failure")) }

    /// The rule that does not hold; nil when the process ended without a word.
    var failure: String? { try? String(contentsOfFile: path + ".failure", encoding: .utf8) }

    /// How to have the same document read again, damaged from a corpus at those paths.
    func reproduction(_ corpus: [String]) -> String {
        let number = (try? tally().next) ?? 0
        let paths = corpus.map { " --corpus \($0)" }.joined()
        return """
              makegood-bench fuzz --target \(target) --seed \(number) --iterations 1\(paths)
              makegood-bench fuzz --target \(target) --iterations 0 --corpus \(path).document
            """
    }
}
