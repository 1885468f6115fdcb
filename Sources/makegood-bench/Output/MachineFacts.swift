import CBench
import Foundation

/// The machine that figures were measured on.
struct MachineFacts: Encodable {
    /// How many processors it has.
    let cores: Int
    /// The version of SQLite.
    let sqlite: String
    /// The file system of the store.
    let fileSystem: String
    /// How long the disk takes for a page, in milliseconds: the median.
    let fdatasyncP50: Double?
    /// How long the disk takes for a page, in milliseconds: what a hundredth exceeds.
    let fdatasyncP99: Double?
    /// Whether the program was built for speed.
    let build: String

    /// Looks at the machine and at the disk that holds a path.
    init(beside path: String) throws {
        cores = ProcessInfo.processInfo.activeProcessorCount
        sqlite = String(cString: cbench_sqlite_version())
        var name = [CChar](repeating: 0, count: 32)
        cbench_file_system(path, &name, name.count)
        fileSystem = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let disk = Samples(try DiskProbe(beside: path).samples(50).map { $0 * 1000 })
        (fdatasyncP50, fdatasyncP99) = (disk.p50, disk.p99)
        #if DEBUG
            build = "debug"
        #else
            build = "release"
        #endif
    }

    /// The facts on one line.
    var line: String {
        "\(cores) cores · SQLite \(sqlite) · \(fileSystem) · fdatasync p50 \(TableText.number(fdatasyncP50)) ms p99 \(TableText.number(fdatasyncP99)) ms · \(build) build"
    }

    enum CodingKeys: String, CodingKey {
        case cores, sqlite, build
        case fileSystem = "file_system"
        case fdatasyncP50 = "fdatasync_p50_ms"
        case fdatasyncP99 = "fdatasync_p99_ms"
    }
}
