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
        for file in files { _ = FileManager.default.createFile(atPath: file.path, contents: Data()) }
        try Data(input.utf8).write(to: files[0])
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.environment = environment
        process.standardInput = try FileHandle(forReadingFrom: files[0])
        process.standardOutput = try FileHandle(forWritingTo: files[1])
        process.standardError = try FileHandle(forWritingTo: files[2])
        let status = try await ended(process)
        return CommandResult(
            status: status, output: try String(contentsOf: files[1], encoding: .utf8),
            errors: try String(contentsOf: files[2], encoding: .utf8))
    }

    private static func ended(_ process: Process) async throws -> Int32 {
        try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { ended in
                let signalled = ended.terminationReason == .uncaughtSignal
                continuation.resume(returning: signalled ? -ended.terminationStatus : ended.terminationStatus)
            }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
    }
}
