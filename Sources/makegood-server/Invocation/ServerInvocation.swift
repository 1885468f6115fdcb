import Alarms
import AppStore
import ArgumentParser
internal import FileStore
import Foundation
import JSONAnswers
import JSONValues
import Persistence
import Purchases
import Server
import Wording

/// The options that stand before or after every command of `makegood-server`, and the store that they open.
///
/// With what stands below it this is for the server what `Invocation` and `Answers` are for `makegood`.
struct ServerOptions: ParsableArguments {
    @Option(
        help: "The store's path (env MAKEGOOD_STORE; default $XDG_DATA_HOME/makegood/store.sqlite).",
        completion: .file())
    var store: String?

    @Flag(help: "Write one JSON document to standard output; words go to standard error.")
    var json = false

    @Option(help: "Practice stores only: act as the listed agent NAME.")
    var agent: String?

    /// Opens the store, and says as whom.
    ///
    /// - Throws: `StoreError` when there is none or it cannot be read; `CommandFailure` when a real store is told to
    ///   pretend.
    func open() throws -> (store: Store, agent: AgentName) {
        let store = try Store.open(at: Store.path(self.store), readOnly: false, program: .server)
        guard store.isPractice || agent == nil else {
            try? store.close()
            throw CommandFailure(
                .refused, "this is a real store, which knows who you are",
                remedy: "use --agent on practice stores only")
        }
        return (store, agent.map(AgentName.init) ?? Login.current)
    }

    /// Does some work with the store and closes it; `deed` is what was done though its answer could not be written.
    ///
    /// - Throws: `ExitCode`, after what failed was said.
    func inStore(
        deed: String? = nil, _ work: (Store, AgentName) async throws -> Void
    ) async throws {
        try await Answer.saying(isJSON: json) {
            let (store, agent) = try open()
            do {
                try await work(store, agent)
            } catch {
                try? store.close()
                throw error
            }
            try store.close()
            try Answer.requireArrived(after: deed)
        }
    }
}

/// What this program refuses itself.
struct CommandFailure: Error {
    /// What kind of failure it is.
    let code: StoreError.Code
    /// What happened and what to do.
    let message: String

    init(_ code: StoreError.Code, _ what: String, remedy: String? = nil) {
        (self.code, message) = (code, remedy.map { "\(what): \($0)" } ?? what)
    }
}

/// Says what came of a command: one JSON document, or lines.
struct Answer {
    /// Whether machines read it.
    let isJSON: Bool

    /// Does some work; an error is said in one line, and becomes the exit code.
    static func saying<Value>(isJSON: Bool, _ work: () async throws -> Value) async throws -> Value {
        do {
            return try await work()
        } catch let error as StoreError {
            throw said(error.code, ErrorText.commandLine(error).line, isJSON)
        } catch let error as CommandFailure {
            throw said(error.code, error.message, isJSON)
        } catch let error as SettingsError {
            throw said(.configuration, error.words, isJSON)
        }
    }

    private static func said(_ code: StoreError.Code, _ message: String, _ isJSON: Bool) -> ExitCode {
        note("makegood-server: \(message)")
        if isJSON {
            let error = ["code": code.rawValue, "message": message]
            Answer(isJSON: true).give(.object(["error": error])) { [] }
        }
        return ExitCode(code.exitCode)
    }

    /// Writes the answer.
    func give(_ json: JSONValue, _ lines: () -> [String]) {
        let text =
            isJSON
            ? PrintableJSON.text(json.canonicalText) + "\n" : lines().map { Answer.plain($0) + "\n" }.joined()
        StandardOutput.write(text)
    }

    /// Refuses to go on as if nothing were wrong when an answer did not arrive; `deed` is what was done all the same.
    ///
    /// - Throws: `CommandFailure`, unavailable.
    static func requireArrived(after deed: String? = nil) throws {
        guard let failure = StandardOutput.failure else { return }
        throw CommandFailure(
            .unavailable,
            "\(deed.map { "\($0), but " } ?? "")the answer could not be written to standard output (\(failure))",
            remedy: "send it where it can be written\(deed == nil ? ", and run it again" : "")")
    }

    /// Writes a line for people beside the answer.
    static func note(_ line: String) {
        try? FileHandle.standardError.write(contentsOf: Data((plain(line) + "\n").utf8))
    }

    /// A line without what a terminal would obey.
    private static func plain(_ line: String) -> String {
        String(
            String.UnicodeScalarView(
                line.unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }))
    }
}

/// The root that signatures must lead to in place of Apple's, for practice; `run` alone takes one.
enum PracticeRoot {
    /// The roots in a file.
    ///
    /// - Throws: `CommandFailure`, configuration, when the file is no certificate.
    static func roots(at path: String) throws -> TrustedRoots {
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw CommandFailure(.configuration, "\(path) cannot be read", remedy: "check the path")
        }
        do {
            return try TrustedRoots(certificate: bytes)
        } catch {
            throw CommandFailure(
                .configuration, "\(path) is no root certificate (\(error.detail))",
                remedy: "give one certificate in DER or PEM")
        }
    }
}
