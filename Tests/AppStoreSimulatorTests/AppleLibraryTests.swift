import AppStoreClient
import AppStoreSimulator
import Foundation
import JSONValues
import Logging
import Purchases
import Synchronization
import Testing

/// The simulator over TCP: judged by Apple's own client library, and broken on request.
struct AppleLibraryTests {
    /// Apple's library calls every endpoint and verifies everything that is signed.
    ///
    /// Where it cannot be installed within a minute, the test says so and judges nothing.
    @Test(.timeLimit(.minutes(30))) func applesOwnLibraryUnderstandsEverything() async throws {
        let python = try await Judge.python()
        guard let python else {
            print("app-store-server-library cannot be installed here: the simulator is not judged by it")
            return
        }
        try await Running.simulator { address, world in
            let folder = FileManager.default.temporaryDirectory.appending(path: "judge-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: folder) }
            try SimulatorFolder(folder).write(world.with { $0 }, at: address)
            let terms = world.with { $0.terms }
            let verdict = try await Judge.run(
                python,
                [Judge.script, address, folder.path, terms.bundleID.rawValue, String(terms.appAppleID)],
                seconds: 600)
            #expect(verdict.status == 0, "\(verdict.text)")
            #expect(verdict.text.contains("judged"))
        }
    }

    @Test(
        arguments: [
            ("down", TransportError.reset), ("reset", .reset), ("half", .reset),
        ] as [(String, TransportError)])
    func connectionsBreakOnRequest(_ kind: String, _ expected: TransportError) async throws {
        try await Running.simulator { address, world in
            let transport = try NetworkTransport(limits: .patient)
            let url = try #require(URL(string: address + "/production/verifyReceipt"))
            let question = AppStoreHTTPRequest(method: "POST", url: url, body: Data("{}".utf8))
            #expect(try await transport.send(question).status == 200)
            let fault = try #require(URL(string: address + "/simulator/fault"))
            _ = try await transport.send(
                AppStoreHTTPRequest(
                    method: "POST", url: fault, body: Data(#"{"kind":"\#(kind)","seconds":600}"#.utf8)))
            await #expect(throws: expected) { try await transport.send(question) }
            let clear = try #require(URL(string: address + "/simulator/clear"))
            _ = try await transport.send(AppStoreHTTPRequest(method: "POST", url: clear))
            #expect(try await transport.send(question).status == 200)
            await transport.shutdown()
        }
    }

    @Test func peopleTurnItByHand() async throws {
        try await Running.simulator { address, _ in
            let transport = try NetworkTransport(limits: .patient)
            func ask(_ method: String, _ command: String, _ body: String = "") async throws -> (
                Int, JSONValue
            ) {
                let url = try #require(URL(string: "\(address)/simulator/\(command)"))
                let answer = try await transport.send(
                    AppStoreHTTPRequest(method: method, url: url, body: body.isEmpty ? nil : Data(body.utf8)))
                return (answer.status, try JSONValue(parsing: answer.body))
            }
            let bought = try await ask("POST", "buy", #"{"account":"u_1","product":"tea.weekly"}"#)
            #expect(bought.0 == 200 && bought.1["outcome"] == .string("charged"))
            _ = try await ask("POST", "advance", #"{"seconds":1300000}"#)
            let accounts = try await ask("GET", "accounts").1
            #expect(accounts.array?.first?["transactions"]?.array?.count == 3)
            #expect(accounts.array?.first?["entitlements"]?.array == [.string("premium")])
            for (command, body) in [
                ("buy", #"{"account":"u_1","product":"coffee"}"#), ("buy", "[]"), ("coffee", "{}"),
                ("advance", #"{"seconds":-1}"#), ("fault", #"{"kind":"coffee"}"#), ("refund", "{}"),
            ] {
                let answer = try await ask("POST", command, body)
                #expect([400, 422].contains(answer.0) && answer.1["error"] != nil)
            }
            await transport.shutdown()
        }
    }
}

/// A simulator that runs for the length of a test.
private enum Running {
    static func simulator(_ work: @escaping @Sendable (String, SharedAppStore) async throws -> Void)
        async throws
    {
        let clock = SimulatorClock { Instant(Date(timeIntervalSinceNow: 0)) }
        let world = SharedAppStore(try SimulatedAppStore(at: clock.now))
        let (ports, found) = AsyncStream.makeStream(of: Int.self)
        let server = SimulatorServer(
            world, clock: clock, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            onListening: { found.yield($0) })
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run() }
            for await port in ports {
                try await work("http://127.0.0.1:\(port)", world)
                break
            }
            group.cancelAll()
        }
    }
}

/// Python with Apple's library.
private enum Judge {
    static var script: String {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Judge/judge.py").path
    }

    /// The interpreter of an environment that has the library; made once and kept among temporary files.
    static func python() async throws -> String? {
        let folder = FileManager.default.temporaryDirectory.appending(path: "makegood-judge-1")
        let python = folder.appending(path: "bin/python3").path
        let check = ["-c", "import appstoreserverlibrary"]
        if FileManager.default.isExecutableFile(atPath: python),
            try await run(python, check, seconds: 30).status == 0
        {
            return python
        }
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"),
            try await run("/usr/bin/python3", ["-m", "venv", folder.path], seconds: 30).status == 0,
            try await run(
                python,
                ["-m", "pip", "install", "-q", "--disable-pip-version-check", "app-store-server-library"],
                seconds: 60
            ).status == 0, try await run(python, check, seconds: 30).status == 0
        else { return nil }
        return python
    }

    /// Runs a program; one that takes too long is ended.
    static func run(
        _ program: String, _ arguments: [String], seconds: Int
    ) async throws -> (status: Int32, text: String) {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        let output = FileManager.default.temporaryDirectory.appending(path: "judge-\(UUID().uuidString).txt")
        try Data().write(to: output)
        defer { try? FileManager.default.removeItem(at: output) }
        let file = try FileHandle(forWritingTo: output)
        (process.standardOutput, process.standardError) = (file, file)
        let (ends, ended) = AsyncStream.makeStream(of: Int32.self)
        process.terminationHandler = { ended.yield($0.terminationStatus) }
        try process.run()
        let number = process.processIdentifier
        let timer = Task {
            try await Task.sleep(for: .seconds(seconds))
            kill(number, SIGKILL)
        }
        defer { timer.cancel() }
        for await status in ends {
            return (status, (try? String(contentsOf: output, encoding: .utf8)) ?? "")
        }
        return (-1, "")
    }
}

extension NetworkLimits {
    /// Limits that a busy machine does not come to: what is tried is how an answer ends, not when.
    fileprivate static let patient = NetworkLimits(
        connect: 300_000, read: 300_000, total: 300_000, bodyBytes: 1 << 20)
}
