import AppStoreTesting
import ArgumentParser
import Foundation

/// Has every reader of foreign bytes read damaged documents, and looks at what they make of them.
struct FuzzCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fuzz",
        abstract: "Read damaged documents, and check that nothing crashes, leaks or is taken for genuine.",
        discussion: """
            Every good document, and every file of the corpus, is read as it is, then damaged ones. Exits with 1 when \
            a rule does not hold, with the numbers that make the same document again.
            """)

    @OptionGroup var plan: FuzzPlan

    func run() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "makegood-fuzz-\(getpid())").path
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        var run = FuzzRun(plan, targets: try plan.targets().map(\.name), folder: folder)
        let failures = try run.failures()
        print(run.table)
        guard failures.isEmpty else {
            print("\n" + failures.joined(separator: "\n"))
            throw ExitCode(1)
        }
        try FileManager.default.removeItem(atPath: folder)
    }
}
