import Foundation
import JSONValues

/// A file of commands and of what each one answers on a copy of the practice store.
///
/// A line that begins with `$` names who acts and is run; what stands below it, up to the next, is the exit code, the
/// answer as JSON, a line a value, and what went to standard error. Of a list of more than three elements the first two are
/// shown. At the end stands what the log says of them. What differs from run to run (digests of salted texts, free space, the clock of a log) is replaced by a word.
///
/// A command that begins with `makegood-server` is that program's, which knows no time but the clock's; `nobody` acts
/// where a command takes no store. `FOLDER` is where the store lies.
///
///     $ ana: ticket claim 10
///     exit 0
///     {
///      "app_user_id": "u_1036",
struct Transcript {
    /// The commands, in order.
    let lines: [String]

    /// The commands of a file.
    init(_ text: String) {
        lines = text.split(separator: "\n").filter { $0.hasPrefix("$ ") }.map(String.init)
    }

    /// The words of its commands, without who acts.
    var commands: [String] { lines.map { String($0.drop { $0 != ":" }.dropFirst(2)) } }

    /// Runs the commands, one after the other, and answers the file as it is to be.
    func run(in place: Workplace) async throws -> String {
        var parts: [String] = []
        for line in lines {
            let who = String(line.dropFirst(2).prefix { $0 != ":" })
            let words = line.drop { $0 != ":" }.dropFirst(2).split(separator: " ").map(String.init)
            if words.first == Transcript.server {
                let result = try await place.serve(Array(words.dropFirst()), as: who)
                parts.append(
                    Transcript.part(line, result, standIns: ["added_at": "TIME", "key": "KEY"])
                        .replacing(place.folder.path, with: "FOLDER"))
                continue
            }
            let result = try await place.run(
                words + ["--json", "--now", DemoStore.now, "--agent", who])
            parts.append(Transcript.part(line, result))
        }
        return parts.joined(separator: "\n") + "\n" + (try await Transcript.log(of: place)) + "\n"
    }

    /// The program that is run where a command begins with its name.
    static let server = "makegood-server"

    /// What the log says of the commands: each entry's act, its details and its sentence.
    private static func log(of place: Workplace) async throws -> String {
        let result = try await place.run([
            "audit", "list", "--since", DemoStore.now, "--limit", "200", "--json", "--now", DemoStore.now,
            "--agent", "lea",
        ])
        let entries = try JSONValue(parsing: Data(result.output.utf8))["entries"]?.array ?? []
        let lines = entries.reversed().map { entry in
            """
            \(entry["action"]?.string ?? "?") by \(entry["agent"]?.string ?? "?")
              \(entry["details"]?.canonicalText ?? "")
              \(entry["sentence"]?.string ?? "")
            """
        }
        return steady((["what the log says"] + lines).joined(separator: "\n"))
    }

    /// - Parameter standIns: what stands for the values of members that no two runs have in common.
    private static func part(
        _ line: String, _ result: CommandResult, standIns: [String: String] = [:]
    ) -> String {
        let output = result.output.trimmingCharacters(in: .newlines)
        let value = (try? JSONValue(parsing: Data(output.utf8)))?.replacing(standIns)
        let answer = value.map { $0.lines(indent: "") } ?? output
        let errors = result.errors.split(separator: "\n").map { "! \($0)" }
        let all = [line, "exit \(result.status)"] + (answer.isEmpty ? [] : [answer]) + errors
        return steady(all.joined(separator: "\n"))
    }

    /// A text without what no two runs have in common.
    private static func steady(_ text: String) -> String {
        text.replacing(/\b[0-9a-f]{64}\b/, with: "DIGEST")
            .replacing(/\b\d+ MB are free/, with: "MANY MB are free")
            .replacing(/whsec_[A-Za-z0-9+\/]{43}=/, with: "SECRET")
            .replacing(#/(?m)^! \d{4}-\d\d-\d\dT[\d:+]+ /#, with: "! ")
    }
}

extension Workplace {
    /// Runs the server's program as an agent on the folder's store, unless another store is named or nobody acts.
    fileprivate func serve(_ words: [String], as who: String) async throws -> CommandResult {
        let named = words.map { $0.replacing("FOLDER", with: folder.path) }
        let options = who == "nobody" ? [] : ["--agent", who, "--json"]
        let own = who == "nobody" || named.contains("--store") ? [] : ["--store", store]
        return try await Command.run(
            BuiltProgram.folder.appending(path: Transcript.server).path, named + own + options,
            environment: environment)
    }
}

extension JSONValue {
    /// It with other values of some members, wherever they stand.
    fileprivate func replacing(_ standIns: [String: String]) -> JSONValue {
        switch self {
        case .object(let members):
            .object(
                Dictionary(
                    uniqueKeysWithValues: members.map { name, value in
                        (name, standIns[name].map(JSONValue.string) ?? value.replacing(standIns))
                    }))
        case .array(let elements): .array(elements.map { $0.replacing(standIns) })
        default: self
        }
    }

    /// It as lines: a member or an element each, keys in order.
    fileprivate func lines(indent: String) -> String {
        let inner = indent + " "
        switch self {
        case .object(let members) where !members.isEmpty:
            let parts = members.sorted { $0.key < $1.key }.map { key, value in
                "\(inner)\(JSONValue.string(key).canonicalText): \(value.lines(indent: inner))"
            }
            return "{\n\(parts.joined(separator: ",\n"))\n\(indent)}"
        case .array(let elements) where !elements.isEmpty:
            var parts = elements.prefix(elements.count > 3 ? 2 : 3).map {
                inner + $0.lines(indent: inner)
            }
            if elements.count > 3 { parts.append("\(inner)… \(elements.count) in all") }
            return "[\n\(parts.joined(separator: ",\n"))\n\(indent)]"
        default: return canonicalText
        }
    }
}
