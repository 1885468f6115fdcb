import TerminalCore

/// The documentation of keys, made from the same tables as everything else.
public enum KeyReference {
    /// Markdown with one table per section of each place.
    public static func markdown(title: String, introduction: String, places: [(name: String, keys: KeyMap)])
        -> String
    {
        var lines = ["# \(title)", "", introduction, ""]
        for place in places {
            lines += ["## \(place.name)", ""]
            for section in place.keys.sections {
                lines += ["### \(section.title)", "", "| keys | what | command |", "| --- | --- | --- |"]
                lines += section.commands.map(row)
                lines.append("")
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func row(_ command: Command) -> String {
        let keys = command.keys.map { "`\($0.label)`" }.joined(separator: " ")
        return "| \(escaped(keys)) | \(escaped(command.title)) | `\(command.id)` |"
    }

    private static func escaped(_ text: String) -> String {
        text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
    }
}
