import ArgumentParser
import Foundation
import Persistence
import Testing
import Wording

@testable import makegood

/// The manual knows every command and setting that the help knows.
struct ManualTests {
    /// The lines of every command that is shown, as they are typed.
    private static func lines(below command: any ParsableCommand.Type, _ path: String) -> [String] {
        var lines: [String] = []
        for below in command.configuration.subcommands where below.configuration.shouldDisplay {
            let line = "\(path) \(below._commandName)"
            lines.append(line)
            lines += Self.lines(below: below, line)
        }
        return lines
    }

    @Test func everyCommandIsOnItsPage() throws {
        let source = try ManualCommand.source(of: .program)
        let parts = source.split(separator: "\n").filter { $0.hasPrefix(".SS ") }.map {
            String($0.dropFirst(4))
        }
        let lines = Self.lines(below: Makegood.self, "makegood")
        #expect(lines.count > 50)
        #expect(parts == lines.map { "\"\($0.replacing("-", with: "\\-"))\"" })
        #expect(source.hasPrefix(#".TH "MAKEGOOD" 1 "" "Makegood \#(Release.text)""#))
    }

    @Test func everySettingIsOnItsPage() throws {
        let terms = try ManualCommand.source(of: .policy).components(separatedBy: ".TP\n").dropFirst()
            .compactMap { $0.split(separator: "\n").first.map { String($0) } }
        #expect(terms.sorted() == Setting.allCases.map { "\\fB\($0.rawValue)\\fR" }.sorted())
    }

    /// Lines that a terminal of 80 columns cannot break are none, and nothing of a text is obeyed.
    @Test(arguments: ManualCommand.Page.allCases)
    func everyPageIsPlain(_ page: ManualCommand.Page) throws {
        let source = try ManualCommand.source(of: page)
        #expect(source.utf8.allSatisfy { $0 == 10 || (32...126).contains($0) })
        let requests = Set(
            source.split(separator: "\n").filter { $0.hasPrefix(".") }.map { $0.prefix { $0 != " " } })
        #expect(
            requests.isSubset(of: [".TH", ".nh", ".ad", ".SH", ".SS", ".PP", ".TP", ".IP"]), "\(requests)")
    }

    @Test func theManualIsNoCommandOfPeople() {
        #expect(!Makegood.helpMessage().contains("  manual "))
    }

    @Test func theReleaseIsTheOneInTheChanges() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let changes = try String(contentsOf: root.appending(path: "docs/changes.md"), encoding: .utf8)
        #expect(
            changes.contains("The next release is \(Release.text).")
                || changes.contains("## [\(Release.text)]"))
        #expect(Makegood.configuration.version == Release.text)
    }
}
