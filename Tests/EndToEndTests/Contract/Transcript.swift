import Foundation
import JSONValues

/// A file of commands and of what each one answers on a copy of the practice store.
///
/// A line that begins with `$` names who acts and is run; what stands below it, up to the next, is the exit code, the
/// answer as JSON, a line a value, and what went to standard error. Of a list of more than three elements the first two are
/// shown. At the end stands what the log says of them. What differs from run to run (digests of salted texts, free space, the clock of a log) is replaced by a word.
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
            let result = try await place.run(
                words + ["--json", "--now", DemoStore.now, "--agent", who])
            parts.append(Transcript.part(line, result))
        }
        return parts.joined(separator: "\n") + "\n" + (try await Transcript.log(of: place)) + "\n"
    }

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

    private static func part(_ line: String, _ result: CommandResult) -> String {
        let output = result.output.trimmingCharacters(in: .newlines)
        let answer = (try? JSONValue(parsing: Data(output.utf8))).map { $0.lines(indent: "") } ?? output
        let errors = result.errors.split(separator: "\n").map { "! \($0)" }
        let all = [line, "exit \(result.status)"] + (answer.isEmpty ? [] : [answer]) + errors
        return steady(all.joined(separator: "\n"))
    }

    /// A text without what no two runs have in common.
    private static func steady(_ text: String) -> String {
        text.replacing(/\b[0-9a-f]{64}\b/, with: "DIGEST")
            .replacing(/\b\d+ MB are free/, with: "MANY MB are free")
            .replacing(#/(?m)^! \d{4}-\d\d-\d\dT[\d:+]+ /#, with: "! ")
    }
}

extension JSONValue {
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
