import Foundation
import PersistenceTesting
import Purchases
import Synchronization
import Testing

@testable import FileStore
@testable import Persistence

/// A backup takes a store's place whole, says what goes with the store that stood there, and keeps it.
struct RestoreTests {
    private let folder: StoreFolder
    private let backup: String

    init() throws {
        folder = try StoreFolder()
        backup = folder.file("monday.sqlite")
        let store = try folder.create()
        try store.act(.note("before"), on: People.customer, by: People.agent, at: People.now)
        try store.backup(to: backup, by: People.lead, at: People.now)
        try store.act(.note("after"), on: People.customer, by: People.agent, at: People.now)
        _ = try store.give(try People.request(), by: People.agent, at: People.now)
        try store.close()
    }

    private func wish(
        _ file: String? = nil, by agent: AgentName = People.lead
    ) -> RestoreRequest {
        RestoreRequest(backup: file ?? backup, over: folder.path, by: agent, at: People.now)
    }

    @discardableResult private func restore(
        _ file: String? = nil, by agent: AgentName = People.lead
    ) throws -> Restoration {
        try #require(try Store.restore(wish(file, by: agent)))
    }

    private func notes(_ path: String? = nil) throws -> [String] {
        let store = try Store.open(at: path ?? folder.path)
        defer { try? store.close() }
        #expect(try store.verifyAudit().isOK)
        #expect(try store.read { try FileExamination.integrity($0) }.level == .ok)
        return try store.customerPage(People.customer, at: People.now)?.notes.map(\.text.whole).sorted() ?? []
    }

