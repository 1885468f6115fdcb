import Foundation
import TerminalCore
import Testing

@testable import Widgets

/// Themes are read, inherited, and refused with a reason.
@Suite struct ThemeTests {
    @Test func everyFileOfThePackageIsBuiltIn() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let files = try FileManager.default.contentsOfDirectory(atPath: root.appending(path: "themes").path)
        #expect(files.sorted() == ThemeLibrary.builtInNames.map { "\($0).yaml" }.sorted())
    }

    @Test(arguments: ThemeLibrary.builtInNames) func theBuiltInThemeIsWholeAndNamesOnlyScopes(
        _ name: String
    ) throws {
        let theme = try ThemeLibrary().theme(name)
        #expect(theme.name == name)
        #expect(theme.scopes.isSubset(of: StyleName.themable))
    }

    @Test(arguments: ColorDepth.allCases) func theSelectionIsVisibleAtEveryDepth(_ depth: ColorDepth) {
        let theme = ThemeLibrary.builtIn(for: depth)
        guard depth > .none else { return }
        #expect(theme.style(.selection).reduced(to: depth) != theme.style(.text).reduced(to: depth))
    }

    @Test func aBaseThatNamesBothColoursStaysLegible() throws {
        let strong = try ThemeLibrary().theme("high-contrast")
        #expect(strong.style("status.active", over: .selection).foreground == .rgb(0, 0, 0))
        #expect(strong.style(.dim, over: .selection) == strong.style(.selection))
        let soft = ThemeLibrary.builtIn(for: .trueColor)
        #expect(
            soft.style("status.active", over: .selection).foreground == soft.style("status.active").foreground
        )
        #expect(soft.style("status.active", over: .selection).background == soft.style(.selection).background)
    }

    @Test func aScopeFallsBackToItsParentAndThenToText() throws {
        let theme = try read(
            """
            name: mine
            scopes:
              text: { fg: white, bg: "#102030" }
              status: { fg: 208, italic: true }
            """)
        #expect(
            theme.style("status.grace")
                == Style(
                    foreground: .indexed(208), background: .rgb(0x10, 0x20, 0x30), attributes: .italic))
        #expect(theme.style("unknown") == theme.style(.text))
        #expect(theme.style("unknown").foreground == .indexed(7))
    }

    @Test(arguments: [
        ("name: x\nscopes:\n  text: { fg: redd }", 3, "“redd” is no colour"),
        ("name: x\nscopes:\n  text:\n    blink: true", 4, "unknown word “blink”"),
        ("name: x\ncolours: {}", 2, "unknown key “colours”"),
        ("scopes: {}", 1, "the theme has no name"),
        ("", 1, "the file is empty"),
        ("name: x\nscopes: [a]", 2, "scopes must be a mapping"),
        ("name: x\nscopes:\n  text: { bold: perhaps }", 3, "true or false is expected here"),
        ("name: x\nscopes:\n  text: {}\n  verdict.maybe: { bold: true }", 4, "unknown scope “verdict.maybe”"),
        ("name: x\nscopes:\n  txt: { bold: true }", 3, "unknown scope “txt”"),
    ]) func aWrongFileIsRefused(_ yaml: String, _ line: Int, _ problem: String) {
        let error = #expect(throws: ThemeError.self) { try read(yaml) }
        #expect(error?.line == line)
        #expect(error?.problem == problem)
        #expect(error?.remedy.isEmpty == false)
        #expect(error?.place == "mine.yaml:\(line): \(problem)")
    }

    @Test func aMisspeltScopeIsToldItsKin() {
        let error = #expect(throws: ThemeError.self) { try read("name: x\nscopes: { verdict.yess: {} }") }
        #expect(error?.remedy == "Use verdict, verdict.no, verdict.yes")
    }

    @Test func brokenYAMLIsRefused() {
        let error = #expect(throws: ThemeError.self) { try read("name: x\nscopes: {") }
        #expect(error?.problem.hasPrefix("this is not YAML") == true)
        #expect(error?.line != nil)
    }

    @Test func filesComeFirstInheritAndNeverInACircle() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "themes-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = [
            "mine": "name: mine\ninherits: mono\nscopes:\n  key: { fg: red }",
            "a": "name: a\ninherits: b", "b": "name: b\ninherits: a",
        ]
        for (name, yaml) in files {
            try Data(yaml.utf8).write(to: folder.appendingPathComponent("\(name).yaml"))
        }
        let library = ThemeLibrary(folder: folder.path)
        #expect(try library.theme("mine").style(.key).foreground == .indexed(1))
        #expect(try library.theme("mine").style(.selection).attributes == .reverse)
        #expect(try library.theme(folder.appendingPathComponent("mine.yaml").path).name == "mine")
        let circle = #expect(throws: ThemeError.self) { try library.theme("a") }
        #expect(circle?.problem.contains("a → b → a") == true)
        #expect(throws: ThemeError.self) { try library.theme("../mine") }
    }

    private func read(_ yaml: String) throws(ThemeError) -> Theme {
        let document = try ThemeDocument(yaml: yaml, file: "mine.yaml")
        return Theme(name: document.name, entries: document.entries)
    }
}
