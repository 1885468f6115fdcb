/// How commits reach the disk; less than everything is for stores that are made up, in a scope that asks for it.
package enum Durability: Sendable {
    /// A commit is on the disk before it is acknowledged, and the -wal is written back as it grows.
    case everyCommit
    /// No commit waits for the disk: after a power cut the store is to be made anew.
    case none
    /// Nothing is written back: without its -wal the file is as it was.
    case onlyWAL

    /// What stores opened in this scope keep to.
    @TaskLocal package static var current = Durability.everyCommit
}
