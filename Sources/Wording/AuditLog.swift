internal import Foundation
package import Persistence
package import Purchases

/// An entry of the audit log as a sentence: who did what to whom, and why.
///
/// Everything in it comes from the entry itself, so that it says tomorrow what it says today. What a newer program wrote
/// is said by its names.
package struct AuditSentence {
    /// What an entry is about, where a person can go to look at it.
    package enum Subject: Hashable, Sendable {
        /// A customer, or a grant to one.
        case customer(AppUserID)
        case chain(OriginalTransactionID)
        case ticket(TicketID)
    }

    /// Up to how many bytes details are read; longer ones are lists of everything that one deed touched.
    package static let readableDetails = 16_384

    package let entry: AuditEntry
    private let details: [String: Any]
    private let reader: Reader

    /// The sentence of an entry for a reader.
    package init(_ entry: AuditEntry, for reader: Reader) {
        self.entry = entry
        self.reader = reader
        let isReadable = entry.details.utf8.count <= AuditSentence.readableDetails
        let object = isReadable ? try? JSONSerialization.jsonObject(with: Data(entry.details.utf8)) : nil
        details = object as? [String: Any] ?? [:]
    }

    package var text: String { "\(who) \(deed)\(because)" }

    /// Who did it: an agent, or a program of theirs by itself: `console of ana`.
    private var who: String {
        guard AuditAction(rawValue: entry.action)?.isByItself == true, let program = word("program") else {
            return entry.agent.rawValue
        }
        return "\(program) of \(entry.agent)"
    }

    /// The reason code; nil where none was asked for.
    package var reason: String? {
        // That a grant was cancelled is said by the deed.
        guard entry.action != AuditAction.grantCancel.rawValue else { return nil }
        let reason = (grantOrRevocation ?? details)["reason"]
        guard let gone = reason as? [String: Any] else { return reason as? String }
        return gone["erased"] == nil ? "hidden" : "erased"
    }

    /// What the agent wrote to it; nil for nothing.
    package var note: String? { (grantOrRevocation ?? details)["note"] as? String }

    /// What became of what the agent wrote, where it is not shown: it was erased with its person, or is hidden.
    package var noteGone: String? {
        guard let gone = (grantOrRevocation ?? details)["note"] as? [String: Any] else { return nil }
        return gone["erased"] == nil ? "the note is hidden" : "the note was erased"
    }

    /// Where to look at what it is about; nil where there is nothing to look at.
    package var subject: Subject? {
        switch AuditAction(rawValue: entry.action) {
        case .reveal where word("document") != nil || word("quarantined") != nil: nil
        case .requestFile where word("to") != nil: word("to").map { .customer(AppUserID($0)) }
        case .customerAdd, .customerSet, .customerNote, .customerTester, .grant, .revoke, .reveal,
            .revealOnce, .customerErase, .grantCancel, .requestApprove, .customerConsent,
            .grantBridge,
            .grantBridgeEnd:
            .customer(customer)
        case .requestFile: word("ticket").map { Subject.ticket(TicketID($0)) } ?? .customer(customer)
        case .requestReview, .requestWithdraw, .requestDecline:
            word("app_user_id").map { .customer(AppUserID($0)) }
        case .chainAttach, .chainOrder: .chain(OriginalTransactionID(entry.subject))
        case .ticket, .ticketWriteOff: .ticket(TicketID(entry.subject))
        case .alarm: alarmed.count == 1 ? alarmed.first.map { .ticket(TicketID($0)) } : nil
        case .export where word("ticket") != nil: word("ticket").map { .ticket(TicketID($0)) }
        case .export:
            number("people", in: details) == 1 && !entry.subject.hasPrefix("list ")
                ? .customer(customer) : nil
        default: nil
        }
    }

    /// The ticket that a grant made good; nil without one.
    package var ticket: TicketID? {
        number("ticket_id", in: grantOrRevocation ?? [:]).map { TicketID(String($0)) }
    }

    /// Why, behind a colon: the reason in words and what the note says.
    private var because: String {
        let words = reason.map { $0.split(separator: "_").joined(separator: " ") }
        let said = note.map { "“\($0)”" } ?? noteGone
        let parts = [words, said].compactMap { $0 }
        return parts.isEmpty ? "" : ": \(parts.joined(separator: "; "))"
    }

    /// What was done, behind the name of who did it.
    private var deed: String {
        guard let action = AuditAction(rawValue: entry.action) else {
            return "did \(entry.action) to \(entry.subject)"
        }
        let subject = entry.subject
        return switch action {
        case .initialize: "made the store\(founding)"
        case .backup: "copied the store\(copied)"
        case .adopt: "went on with another file in the store's place\(adoption)"
        case .importDocuments: "imported \(imported)"
        case .quarantineRetry: retried
        case .quarantineDrop: "dropped document \(subject) from quarantine"
        case .catalogImport: "replaced the catalogue\(products)"
        case .catalogFollow:
            "worked out what the new catalogue changes: "
                + Counting.of(number("chains", in: details) ?? 0, "chain") + ", "
                + Counting.of(number("attempts", in: details) ?? 0, "attempt")
        case .settingsSet: "set \(subject)\(change)"
        case .secretAdd: "added shared secret\(secret)"
        case .secretRemove: "removed shared secret\(secret)"
        case .agentAdd: "gave \(subject) the role \(word("role") ?? "of an agent")"
        case .agentRemove: "removed \(subject) from the agents"
        case .customerAdd: "\(approved)added customer \(subject)\(fields(" with"))"
        case .customerSet: "\(approved)changed\(fields("")) of customer \(subject)"
        case .customerNote: "wrote a note on customer \(subject)"
        case .customerTester:
            details["tester"] as? Bool == false
                ? "took the mark of a tester from \(subject)" : "marked \(subject) as a tester"
        case .chainAttach:
            "\(approved)attached chain \(subject) to \(word("to") ?? "a customer")\(formerOwner)"
        case .chainOrder: "recorded order \(word("order") ?? "") for chain \(subject)"
        case .grant: "granted \(granted)\(alone)"
        case .revoke: "took grant \(number("id", in: grantOrRevocation ?? [:]) ?? 0) of \(customer) back"
        case .ticket: ticketAct
        case .ticketWriteOff: "wrote off ticket \(subject)"
        case .ticketOverdue: "updated tickets whose time had come\(moves)"
        case .alarm: alarm
        case .reveal where word("document") != nil: "looked at document \(subject)"
        case .reveal where word("quarantined") != nil: "looked at document \(subject) in quarantine"
        case .reveal: "exported personal data of \(subject): \(AuditSentence.field(word("field") ?? ""))"
        case .revealOnce: "looked at personal data of \(subject) for a minute"
        case .export: "exported \(exported)"
        case .customerErase: "erased the person behind \(subject)\(erased)"
        case .grantCancel: "cancelled grant \(number("id", in: grantOrRevocation ?? [:]) ?? 0) of \(customer)"
        case .requestFile: "asked a lead \(wish)"
        case .requestWithdraw: "withdrew \(request)"
        case .requestReview:
            "looked again at \(request): "
                + Counting.of(number("changes", in: details) ?? 0, "thing") + " had changed since it was seen"
        case .requestApprove:
            "approved \(asker)request \(word("request") ?? "") and granted \(granted)"
        case .requestDecline: "declined \(asker)\(request)"
        case .templateSet: "changed the answer \(subject)"
        case .viewKeep: "changed a view of \(subject)"
        case .viewShare: "changed a shared view of \(subject)"
        case .incidentFind: incidentsFound
        case .incidentShape: incidentShaped
        case .batchStart: batchStart
        case .batchEnd:
            "finished batch \(subject): \(Counting.of(number("granted", in: details) ?? 0, "ticket")) made good"
                + " for \(Counting.of(number("customers", in: details) ?? 0, "customer"))\(leftOut)"
        case .batchCancel:
            number("taken_back", in: details) ?? 0 == 0
                ? "began to take batch \(subject) back"
                : "took batch \(subject) back: \(Counting.of(number("taken_back", in: details) ?? 0, "grant"))"
        case .appStoreAsk: "asked the App Store for \(asked)"
        case .appStoreCancel: "no longer asks the App Store for \(asked)"
        case .appStoreTry: "tried \(asked)\(answered)"
        case .extend: "asked the App Store to \(extended)"
        case .accountToken:
            "asked the App Store to sign \(word("to") ?? "a customer")'s token into chain \(word("subject") ?? "")"
        case .refundAnswer: "answered refund request \(subject) of \(word("app_user_id") ?? "a customer")"
        case .refundSkip: "left refund request \(subject) unanswered"
        case .customerConsent:
            details["given"] as? Bool == true
                ? "noted that \(subject) agrees that Apple is told what was consumed"
                : "noted that \(subject) does not agree that Apple is told what was consumed"
        case .grantBridge: "bridged \(granted)"
        case .grantBridgeEnd:
            "ended bridge \(number("id", in: grantOrRevocation ?? [:]) ?? 0) of \(customer)"
        case .webhookReplay:
            "sent \(Counting.of(number("messages", in: details) ?? 0, "message")) again to \(subject)"
        case .webhookForget:
            "forgot the webhooks' receiver \(subject) and \(Counting.of(number("messages", in: details) ?? 0, "message")) that it did not take"
        case .serverNote: "noted how far the server's work has come"
        case .restore: restored
        case .upgrade: upgraded
        case .upgradeTell:
            "\(details["is_told"] as? Bool == true ? "told" : "did not tell") backends of \(whatChanged) that the upgrade changed"
        case .keyAdd: "made the API key \(subject) for \(word("scope") ?? "")"
        case .keyRemove: "removed the API key \(subject)"
        case .refused: "was refused \(subject)\(refusal)"
        }
    }
}

