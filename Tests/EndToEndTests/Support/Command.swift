import Foundation

/// A finished command.
struct CommandResult: Sendable {
    /// What it exited with; a signal's number negated when one ended it.
    let status: Int32
    /// What it wrote to standard output.
    let output: String
    /// What it wrote to standard error.
    let errors: String
}

/// Runs commands without blocking the threads that tests share.
enum Command {
    /// Runs a program to its end, with nothing of this process's environment but what is given.
    static func run(
        _ program: String, _ arguments: [String], environment: [String: String], input: String = ""
    ) async throws -> CommandResult {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = ["in", "out", "err"].map { folder.appending(path: $0) }
        for file in files.dropFirst() { try Data().write(to: file) }
        try Data(input.utf8).write(to: files[0])
        let process = try ChildProcess(
            program, arguments, environment: environment.map { "\($0)=\($1)" }, files: files.map(\.path))
        let status = await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: process.wait()) }
        }
        return CommandResult(
            status: status, output: String(decoding: try Data(contentsOf: files[1]), as: UTF8.self),
            errors: String(decoding: try Data(contentsOf: files[2]), as: UTF8.self))
    }
}
