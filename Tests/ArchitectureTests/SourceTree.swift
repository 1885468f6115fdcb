import Foundation

/// The project's own sources, read as text.
struct SourceTree {
    /// A source file.
    struct File {
        /// The target it belongs to.
        let room: String
        /// Its path below the folder that the room stands in.
        let path: String
        let text: String

        var name: String { String(path.split(separator: "/").last ?? "") }

        /// The folder that it stands in, below its room; the room itself for a file of none.
        var folder: String {
            let folders = path.split(separator: "/").dropFirst().dropLast()
            return folders.isEmpty ? room : folders.joined(separator: "/")
        }

        /// The modules that it imports.
        var imports: [String] {
            text.split(separator: "\n").compactMap { line in
                let words = line.split(separator: " ")
                guard let keyword = words.firstIndex(of: "import"), words.count > keyword + 1 else {
                    return nil
                }
                let isImport = words[..<keyword].allSatisfy {
                    $0.hasPrefix("@")
                        || ["public", "internal", "private", "fileprivate", "package"].contains($0)
                }
                let kinds: Set<Substring> = [
                    "struct", "class", "enum", "protocol", "func", "var", "typealias",
                ]
                let name = kinds.contains(words[keyword + 1]) ? words[words.count - 1] : words[keyword + 1]
                return isImport ? String(name.split(separator: ".")[0]) : nil
            }
        }
    }

    /// The root of the package.
    let root: URL
    /// Every Swift source of every room: of those below `Sources`, and of those below `Tests` that tests stand on.
    let files: [File]

    /// The sources beside these tests, which are read once.
    static func read() throws -> SourceTree { try once.get() }
    private static let once = Result { try SourceTree() }

    private init() throws {
        root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let rooms = try SourceTree.files(below: root.appending(path: "Sources"))
        files =
            try rooms + SourceTree.files(below: root.appending(path: "Tests")) { !$0.hasSuffix("Tests") }
    }

    private static func files(
        below folder: URL, where isRoom: (Substring) -> Bool = { _ in true }
    ) throws -> [File] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
        return try paths.filter { $0.hasSuffix(".swift") && isRoom($0.prefix { $0 != "/" }) }.map { path in
            File(
                room: String(path.prefix { $0 != "/" }), path: path,
                text: try String(contentsOf: folder.appending(path: path), encoding: .utf8))
        }
    }
}