extension AuditSentence {
    /// What an upgrade did.
    private var upgraded: String {
        let chains = Counting.of(number("chains", in: details) ?? 0, "chain")
        let charges = Counting.of(number("joined", in: details) ?? 0, "charge")
        return
            "brought the store to its present format: \(chains), \(charges) joined to others, \(whatChanged) changed"
    }

    /// How many customers and tickets were changed.
    private var whatChanged: String {
        let customers = Counting.of(number("customers", in: details) ?? 0, "customer")
        return "\(customers) and \(Counting.of(number("tickets", in: details) ?? 0, "ticket"))"
    }

    /// What is asked of the App Store.
    private var asked: String {
        switch word("kind") {
        case "retry": "another verification of ticket \(word("subject") ?? "")"
        case "order": "order \(word("subject") ?? "")"
        case "refresh": "news of chain \(word("subject") ?? "")"
        case "finish": "the end of the transaction of ticket \(word("subject") ?? "")"
        case "extend", "mass_extend": "a later renewal of \(word("subject") ?? "")"
        case "consumption": "an answer to refund request \(word("subject") ?? "")"
        case "token": "a customer's token in chain \(word("subject") ?? "")"
        default: "request \(entry.subject)"
        }
    }

    /// Which renewal date is moved, and by how much.
    private var extended: String {
        let days = Counting.of(number("days", in: details) ?? 0, "day")
        if word("kind") == "mass_extend" {
            let places = (details["storefronts"] as? [String]).map { " in \(Counting.all($0))" } ?? ""
            return "renew every subscription to \(word("subject") ?? "")\(places) \(days) later"
        }
        if let chains = number("chains", in: details) {
            return
                "renew \(Counting.of(chains, "chain")) of incident \(word("incident") ?? "") \(days) later"
        }
        return "renew chain \(word("subject") ?? "") \(days) later"
    }

