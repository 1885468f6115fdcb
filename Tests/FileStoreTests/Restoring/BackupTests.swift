import Foundation
import PersistenceTesting
import Purchases
import Testing

@testable import FileStore
@testable import Persistence

/// Holds that a copy is whole while others write, and takes nobody's place.
@Suite(.timeLimit(.minutes(30)))
struct BackupTests {
    private let folder: StoreFolder
    private let store: Store

    init() throws {
        folder = try StoreFolder()
        store = try folder.create()
    }

    @Test func aCopyMadeWhileOthersWriteHoldsWhatWasAcknowledged() async throws {
        let (path, lead) = (folder.path, People.lead)
        let writing = Task.detached {
            let other = try Store.open(at: path)
            for number in 0..<200 {
                try other.addAgent(AgentName("a\(number)"), role: .agent, by: lead, at: People.now)
            }
        }
        for number in 0..<5 {
            let acknowledged = try store.wholePage(of: AgentListQuery())
            let copy = folder.file("copy\(number).sqlite")
            try store.backup(to: copy, by: People.agent, at: People.now)
            let opened = try Store.open(at: copy)
            #expect(try Set(opened.wholePage(of: AgentListQuery())).isSuperset(of: acknowledged))
            #expect(try opened.verifyAudit().isOK)
            #expect(opened.examination(at: People.now).allSatisfy { $0.level == .ok })
        }
        try await writing.value
        #expect(try store.verifyAudit().isOK)
    }

    @Test func theCopyIsForItsOwnersEyesOnly() throws {
        try store.backup(to: folder.file("copy.sqlite"), by: People.lead, at: People.now)
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("copy.sqlite"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func anExistingFileIsLeftAsItIs() throws {
        try "mine".write(toFile: folder.file("copy.sqlite"), atomically: true, encoding: .utf8)
        let refusal = #expect(throws: StoreError.self) {
            try store.backup(to: folder.file("copy.sqlite"), by: People.lead, at: People.now)
        }
        #expect(refusal?.code == .conflict)
        #expect(try String(contentsOfFile: folder.file("copy.sqlite"), encoding: .utf8) == "mine")
    }

    @Test(arguments: [".", "./", "..", "../", "/", ""])
    func aCopyNeedsAName(_ destination: String) throws {
        let before = try FileManager.default.contentsOfDirectory(atPath: folder.folder)
        let refusal = #expect(throws: StoreError.self) {
            try store.backup(to: destination, by: People.lead, at: People.now)
        }
        #expect(refusal?.code == .usage)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.folder) == before)
    }

    @Test func nothingIsLeftBesideTheCopy() throws {
        let before = try FileManager.default.contentsOfDirectory(atPath: folder.folder)
        try store.backup(to: folder.file("copy.sqlite"), by: People.lead, at: People.now)
        let after = try FileManager.default.contentsOfDirectory(atPath: folder.folder)
        #expect(Set(after).subtracting(before) == ["copy.sqlite"])
    }

    @Test func theLogIsToldWhenTheCopyStandsAndTheCopyHoldsAllButThat() throws {
        let before = try store.verifyAudit()
        let copy = try store.backup(to: folder.file("copy.sqlite"), by: People.agent, at: People.now)
        #expect(copy.entries == Int64(before.entries) && copy.head == before.head)
        let opened = try Store.open(at: folder.file("copy.sqlite"), readOnly: true)
        #expect(try opened.audit(action: "store.backup").entries.isEmpty)
        let told = try store.audit(action: "store.backup").entries
        let entry = try #require(told.first)
        #expect(told.count == 1 && entry.agent == People.agent && entry.subject == "copy.sqlite")
        let size = try FileManager.default.attributesOfItem(atPath: folder.file("copy.sqlite"))[.size]
        #expect(
            entry.details
                == #"{"bytes":\#(size as? Int ?? 0),"entries":\#(before.entries),"file":"copy.sqlite","head":"\#(before.head)"}"#
        )
        #expect(!entry.details.contains(folder.folder))
    }

    @Test func whoCannotTellTheLogCannotCopy() throws {
        let before = try FileManager.default.contentsOfDirectory(atPath: folder.folder)
        let reader = try Store.open(at: folder.path, readOnly: true)
        #expect(
            failure { try reader.backup(to: folder.file("copy.sqlite"), by: People.lead, at: People.now) }
                == .store(.readOnly))
        let refusal = failure {
            try store.backup(to: folder.file("other.sqlite"), by: People.viewer, at: People.now)
        }
        #expect(refusal?.code == .refused)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.folder)
        #expect(!names.contains { $0.hasPrefix("copy") || $0.hasPrefix("other") }, "\(names) \(before)")
    }

    @Test func aCopyThatCouldNotBeToldOfIsNotThere() throws {
        try Raw.write(
            store,
            "CREATE TRIGGER no_backup BEFORE INSERT ON audit WHEN new.action = 'store.backup' BEGIN SELECT RAISE(ABORT, 'no'); END"
        )
        #expect(
            failure { try store.backup(to: folder.file("copy.sqlite"), by: People.lead, at: People.now) }
                != nil)
        #expect(!FileManager.default.fileExists(atPath: folder.file("copy.sqlite")))
    }
}
