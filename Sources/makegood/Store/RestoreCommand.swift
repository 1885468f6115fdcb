import Alarms
import ArgumentParser
internal import FileStore
import Foundation
import JSONAnswers
package import JSONValues
import Persistence
import Purchases
import Wording

/// Puts a backup in the store's place.
///
/// It opens no store as other commands do: what stands there may be what is to be got rid of.
struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Put a backup in the store's place; what stood there is kept beside it (leads).",
        discussion: """
            FILE is examined first: its pages, its rows, its audit log. It stays as it is. The restored store's audit log says \
            who restored it, from which file, and how much newer work went. Consoles and servers that have the store open are \
            told. FILE may be the store itself, which is then taken as it stands.

            On a terminal it asks; scripts name the store's file with --confirm. docs/store.md tells how to back up and \
            restore.
            """)

    @Argument(help: "The backup.", completion: .file()) var file: String
    @Option(help: "The name of the store's file, which says that it is to be replaced.") var confirm: String?
    @Flag(help: "Say what would be done, and do nothing.") var dryRun = false
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let meter = ProgressMeter()
        try Failure.exiting(isJSON: global.json, deed: dryRun ? nil : "the backup was restored") {
            defer { meter.finish() }
            guard !global.readOnly else { throw StoreError.store(.readOnly) }
            let path = Store.path(global.store)
            try requireTruth(at: path)
            let wish = RestoreRequest(
                backup: file, over: path, by: global.agent.map(AgentName.init) ?? Login.current,
                at: global.now ?? Clock.now)
            var plan: Restoration?
            let done = try Store.restore(wish, progress: meter.show) { found in
                meter.finish()
                plan = found
                return try isAgreed(to: found)
            }
            meter.finish()
            guard let outcome = done ?? plan else { return .no }
            guard done != nil || dryRun else {
                Output.note("makegood: nothing was changed")
                return .no
            }
            Output(isJSON: global.json).answer(
                outcome.json(isDone: done != nil), Answers.restoration(outcome, isDone: done != nil))
            return .success
        }
    }

    /// Refuses `--agent` and `--now` where the store that is replaced, or the backup, is a real one.
    private func requireTruth(at path: String) throws {
        guard global.agent != nil || global.now != nil else { return }
        for file in [path, file] {
            guard let store = try? Store.glimpse(at: file), !store.isPractice else { continue }
            throw CommandError(
                .refused, "\(file) is a real store, which knows who you are and what time it is",
                remedy: "use --agent and --now on practice stores only")
        }
    }

    /// Whether it is to be done: the store's name was given, or is typed now.
    private func isAgreed(to plan: Restoration) throws -> Bool {
        if !plan.isPractice, global.agent != nil || global.now != nil {
            throw CommandError(
                .refused, "\(plan.backup) is a real store, which knows who you are and what time it is",
                remedy: "use --agent and --now on practice stores only")
        }
        if dryRun { return false }
        let name = URL(filePath: plan.store).lastPathComponent
        if let confirm {
            guard confirm == name else { throw StoreError.needs(.confirmation(of: .replacing(name))) }
            return true
        }
        guard plan.replaced != nil else { return true }
        guard !global.json, isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else {
            throw StoreError.needs(.confirmation(of: .replacing(name)))
        }
        Answers.restoration(plan, isDone: false).forEach(Output.note)
        Output.note("Type \(name) to go on, anything else to leave it as it is:")
        return readLine(strippingNewline: true) == name
    }
}

extension ProgressMeter {
    /// Shows how far a restore has come.
    fileprivate func show(_ step: RestoreStep) {
        switch step {
        case .copying(let share): show(share: share * 0.5, "copying the backup")
        case .checking: show(share: 0.5, "examining it")
        case .replacing: show(share: 0.95, "putting it in place")
        }
    }
}

extension Restoration {
    /// What a lead should know besides, by a code and in words.
    fileprivate var warnings: [(code: String, text: String)] {
        var found: [(String, String)] = []
        if isStranger {
            found.append(("not_among_agents", "you are not among the agents of the restored store"))
        }
        let persons = returning { if case .person(let id) = $0 { id } else { nil } }
        if !persons.isEmpty {
            found.append(
                ("erased_again", "erased since, and there again: \(persons); erase them again"))
        }
        let agents = returning { if case .agent(let login) = $0 { login } else { nil } }
        if !agents.isEmpty {
            found.append(("agents_again", "taken out of the agents since, and there again: \(agents)"))
        }
        let keys = returning { if case .key(let name) = $0 { name } else { nil } }
        if !keys.isEmpty { found.append(("keys_again", "API keys removed since, and good again: \(keys)")) }
        if replaced?.missing.returning.contains(.secret) == true {
            found.append(("secrets_again", "a shared secret that was removed since is known again"))
        }
        return found
    }

    /// Names of what comes back, each once.
    private func returning(_ name: (Returning) -> String?) -> String {
        let names = (replaced?.missing.returning ?? []).compactMap(name)
        return Set(names).sorted().joined(separator: ", ")
    }
}

extension Answers {
    /// What a restore did, or would do.
    fileprivate static func restoration(_ plan: Restoration, isDone: Bool) -> [String] {
        let source = plan.isItself ? "as it stands" : "from \(plan.backup)"
        let kind = plan.isPractice ? " (a store to practise on)" : ""
        var lines = [
            "\(isDone ? "restored" : "would restore") \(plan.store) \(source)\(kind): "
                + "\(Counting.of(plan.log.entries, "entry", "entries")) in its log"
        ]
        if let replaced = plan.replaced { lines += self.replaced(replaced, isDone: isDone) }
        return lines + plan.warnings.map { "note: \($0.text)" }
    }

    private static func replaced(_ replaced: Restoration.Replaced, isDone: Bool) -> [String] {
        let log = replaced.log.map { ", \(Counting.of($0.entries, "entry", "entries")) in its log" } ?? ""
        let place = replaced.path.map { " is kept as \($0)" } ?? " will be kept beside it"
        let what = "what \(isDone ? "stood" : "stands") there\(place)\(log)"
        let actions = replaced.missing.actions.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
        let named = actions.isEmpty ? "" : " (\(actions.joined(separator: ", ")))"
        switch replaced.missing.entries {
        case nil: return [what, "nothing tells how much of it the backup lacks"]
        case 0: return [what, "the backup has all of it"]
        case let count?:
            return [what, "the backup lacks \(Counting.of(count, "entry", "entries")) of it\(named)"]
        }
    }
}

extension Restoration {
    /// The answer of `restore`.
    fileprivate func json(isDone: Bool) -> JSONValue {
        .object([
            "restored": isDone ? store : nil, "store": store, "from": backup, "sha256": digest,
            "entries": log.entries, "head": log.head, "practice": isPractice, "dry_run": !isDone,
            "replaced": replaced, "warnings": warnings.map { .object(["code": $0.code, "text": $0.text]) },
        ])
    }
}

extension Restoration.Replaced: JSONEncodable {
    package var json: JSONValue {
        .object([
            "path": path, "entries": log?.entries, "head": log?.head, "missing_entries": missing.entries,
            "missing_actions": missing.actions,
        ])
    }
}
