import Foundation
import Testing

/// The README shows what is there.
struct ReadmeTests {
    private let root: URL
    private let readme: String

    init() throws {
        root = try SourceTree.read().root
        readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    }

    @Test func theScreenshotIsAGoldenScreen() throws {
        let golden = root.appending(path: "Tests/ConsoleTests/Screens/customer-80x24.screen")
        let rows = try String(contentsOf: golden, encoding: .utf8).split(separator: "\n").filter {
            $0.first == "|"
        }
        let shown = rows.map { row in
            let text = row.dropFirst().dropLast()
            return text.lastIndex { $0 != " " }.map { String(text[...$0]) } ?? ""
        }
        let screen = shown.reversed().drop(while: \.isEmpty).reversed().joined(separator: "\n")
        #expect(
            readme.contains("```text\n\(screen)\n```"),
            "take the screenshot from \(golden.lastPathComponent) again")
    }

    @Test func thereAreTwoSetUpCommands() {
        let commands = readme.components(separatedBy: "\n").filter { $0.contains("apt-get install") }
        #expect(commands.count == 2)
        #expect(commands.first?.hasSuffix("swift run makegood demo") == true)
        #expect(commands.last?.hasSuffix("swift test") == true)
    }

    @Test func installingComesBeforeBuilding() throws {
        let install = try #require(readme.range(of: "\n## Install it\n"))
        let build = try #require(readme.range(of: "\n## Build it\n"))
        try #require(install.upperBound <= build.lowerBound)
        let section = readme[install.upperBound..<build.lowerBound]
        #expect(section.contains("```console\n$ sudo apt install ./makegood_*.deb\n"))
        #expect(!section.contains("```sh"))
    }

    /// CI takes the block that ends like this, wherever it stands.
    @Test func oneBlockRunsTheTests() {
        let blocks = readme.components(separatedBy: "```sh\n").dropFirst().compactMap {
            $0.components(separatedBy: "\n```").first
        }
        #expect(blocks.filter { $0.hasSuffix("swift test") }.count == 1)
    }

    @Test func everyPageItNamesIsThere() {
        for page in readme.matches(of: /\]\((docs\/[a-z]+\.md)\)/).map({ String($0.output.1) }) {
            #expect(FileManager.default.fileExists(atPath: root.appending(path: page).path), "\(page)")
        }
    }
}
