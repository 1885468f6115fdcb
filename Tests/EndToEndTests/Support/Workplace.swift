import Foundation
import Testing

/// A folder of its own for one test: a home, a store, and the program to run there.
final class Workplace: Sendable {
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
            "TERM": "xterm-256color", "SWIFT_BACKTRACE": "enable=no", "SHELL": "/bin/sh", "PS1": "shell> ",
            "MAKEGOOD": BuiltProgram.path,
        ]
    }

    /// The path of the store that the program runs on.
    var store: String { path("store.sqlite") }

    /// The path of a file in the folder.
    func path(_ name: String) -> String { folder.appending(path: name).path }

    /// Writes a file in the folder and answers its path.
    @discardableResult
    func write(_ text: String, to name: String) throws -> String {
        try Data(text.utf8).write(to: folder.appending(path: name))
        return path(name)
    }

    /// The text of a file in the folder.
    func read(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
    }

    /// Runs the program on the folder's store.
    @discardableResult
    func makegood(_ arguments: String..., input: String = "") async throws -> CommandResult {
        try await Command.run(
            BuiltProgram.path, ["--store", store] + arguments, environment: environment, input: input)
    }

    /// Runs the program on the folder's store, with words that were put together.
    func run(_ arguments: [String], input: String = "") async throws -> CommandResult {
        try await Command.run(
            BuiltProgram.path, ["--store", store] + arguments, environment: environment, input: input)
    }

    /// Runs the program and expects it to succeed.
    @discardableResult
    func succeed(
        _ arguments: String..., input: String = "", sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> String {
        let result = try await Command.run(
            BuiltProgram.path, ["--store", store] + arguments, environment: environment, input: input)
        #expect(result.status == 0, "\(arguments): \(result.errors)", sourceLocation: sourceLocation)
        return result.output
    }

    /// Runs a script of the shell, with the folder as its place and the program as `$MAKEGOOD`.
    func shell(
        _ script: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> CommandResult {
        try await Command.run(
            "/bin/sh", ["-c", "cd \"$HOME\" || exit 1\n" + script], environment: environment)
    }

    /// What sqlite3 answers to a statement on the folder's store.
    @discardableResult
    func sqlite(_ statement: String) async throws -> String {
        let result = try await Command.run(
            "/usr/bin/sqlite3", [store, statement], environment: environment)
        try #require(result.status == 0, "\(statement): \(result.errors)")
        return result.output.trimmingCharacters(in: .newlines)
    }
}
