import Foundation
import PersistenceTesting
import Testing

@testable import Persistence

/// What columns are read as.
@Suite struct StoredRowTests {
    private func read<Value>(_ sql: String, _ transform: (StoredRow) throws -> Value) throws -> Value? {
        try People.inMemory().read { try $0.first(sql, [], transform) }
    }

    @Test func textsComeWhole() throws {
        for text in ["", "a", "山田 太郎 👩‍👩‍👧", "before\u{0}behind"] {
            let read: String? = try People.inMemory().read { try $0.value("SELECT ?", [text]) }
            #expect(read == text)
        }
    }

    @Test func invalidTextIsRepaired() throws {
        let text = try read("SELECT CAST(x'41FF42' AS TEXT)") { try $0[0] as String }
        #expect(text == "A\u{FFFD}B")
    }

    @Test func nullIsNilAndNeverZero() throws {
        let row = try read("SELECT NULL") { row in (row[0] as Int64?, row[0] as String?, row[0] as Data?) }
        #expect(row?.0 == nil && row?.1 == nil && row?.2 == nil)
        #expect(throws: StoreError.self) { try read("SELECT NULL") { try $0[0] as Int64 } }
        #expect(throws: StoreError.self) { try read("SELECT NULL") { try $0[0] as String } }
    }

    @Test func numbersAndBytes() throws {
        let row = try read("SELECT 9223372036854775807, 2, 0, x'00FF'") { row in
            (try row[0] as Int64, try row[1] as Bool, try row[2] as Bool, try row[3] as Data)
        }
        #expect(row?.0 == .max && row?.1 == true && row?.2 == false && row?.3 == Data([0, 255]))
    }

    @Test func aStatementThatThrewCanRunAgain() throws {
        struct Stop: Error {}
        try People.inMemory().read { db in
            for _ in 0..<2 {
                #expect(throws: Stop.self) {
                    try db.step("SELECT 1 UNION SELECT 2") { _ in throw Stop() }
                }
            }
            let values: [Int] = try db.values("SELECT 1 UNION SELECT 2")
            #expect(values == [1, 2])
        }
    }
}
