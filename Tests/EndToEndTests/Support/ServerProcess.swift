import Foundation
import FoundationNetworking
import Testing

/// A running `makegood-server`, on a port of its own.
final class ServerProcess: Sendable {
    /// The port that it listens on.
    let port: Int
    private let process: ChildProcess
    private let notes: String
    private let lines: String

    /// Starts the server on a folder's practice store, and waits until it listens; nil when it ended before.
    ///
    /// - Parameters:
    ///   - root: what signatures must lead to.
    ///   - fault: where it is killed, as `MAKEGOOD_FAULT` says it.
    convenience init?(in place: Workplace, root: String, fault: String? = nil) async throws {
        try await self.init(
            running: [
                "run", "--store", place.store, "--agent", "server", "--root", root, "--listen", "127.0.0.1:0",
                "--log", "error",
            ], in: place, fault: fault)
    }

    /// Starts the program, and waits until it listens; nil when it ended before.
    ///
    /// - Parameter known: the port that it was told to listen on; nil where its first line says it.
    init?(
        running arguments: [String], in place: Workplace, at known: Int? = nil, fault: String? = nil
    ) async throws {
        let output = place.path("server-\(UUID().uuidString).out")
        for file in [output, output + ".err"] { try Data().write(to: URL(filePath: file)) }
        var environment = place.environment
        environment["MAKEGOOD_FAULT"] = fault
        (notes, lines) = (output + ".err", output)
        process = try ChildProcess(
            BuiltProgram.folder.appending(path: "makegood-server").path,
            arguments, environment: environment.map { "\($0)=\($1)" },
            files: ["/dev/null", output, output + ".err"])
        var found = known
        for _ in 0..<12_000 where found == nil {
            let text = String(decoding: try Data(contentsOf: URL(filePath: output)), as: UTF8.self)
            found = text.split(separator: "\n").first.flatMap { $0.split(separator: ":").last }.flatMap {
                Int($0)
            }
            if found == nil { try await Task.sleep(for: .milliseconds(50)) }
        }
        guard let found else { return nil }
        port = found
    }

    /// Asks for a document, with a body where one is given.
    func ask(_ path: String, _ body: String? = nil) async throws -> JSON {
        var request = URLRequest(
            url: try #require(URL(string: "http://127.0.0.1:\(port)\(path)")), timeoutInterval: 600)
        if let body { (request.httpMethod, request.httpBody) = ("POST", Data(body.utf8)) }
        let answer = try await URLSession(configuration: .ephemeral).data(for: request)
        return try JSON(String(decoding: answer.0, as: UTF8.self))
    }

    /// Posts a body; the status, nil without an answer.
    func post(_ body: String, to path: String) async -> Int? {
        guard let url = URL(string: "http://127.0.0.1:\(port)\(path)") else { return nil }
        var request = URLRequest(url: url, timeoutInterval: 600)
        request.httpMethod = "POST"
        request.httpBody = Data(body.utf8)
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        let answer = try? await URLSession(configuration: .ephemeral).data(for: request)
        return (answer?.1 as? HTTPURLResponse)?.statusCode
    }

    /// What it wrote to standard output.
    func output() throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: lines)), as: UTF8.self)
    }

    /// What it wrote to standard error.
    func errors() throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: notes)), as: UTF8.self)
    }

    /// Whether it runs, and has not ended by itself.
    var isRunning: Bool { process.isRunning }

    /// Kills it, where nothing else did.
    func kill() async {
        process.signal(SIGKILL)
        _ = await wait()
    }

    /// Asks it to end; its exit code, or its signal's number negated.
    func end() async -> Int32 {
        process.signal(SIGTERM)
        return await wait()
    }

    /// Waits for its end; its exit code, or its signal's number negated.
    func wait() async -> Int32 {
        await withCheckedContinuation { [process] continuation in
            Thread.detachNewThread { continuation.resume(returning: process.wait()) }
        }
    }
}
