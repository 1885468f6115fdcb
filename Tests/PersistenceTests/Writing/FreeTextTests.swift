import PersistenceTesting
import Purchases
import Testing

@testable import FileStore
@testable import Persistence

/// What people type stands beside the hash chain, and the chain still proves it.
struct FreeTextTests {
    private static let note = "called from +49 30 1234, says \"{\"text\":\" and is Zoë"

    private func storeWithNotes() throws -> Store {
        let store = try People.inMemory()
        var request = try People.request()
        request.note = FreeText(Self.note)
        let grant = try store.give(request, by: People.agent, at: People.now).grant
        _ = try store.revoke(
            grant.id, reason: "other", note: "a slip", by: People.agent, at: People.now + .days(1))
        return store
    }

    @Test func noEntryHoldsWhatWasTyped() throws {
        let store = try storeWithNotes()
        let held = try Raw.number(
            store, "SELECT count(*) FROM audit WHERE details LIKE '%Zoë%' OR details LIKE '%a slip%'")
        #expect(held == 0)
        #expect(try Raw.number(store, "SELECT count(*) FROM audit_texts") == 2)
        #expect(try store.verifyAudit().isOK)
    }

    @Test func pagesSayWhatWasTyped() throws {
        let entries = try storeWithNotes().audit(limit: 2).entries
        #expect(entries[0].details.contains(#""note":"a slip""#))
        let text = ColumnText.quoted(Self.note)
        #expect(entries[1].details.contains("\"note\":\(text)"))
    }

    @Test func theSameTextTwiceHasTwoStandIns() throws {
        let (one, other) = (TextVault(after: nil), TextVault(after: nil))
        #expect(one.keep("a") != one.keep("a") && one.keep("a") != other.keep("a"))
        let (first, again) = (TextVault(after: "00"), TextVault(after: "00"))
        #expect(first.keep("a") == again.keep("a"))
    }

    @Test(arguments: [
        "UPDATE audit_texts SET body = body || '.'",
        "DELETE FROM audit_texts WHERE body = 'a slip'",
        "UPDATE audit_texts SET sequence = 1",
        "UPDATE audit_texts SET body = NULL, salt = NULL, erased_in = 7",
        "UPDATE grants SET note = NULL",
        "UPDATE grants SET revoked_note = 'x'",
        "INSERT INTO audit_texts (token, sequence, salt, body) VALUES ('t', 1, 's', 'b')",
    ])
    func everyChangeIsFoundAndRefused(_ sql: String) throws {
        let store = try storeWithNotes()
        if !sql.hasPrefix("INSERT") {
            #expect(throws: (any Error).self) { try Raw.write(store, sql) }
        }
        #expect(try store.verifyAudit().isOK)
        let guards = try SchemaObject.triggers(SchemaObject.expected())
        let names = [
            "audit_texts_no_delete", "audit_texts_erase_once", "audit_texts_no_replace", "grants_revoke_once",
        ]
        for name in names { try Raw.write(store, "DROP TRIGGER \(name)") }
        try Raw.write(store, sql)
        for name in names { try Raw.write(store, try #require(guards[name])) }
        #expect(try !store.verifyAudit().isOK)
    }

    @Test func aTextThatIsNothingIsNone() {
        #expect(
            FreeText(nil) == nil && FreeText(" \n" as String?) == nil && FreeText("a" as String?)?.text == "a"
        )
    }
}
