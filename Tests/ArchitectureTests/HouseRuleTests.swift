import Foundation
import Testing

/// Holds the rules of the house that a reader of the sources can check.
struct HouseRuleTests {
    private let tree: SourceTree

    init() throws { tree = try SourceTree.read() }

    @Test func nothingIsForced() {
        let forced = /\btry!|\bas!|fatalError\(|preconditionFailure\(/
        for file in tree.files {
            #expect(file.text.firstMatch(of: forced) == nil, "\(file.path)")
        }
    }

    @Test func nothingIsReplacedAroundTheGuards() {
        for file in tree.files {
            let code = file.text.split(separator: "\n").filter { line in
                let code = line.drop { $0 == " " }
                return !code.contains("//") && !code.hasPrefix("--")
            }
            #expect(!code.contains { $0.uppercased().contains("OR REPLACE") }, "\(file.path)")
        }
    }

    @Test func onlyTheProgramsReadTheClock() {
        let clock = /\bDate\(\)|Date\.now|Instant\.now/
        // The server's clock is a value that its program hands on.
        for file in tree.files where file.room != "makegood" && !file.path.hasSuffix("/ServerClock.swift") {
            #expect(file.text.firstMatch(of: clock) == nil, "\(file.path)")
        }
    }

    @Test func answersGoThroughOnePlace() {
        let other = /\bprint\(|standardOutput\b|STDOUT_FILENO|\bfputs\(|\bputs\(/
        for file in tree.files
        where file.room == "makegood" && !file.path.hasSuffix("Answers/Output.swift") {
            let code = file.text.split(separator: "\n").filter { !$0.contains("//") }.joined(separator: "\n")
            #expect(code.firstMatch(of: other) == nil, "\(file.path)")
        }
    }

    /// A question that is no `Danger` might not say whom, what, how long and in which store.
    @Test func everyQuestionOfTheConsoleIsADanger() {
        let dialog = /\bDialog\(/
        // That the store is another one is said with one key to go on, and asks for no deed.
        let others = ["Screens/Danger.swift", "Application/StoreLoss.swift"]
        for file in tree.files where file.room == "Console" && !others.contains(where: file.path.hasSuffix) {
            #expect(file.text.firstMatch(of: dialog) == nil, "\(file.path)")
        }
    }

    /// What programs call of the store throws the store's errors alone. Listed is what also throws what its caller's
    /// closure throws, and what only tests and the rooms of the store call.
    @Test func theStoreThrowsItsOwnErrors() {
        // A closure that stands as a default is a part of the signature.
        let plain =
            /\n    (?:@\w+ )?package (?:static )?func (\w+)(?:[^{]|\{ _ in[^}]*\})*?\bthrows\b(?!\()(?:(?!\bthrows\b)[^{])*\{/
        let rooms: Set<String> = ["Persistence", "FileStore"]
        let store = tree.files.filter { rooms.contains($0.room) }
            .flatMap { $0.text.components(separatedBy: "\n}\n") }
            .filter { $0.contains("\nextension Store {") || $0.contains(" class Store:") }
        let found = store.flatMap { $0.matches(of: plain).map(\.output.1) }
        #expect(
            found.sorted() == [
                "emptyWAL", "glimpse", "makePractice", "open", "remakePractice", "restore", "writeBackWAL",
            ])
    }

    /// Others get the programs, and nothing to call.
    @Test func nothingIsPublic() {
        for file in tree.files {
            let open = file.text.split(separator: "\n").first { $0.drop { $0 == " " }.hasPrefix("public ") }
            #expect(open == nil, "\(file.path)")
        }
    }

    /// Its members say only what their names do not.
    @Test func everyTypeForOtherRoomsSaysWhatItIs() {
        let type = /^package (?:final |indirect )*(?:struct|class|enum|actor|protocol) (\w+)/
        for file in tree.files {
            let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
            for (number, line) in lines.enumerated() where line.hasPrefix("package ") {
                guard let name = line.firstMatch(of: type)?.output.1 else { continue }
                let before = lines[..<number].last { !$0.hasPrefix("@") }
                #expect(before?.hasPrefix("///") == true, "\(file.path): \(name)")
            }
        }
    }

    /// A comment says what the name below it does not.
    @Test func noCommentOnlyRepeatsAName() {
        let comment =
            /\n +\/\/\/ (?:An? |The |Its )?([A-Za-z ]+)\.\n +(?:[a-z()]+ )*(?:case|let|var|func) (\w+)/
        for file in tree.files {
            for (_, said, name) in file.text.matches(of: comment).map(\.output) {
                let isSame = said.filter { $0 != " " }.lowercased() == name.lowercased()
                #expect(!isSame, "\(file.path): “\(said)” is its name, \(name)")
            }
        }
    }

    @Test func thePackageKeepsToItsPlaces() throws {
        let allowed: Set<String> = [
            "Package.swift", "Sources", "Tests", "themes", "docs", "README.md", "Package.resolved",
        ]
        let found = try FileManager.default.contentsOfDirectory(atPath: tree.root.path)
        let strangers = found.filter { !$0.hasPrefix(".") && !allowed.contains($0) }
        #expect(strangers.isEmpty)
    }
}
