import Foundation

/// Where the store is.
enum StorePath {
    /// The path that was asked for, else MAKEGOOD_STORE, else the place where data of the user belongs.
    ///
    /// Source: XDG Base Directory Specification, `XDG_DATA_HOME`.
    static func of(_ asked: String?) -> String {
        let environment = ProcessInfo.processInfo.environment
        if let asked { return asked }
        if let path = environment["MAKEGOOD_STORE"], !path.isEmpty { return path }
        let home = environment["HOME"] ?? NSHomeDirectory()
        let data =
            environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.local/share"
        return data + "/makegood/store.sqlite"
    }

    /// Makes the folder that a new store goes into.
    static func prepareFolder(of path: String) throws {
        let folder = URL(filePath: path).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
}
