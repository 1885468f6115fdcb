import JSONAnswers
import JSONValues
import Persistence
import Purchases

extension Answers {
    /// What attaching a chain changes.
    static func attachment(_ attachment: Attachment, isPreview: Bool) -> [String] {
        guard attachment.from != attachment.to else {
            return ["chain \(attachment.chain.original) is \(attachment.to)'s already"]
        }
        let verb = isPreview ? "would move" : "moved"
        let from = attachment.from.map { "from \($0)" } ?? "from nobody"
        let people = attachment.people.flatMap { person in
            (attachment.before[person] ?? []).map { "  \(person) before: \(headline($0))" }
                + (attachment.after[person] ?? []).map { "  \(person) after:  \(headline($0))" }
        }
        let made =
            attachment.createsCustomer
            ? [
                "no customer has that id: \(isPreview ? "attaching creates" : "made") the customer \(attachment.to)"
            ]
            : []
        let lost = attachment.losers.map { "\($0) loses access by it" }
        return made + ["\(verb) chain \(attachment.chain.original) \(from) to \(attachment.to)"] + people
            + (isPreview ? lost.map { "\($0): for an agent that is a request to a lead" } : lost)
    }
}

extension JSONValue {
    /// The answer of `chain attach`.
    static func attachment(_ attachment: Attachment, isPreview: Bool) -> JSONValue {
        let verdicts: ([AppUserID: [EntitlementAccess]]) -> JSONValue = { access in
            .list(attachment.people) { person in
                .object(["app_user_id": .id(person), "entitlements": .list(access[person] ?? [], verdict)])
            }
        }
        return .object([
            "original_transaction_id": .id(attachment.chain.original), "from": .id(attachment.from),
            "to": .id(attachment.to), "created": .bool(attachment.createsCustomer),
            "access_before": verdicts(attachment.before),
            "access_after": verdicts(attachment.after),
            "loses_access": .list(attachment.losers) { .id($0) }, "dry_run": .bool(isPreview),
        ])
    }
}
