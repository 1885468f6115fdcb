import PersistenceTesting
import Purchases
import Testing
import Wording

@testable import Persistence

/// Every kind of entry as a sentence, from details as they are kept.
struct AuditSentenceTests {
    private static func entry(_ action: String, _ subject: String, _ details: String) -> AuditEntry {
        AuditEntry(
            sequence: 1, at: Instant(milliseconds: 0), agent: AgentName("ana"), action: action,
            subject: subject, details: details, previousHash: "", hash: "")
    }

    static let examples: [(String, String, String, String)] = [
        (
            "store.init", "root", #"{"bundle_ids":[],"practice":true,"serves":["Production"]}"#,
            "ana made the store, for practice; it serves Production"
        ),
        (
            "store.backup", "copy.sqlite",
            #"{"bytes":4096,"entries":86,"file":"copy.sqlite","head":"00ff"}"#,
            "ana copied the store to copy.sqlite, with 86 entries of the log"
        ),
        ("reveal", "12", #"{"document":"12"}"#, "ana looked at document 12"),
        ("reveal", "5", #"{"quarantined":"5"}"#, "ana looked at document 5 in quarantine"),
        (
            "store.restore", "store.sqlite",
            #"{"from":"monday.sqlite","itself":false,"replaced":{"missing_entries":7}}"#,
            "ana restored the store from monday.sqlite, without 7 newer entries"
        ),
        (
            "store.restore", "store.sqlite", #"{"from":"monday.sqlite","itself":false}"#,
            "ana restored the store from monday.sqlite"
        ),
        (
            "store.restore", "store.sqlite",
            #"{"from":"store.sqlite","itself":true,"replaced":{"missing_entries":1}}"#,
            "ana took the store as it was, without 1 newer entry"
        ),
        (
            "store.adopt", "store", #"{"entries":4,"former_entries":9,"former_hash":"00"}"#,
            "ana went on with another file in the store's place, which has 4 entries where the one before had 9"
        ),
        (
            "import", "import 3",
            #"{"counts":{"documents":444,"rejected":0,"opened_tickets":10,"moved_tickets":2,"resolved_tickets":0},"is_interrupted":false}"#,
            "ana imported 444 documents: 10 tickets opened, 2 moved"
        ),
        (
            "import", "import 4", #"{"counts":{"documents":0},"is_interrupted":true}"#,
            "ana imported 0 documents; it was interrupted"
        ),
        (
            "quarantine.retry", "5", #"{"reason":"no_json","source":"a.json"}"#,
            "ana imported document 5 from quarantine after all: no json"
        ),
        (
            "quarantine.drop", "5", #"{"reason":"no_json","source":"a.json"}"#,
            "ana dropped document 5 from quarantine: no json"
        ),
        (
            "quarantine.retry", "quarantine", #"{"documents":[4,7,9]}"#,
            "ana tried 3 documents in quarantine again: each was imported, or stays for another reason"
        ),
        (
            "quarantine.retry", "quarantine", #"{"documents":[4]}"#,
            "ana tried 1 document in quarantine again: each was imported, or stays for another reason"
        ),
        (
            "quarantine.retry", "quarantine", "no json",
            "ana tried documents in quarantine again: each was imported, or stays for another reason"
        ),
        ("catalog.import", "catalog", #"{"products":[{}]}"#, "ana replaced the catalogue with 1 product"),
        (
            "catalog.follow", "catalog", #"{"attempts":1,"chains":2}"#,
            "ana worked out what the new catalogue changes: 2 chains, 1 attempt"
        ),
        (
            "settings.set", "policy.retry_limit", #"{"after":"7","before":"5"}"#,
            "ana set policy.retry_limit to 7, which was 5"
        ),
        (
            "settings.set", "bundle_ids", #"{"after":"","before":"com.a"}"#,
            "ana set bundle_ids to nothing, which was com.a"
        ),
        (
            "template.set", "reply.de.loss_of_funds", #"{"after":"Hallo"}"#,
            "ana changed the answer reply.de.loss_of_funds"
        ),
        ("view.keep", "tickets", #"{"position":1,"query":"agent:none"}"#, "ana changed a view of tickets"),
        (
            "view.share", "customers", #"{"is_dropped":true,"position":1}"#,
            "ana changed a shared view of customers"
        ),
        ("secret.add", "secret", #"{"id":1}"#, "ana added shared secret 1"),
        ("secret.remove", "secret", #"{"id":1}"#, "ana removed shared secret 1"),
        ("agent.add", "bo", #"{"role":"service"}"#, "ana gave bo the role service"),
        ("agent.remove", "bo", "{}", "ana removed bo from the agents"),
        (
            "customer.add", "u_1", #"{"fields":["email","name","country"]}"#,
            "ana added customer u_1 with e-mail, name and country"
        ),
        ("customer.add", "u_1", #"{"fields":[]}"#, "ana added customer u_1"),
        ("customer.set", "u_1", #"{"fields":["email"]}"#, "ana changed e-mail of customer u_1"),
        ("customer.note", "u_1", #"{"note":8}"#, "ana wrote a note on customer u_1"),
        ("customer.tester", "u_1", #"{"tester":true}"#, "ana marked u_1 as a tester"),
        ("customer.tester", "u_1", #"{"tester":false}"#, "ana took the mark of a tester from u_1"),
        (
            "chain.attach", "1000", #"{"from":null,"reason":"not_delivered","to":"u_1"}"#,
            "ana attached chain 1000 to u_1: not delivered"
        ),
        (
            "chain.attach", "1000", #"{"from":"u_2","reason":"other","to":"u_1"}"#,
            "ana attached chain 1000 to u_1, which was u_2's: other"
        ),
        (
            "chain.attach", "1000",
            #"{"approved":"5","asked_by":"ben","from":"u_2","reason":"new_account","to":"u_1"}"#,
            "ana approved ben's request 5 and attached chain 1000 to u_1, which was u_2's: new account"
        ),
        (
            "request.file", "5",
            #"{"chain":"1000","from":"u_2","reason":"wrong_account","to":"u_1"}"#,
            "ana asked a lead to attach chain 1000 to u_1, which was u_2's: wrong account"
        ),
        (
            "request.file", "5", #"{"to":"u_1","token_of":"u_2"}"#,
            "ana asked a lead to give u_1 the token of u_2"
        ),
        (
            "customer.set", "u_1",
            #"{"approved":"5","asked_by":"ben","fields":["app_account_token"]}"#,
            "ana approved ben's request 5 and changed app account token of customer u_1"
        ),
        ("chain.order", "1000", #"{"order":"MK4X8ABC12"}"#, "ana recorded order MK4X8ABC12 for chain 1000"),
        (
            "grant", "u_1",
            #"{"grant":{"app_user_id":"u_1","ends_at_ms":86400000,"entitlement":"news","id":48,"note":"sorry","reason":"not_delivered","starts_at_ms":0,"ticket_id":64}}"#,
            "ana granted u_1 news until 1970-01-02T00:00:00Z with ticket 64: not delivered; “sorry”"
        ),
        (
            "grant", "u_1",
            #"{"grant":{"app_user_id":"u_1","entitlement":"pro","id":48,"reason":"goodwill","starts_at_ms":0}}"#,
            "ana granted u_1 pro without end: goodwill"
        ),
        (
            "revoke", "u_1",
            #"{"revocation":{"app_user_id":"u_1","id":32,"note":"given twice","reason":"other"}}"#,
            "ana took grant 32 of u_1 back: other; “given twice”"
        ),
        (
            "grant.cancel", "u_1", #"{"revocation":{"app_user_id":"u_1","id":32,"reason":"cancelled"}}"#,
            "ana cancelled grant 32 of u_1"
        ),
        (
            "request.file", "5",
            #"{"because":{"lifetime":{}},"grant":{"app_user_id":"u_1","entitlement":"pro","note":"VIP","reason":"goodwill","starts_at_ms":0}}"#,
            "ana asked a lead for u_1 pro without end: goodwill; “VIP”"
        ),
        (
            "request.file", "6",
            #"{"deed":"resolve","note":"paid twice","resolution":"duplicate","ticket":"4"}"#,
            "ana asked a lead for the end of ticket 4 as a duplicate: “paid twice”"
        ),
        (
            "request.approve", "u_1",
            #"{"grant":{"app_user_id":"u_1","entitlement":"pro","id":48,"reason":"goodwill","starts_at_ms":0},"asked_by":"ben","request":"5"}"#,
            "ana approved ben's request 5 and granted u_1 pro without end: goodwill"
        ),
        (
            "request.decline", "5", #"{"app_user_id":"u_1","asked_by":"ben","note":"too much"}"#,
            "ana declined ben's request 5 for u_1: “too much”"
        ),
        (
            "request.withdraw", "5", #"{"app_user_id":"u_1","asked_by":"ana"}"#,
            "ana withdrew request 5 for u_1"
        ),
        (
            "request.review", "5", #"{"app_user_id":"u_1","changes":2}"#,
            "ana looked again at request 5 for u_1: 2 things had changed since it was seen"
        ),
        (
            "batch.start", "3",
            #"{"customers":214,"excluded":{},"incident":"2","length":"lost","note":"down","reason":"outage","tickets":230}"#,
            "ana planned batch 3, everybody of incident 2, 214 customers: outage; “down”"
        ),
        (
            "batch.start", "3",
            #"{"customers":1,"length":"lost","reason":"outage","request":"7","tickets":1,"words":"cause:late"}"#,
            "ana planned batch 3, cause:late, 1 customer and asked a second lead, request 7: outage"
        ),
        (
            "batch.start", "3",
            #"{"customers":214,"incident":"2","length":"lost","no_second_lead":true,"reason":"outage","tickets":230}"#,
            "ana planned batch 3, everybody of incident 2, 214 customers, with no second lead to ask: outage"
        ),
        (
            "grant", "u_1",
            #"{"grant":{"app_user_id":"u_1","entitlement":"pro","id":48,"reason":"goodwill","starts_at_ms":0},"no_second_lead":true}"#,
            "ana granted u_1 pro without end, with no second lead to ask: goodwill"
        ),
        (
            "alarm", "alarms", #"{"passed_over":true,"program":"console"}"#,
            "console of ana dropped the alarms that waited: nobody was called"
        ),
        (
            "alarm", "alarms", #"{"incidents":0,"program":"console","told":1}"#,
            "console of ana printed a line about 1 loss of funds, because no command was set"
        ),
        (
            "batch.start", "3", #"{"approved":"7","asked_by":"ben","batch":"3"}"#,
            "ana approved ben's request 7, batch 3"
        ),
        (
            "batch.end", "3",
            #"{"customers":2,"excluded":{"made_good":1,"refunded":2},"granted":2,"taken_back":0}"#,
            "ana finished batch 3: 2 tickets made good for 2 customers, 3 tickets left out"
        ),
        (
            "batch.cancel", "3", #"{"customers":0,"granted":0,"taken_back":2}"#,
            "ana took batch 3 back: 2 grants"
        ),
        ("ticket", "22", #"{"deed":"claim"}"#, "ana claimed ticket 22"),
        ("ticket", "22", #"{"deed":"release"}"#, "ana gave ticket 22 back to its queue"),
        (
            "ticket", "22", #"{"deed":"note","note":"called"}"#,
            "ana noted on ticket 22: “called”"
        ),
        (
            "ticket", "4", #"{"deed":"resolve","note":"in the wallet","quantity":1,"resolution":"credited"}"#,
            "ana resolved ticket 4 as \(TicketResolution.credited.title) (1): “in the wallet”"
        ),
        (
            "ticket", "4",
            #"{"approved":"6","asked_by":"ben","deed":"resolve","note":"paid","proof":"said","resolution":"refunded"}"#,
            "ana approved ben's request 6 and resolved ticket 4 as refunded, which no fact shows: “paid”"
        ),
        ("ticket", "4", #"{"deed":"reopen","note":"no"}"#, "ana reopened ticket 4: “no”"),
        ("ticket", "4", #"{"deed":"open","product":"p"}"#, "ana opened ticket 4 for p"),
        ("ticket", "4", #"{"deed":"fold"}"#, "ana did fold to ticket 4"),
        (
            "ticket.write_off", "27",
            #"{"deed":"resolve","note":"duplicate of 19","resolution":"written_off"}"#,
            "ana wrote off ticket 27: “duplicate of 19”"
        ),
        (
            "ticket.overdue", "tickets", #"{"moved":[1,2],"opened":[],"resolved":[3]}"#,
            "ana updated tickets whose time had come: 2 moved, 1 resolved"
        ),
        ("alarm", "alarms", #"{"tickets":["1","2"]}"#, "ana took the alarms of 2 tickets to send"),
        ("alarm", "alarms", #"{"ticket":"5","failure":null}"#, "ana sent the alarm of ticket 5"),
        (
            "alarm", "alarms", #"{"ticket":"5","failure":"exit 127"}"#,
            "ana could not send the alarm of ticket 5: exit 127"
        ),
        (
            "alarm", "alarms", #"{"ticket":"5","outcome":"forwarded","failure":null}"#,
            "ana noted forwarded for the alarm of ticket 5"
        ),
        ("alarm", "alarms", "{}", "ana worked on the alarms"),
        ("reveal", "u_1", #"{"field":"email"}"#, "ana exported personal data of u_1: e-mail"),
        (
            "reveal.once", "u_1", #"{"reason":"asked by phone"}"#,
            "ana looked at personal data of u_1 for a minute: asked by phone"
        ),
        ("export", "evidence", #"{"ticket":"118"}"#, "ana exported everything about ticket 118"),
        ("export", "u_1", #"{"people":1}"#, "ana exported everything about u_1"),
        (
            "export", "list of customers", #"{"people":50}"#,
            "ana exported list of customers, 50 customers"
        ),
        (
            "customer.erase", "u_1", #"{"documents":2,"notes":1,"reason":"asked for","texts":3}"#,
            "ana erased the person behind u_1, with 1 note and 2 documents: asked for"
        ),
        (
            "ticket", "4", #"{"deed":"note","note":{"hidden":true}}"#,
            "ana noted on ticket 4: the note is hidden"
        ),
        (
            "refused", "grant", #"{"needs":"grant","role":"viewer","why":"role"}"#,
            "ana was refused grant, which the role viewer does not allow"
        ),
        (
            "refused", "read", #"{"why":"unknown_login"}"#,
            "ana was refused read, because the login is not an agent"
        ),
        ("refused", "grant", #"{"why":"policy"}"#, "ana was refused grant by the policy"),
        (
            "ticket", "4", #"{"deed":"note","note":{"erased":true}}"#,
            "ana noted on ticket 4: the note was erased"
        ),
        (
            "incident.find", "incidents",
            #"{"changed":[1],"dissolved":[],"ended":[2,3],"found":[4],"merged":[]}"#,
            "ana noted: incident 4 found, incident 1 changed, incidents 2 and 3 over"
        ),
        (
            "incident.find", "incidents", #"{"incidents":[4],"moves":2,"tickets":12}"#,
            "ana moved 12 tickets into or out of incidents, by rule"
        ),
        ("incident.shape", "4", #"{"deed":"merge","other":"5"}"#, "ana merged incident 5 into incident 4"),
        ("incident.shape", "4", #"{"deed":"close"}"#, "ana closed incident 4"),
        ("incident.shape", "4", #"{"deed":"reopen"}"#, "ana reopened incident 4"),
        ("incident.shape", "4", #"{"deed":"name"}"#, "ana removed the name of incident 4"),
        ("incident.shape", "4", #"{"deed":"name","name":"night"}"#, "ana named incident 4"),
        (
            "incident.shape", "4", #"{"deed":"separate","other":"5"}"#,
            "ana separated incident 4 from incident 5"
        ),
        (
            "incident.shape", "4", #"{"deed":"split","from":7,"other":"5"}"#,
            "ana split incident 4 off incident 5"
        ),
        (
            "incident.shape", "4", #"{"deed":"move_in","tickets":["1","2"]}"#,
            "ana moved 2 tickets into incident 4"
        ),
        (
            "app_store.ask", "3", #"{"kind":"order","subject":"MQ1ABC2345"}"#,
            "ana asked the App Store for order MQ1ABC2345"
        ),
        (
            "app_store.cancel", "3", #"{"kind":"refresh","subject":"7000"}"#,
            "ana no longer asks the App Store for news of chain 7000"
        ),
        (
            "app_store.try", "3", #"{"kind":"retry","outcome":"21005","subject":"4"}"#,
            "ana tried another verification of ticket 4: 21005"
        ),
        (
            "app_store.extend", "3",
            #"{"days":14,"kind":"extend","reason":"service_issue","subject":"7000"}"#,
            "ana asked the App Store to renew chain 7000 14 days later: service issue"
        ),
        (
            "app_store.extend", "3", #"{"days":1,"kind":"mass_extend","subject":"premium_month"}"#,
            "ana asked the App Store to renew every subscription to premium_month 1 day later"
        ),
        (
            "app_store.token", "3",
            #"{"from":"u_2","kind":"token","reason":"wrong_account","subject":"7000","to":"u_1"}"#,
            "ana asked the App Store to sign u_1's token into chain 7000: wrong account"
        ),
        (
            "app_store.try", "3", #"{"kind":"token","outcome":"token_set","subject":"7000"}"#,
            "ana tried a customer's token in chain 7000: token_set"
        ),
        (
            "refund.answer", "2", #"{"app_user_id":"u_1","request":"9"}"#,
            "ana answered refund request 2 of u_1"
        ),
        ("refund.skip", "2", #"{"reason":"other"}"#, "ana left refund request 2 unanswered: other"),
        (
            "customer.consent", "u_1", #"{"given":true}"#,
            "ana noted that u_1 agrees that Apple is told what was consumed"
        ),
        (
            "customer.consent", "u_1", #"{"given":false}"#,
            "ana noted that u_1 does not agree that Apple is told what was consumed"
        ),
        (
            "grant.bridge", "5",
            #"{"grant":{"app_user_id":"u_1","entitlement":"premium","ends_at_ms":1627842118000,"starts_at_ms":1627842000000,"#
                + #""reason":"bridge","ticket_id":4}}"#,
            "ana bridged u_1 premium until "
                + Reader.program.moment(Instant(milliseconds: 1_627_842_118_000)) + " with ticket 4: bridge"
        ),
        (
            "grant.bridge_end", "5", #"{"revocation":{"id":5,"app_user_id":"u_1","reason":"delivered"}}"#,
            "ana ended bridge 5 of u_1: delivered"
        ),
        ("webhook.replay", "shop", #"{"messages":3}"#, "ana sent 3 messages again to shop"),
        (
            "webhook.forget", "shop", #"{"messages":1}"#,
            "ana forgot the webhooks' receiver shop and 1 message that it did not take"
        ),
        ("server.note", "server", "{}", "ana noted how far the server's work has come"),
        (
            "store.upgrade", "upgrade",
            #"{"chains":3,"customers":1,"joined":2,"moved":0,"tickets":0}"#,
            "ana brought the store to its present format: 3 chains, 2 charges joined to others, 1 customer and 0 tickets changed"
        ),
        (
            "store.upgrade_tell", "upgrade", #"{"customers":1,"is_told":true,"tickets":2}"#,
            "ana told backends of 1 customer and 2 tickets that the upgrade changed"
        ),
        (
            "store.upgrade_tell", "upgrade", #"{"customers":1,"is_told":false,"tickets":0}"#,
            "ana did not tell backends of 1 customer and 0 tickets that the upgrade changed"
        ),
        ("key.add", "shop", #"{"scope":"app"}"#, "ana made the API key shop for app"),
        ("key.remove", "shop", "{}", "ana removed the API key shop"),
        ("moon.landing", "u_1", #"{"to":1}"#, "ana did moon.landing to u_1"),
        ("ticket", "4", "no json", "ana worked on ticket 4"),
    ]

    @Test(arguments: examples) func isSaid(
        _ action: String, _ subject: String, _ details: String, _ text: String
    ) {
        #expect(AuditSentence(Self.entry(action, subject, details), for: .program).text == text)
    }

    @Test func everyActionHasAnExample() {
        let said = Set(Self.examples.map(\.0))
        #expect(AuditAction.allCases.filter { !said.contains($0.rawValue) }.isEmpty)
    }

    @Test func anEntryLeadsToWhatItIsAbout() {
        let subject = { (action: String, subject: String, details: String) in
            AuditSentence(Self.entry(action, subject, details), for: .program).subject
        }
        #expect(subject("grant", "u_1", #"{"grant":{"app_user_id":"u_1"}}"#) == .customer(AppUserID("u_1")))
        #expect(subject("reveal", "u_1", #"{"field":"email"}"#) == .customer(AppUserID("u_1")))
        #expect(subject("reveal", "12", #"{"document":"12"}"#) == nil)
        #expect(subject("chain.attach", "1000", "{}") == .chain(OriginalTransactionID("1000")))
        #expect(subject("request.file", "5", #"{"to":"u_1"}"#) == .customer(AppUserID("u_1")))
        #expect(subject("ticket", "4", "{}") == .ticket(TicketID("4")))
        #expect(subject("alarm", "alarms", #"{"tickets":["5"]}"#) == .ticket(TicketID("5")))
        #expect(subject("alarm", "alarms", #"{"tickets":["5","6"]}"#) == nil)
        #expect(subject("catalog.import", "catalog", "{}") == nil)
    }

    @Test func longDetailsAreNotReadWhole() {
        let padding = String(repeating: "x", count: AuditSentence.readableDetails)
        let long = Self.entry("grant", "u_1", #"{"grant":{"reason":"goodwill","list":"\#(padding)"}}"#)
        let sentence = AuditSentence(long, for: .program)
        #expect(sentence.reason == nil && sentence.text == "ana granted u_1 access")
    }
}
