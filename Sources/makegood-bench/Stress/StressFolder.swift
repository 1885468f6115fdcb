import Foundation

/// The files that the processes of a stress run share, beside its store.
struct StressFolder: Sendable {
    /// Where the store is.
    let store: String
    private let path: String

    /// The folder beside a store.
    init(store: String) { (self.store, path) = (store, store + ".stress") }

    /// Makes it anew.
    func make() throws {
        remove()
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    /// Removes it.
    func remove() { try? FileManager.default.removeItem(atPath: path) }

    /// Where a process writes down what it did.
    func report(_ name: String) -> String { "\(path)/\(name)" }

    /// Says that everybody may begin.
    func start() throws { try keep(String(SteadyClock.seconds), as: "go") }

    /// When everybody began.
    func begin() throws -> Double { Double(try String(contentsOfFile: report("go"), encoding: .utf8)) ?? 0 }

    /// Says that everybody shall come to an end.
    func stop() throws { try keep("", as: "stop") }

    /// Keeps what a process reports, to be seen whole or not at all.
    func keep(_ text: String, as name: String) throws {
        try Data(text.utf8).write(to: URL(filePath: report(name)), options: .atomic)
    }

    /// Says that a process has the store open, and waits until everybody may begin.
    func await(as name: String) throws {
        try keep("", as: "\(name).ready")
        while !isMarked("go"), !isAbandoned { usleep(1000) }
    }

    /// Takes turns from when everybody may begin until a process is told to end, and reports how many they were.
    func takeTurns(as name: String, _ turn: (Int) throws -> Void) throws {
        try self.await(as: name)
        var count = 0
        while !isOver {
            try turn(count)
            count += 1
        }
        try keep(String(count), as: name)
    }

    /// Waits until so many processes have the store open.
    func await(ready names: [String]) {
        while !names.allSatisfy({ isMarked("\($0).ready") }) { usleep(2000) }
    }

    /// Whether a process that goes on until it is told shall end.
    var isOver: Bool { isMarked("stop") || isAbandoned }

    /// Nobody waits for a process that init has adopted.
    private var isAbandoned: Bool { getppid() == 1 || !FileManager.default.fileExists(atPath: path) }

    private func isMarked(_ name: String) -> Bool { access(report(name), F_OK) == 0 }
}