    private var files: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.folder).sorted() }
    }

    @Test func theBackupsContentsAreBackAndTheLogSaysWhatWent() throws {
        let before = try Data(contentsOf: URL(filePath: backup))
        let done = try restore()
        #expect(try notes() == ["before"])
        // The entry about the backup itself is written when the copy stands.
        #expect(
            done.replaced?.missing.actions == ["customer.note": 1, "grant": 1, "store.backup": 1])
        #expect(done.replaced?.missing.entries == 3)
        #expect(done.digest == ColumnText.digest(of: before) && !done.isStranger && !done.isItself)
        #expect(try Data(contentsOf: URL(filePath: backup)) == before)
        let store = try Store.open(at: folder.path)
        let entry = try #require(try store.audit(action: "store.restore", limit: 5).entries.first)
        #expect(entry.agent == People.lead && entry.details.contains(done.digest))
        #expect(entry.details.contains(#""missing_entries":3"#))
        let verdict = try store.verifyAudit()
        #expect(verdict.head == done.log.head && Int64(verdict.entries) == done.log.entries)
        #expect(verdict.head == entry.hash)
    }

    /// What waited to be renewed later when the backup was made may have been done since: Apple is looked at first.
    @Test func extensionsOfABackupAreNotSentBlindly() throws {
        let store = try Store.open(at: folder.path)
        try Raw.write(
            store,
            """
            INSERT INTO requests (kind, subject, arguments, asked_by, asked_at_ms, next_try_ms) VALUES
              ('extend', '7000', '{"days":14,"reason":"outage","request_identifier":"a","environment":"Production",
                "transaction_id":"7002","expires_ms":1000}', 'lea', 1, 1)
            """)
        let copy = folder.file("tuesday.sqlite")
        try store.backup(to: copy, by: People.lead, at: People.now)
        try store.close()
        try restore(copy)
        let restored = try Store.open(at: folder.path)
        defer { try? restored.close() }
        let waiting = try #require(try restored.asked(.waiting).first?.request)
        #expect(
            waiting.extensionEffect?.before
                == SubscriptionPeriod(of: "7002", endingAt: Instant(milliseconds: 1000)))
    }

    @Test func whatWasReplacedIsKeptWholeForItsOwnerAlone() throws {
        chmod(folder.path, 0o640)
        let kept = try #require(try restore().replaced?.path)
        #expect(kept.hasPrefix(folder.path + ".replaced-2023"))
        let attributes = try FileManager.default.attributesOfItem(atPath: kept)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try notes(kept) == ["after", "before"])
        let present = try FileManager.default.attributesOfItem(atPath: folder.path)
        #expect(present[.posixPermissions] as? Int == 0o640, "who shared the old one shares the new one")
    }

    @Test func aSecondRestoreAtTheSameMomentKeepsBoth() throws {
        let first = try #require(try restore().replaced?.path)
        let second = try #require(try restore().replaced?.path)
        #expect(first != second)
        #expect(try notes(first) == ["after", "before"])
        #expect(try notes() == ["before"])
    }

    /// The store was itself copied page by page, so that its -wal fits the backup.
    @Test func theSamePageNumbersDoNotBringTheOldDeedsBack() throws {
        try restore()
        let store = try Store.open(at: folder.path)
        let second = folder.file("tuesday.sqlite")
        try store.backup(to: second, by: People.lead, at: People.now)
        try store.act(.note("wrong"), on: People.customer, by: People.agent, at: People.now)
        try restore(second)
        #expect(try notes() == ["before"])
    }

    @Test func nothingHappensWhenNobodyAgrees() throws {
        let before = try files
        var shown: Restoration?
        let done = try Store.restore(
            wish(),
            agreed: { plan in
                shown = plan
                return false
            })
        #expect(done == nil && shown?.replaced?.missing.entries == 3 && shown?.replaced?.path == nil)
        #expect(
            try files.filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }
                == before.filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") })
        #expect(try notes() == ["after", "before"])
    }

    @Test(arguments: [People.agent, People.viewer, People.service, AgentName("nobody")])
    func nobodyButALeadRestoresAndTheLogSaysWhoTried(_ agent: AgentName) throws {
        #expect(failure { try restore(by: agent) }?.code == .refused)
        let store = try Store.open(at: folder.path)
        #expect(try store.audit(action: "refused", limit: 5).entries.map(\.subject) == ["command restore"])
        #expect(try notes() == ["after", "before"])
    }

    @Test func aLeadOfTheStoreRestoresOneThatDoesNotKnowThem() throws {
        let store = try Store.open(at: folder.path)
        let newcomer = AgentName("newcomer")
        try store.addAgent(newcomer, role: .lead, by: People.lead, at: People.now)
        try store.close()
        #expect(try restore(by: newcomer).isStranger)
        #expect(try notes() == ["before"])
    }

    @Test func whatWasTakenAwayAndComesBackIsSaid() throws {
        let store = try Store.open(at: folder.path)
        try store.removeAgent(People.viewer, by: People.lead, at: People.now)
        _ = try store.erase(
            ErasureRequest(People.customer, reason: "asked", confirmation: "u_1042"), by: People.lead,
            at: People.now)
        try store.close()
        #expect(try restore().replaced?.missing.returning == [.agent("vic"), .person("u_1042")])
    }

    // MARK: What is no backup

    @Test func whatIsNoWholeStoreIsRefusedAndNothingChanges() throws {
        let whole = try Data(contentsOf: URL(filePath: backup))
        var zeroed = whole
        zeroed.replaceSubrange(4096 * 6..<4096 * 8, with: Data(count: 8192))
        let other = folder.file("other.sqlite")
        for (bytes, codes) in [
            (Data(), [StoreError.Code.configuration]), (Data("hello".utf8), [.configuration]),
            (whole.prefix(60), [.damaged]), (whole.prefix(whole.count / 2), [.damaged]),
            (zeroed, [.damaged]),
        ] {
            try bytes.write(to: URL(filePath: other))
            let error = failure { try restore(other) }
            #expect(codes.contains(try #require(error?.code)), "\(bytes.count) \(String(describing: error))")
            #expect(try !files.contains { $0.contains(".new-") || $0.contains(".replaced-") })
        }
        #expect(failure { try restore(folder.file("none")) } == .file(folder.file("none"), .missing))
        #expect(failure { try restore(folder.folder) } == .file(folder.folder, .foreign(.folder)))
        let pipe = folder.file("pipe")
        mkfifo(pipe, 0o600)
        #expect(failure { try restore(pipe) }?.code == .configuration)
        #expect(try notes() == ["after", "before"])
    }

    @Test func aLogThatWasRewrittenIsNoBackup() throws {
        let forged = try Store.open(at: backup)
        try Raw.write(forged, "DROP TRIGGER audit_no_update")
        try Raw.write(forged, "UPDATE audit SET agent = 'somebody' WHERE sequence = 2")
        try forged.emptyWAL()
        try forged.close()
        guard case .replacing(_, .unfit(.finding)) = failure(of: { try restore() }) else {
            Issue.record("it was restored")
            return
        }
        #expect(try notes() == ["after", "before"])
    }

    @Test func aPracticeStoreNeverTakesTheTruePlace() throws {
        let real = folder.file("real.sqlite")
        try Store.create(at: real, by: People.lead, at: People.now).close()
        #expect(
            failure { try restore(real) } == .replacing(real, .unfit(.isReal)))
        let wish = RestoreRequest(backup: backup, over: real, by: People.lead, at: People.now)
        #expect(failure { _ = try Store.restore(wish) } == .replacing(backup, .unfit(.isPractice)))
    }

    @Test func aFileWithAnothersDeedsBesideItIsRefused() throws {
        try Data("deeds".utf8).write(to: URL(filePath: backup + "-wal"))
        #expect(failure { try restore() } == .replacing(backup, .unfit(.sideFile(backup + "-wal"))))
        #expect(try notes() == ["after", "before"])
    }

    // MARK: Stores that cannot be opened

    @Test func aStoreThatCannotBeReadIsReplacedByItsOwner() throws {
        try Data("nonsense".utf8).write(to: URL(filePath: folder.path))
        #expect(failure { try restore(by: People.agent) }?.code == .refused)
        let done = try restore()
        #expect(done.replaced?.missing.entries == 3, "its head still says how far it had come")
        #expect(try notes() == ["before"])
        let kept = try #require(done.replaced?.path)
        #expect(try String(contentsOfFile: kept, encoding: .utf8) == "nonsense")
    }

    @Test func whereNothingIsABackupBecomesTheStore() throws {
        for suffix in ["", "-wal", "-shm", ".lock", ".head"] { unlink(folder.path + suffix) }
        #expect(try restore().replaced == nil)
        #expect(try notes() == ["before"])
    }

    @Test func whatAStoreThatIsGoneLeftIsKeptAndNotPlayed() throws {
        let writer = try Store.open(at: folder.path)
        try writer.act(.note("later"), on: People.customer, by: People.agent, at: People.now)
        let deeds = try Data(contentsOf: URL(filePath: folder.path + "-wal"))
        try writer.close()
        for suffix in ["", "-shm", ".lock", ".head"] { unlink(folder.path + suffix) }
        try deeds.write(to: URL(filePath: folder.path + "-wal"))
        try restore()
        #expect(try notes() == ["before"])
        #expect(try files.contains { $0.contains(".replaced-") && $0.hasSuffix("-wal") })
    }
}

