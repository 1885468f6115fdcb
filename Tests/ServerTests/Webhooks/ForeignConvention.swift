import Foundation

/// The convention's own Python library, in an environment that is made once and kept among temporary files.
struct ForeignConvention {
    private let python: String

    /// The library; nil where it cannot be installed.
    init?() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "makegood-webhooks-1")
        python = folder.appending(path: "bin/python3").path
        let check = ["-c", "import standardwebhooks"]
        let isThere = FileManager.default.isExecutableFile(atPath: python)
        if isThere, try await ForeignConvention.run(python, check) { return }
        let install = ["-m", "pip", "install", "-q", "--disable-pip-version-check", "standardwebhooks"]
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"),
            try await ForeignConvention.run("/usr/bin/python3", ["-m", "venv", folder.path]),
            try await ForeignConvention.run(python, install),
            try await ForeignConvention.run(python, check)
        else { return nil }
    }

    /// Whether it makes one of the signatures of each message, in the order in which they were heard.
    func signs(_ heard: [Backend.Heard], with secret: String) async throws -> Bool {
        let file = FileManager.default.temporaryDirectory.appending(path: "heard-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        let rows = heard.map { [$0.id, String($0.timestamp), $0.body, $0.signature] }
        try JSONEncoder().encode(rows).write(to: file)
        let script = """
            import json, sys
            from datetime import datetime, timezone
            from standardwebhooks.webhooks import Webhook
            for id, at, body, header in json.load(open(sys.argv[1])):
                moment = datetime.fromtimestamp(int(at), tz=timezone.utc)
                assert Webhook(sys.argv[2]).sign(id, moment, body) in header.split(" ")
            """
        return try await ForeignConvention.run(
            python, ["-c", script, file.path, secret], within: .seconds(600))
    }

    /// Whether a program ends well within a time.
    private static func run(
        _ program: String, _ arguments: [String], within limit: Duration = .seconds(60)
    ) async throws -> Bool {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        let (ends, ended) = AsyncStream.makeStream(of: Int32.self)
        process.terminationHandler = { ended.yield($0.terminationStatus) }
        try process.run()
        let number = process.processIdentifier
        let timer = Task {
            try await Task.sleep(for: limit)
            kill(number, SIGKILL)
        }
        defer { timer.cancel() }
        return await ends.first { _ in true } == 0
    }
}
