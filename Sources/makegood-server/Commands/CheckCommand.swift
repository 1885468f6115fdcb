import Alarms
import AppStoreClient
import ArgumentParser
import Foundation
import JSONAnswers
import JSONValues
import Logging
import Persistence
import Purchases
import Server

/// Says whether store, configuration and Apple's end fit together.
struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check that store, configuration and Apple fit together; exits with 1 on an error.",
        discussion: """
            It reads the configuration as run does, looks at the store, asks Apple something that changes nothing, and \
            asks for a TEST notification, for which it waits until a server beside it has taken it in.
            """)

    @OptionGroup var global: ServerOptions
    @OptionGroup var serving: ServingOptions
    @Flag(inversion: .prefixedNo, help: "Ask Apple for a TEST notification and wait for it.") var test = true
    @Option(help: "How many seconds to wait for it, at most 600.") var wait: Int64 = 60

    func validate() throws {
        guard (1...600).contains(wait) else { throw ValidationError("--wait takes a number from 1 to 600.") }
    }

    func run() async throws {
        let findings = try await Answer.saying(isJSON: global.json) { try await self.findings() }
        try await Answer.saying(isJSON: false) {
            Answer(isJSON: global.json).give(CheckAnswer(findings).json) { CheckAnswer(findings).lines }
            try Answer.requireArrived()
        }
        if findings.contains(where: { $0.level == .error }) { throw ExitCode(1) }
    }

    /// What is found is said as findings; notes would say it twice.
    private var logger: Logger {
        var logger = serving.logger
        logger.logLevel = max(logger.logLevel, .critical)
        return logger
    }

    private func findings() async throws -> [ServerFinding] {
        let opened = try ServingStore(global, serving)
        let transport = try opened.transport()
        let check = ServerCheck(
            store: StoreAccess(opened.store, as: opened.agent),
            client: try opened.asker(through: transport, logger: logger), tls: opened.settings.tls,
            alarms: Login.alarms, alarmsMayBePrivate: opened.settings.alarmsMayBePrivate, clock: .system)
        let findings = try await check.findings(test: test ? .waiting(.seconds(wait)) : .none)
        await transport.shutdown()
        try opened.store.close()
        return findings
    }
}

/// What a check found, for people and for programs, in the form of `makegood doctor`.
private struct CheckAnswer {
    private let findings: [ServerFinding]

    init(_ findings: [ServerFinding]) { self.findings = findings }

    var json: JSONValue {
        .object([
            "ok": !findings.contains { $0.level == .error },
            "findings": findings.map {
                .object(["code": $0.code, "level": $0.level.rawValue, "text": $0.text, "fix": $0.fix])
            },
        ])
    }

    /// A line per finding, and beneath it what to do.
    var lines: [String] {
        let width = findings.map(\.code.count).max() ?? 0
        return findings.flatMap { finding in
            let level = finding.level.rawValue.padding(toLength: 7, withPad: " ", startingAt: 0)
            let code = finding.code.padding(toLength: width, withPad: " ", startingAt: 0)
            let line = "\(level)  \(code)  \(finding.text)"
            return finding.fix.map { [line, String(repeating: " ", count: 9 + width + 2) + "→ \($0)"] } ?? [
                line
            ]
        }
    }
}