    /// What the App Store answered, behind a colon.
    private var answered: String { word("outcome").map { ": \($0)" } ?? "" }

    /// What became of a batch before anything was given: who is in it, or that a second lead approved it.
    private var batchStart: String {
        let batch = "batch \(entry.subject)"
        if let request = word("approved") { return "approved \(asker)request \(request), \(batch)" }
        let whom = Reader.program.whom(
            incident: word("incident").map(IncidentID.init), words: word("words"))
        let customers = Counting.of(number("customers", in: details) ?? 0, "customer")
        let waits = word("request").map { " and asked a second lead, request \($0)" } ?? ""
        return "planned \(batch), \(whom), \(customers)\(waits)\(alone)"
    }

    /// That a second lead would have decided about it, in a store that had only one; empty where it was not so.
    private var alone: String {
        details["no_second_lead"] as? Bool == true ? ", with no second lead to ask" : ""
    }

    /// How many tickets of a batch are left out, behind a comma; empty for none.
    private var leftOut: String {
        let excluded = (details["excluded"] as? [String: Int])?.values.reduce(0, +) ?? 0
        return excluded == 0 ? "" : ", \(Counting.of(excluded, "ticket")) left out"
    }

    /// What was done to a ticket.
    private var ticketAct: String {
        if let act: TicketAct = read() {
            let said = word("proof") == nil ? "" : ", which no fact shows"
            return approved + reader.sentence(of: act, on: entry.subject) + said
        }
        let ticket = "ticket \(entry.subject)"
        return switch word("deed") {
        case "open": "opened \(ticket)\(word("product").map { " for \($0)" } ?? "")"
        case .some(let other): "did \(other) to \(ticket)"
        case nil: "worked on \(ticket)"
        }
    }

