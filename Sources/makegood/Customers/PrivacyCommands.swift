import ArgumentParser
import Foundation
import JSONAnswers
package import JSONValues
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
        Output(isJSON: true).answer(export.json(at: invocation.now), [])
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
        invocation.output.answer(outcome.json, Answers.erasure(outcome))
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

/// The answer of `customer erase`.
extension ErasureOutcome: JSONEncodable {
    package var json: JSONValue {
        .object([
            "erased": .object([
                "app_user_id": customer, "notes": notes, "texts": texts, "documents": documents,
                "quarantined": quarantined, "swept": isSwept, "replayed": isReplay,
            ])
        ])
    }
}

extension PersonExport {
    /// The answer of `customer export`.
    func json(at now: Instant) -> JSONValue {
        page.json().adding([
            "app_user_id": page.customer.id, "exported_at": now, "chain_pages": page.chains,
            "ticket_pages": tickets, "documents": documents.map(\.wholeJSON),
            "quarantined": quarantined.map(\.wholeJSON), "audit": audit, "requests": requests,
        ]).adding(records.isEmpty ? [:] : ["records": records])
    }
}

extension PersonExport.Asked: JSONEncodable {
    package var json: JSONValue {
        .object([
            "id": id, "asked_by": by, "at": at, "request": JSONValue(stored: request), "because": because,
            "evidence": JSONValue(stored: evidence), "state": state, "decision_note": decision,
        ])
    }
}
