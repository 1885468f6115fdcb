extension StoreError {
    /// There is no store at a path.
    public static func missing(_ path: String) -> StoreError {
        StoreError(
            .configuration, "there is no store at \(path)",
            remedy: "`makegood init` makes an empty one, `makegood demo` one to practise on")
    }

    /// A store that is to be made is there already.
    public static func exists(_ path: String) -> StoreError {
        StoreError(.conflict, "\(path) exists already", remedy: "name another path, nothing was overwritten")
    }

    /// Another process kept the store's lock for too long; its process id where the lock file tells it.
    public static func busy(holder: Int32?) -> StoreError {
        let name = holder.map { "process \($0)" } ?? "another process"
        return StoreError(.busy, "the store is busy, \(name) holds its lock", remedy: "try again shortly")
    }

    /// The store was opened for reading only.
    public static let readOnly = StoreError(
        .refused, "this run writes nothing", remedy: "run it again without --read-only")

    /// A file is no store.
    static func foreign(_ path: String, _ why: String) -> StoreError {
        StoreError(.configuration, "\(path) is no Makegood store, \(why)", remedy: "check --store")
    }

    /// A store was made by a newer program.
    static func newer(_ found: Int32) -> StoreError {
        StoreError(
            .configuration,
            "the store has schema version \(found), this program knows version \(StoreFormat.version)",
            remedy: "use a newer makegood")
    }

    /// A store was made by an older program, and a run that writes nothing cannot bring it up to date.
    static func older(_ found: Int32) -> StoreError {
        StoreError(
            .configuration,
            "the store has schema version \(found), this program reads version \(StoreFormat.version)",
            remedy: "open it once without --read-only, which brings it up to date")
    }

    /// A store's content cannot be read.
    static func damaged(_ path: String, _ why: String) -> StoreError {
        StoreError(.damaged, "\(path) is damaged, \(why)", remedy: "keep the file and restore a backup")
    }

    /// A store lies on a file system shared by hosts.
    static func network(_ path: String, _ name: String) -> StoreError {
        StoreError(
            .configuration, "\(path) lies on a network file system (\(name))",
            remedy: "keep the store on a disk of this host")
    }
}
