import AppStore
import Foundation

/// Writes a command's answer: one JSON document for machines, or lines for people.
struct Output {
    /// Whether machines read it.
    let isJSON: Bool

    /// Writes the answer in the form that was asked for.
    func answer(_ json: JSONValue, _ lines: @autoclosure () -> [String]) {
        if isJSON {
            Output.write(Printable.json(json.canonicalText) + "\n", to: .standardOutput)
        } else {
            Output.write(lines().map { Printable.line($0) + "\n" }.joined(), to: .standardOutput)
        }
    }

    /// Writes lines that are already safe, as they are, such as CSV.
    static func raw(_ text: String) { write(text, to: .standardOutput) }

    /// Writes a line for people beside the answer.
    static func note(_ line: String) { write(Printable.line(line) + "\n", to: .standardError) }

    private static func write(_ text: String, to handle: FileHandle) {
        // A reader that went away (a closed pipe) is no failure of the command.
        try? handle.write(contentsOf: Data(text.utf8))
    }
}