/// A backup that was copied over a store at rest works, however often it is only looked at before it is written.
struct CopiedOverTests {
    @Test func looksAndWritesGoOn() throws {
        let folder = try StoreFolder()
        let backup = folder.file("monday.sqlite")
        let store = try folder.create()
        try store.backup(to: backup, by: People.lead, at: People.now)
        try store.act(.note("after"), on: People.customer, by: People.agent, at: People.now)
        try store.close()
        try Data(contentsOf: URL(filePath: backup)).write(to: URL(filePath: folder.path))
        for _ in 0..<3 {
            let looked = try Store.open(at: folder.path)
            #expect(try looked.customerPage(People.customer, at: People.now)?.notes.isEmpty == true)
            try looked.close()
        }
        for text in ["one", "two"] {
            let written = try Store.open(at: folder.path)
            try written.act(.note(text), on: People.customer, by: People.agent, at: People.now)
            try written.close()
        }
        let last = try Store.open(at: folder.path)
        #expect(try last.customerPage(People.customer, at: People.now)?.notes.count == 2)
        #expect(try last.verifyAudit().isOK)
        #expect(try last.audit(action: "store.adopt", limit: 5).entries.count == 1)
    }
}

/// A restore that is killed leaves the old store or the new one.
struct KilledRestoreTests {
    @Test(arguments: [
        (FaultPoint.restoreReady, 1), (.sideFileGone, 1), (.sideFileGone, 2), (.storeExchanged, 1),
        (.restoreDone, 1),
    ])
    func oneOfThemIsWhole(_ point: FaultPoint, _ passage: Int) async throws {
        let folder = try StoreFolder()
        let backup = folder.file("monday.sqlite")
        let store = try folder.create()
        try store.backup(to: backup, by: People.lead, at: People.now)
        try store.act(.note("after"), on: People.customer, by: People.agent, at: People.now)
        try store.close()
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [
                path = folder.path as String, backup = backup as String, name = point.rawValue as String,
                passage = passage as Int
            ] in
            let plan = StoreFaults.environment(["MAKEGOOD_FAULT": "\(name):\(passage)"])
            let wish = RestoreRequest(backup: backup, over: path, by: People.lead, at: People.now)
            _ = try Store.restore(wish, faults: plan)
        }
        let isDone = point == .storeExchanged || point == .restoreDone
        let opened = try Store.open(at: folder.path)
        #expect(try opened.verifyAudit().isOK)
        #expect(
            try opened.customerPage(People.customer, at: People.now)?.notes.map(\.text.whole)
                == (isDone ? [] : ["after"]))
        #expect(try opened.audit(action: "store.restore", limit: 5).entries.count == (isDone ? 1 : 0))
        try opened.act(.note("and on"), on: People.customer, by: People.agent, at: People.now)
        try opened.close()
        // And it can be done again.
        let wish = RestoreRequest(backup: backup, over: folder.path, by: People.lead, at: People.now)
        #expect(try Store.restore(wish) != nil)
        #expect(DraftFolder(of: folder.path).abandoned().isEmpty)
    }
}

