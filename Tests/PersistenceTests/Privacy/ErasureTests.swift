import Foundation
import PersistenceTesting
import Purchases
import Testing

@testable import FileStore
@testable import Persistence

/// A person goes, wherever the store has something of the person; what was bought and given stays, and is still proven.
struct ErasureTests {
    private static let zoe = AppUserID("u_zoe")
    private static let email = "Zoe.Fixture@Example.org"
    private static let oldEmail = "zquill@old.example"
    private static let name = "Zoë Fixture-Quill"
    private static let token = "7b1e3c52-5a4f-4a09-9a3e-0d51b7c2aa11"
    private static let request = ErasureRequest(
        zoe, reason: "asked for by Zoe.Fixture@Example.org herself", confirmation: zoe.rawValue)

    /// What nothing may hold afterwards, in every form in which something could.
    private static let traces = [
        email, email.lowercased(), oldEmail, name, name.lowercased(), SearchKey.of(name), token,
        "Fixture-Quill", Data(#"{"appAccountToken":"\#(token)"}"#.utf8).base64EncodedString(),
    ]

    private func document(_ contents: DocumentContents, _ body: String, payload: String? = nil) -> ImportItem
    {
        .document(
            DecodedDocument(
                contents: contents, body: body, payload: payload, source: "papers", check: .unchecked))
    }

    private func person(_ email: String, on day: Int64) -> ImportItem {
        var contents = Paper.customer(Self.zoe.rawValue, token: Self.token, on: day).contents
        contents.person = .init(
            id: Self.zoe,
            values: CustomerValues(
                email: PersonIdentifier(email), name: PersonName(Self.name),
                appAccountToken: PersonIdentifier(Self.token), locale: "de_DE", country: "DE"))
        return document(
            contents,
            #"{"app_account_token":"\#(Self.token)","app_user_id":"u_zoe","email":"\#(email)","name":"\#(Self.name)"}"#
        )
    }

    private func receipt(_ id: String, day: Int64) -> ImportItem {
        let entry = Paper.Entry(id: id, chain: "1000", day: day, token: Self.token)
        let payload = #"{"appAccountToken":"\#(Self.token)"}"#
        let packed = Data(payload.utf8).base64EncodedString()
        return document(
            Paper.receipt([entry], on: day).contents, #"{"signedPayload":"eyJh.\#(packed).eyJh"}"#,
            payload: payload)
    }

    /// A sale and its restore, both of which carry the token.
    private func restored() -> ImportItem {
        let entries = ([("3000", 0), ("3005", 9)] as [(String, Int64)]).map { id, day in
            Paper.Entry(
                id: id, chain: "3000", product: "forever", day: day, days: nil, token: Self.token)
        }
        return document(Paper.receipt(entries, on: 10).contents, "{}")
    }

    /// An hour after what the receipts tell of: within ten minutes the two would be one charge.
    private func report() -> ImportItem {
        let attempt = ReportedAttempt(
            customer: Self.zoe.rawValue, transaction: "2", chain: "2000", events: ReportedAttempt.lost(1))
        return document(
            attempt.paper.contents,
            #"{"app_user_id":"u_zoe","contact":{"Fixture":"mail \#(Self.email), \#(Self.name)!"},"price":9.990}"#
        )
    }

    /// A store with the person in every corner, and another customer whom nothing may touch.
    private func fill(_ store: Store) throws {
        let shop = Shop(store)
        try store.addAgent(Shop.agent, role: .agent, by: Shop.lead, at: Shop.now)
        try shop.bring([
            person(Self.oldEmail, on: 1), person(Self.email, on: 2), receipt("1", day: 0), restored(),
            report(),
        ])
        try store.addCustomer(
            "u_other", CustomerValues(email: "other@example.org", name: "Zoë Other"), by: Shop.lead,
            at: Shop.now)
        try store.act(.note("is Zoë, \(Self.email)"), on: Self.zoe, by: Shop.agent, at: Shop.now)
        try store.act(.note("knows \(Self.email)"), on: AppUserID("u_other"), by: Shop.agent, at: Shop.now)
        _ = try store.act(.note("called \(Self.name)"), on: TicketID("1"), by: Shop.agent, at: Shop.now)
        _ = try store.act(
            .resolve(TicketEnd(.writtenOff, note: FreeText("\(Self.name) wrote twice", for: .whole))),
            on: "1", by: Shop.lead,
            at: Shop.now)
        _ = try store.act(.reopen(note: "\(Self.name) insists"), on: "1", by: Shop.agent, at: Shop.now)
        var grant = GrantRequest(
            customer: Self.zoe, entitlement: "premium",
            term: .period(try #require(CalendarPeriod(days: 7))), reason: "goodwill",
            evenIfNothingIsGained: true)
        grant.note = FreeText("for \(Self.name)", for: .whole)
        let given = try store.give(grant, key: "k", by: Shop.agent, at: Shop.now).grant
        _ = try store.revoke(
            given.id, reason: "other", note: FreeText(Self.name), by: Shop.agent, at: Shop.now)
        try shop.bring([
            .rejected(
                Rejection(
                    source: "\(Self.email).json", kind: "customers", reason: "bad_value",
                    detail: "\(Self.email) is odd", body: Data(#"{"email":"\#(Self.email)"}"#.utf8),
                    byteCount: 30))
        ])
        // What people type to a deed goes whole, whatever it says.
        try Raw.write(
            store,
            """
            INSERT INTO ticket_deeds (ticket_id, at_ms, agent, deed)
            VALUES (1, 1, 'ana', '{"skipped":{"reason":"the lady of the corner shop"}}')
            """)
        try Raw.write(
            store,
            "INSERT INTO saved_views (list, position, name, query) VALUES ('customers', 1, 'x', '\(Self.email)')"
        )
    }

    private func filled() throws -> StoreFolder {
        let folder = try StoreFolder()
        let store = try folder.createShop()
        try fill(store)
        try store.close()
        return folder
    }

    private func found(in folder: StoreFolder) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.folder).flatMap { name -> [String] in
            let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file(name)))
            return Self.traces.filter { bytes.range(of: Data($0.utf8)) != nil }.map { "\(name): \($0)" }
        }
    }

    private func checkGone(_ store: Store, in folder: StoreFolder) throws {
        #expect(try found(in: folder) == [])
        #expect(try store.verifyAudit().isOK)
        #expect(try StoreHealth.problems(of: store) == [])
        let page = try #require(try store.customerPage(Self.zoe, at: Shop.now))
        #expect(page.customer.values == CustomerValues() && page.customer.erasedAt == Shop.now)
        #expect(page.notes.isEmpty && page.grants.count == 1 && page.grants[0].note == nil)
        #expect(page.chains.map(\.chain.id.original).contains("1000") && page.tickets.count == 1)
        let deeds = try #require(try store.ticketPage("1", at: Shop.now)).deeds
        #expect(deeds.map(\.event).contains(.skipped(reason: "erased")))
        for text in [Self.email, "quill", Self.token] {
            #expect(
                try store.search(text, at: Shop.now).matches.filter { $0.customer?.id == Self.zoe }.isEmpty)
        }
        #expect(try store.customerPage("u_other", at: Shop.now)?.customer.values.name == "Zoë Other")
        #expect(try store.customerPage("u_other", at: Shop.now)?.notes.map(\.text) == ["knows erased"])
    }

    @Test func everythingOfThePersonGoesAndWhatWasBoughtStays() throws {
        let folder = try filled()
        let store = try folder.open()
        #expect(try !found(in: folder).isEmpty)
        let outcome = try store.erase(Self.request, by: Shop.lead, at: Shop.now)
        #expect(outcome.isSwept && !outcome.isReplay && outcome.notes == 4 && outcome.quarantined == 1)
        try checkGone(store, in: folder)
        let entry = try #require(try store.audit(limit: 1).entries.first)
        #expect(entry.action == "customer.erase" && entry.details.contains("asked for by erased herself"))
        let notes = try store.audit(about: "ticket:1").entries.map(\.details)
        #expect(notes.contains { $0.contains(#""note":{"erased":true}"#) })
    }

    /// The note of a request stands in what the asker saw, too, and names nobody.
    @Test func whatWasTypedToARequestGoesWhole() throws {
        let folder = try StoreFolder()
        let store = try folder.createShop()
        try store.addCustomer(Self.zoe, by: Shop.lead, at: Shop.now)
        try store.addAgent("mia", role: .agent, by: Shop.lead, at: Shop.now)
        let wish = GrantRequest(
            customer: Self.zoe, entitlement: "premium", term: .lifetime, reason: "goodwill",
            note: "the lady of the corner shop")
        guard case .filed = try store.grant(wish, key: "k", by: "mia", at: Shop.now) else {
            throw Expected("a request")
        }
        let count = """
            SELECT count(*) FROM approval_requests WHERE instr(request || evidence, 'corner shop') > 0
            """
        #expect(try store.number(count) == 1)
        _ = try store.erase(Self.request, by: Shop.lead, at: Shop.now)
        #expect(try store.number(count) == 0)
    }

    @Test func documentsThatComeLaterDoNotBringThePersonBack() throws {
        let folder = try filled()
        let store = try folder.open()
        let shop = Shop(store)
        _ = try store.erase(Self.request, by: Shop.lead, at: Shop.now)
        let again = try shop.bring([person(Self.email, on: 2), receipt("1", day: 0), report()])
        #expect(again.duplicates == 3)
        let later = try shop.bring([person(Self.email, on: 9), receipt("3", day: 30)])
        #expect(later.accepted == 2 && later.newTransactions == 1)
        try store.emptyWAL()
        try checkGone(store, in: folder)
        // A purchase that carries the token is the pseudonym's still.
        let fresh = Paper.Entry(id: "9", chain: "9000", day: 3, token: Self.token)
        try shop.bring([document(Paper.receipt([fresh], on: 3).contents, "{}")])
        #expect(try store.chainPage("9000", at: Shop.now)?.owner?.id == Self.zoe)
    }

    @Test func erasingAgainChangesNothing() throws {
        let folder = try filled()
        let store = try folder.open()
        _ = try store.erase(Self.request, by: Shop.lead, at: Shop.now)
        let head = try store.verifyAudit().head
        let again = try store.erase(Self.request, by: Shop.lead, at: Shop.now)
        #expect(again.isReplay && again.isSwept)
        #expect(try store.verifyAudit().head == head)
    }

    @Test func onlyALeadErasesAndOnlyWhoWasNamedTwice() throws {
        let folder = try filled()
        let store = try folder.open()
        #expect(failure { _ = try store.erase(Self.request, by: Shop.agent, at: Shop.now) }?.code == .refused)
        var other = Self.request
        other.confirmation = "u_other"
        #expect(
            failure { _ = try store.erase(other, by: Shop.lead, at: Shop.now) }
                == .needs(.confirmation(of: .erasing(Self.zoe))))
        other = ErasureRequest("u_nobody", reason: "x", confirmation: "u_nobody")
        #expect(failure { _ = try store.erase(other, by: Shop.lead, at: Shop.now) }?.code == .notFound)
        #expect(try store.customerPage(Self.zoe, at: Shop.now)?.customer.values.email?.whole == Self.email)
        #expect(try store.audit(action: "refused").entries.count == 1)
    }

    @Test(arguments: [
        (FaultPoint.erasureBegun, false), (.erasureWritten, false), (.beforeCommit, false),
        (.afterCommit, true),
    ])
    func aProcessKilledInAnErasureLeavesAllOrNothing(_ point: FaultPoint, _ isErased: Bool) async throws {
        let folder = try filled()
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = folder.path as String, name = point.rawValue as String] in
            let plan = StoreFaults.environment(["MAKEGOOD_FAULT": "\(name):1"])
            let store = try Store.open(at: path, readOnly: false, lockTimeout: .seconds(5), faults: plan)
            let request = ErasureRequest("u_zoe", reason: "asked for", confirmation: "u_zoe")
            _ = try store.erase(request, by: Shop.lead, at: Shop.now)
        }
        let store = try folder.open()
        let page = try #require(try store.customerPage(Self.zoe, at: Shop.now))
        #expect(
            (page.customer.erasedAt != nil) == isErased && (page.customer.values.email == nil) == isErased)
        #expect(try store.verifyAudit().isOK)
        let outcome = try store.erase(Self.request, by: Shop.lead, at: Shop.now)
        #expect(outcome.isReplay == isErased && outcome.isSwept)
        try checkGone(store, in: folder)
    }

    @Test func whatSomebodyElseHasTooStaysTheirs() throws {
        let folder = try StoreFolder()
        let store = try folder.createShop()
        let shared = CustomerValues(email: PersonIdentifier(Self.email), name: PersonName(Self.name))
        try store.addCustomer(Self.zoe, shared, by: Shop.lead, at: Shop.now)
        try store.addCustomer("u_twin", shared, by: Shop.lead, at: Shop.now)
        _ = try store.erase(Self.request, by: Shop.lead, at: Shop.now)
        #expect(try store.customerPage("u_twin", at: Shop.now)?.customer.values == shared)
    }
}