    /// The details as an act; nil where they are none that is known.
    private func read<Act: Decodable>() -> Act? {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return details.isEmpty ? nil : try? decoder.decode(Act.self, from: Data(entry.details.utf8))
    }

    /// Whom a grant gave what, until when, and the ticket that it made good.
    private var granted: String {
        let grant = grantOrRevocation ?? [:]
        let end = number("ends_at_ms", in: grant).map { "until \(reader.moment(Instant(milliseconds: $0)))" }
        let what = grant["entitlement"] as? String ?? "access"
        let term = grant["starts_at_ms"] == nil ? end : end ?? "without end"
        let place = ticket.map { "with ticket \($0)" }
        return (["\(customer) \(what)", term, place].compactMap { $0 }).joined(separator: " ")
    }

    private var customer: AppUserID {
        AppUserID(grantOrRevocation?["app_user_id"] as? String ?? entry.subject)
    }

    /// What a lead was asked for or to do.
    private var wish: String {
        let receiver = word("to") ?? "a customer"
        if let chain = word("chain") { return "to attach chain \(chain) to \(receiver)\(formerOwner)" }
        if let carrier = word("token_of") { return "to give \(receiver) the token of \(carrier)" }
        if let end = word("resolution").flatMap(TicketResolution.init(rawValue:)) {
            return "for the end of ticket \(word("ticket") ?? "") as \(end.title)"
        }
        return "for \(granted)"
    }

    /// The request that was approved with what follows; empty where nobody had to be asked.
    private var approved: String {
        word("approved").map { "approved \(asker)request \($0) and " } ?? ""
    }

    /// A request that an entry is about, and the customer whom it is for.
    private var request: String {
        "request \(entry.subject)\(word("app_user_id").map { " for \($0)" } ?? "")"
    }

    /// Whose request it is.
    private var asker: String { word("asked_by").map { "\($0)'s " } ?? "" }

    private var grantOrRevocation: [String: Any]? {
        details["grant"] as? [String: Any] ?? details["revocation"] as? [String: Any]
    }

    private var founding: String {
        let serves = (details["serves"] as? [String] ?? []).joined(separator: ", ")
        let practice = details["practice"] as? Bool == true ? ", for practice" : ""
        return practice + (serves.isEmpty ? "" : "; it serves \(serves)")
    }

    /// The name of a copy, and up to where its log goes.
    private var copied: String {
        let name = word("file").map { " to \($0)" } ?? ""
        let entries = number("entries", in: details).map {
            ", with \(Counting.of($0, "entry", "entries")) of the log"
        }
        return name + (entries ?? "")
    }

