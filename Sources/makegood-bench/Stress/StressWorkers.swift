import Foundation

/// The processes of a stress run, apart from the consoles.
final class StressWorkers {
    private let plan: StressPlan
    private let folder: StressFolder
    private let others: [(name: String, process: WorkerProcess)]
    private let writers: [WriterKeeper]

    /// Starts everybody and waits until all have the store open.
    init(_ plan: StressPlan, _ folder: StressFolder, killing: Bool) throws {
        (self.plan, self.folder) = (plan, folder)
        let arguments = ["stress-worker"] + plan.arguments(at: folder.store)
        others = try [
            StressReader.name, StressBackend.name, StressImporter.name, StressCheckpointer.name,
        ].map { name in (name, try WorkerProcess(arguments + ["--role", name])) }
        writers = try (0..<StressPlan.writers).map { number in
            try WriterKeeper(arguments, number, plan, killing: killing)
        }
        folder.await(ready: others.map(\.name) + (0..<StressPlan.writers).map(StressWriter.name))
    }

    /// Lets everybody begin, and waits until the writers have done what they were to do; answers what went wrong.
    func run() throws -> [String] {
        try folder.start()
        let ended = DispatchGroup()
        for writer in writers {
            ended.enter()
            Thread.detachNewThread {
                writer.keep()
                ended.leave()
            }
        }
        ended.wait()
        try folder.stop()
        let failed = others.compactMap { name, process in
            (try? process.wait()) == nil ? "the \(name) failed" : nil
        }
        return writers.compactMap(\.failure) + failed
    }

    /// How often writers were killed.
    var kills: Int { writers.map(\.kills).reduce(0, +) }

    /// How much one of those who count only did.
    func count(of name: String) -> Int {
        (try? String(contentsOfFile: folder.report(name), encoding: .utf8)).flatMap { Int($0) } ?? 0
    }
}