/// Whoever had the store open is told, and writes nothing into the one that took its place.
struct RestoredUnderOthersTests {
    @Test func theyAreToldByWhomAndWhen() throws {
        let folder = try StoreFolder()
        let open = try folder.create()
        let backup = folder.file("monday.sqlite")
        try open.backup(to: backup, by: People.lead, at: People.now)
        _ = try Store.restore(
            RestoreRequest(backup: backup, over: folder.path, by: People.lead, at: People.now))
        let told = StoreError.file(folder.path, .restored(by: People.lead, at: People.now))
        #expect(
            failure { try open.act(.note("lost?"), on: People.customer, by: People.agent, at: People.now) }
                == told)
        #expect(told.code.exitCode == 69)
        try open.close()
        let store = try Store.open(at: folder.path)
        #expect(try store.customerPage(People.customer, at: People.now)?.notes.isEmpty == true)
    }

    /// The side files go before the store does: a look at that moment finds files missing and nothing lost.
    @Test func theyHearOfNothingElseWhileItGoesOn() throws {
        let folder = try StoreFolder()
        let open = try folder.create()
        let backup = folder.file("monday.sqlite")
        try open.backup(to: backup, by: People.lead, at: People.now)
        let told = Mutex<[StoreError]>([])
        let watcher = try WatcherState(
            store: #require(open.file), sequence: open.newestChange(),
            lost: { error in told.withLock { $0.append(error) } }, deliver: { _ in })
        let heard = Mutex<[FaultPoint: [StoreError]]>([:])
        let looking = StoreFaults { point in
            for _ in 0..<3 { watcher.look() }
            heard.withLock { $0[point] = told.withLock(\.self) }
        }
        let wish = RestoreRequest(backup: backup, over: folder.path, by: People.lead, at: People.now)
        _ = try Store.restore(wish, faults: looking)
        let restored = StoreError.file(folder.path, .restored(by: People.lead, at: People.now))
        #expect(
            heard.withLock(\.self) == [
                .restoreReady: [], .sideFileGone: [], .storeExchanged: [restored], .restoreDone: [restored],
            ])
    }

    @Test func anotherFileThereIsNoRestore() throws {
        let folder = try StoreFolder()
        let open = try folder.create()
        let backup = folder.file("monday.sqlite")
        try open.backup(to: backup, by: People.lead, at: People.now)
        rename(backup, folder.path)
        #expect(
            failure { try open.act(.note("lost?"), on: People.customer, by: People.agent, at: People.now) }
                == .file(folder.path, .moved))
    }
}