    /// What took the store's place, and what went with the one that stood there.
    private var restored: String {
        let source =
            details["itself"] as? Bool == true
            ? "took the store as it was" : "restored the store from \(word("from") ?? "a backup")"
        let replaced = details["replaced"] as? [String: Any]
        guard let missing = replaced.flatMap({ number("missing_entries", in: $0) }), missing > 0 else {
            return source
        }
        return source + ", without \(Counting.of(missing, "newer entry", "newer entries"))"
    }

    private var adoption: String {
        guard let entries = number("entries", in: details), let former = number("former_entries", in: details)
        else { return "" }
        return ", which has \(Counting.of(entries, "entry", "entries")) where the one before had \(former)"
    }

    private var imported: String {
        let counts = details["counts"] as? [String: Any] ?? details
        let documents = number("documents", in: counts).map { "\(Counting.of($0, "document"))" }
        let named = [
            ("rejected", "rejected"), ("opened_tickets", "tickets opened"), ("moved_tickets", "moved"),
            ("resolved_tickets", "resolved"),
        ]
        let said = named.compactMap { key, words in
            number(key, in: counts).flatMap { $0 == 0 ? nil : "\($0) \(words)" }
        }
        let end = details["is_interrupted"] as? Bool == true ? "; it was interrupted" : ""
        return (documents ?? "documents") + (said.isEmpty ? "" : ": \(said.joined(separator: ", "))") + end
    }

    private var products: String {
        (details["products"] as? [Any]).map { " with \(Counting.of($0.count, "product"))" } ?? ""
    }

    /// The value of a setting before and after.
    private var change: String {
        guard let after = word("after") else { return "" }
        let before = word("before").map { $0.isEmpty ? ", which was empty" : ", which was \($0)" } ?? ""
        return (after.isEmpty ? " to nothing" : " to \(after)") + before
    }

    /// What was taken out: everything about one person, or a list of many.
    private var exported: String {
        if word("ticket") != nil { return "everything about ticket \(word("ticket") ?? "")" }
        guard let people = number("people", in: details) else { return entry.subject }
        return people == 1 && !entry.subject.hasPrefix("list ")
            ? "everything about \(entry.subject)"
            : "\(entry.subject), \(Counting.of(people, "customer"))"
    }

    /// How much of a person went.
    private var erased: String {
        let parts = [("notes", "note"), ("documents", "document")].compactMap { key, word in
            number(key, in: details).flatMap { $0 == 0 ? nil : Counting.of($0, word) }
        }
        return parts.isEmpty ? "" : ", with \(parts.joined(separator: " and "))"
    }

    /// Why somebody may not what was tried.
    private var refusal: String {
        switch word("why") {
        case "unknown_login": ", because the login is not an agent"
        case "role": word("role").map { ", which the role \($0) does not allow" } ?? ""
        case "policy": " by the policy"
        default: ""
        }
    }

    private var secret: String { number("id", in: details).map { " \($0)" } ?? "" }

    private var formerOwner: String { word("from").map { ", which was \($0)'s" } ?? "" }

    private var moves: String {
        let kinds = [
            ("opened", "opened"), ("moved", "moved"), ("resolved", "resolved"),
            ("woken", "back from waiting"), ("lapsed", "back because their holders did nothing"),
        ]
        let said = kinds.compactMap { key, words -> String? in
            let count = (details[key] as? [Any])?.count ?? 0
            return count == 0 ? nil : "\(count) \(words)"
        }
        return said.isEmpty ? "" : ": \(said.joined(separator: ", "))"
    }

    /// The tickets whose alarms were taken, or the one whose alarm was settled.
    private var alarmed: [String] {
        details["tickets"] as? [String] ?? [word("ticket")].compactMap { $0 }
    }

