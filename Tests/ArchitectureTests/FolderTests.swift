import Foundation
import Testing

/// Holds that the arrows between a room's folders point one way: no folder speaks of one that speaks of it.
///
/// A folder speaks of another when a file of it names a type that the other declares, or, as `Type.member`, a member
/// that the other adds to a type.
struct FolderTests {
    private let tree: SourceTree

    init() throws { tree = try SourceTree.read() }

    /// Every room with folders.
    static let rooms: [String] =
        (try? SourceTree.read()).map { tree in
            Set(tree.files.filter { $0.folder != $0.room }.map(\.room)).sorted()
        } ?? []

    @Test(arguments: rooms) func noFoldersSpeakOfEachOther(_ room: String) {
        let graph = FolderGraph(tree.files.filter { $0.room == room })
        if let cycle = graph.cycle { Issue.record("\(cycle)") }
    }

    @Test func aCycleIsFoundAndTold() {
        func file(_ path: String, _ text: String) -> SourceTree.File {
            SourceTree.File(room: "Room", path: path, text: text)
        }
        let files = [
            file("Room/A/One.swift", "struct One { let two: Two }"),
            file("Room/B/Two.swift", "struct Two {}\nextension Int { static let two = 2 }"),
            file("Room/A/Three.swift", "// One and Two\nstruct Three { let text = \"Four\" }"),
            file("Room/C/Four.swift", "struct Four { struct Two {}; let two: Two; let three = Three() }"),
        ]
        #expect(FolderGraph(files).cycle == nil)
        let back = file("Room/B/Five.swift", "func five() -> String { \"\\(One.self)\" }")
        #expect(
            FolderGraph(files + [back]).cycle?.description
                == "A -> B: One.swift names Two\nB -> A: Five.swift names One")
        let member = file("Room/A/Six.swift", "let six = Int.two")
        let added = file("Room/B/Seven.swift", "let seven = Three()")
        #expect(
            FolderGraph([files[1], files[2], member, added]).cycle?.description
                == "A -> B: Six.swift names two\nB -> A: Seven.swift names Three")
    }
}

/// Which of a room's folders speak of which.
struct FolderGraph {
    /// Where a file speaks of another folder.
    struct Mention: Hashable, Comparable, CustomStringConvertible {
        let file: String
        let name: String

        var description: String { "\(file) names \(name)" }

        static func < (left: Mention, right: Mention) -> Bool {
            (left.file, left.name) < (right.file, right.name)
        }
    }

    /// Folders that speak of each other in a circle.
    struct Cycle: CustomStringConvertible {
        let folders: [String]
        let mentions: [[Mention]]

        /// Each arrow of the circle with the first places where it stands.
        var description: String {
            zip(folders.indices, mentions).map { index, mentions in
                let (from, to) = (folders[index], folders[(index + 1) % folders.count])
                let places = mentions.sorted().prefix(4).map(\.description).joined(separator: ", ")
                return "\(from) -> \(to): \(places)"
                    + (mentions.count > 4 ? " and \(mentions.count - 4) more" : "")
            }.joined(separator: "\n")
        }
    }

    private var arrows: [String: [String: Set<Mention>]] = [:]

    /// The arrows between the folders of some files.
    init(_ files: [SourceTree.File]) {
        let sources = files.map { (file: $0, code: SwiftCode($0.text)) }
        var homes: [Substring: Set<String>] = [:]
        var owners: [Substring: Set<Substring>] = [:]
        var members: [[Substring]: Set<String>] = [:]
        for (file, code) in sources {
            for type in code.types { homes[type, default: []].insert(file.folder) }
            for (owner, name) in code.nested { owners[name, default: []].insert(owner) }
            for (owner, name) in code.added { members[[owner, name], default: []].insert(file.folder) }
        }
        for (file, code) in sources {
            let (own, extended) = (code.ownNames, code.extended)
            for (before, word) in zip([nil] + code.words, code.words) where !own.contains(word.text) {
                let home =
                    word.isMember
                    ? before.flatMap { members[[$0.text, word.text]]?.only } : homes[word.text]?.only
                // Inside a type its nested types come first.
                let isNested = !extended.isDisjoint(with: owners[word.text] ?? [])
                guard let home, home != file.folder, !isNested else { continue }
                arrows[file.folder, default: [:]][home, default: []].insert(
                    Mention(file: file.name, name: String(word.text)))
            }
        }
    }

    /// The shortest way around through folders; nil when every arrow points one way.
    var cycle: Cycle? {
        let ways = arrows.keys.sorted().compactMap { start in shortestWay(from: start) }
        guard let folders = ways.min(by: { $0.count < $1.count }) else { return nil }
        return Cycle(
            folders: folders,
            mentions: folders.indices.map { index in
                Array(arrows[folders[index]]?[folders[(index + 1) % folders.count]] ?? [])
            })
    }

    private func shortestWay(from start: String) -> [String]? {
        var (ways, seen) = ([[start]], Set<String>())
        while !ways.isEmpty {
            var longer: [[String]] = []
            for way in ways {
                for next in arrows[way[way.count - 1]]?.keys.sorted() ?? [] {
                    if next == start { return way }
                    if seen.insert(next).inserted { longer.append(way + [next]) }
                }
            }
            ways = longer
        }
        return nil
    }
}

extension Set {
    /// The one element; nil when there are several.
    fileprivate var only: Element? { count == 1 ? first : nil }
}
