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

    /// What programs call of the store throws the store's errors alone; what also throws what its caller's closure throws
    /// is listed.
    @Test func theStoreThrowsItsOwnErrors() {
        // A closure that stands as a default is a part of the signature.
        let plain = /\n    public (?:static )?func (\w+)(?:[^{]|\{ _ in[^}]*\})*?\bthrows\b(?!\()/
        let others: Set<Substring> = ["makePractice", "remakePractice", "restore"]
        let rooms: Set<String> = ["Persistence", "FileStore"]
        let found = tree.files.filter { rooms.contains($0.room) }
            .flatMap { $0.text.matches(of: plain).map(\.output.1) }
        #expect(Set(found) == others)
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
