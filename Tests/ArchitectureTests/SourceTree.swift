import Foundation

/// The project's own sources, read as text.
struct SourceTree {
    /// A source file.
    struct File {
        /// The target it belongs to.
        let room: String
        /// Its path below `Sources`, or below the folder that was read.
        let path: String
        /// Its text.
        let text: String

        /// The file's name.
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
    /// Every Swift source.
    let files: [File]

    /// The sources beside these tests, which are read once.
    static func read() throws -> SourceTree { try once.get() }
    private static let once = Result { try SourceTree(below: "Sources") }

    /// What stands below a folder of the package.
    init(below folder: String) throws {
        root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let sources = root.appending(path: folder)
        let paths = try FileManager.default.subpathsOfDirectory(atPath: sources.path).sorted()
        files = try paths.filter { $0.hasSuffix(".swift") }.map { path in
            File(
                room: String(path.split(separator: "/")[0]), path: path,
                text: try String(contentsOf: sources.appending(path: path), encoding: .utf8))
        }
    }
}
