import ArgumentParser
import Foundation
import JSONAnswers
import JSONValues
import Persistence
import Purchases
import Wording

/// Takes out everything about one person.
struct CustomerExportCommand: StoreCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write everything about one person as one JSON document.",
        discussion: "The audit log notes it first, so a run with --read-only refuses it.")
    static let permission = Permission.export

    @Argument(help: "The customer's app_user_id.", completion: .customers) var customer: String
    @OptionGroup var global: GlobalOptions

    func run(in invocation: Invocation) throws -> ExitCode {
        let export = try invocation.store.exportPerson(
            AppUserID(customer), by: invocation.agent, at: invocation.now)
        Output(isJSON: true).answer(.personExport(export, at: invocation.now), [])
        return .success
    }
}

/// Erases a person.
struct CustomerEraseCommand: StoreCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase",
        abstract: "Erase a person: address, name, token, notes and every other text (leads).",
        discussion: """
            They go from the customer, from kept documents and quarantine, from the search index and from free pages. \
            Purchases, grants and the audit log stay, under the app_user_id. Nothing brings it back; backups that were \
            made before still hold it.
            """)
    static let permission = Permission.erase

    @Argument(help: "The customer's app_user_id.", completion: .customers) var customer: String
    @Option(help: "Why; it is kept with the audit log.") var reason: String
    @Option(help: "The customer's app_user_id once more.") var confirm: String
    @OptionGroup var global: GlobalOptions

    var deed: String? { "the person was erased" }

    func run(in invocation: Invocation) throws -> ExitCode {
        let outcome = try invocation.store.erase(
            ErasureRequest(AppUserID(customer), reason: reason, confirmation: confirm), by: invocation.agent,
            at: invocation.now)
        if !outcome.isSwept {
            Output.note(
                "makegood: others read the store all the time, so the -wal still holds what is gone: run it again"
            )
        }
        invocation.output.answer(.erasure(outcome), Answers.erasure(outcome))
        return .success
    }
}

extension Answers {
    /// What an erasure did.
    static func erasure(_ outcome: ErasureOutcome) -> [String] {
        guard !outcome.isReplay else { return ["the person behind \(outcome.customer) was erased before"] }
        return [
            "the person behind \(outcome.customer) is erased",
            "gone: \(outcome.notes) notes, \(outcome.texts) texts beside the audit log, "
                + "\(outcome.quarantined) documents of quarantine; blotted out in \(outcome.documents) documents",
            "purchases, grants and the audit log stay under \(outcome.customer); backups are yours to replace",
        ]
    }
}

extension JSONValue {
    /// The answer of `customer erase`.
    static func erasure(_ outcome: ErasureOutcome) -> JSONValue {
        .object([
            "erased": .object([
                "app_user_id": .id(outcome.customer), "notes": .number(outcome.notes),
                "texts": .number(outcome.texts), "documents": .number(outcome.documents),
                "quarantined": .number(outcome.quarantined), "swept": .bool(outcome.isSwept),
                "replayed": .bool(outcome.isReplay),
            ])
        ])
    }

    /// The answer of `customer export`.
    static func personExport(_ export: PersonExport, at now: Instant) -> JSONValue {
        let page = JSONValue.customerPage(export.page)
        guard case .object(let members) = page else { return page }
        let more: [String: JSONValue] = [
            "app_user_id": .id(export.page.customer.id), "exported_at": .time(now),
            "chain_pages": .list(export.page.chains, chain),
            "ticket_pages": .list(export.tickets, ticketPage),
            "documents": .list(export.documents, document),
            "quarantined": .list(export.quarantined, quarantined), "audit": .list(export.audit, entry),
            "requests": .list(export.requests, asked),
        ]
        let records = export.records.mapValues { rows in
            JSONValue.list(rows) { .object($0.mapValues(JSONValue.string)) }
        }
        return .object(
            members.merging(more) { $1 }.merging(records.isEmpty ? [:] : ["records": .object(records)]) { $1 }
        )
    }

    private static func asked(_ asked: PersonExport.Asked) -> JSONValue {
        .object([
            "id": .string(asked.id), "asked_by": .id(asked.by), "at": .time(asked.at),
            "request": parsed(asked.request), "because": .string(asked.because),
            "evidence": parsed(asked.evidence), "state": .string(asked.state),
            "decision_note": .text(asked.decision),
        ])
    }

    private static func parsed(_ text: String) -> JSONValue {
        (try? JSONValue(parsing: Data(text.utf8))) ?? .string(text)
    }
}
