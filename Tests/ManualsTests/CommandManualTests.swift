import Foundation
import Manuals
import Testing

/// The page of a program says what its parser tells, and says it once.
struct CommandManualTests {
    /// An option as the parser tells of it.
    private static func option(
        _ name: String, _ abstract: String, kind: String = "option", isShown: Bool = true,
        values: String = "[]"
    ) -> String {
        """
        {"kind":"\(kind)","shouldDisplay":\(isShown),"isOptional":true,"isRepeating":false,"valueName":"\(name)",\
        "names":[{"kind":"long","name":"\(name)"}],"abstract":"\(abstract)","allValues":\(values)}
        """
    }

    private static let store = option("store", "The store.")
    private static let program = """
        {"serializationVersion":0,"command":{"commandName":"tool","shouldDisplay":true,"abstract":"A tool.",
        "discussion":"All of it.","arguments":[\(store)],"subcommands":[
        {"commandName":"work","shouldDisplay":true,"abstract":"Do it.","discussion":"How.","defaultSubcommand":"show",
        "arguments":[\(store),\(option("state", "Only this.", values: #"["open","done"]"#)),\
        \(option("wait", "Wait.", kind: "flag")),\(option("no-wait", "Wait.", kind: "flag")),\
        \(option("trace", "For us.", kind: "flag", isShown: false)),
        {"kind":"positional","shouldDisplay":true,"isOptional":false,"isRepeating":true,"valueName":"file"}],
        "subcommands":[{"commandName":"show","shouldDisplay":true,"abstract":"Show it.","discussion":"How."}]},
        {"commandName":"hidden","shouldDisplay":false,"abstract":"For us."},
        {"commandName":"help","shouldDisplay":true,"abstract":"Help."}]}}
        """

    @Test func everyCommandStandsOnce() throws {
        let source = try CommandManual.page(of: Self.program, section: 1, release: "1").source
        let lines = source.split(separator: "\n").map(String.init)
        let parts = lines.filter { $0.hasPrefix(".SS") }
        #expect(parts == [#".SS "tool work""#, #".SS "tool work show""#])
        #expect(lines.filter { $0 == "How." }.count == 1)
        #expect(lines.contains(#"Without a command it is \fBshow\fR."#))
    }

    @Test func optionsAreThoseOfTheCommand() throws {
        let source = try CommandManual.page(of: Self.program, section: 1, release: "1").source
        let terms = source.components(separatedBy: ".TP\n").dropFirst().map {
            $0.split(separator: "\n").prefix(2).map(String.init)
        }
        #expect(
            terms == [
                [#"\fB\-\-store\fR <store>"#, "The store."],
                [#"\fB\-\-state\fR <state>"#, "Only this. One of open, done."],
                [#"\fB\-\-wait\fR, \fB\-\-no\-wait\fR"#, "Wait."], ["<file>", #"\&"#],
            ])
        #expect(
            source.contains(
                #"\fBtool work\fR [\fB\-\-state\fR <state>] [\fB\-\-wait\fR] <file> ... [command]"#))
    }

    @Test func whatTellsNothingIsNoPage() {
        #expect(throws: DecodingError.self) { try CommandManual.page(of: "{}", section: 1, release: "1") }
    }
}
