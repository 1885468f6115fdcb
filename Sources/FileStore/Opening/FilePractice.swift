internal import Foundation
internal import GRDB
package import Persistence
package import Purchases

/// Practice stores are made whole under another name first: nobody sees one half made, and what was practised goes only
/// when its successor is complete.
extension Store {
    /// Makes a practice store, lets it be filled and puts it at a path where nothing is.
    ///
    /// - Throws: `StoreError`: conflict when the path is taken; what filling throws, and then nothing is left.
    package static func makePractice(
        at path: String, population: String, bundleIDs: [BundleID], by agent: AgentName, at now: Instant,
        fill: (Store) throws -> Void
    ) throws {
        if FileManager.default.fileExists(atPath: path) { throw StoreError.taken(.path(path)) }
        try Leftovers(place: path).refuseDeeds()
        let draft = try practiceDraft(
            of: path, population: population, bundleIDs: bundleIDs, by: agent, at: now, fill: fill)
        defer { draft.discard() }
        // What a store that is gone left there would be taken for the new one's.
        try Leftovers(place: path).publish(draft)
    }

    /// Makes a practice store anew, in the place of one that a lead no longer needs and nobody has open.
    ///
    /// - Throws: `StoreError`: refused for a real store and for anybody but its leads; conflict when a process has it open, or wrote to
    /// it meanwhile; what filling throws, and then the old store stays as it is.
    package static func remakePractice(
        at link: String, population: String, bundleIDs: [BundleID], by agent: AgentName, at now: Instant,
        fill: (Store) throws -> Void
    ) throws {
        try remakePractice(
            at: link, population: population, bundleIDs: bundleIDs, by: agent, at: now,
            faults: .environment(), fill: fill)
    }

    /// A kill at any step leaves the old store whole, or the new one: what could be played into the new file is gone before
    /// it is there, and until then the old one is whole without it.
    static func remakePractice(
        at link: String, population: String, bundleIDs: [BundleID], by agent: AgentName, at now: Instant,
        faults: StoreFaults, fill: (Store) throws -> Void
    ) throws {
        let path = StoreFile.target(of: link)
        let old = try giveUp(path, by: agent)
        try checkNobodyUses(path)
        let draft = try practiceDraft(
            of: path, population: population, bundleIDs: bundleIDs, by: agent, at: now, fill: fill)
        defer { draft.discard() }
        try StoreLock(store: path, file: old).hold {
            try checkNobodyUses(path)
            try FileSwap(path: path, faults: faults).emptySideFiles()
            let head = try HeadFile(of: draft.path).read()
            try draft.replace()
            try faults.pass(.storeExchanged)
            // The old one's head would say that another file was put there.
            if case .whole(let head) = head {
                try? HeadFile(of: path).make(head)
            } else {
                unlink(path + ".head")
            }
        }
    }

    /// A practice store that is not in its place yet, filled and closed; whatever goes wrong, nothing of it stays. Its lock
    /// is held from before it is a store, so that nobody takes it for abandoned while it is filled.
    private static func practiceDraft(
        of place: String, population: String, bundleIDs: [BundleID], by agent: AgentName, at now: Instant,
        fill: (Store) throws -> Void
    ) throws -> StoreDraft {
        let founding = StoreCreation(
            isPractice: true, population: population, serves: [.production], bundleIDs: bundleIDs,
            appAppleIDs: [], lead: agent, at: now)
        let draft = try draft(of: place, founding: founding, faults: .none)
        do {
            let store = try Store.open(at: draft.path)
            try fill(store)
            // One file without others beside it: what the -wal held would not come along.
            try store.emptyWAL()
            try store.close()
        } catch {
            draft.discard()
            throw error
        }
        return draft
    }

    /// Refuses to give a store up unless it is for practice and a lead asks; what its -wal holds goes into the file.
    private static func giveUp(_ path: String, by agent: AgentName) throws -> FileIdentity? {
        let store = try Store.open(at: path)
        defer { try? store.close() }
        guard store.isPractice else { throw StoreError.replacing(path, .isReal) }
        guard try store.role(of: agent) == .lead else {
            throw StoreError.replacing(path, .noLead(agent))
        }
        try store.emptyWAL()
        return FileIdentity(ofFileAt: path)
    }

    private static func checkNobodyUses(_ path: String) throws {
        guard let user = StoreUsers.one(of: path) else { return }
        throw StoreError.replacing(path, .openElsewhere(process: user))
    }
}
