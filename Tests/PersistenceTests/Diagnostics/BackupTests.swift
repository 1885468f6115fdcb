import Foundation
import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// Holds that a copy is whole while others write, and takes nobody's place.
@Suite(.timeLimit(.minutes(1)))
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
            let acknowledged = try store.agents()
            let copy = folder.file("copy\(number).sqlite")
            try store.backup(to: copy, by: People.agent)
            let opened = try Store.open(at: copy)
            #expect(try Set(opened.agents()).isSuperset(of: acknowledged))
            #expect(try opened.verifyAudit().isOK)
            #expect(opened.examination(at: People.now).allSatisfy { $0.level == .ok })
        }
        try await writing.value
        #expect(try store.verifyAudit().isOK)
    }

    @Test func theCopyIsForItsOwnersEyesOnly() throws {
        try store.backup(to: folder.file("copy.sqlite"), by: People.lead)
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("copy.sqlite"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func anExistingFileIsLeftAsItIs() throws {
        try "mine".write(toFile: folder.file("copy.sqlite"), atomically: true, encoding: .utf8)
        let refusal = #expect(throws: StoreError.self) {
            try store.backup(to: folder.file("copy.sqlite"), by: People.lead)
        }
        #expect(refusal?.code == .conflict)
        #expect(try String(contentsOfFile: folder.file("copy.sqlite"), encoding: .utf8) == "mine")
    }

    @Test(arguments: [".", "./", "..", "../", "/", ""])
    func aCopyNeedsAName(_ destination: String) throws {
        let before = try FileManager.default.contentsOfDirectory(atPath: folder.folder)
        let refusal = #expect(throws: StoreError.self) {
            try store.backup(to: destination, by: People.lead)
        }
        #expect(refusal?.code == .usage)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.folder) == before)
    }

    @Test func nothingIsLeftBesideTheCopy() throws {
        let before = try FileManager.default.contentsOfDirectory(atPath: folder.folder)
        try store.backup(to: folder.file("copy.sqlite"), by: People.lead)
        let after = try FileManager.default.contentsOfDirectory(atPath: folder.folder)
        #expect(Set(after).subtracting(before) == ["copy.sqlite"])
    }

    @Test func aReadOnlyRunMayCopyAndAViewerMayNot() throws {
        let reader = try Store.open(at: folder.path, readOnly: true)
        try reader.backup(to: folder.file("copy.sqlite"), by: People.agent)
        let refusal = #expect(throws: StoreError.self) {
            try store.backup(to: folder.file("other.sqlite"), by: People.viewer)
        }
        #expect(refusal?.code == .refused)
    }
}
