/// `server.yaml` as the package brings it: every setting with what it decides, and none of them set. It is made of
/// `ServerSetting` and `WebhookKey`; the server's `ManualCommand` prints it.
package enum CommentedSettings {
    /// The file.
    package static var text: String {
        var lines = head
        var section = ""
        for setting in ServerSetting.allCases where !setting.isForPractice {
            let sections = setting.path.dropLast().joined(separator: ".")
            lines.append("")
            if sections != section, !sections.isEmpty { lines.append("#\(sections):") }
            section = sections
            lines += comment(setting.explanation.replacing("`", with: ""))
            let indentation = sections.isEmpty ? "" : "  "
            lines.append("#\(indentation)\(setting.path.last ?? ""): \(setting.example)")
        }
        lines += ["", "#webhooks:"]
        lines += comment(
            "Who is told by webhooks: a key for each receiver, of small letters, digits and dashes.")
        lines.append("#  shop:")
        for key in WebhookKey.allCases {
            lines += comment(key.explanation)
            lines.append("#    \(key.rawValue): \(key.example)")
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private static let head =
        comment("The settings of makegood-server: man 5 makegood-server.yaml.") + ["#"]
        + comment(
            """
            Nothing is set as it stands here. Take the # away from a setting, and from the name of its section above it; \
            makegood-server check says whether all of it fits. Paths are relative to this file. No secret stands here, \
            but in files that only the server's login can read.
            """)

    /// A text in lines of comments that fit a terminal.
    private static func comment(_ text: String) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.count + word.count < 78 {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append("# \(word)")
            }
        }
        return lines
    }
}