struct RedactorTests {
    private static let redactor = Redactor(
        identifiers: ["a@b.example"], names: ["Zoë Ott"], sparing: "Ott")

    @Test(arguments: [
        (#"{"Zoë Ott":"Zoë Ott","n":1.50}"#, #"{"Zoë Ott":"erased","n":1.50}"#),
        (#"["x A@B.EXAMPLE y","Zoë Otto","Ott"]"#, #"["x erased y","Zoë Otto","Ott"]"#),
        (#"{"a":"line\n\"Zoë Ott\""}"#, #"{"a":"line\n\"erased\""}"#),
        (#"{"a":"Zo\u00eb Ott"}"#, #"{"a":"erased"}"#),
        ("not json, a@b.example", "not json, a@b.example"), (#"{"cut":"a@b.exam"#, #"{"cut":"a@b.exam"#),
    ])
    func onlyWhatNamesThePersonGoes(_ text: String, _ rest: String) {
        #expect(Self.redactor.blotted(json: text) == rest)
    }

    @Test func whatIsPackedGoesWhole() {
        let packed = Data(#"{"mail":"a@b.example"}"#.utf8).base64EncodedString()
        #expect(Self.redactor.blotted(json: #"{"jws":"eyJhIjoxfQ.\#(packed).sig"}"#) == #"{"jws":"erased"}"#)
        let other = Data(#"{"mail":"c@b.example"}"#.utf8).base64EncodedString()
        #expect(Self.redactor.blotted(json: #"{"jws":"\#(other)"}"#) == #"{"jws":"\#(other)"}"#)
    }
}
