import Foundation
import Testing

/// A folder of its own for one test: a home, a store, and the program to run there.
final class Workplace: Sendable {
    /// The folder.
    let folder: URL

    /// A new, empty folder.
    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "makegood-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The environment that programs run in.
    var environment: [String: String] {
        [
            "HOME": folder.path, "PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8",
            "TERM": "xterm-256color", "SWIFT_BACKTRACE": "enable=no", "SHELL": "/bin/sh",
        ]
    }

    /// The path of a file in the folder.
    func path(_ name: String) -> String { folder.appending(path: name).path }

    /// Writes a file in the folder and answers its path.
    func write(_ text: String, to name: String) throws -> String {
        try Data(text.utf8).write(to: folder.appending(path: name))
        return path(name)
    }

    /// Runs the program on the folder's store.
    @discardableResult
    func makegood(_ arguments: String..., input: String = "") async throws -> CommandResult {
        try await Command.run(
            BuiltProgram.path, ["--store", path("store.sqlite")] + arguments, environment: environment,
            input: input)
    }

    /// Runs the program and expects it to succeed.
    @discardableResult
    func succeed(_ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation) async throws
        -> String
    {
        let result = try await Command.run(
            BuiltProgram.path, ["--store", path("store.sqlite")] + arguments, environment: environment)
        #expect(result.status == 0, "\(arguments): \(result.errors)", sourceLocation: sourceLocation)
        return result.output
    }
}
