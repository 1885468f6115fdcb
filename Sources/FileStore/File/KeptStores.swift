internal import Foundation

/// The stores that restores replaced, kept beside the one that took their place.
struct KeptStores {
    /// What is put behind the store's name, before the moment.
    static let mark = ".replaced-"

    /// Their names, oldest first, side files left out.
    let names: [String]
    /// What they and their side files take, in bytes.
    let size: Int64

    /// Those beside the store at a path.
    init(beside store: String) {
        let url = URL(filePath: store)
        let folder = url.deletingLastPathComponent().path
        let prefix = url.lastPathComponent + KeptStores.mark
        let all = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let found = all.filter { $0.hasPrefix(prefix) }
        let sides = ["-wal", "-shm", "-journal", ".lock", ".head"]
        names = found.filter { name in !sides.contains { name.hasSuffix($0) } }.sorted()
        size = found.reduce(0) { sum, name in
            var status = stat()
            return lstat("\(folder)/\(name)", &status) == 0 ? sum + Int64(status.st_size) : sum
        }
    }
}
