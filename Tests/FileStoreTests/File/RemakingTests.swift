import Foundation
import PersistenceTesting
import Purchases
import Testing

@testable import FileStore
@testable import Persistence

/// A practice store appears whole or not at all, and what was practised on one goes only with a lead's word.
struct RemakingTests {
    private let folder: StoreFolder
    private struct Stopped: Error {}

    init() throws { folder = try StoreFolder() }

    private func make(_ fill: (Store) throws -> Void = { _ in }) throws {
        try Store.makePractice(
            at: folder.path, population: "first", bundleIDs: [BundleID("com.example.app")], by: People.lead,
            at: People.now
        ) { store in
            try People.settle(store)
            try fill(store)
        }
    }

    private func remake(by agent: AgentName, _ fill: (Store) throws -> Void = { _ in }) throws {
        try Store.remakePractice(
            at: folder.path, population: "second", bundleIDs: [], by: agent, at: People.now, fill: fill)
    }

    private func population() throws -> String? {
        let store = try Store.open(at: folder.path)
        defer { try? store.close() }
        return try store.population()
    }

    private var files: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.folder).sorted() }
    }

    @Test func itIsOneWholeFile() throws {
        try make { try $0.act(.note("practised"), on: People.customer, by: People.agent, at: People.now) }
        #expect(try files == ["store.sqlite"], "all of it is in the file, and no draft is left")
        let store = try Store.open(at: folder.path)
        #expect(try store.customerPage(People.customer, at: People.now)?.notes.count == 1)
        #expect(try store.population() == "first" && store.isPractice)
        #expect(try store.bundleIDs() == [BundleID("com.example.app")])
    }

    @Test func whatFailsLeavesNothing() throws {
        #expect(throws: Stopped.self) { try make { _ in throw Stopped() } }
        #expect(try files.isEmpty)
    }

    @Test func nobodyTakesItForAbandonedWhileItIsFilled() throws {
        // Closed when the store is: closing any file of it gives up SQLite's locks.
        var probes: [Int32] = []
        defer { probes.forEach { close($0) } }
        let lookAtIt = { (store: Store) in
            let path = try #require(store.path)
            #expect(path.hasPrefix(folder.path + ".new-\(getpid())-"))
            probes.append(open(path, O_RDONLY | O_CLOEXEC))
            #expect(flock(try #require(probes.last), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        }
        try make(lookAtIt)
        try remake(by: People.lead, lookAtIt)
        #expect(probes.count == 2)
    }

    @Test func itNeverTakesAPlace() throws {
        try make()
        #expect(failure { try make() }?.code == .conflict)
        #expect(try population() == "first")
    }

    @Test func aLeadMakesItAnew() throws {
        try make()
        try remake(by: People.lead)
        #expect(try population() == "second")
        let store = try Store.open(at: folder.path)
        #expect(try store.customerPage(People.customer, at: People.now) == nil)
        #expect(try store.verifyAudit().isOK)
    }

    @Test func theOldOneStaysWhenTheNewOneFails() throws {
        try make()
        #expect(throws: Stopped.self) { try remake(by: People.lead) { _ in throw Stopped() } }
        #expect(try population() == "first")
        #expect(try !files.contains { $0.contains(".new-") })
    }

    @Test(arguments: [(FaultPoint.sideFileGone, 1), (.sideFileGone, 2), (.storeExchanged, 1)])
    func aKillLeavesTheOldOneOrTheNewOne(_ point: FaultPoint, _ passage: Int) async throws {
        try make { try $0.act(.note("practised"), on: People.customer, by: People.agent, at: People.now) }
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = folder.path as String, name = point.rawValue as String, passage = passage as Int] in
            try Store.remakePractice(
                at: path, population: "second", bundleIDs: [], by: People.lead, at: People.now,
                faults: .environment(["MAKEGOOD_FAULT": "\(name):\(passage)"])
            ) { _ in }
        }
        let isNew = point == .storeExchanged
        #expect(try population() == (isNew ? "second" : "first"))
        let store = try Store.open(at: folder.path)
        #expect(try store.verifyAudit().isOK)
        let notes = try store.customerPage(People.customer, at: People.now)?.notes.count
        #expect(notes == (isNew ? nil : 1))
        try store.close()
        try remake(by: People.lead)
        #expect(try population() == "second")
    }

    @Test(arguments: [People.agent, People.viewer, People.service, AgentName("nobody")])
    func nobodyElseMakesItAnew(_ agent: AgentName) throws {
        try make()
        #expect(failure { try remake(by: agent) }?.code == .refused)
        #expect(try population() == "first")
    }

    @Test func aRealStoreIsNeverMadeAnew() throws {
        let real = try Store.create(at: folder.path, by: People.lead, at: People.now)
        try real.close()
        #expect(failure { try remake(by: People.lead) }?.code == .refused)
    }

    @Test func whatSomebodyHasOpenIsNotMadeAnew() throws {
        try make()
        let user = try OtherProcess(
            "exec 9>&1; { echo 'SELECT count(*) FROM customers;'; cat; } | sqlite3 '\(folder.path)' >&9")
        defer { user.end() }
        #expect(try user.line() == "1")
        let error = failure { try remake(by: People.lead) }
        guard case .replacing(folder.path, .openElsewhere(_)) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        user.end()
        try remake(by: People.lead)
        #expect(try population() == "second")
    }
}

/// A process of the shell that runs until it is told to end.
private final class OtherProcess {
    private let process = Process()
    private let (input, output) = (Pipe(), Pipe())

    init(_ command: String) throws {
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", command]
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
    }

    /// The next line that it writes.
    func line() throws -> String {
        var text = Data()
        while let byte = try output.fileHandleForReading.read(upToCount: 1), byte != Data("\n".utf8) {
            if byte.isEmpty { break }
            text += byte
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Lets it end, and waits for that.
    func end() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}
