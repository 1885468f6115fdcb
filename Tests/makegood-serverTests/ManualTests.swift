import ArgumentParser
import Foundation
import Server
import Testing
import Wording

@testable import makegood_server

/// The server's manual knows every command and setting, and its release.
struct ManualTests {
    private static func terms(_ page: ManualCommand.Page) throws -> [String] {
        try ManualCommand.source(of: page).components(separatedBy: ".TP\n").dropFirst()
            .compactMap { $0.split(separator: "\n").first.map { String($0) } }
    }

    @Test func everyCommandIsOnItsPage() throws {
        let source = try ManualCommand.source(of: .program)
        for command in MakegoodServer.configuration.subcommands where command.configuration.shouldDisplay {
            let name = command._commandName
            #expect(source.contains("\n.SS \"makegood\\-server \(name)\"\n"), "\(name)")
            for below in command.configuration.subcommands {
                let line = "makegood\\-server \(name) \(below._commandName)"
                #expect(source.contains("\n.SS \"\(line)\"\n"), "\(line)")
            }
        }
        #expect(MakegoodServer.configuration.version == Release.text)
    }

    @Test func everySettingIsOnItsPage() throws {
        let terms = try Self.terms(.settings)
        for key in ServerSetting.allCases.map(\.rawValue) + WebhookKey.allCases.map(\.rawValue) {
            #expect(terms.filter { $0 == "\\fB\(key)\\fR" }.count == 1, "\(key)")
        }
    }

    @Test func theFileOfThePackageIsTheSettings() throws {
        #expect(try ManualCommand.source(of: .file) == CommentedSettings.text)
    }
}