    /// What was done about alarms; only one that was delivered was sent.
    private var alarm: String {
        let tickets = alarmed
        guard !tickets.isEmpty else { return alarmsOfNoTicket }
        let which =
            tickets.count == 1
            ? "the alarm of ticket \(tickets[0])" : "the alarms of \(tickets.count) tickets"
        guard details["tickets"] == nil else { return "took \(which) to send" }
        if let attempt = word("attempt") {
            return "took \(which) to send" + (attempt == "1" ? "" : ", try \(attempt)")
        }
        switch word("outcome") {
        case "handed_on": return "sent \(which) to the alarm command, and left the address to the server"
        case "needless": return "did not send \(which): the ticket was resolved"
        // An older program noted failures alone.
        case "delivered", "failed", nil:
            return word("failure").map { "could not send \(which): \($0)" } ?? "sent \(which)"
        case .some(let other): return "noted \(other) for \(which)"
        }
    }

    /// What was done about all alarms that waited, of which no ticket is named.
    private var alarmsOfNoTicket: String {
        if details["passed_over"] as? Bool == true {
            return "dropped the alarms that waited: nobody was called"
        }
        guard let told = number("told", in: details) else { return "worked on the alarms" }
        let incidents = number("incidents", in: details) ?? 0
        if told + incidents == 0 { return "passed over alarms of tickets that were resolved" }
        let what =
            (incidents > 0 ? [Counting.of(incidents, "incident")] : [])
            + (told > 0 ? ["\(Counting.of(told, "loss", "losses")) of funds"] : [])
        return "printed a line about \(Counting.all(what)), because no command was set"
    }

    /// What a look for incidents found, or how many tickets it brought to them.
    private var incidentsFound: String {
        if let tickets = number("tickets", in: details) {
            return "moved \(Counting.of(tickets, "ticket")) into or out of incidents, by rule"
        }
        let kinds = [
            ("found", "found"), ("changed", "changed"), ("merged", "merged"),
            ("dissolved", "no incident after all"), ("ended", "over"),
        ]
        let said = kinds.compactMap { key, words -> String? in
            let numbers = (details[key] as? [NSNumber])?.map(\.stringValue) ?? []
            return numbers.isEmpty
                ? nil : "\(numbers.count == 1 ? "incident" : "incidents") \(Counting.all(numbers)) \(words)"
        }
        return "noted: " + said.joined(separator: ", ")
    }

    /// What a lead made of an incident.
    private var incidentShaped: String {
        let subject = entry.subject
        if let act = word("deed").flatMap(IncidentAct.Code.init(rawValue:)) {
            return reader.sentence(
                of: act, on: subject, other: word("other") ?? "another", isNamed: details["name"] != nil)
        }
        let tickets = Counting.of((details["tickets"] as? [Any])?.count ?? 0, "ticket")
        return switch word("deed") {
        case "move_in": "moved \(tickets) into incident \(subject)"
        case "move_out": "moved \(tickets) out of their incidents"
        default: "changed incident \(subject)"
        }
    }

    /// What was tried again: one document that the entry is about, or as many as its details list. Of many, some may be
    /// kept once more, for another reason, which their entry does not say.
    private var retried: String {
        guard entry.subject == "quarantine" else {
            return "imported document \(entry.subject) from quarantine after all"
        }
        let count = (details["documents"] as? [Any])?.count
        let which = count.map { Counting.of($0, "document") } ?? "documents"
        return "tried \(which) in quarantine again: each was imported, or stays for another reason"
    }

    /// The fields of a customer that were written, behind a word.
    private func fields(_ before: String) -> String {
        let names = (details["fields"] as? [String] ?? []).map(AuditSentence.field)
        guard !names.isEmpty else { return before.isEmpty ? " nothing" : "" }
        return "\(before) \(Counting.all(names))"
    }

    private static func field(_ name: String) -> String {
        name == "email" ? "e-mail" : name.split(separator: "_").joined(separator: " ")
    }

    private func word(_ key: String) -> String? { details[key] as? String }

    private func number(_ key: String, in fields: [String: Any]) -> Int64? {
        (fields[key] as? NSNumber)?.int64Value
    }
}
