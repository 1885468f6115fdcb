import JSONAnswers
import JSONValues
import Persistence
import Purchases

/// What `chain attach` did or would do, as lines and as JSON.
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

extension Attachment {
    /// The answer of `chain attach`.
    func json(isPreview: Bool) -> JSONValue {
        .object([
            "original_transaction_id": chain.original, "from": from, "to": to, "created": createsCustomer,
            "access_before": verdicts(before), "access_after": verdicts(after), "loses_access": losers,
            "dry_run": isPreview,
        ])
    }

    private func verdicts(_ access: [AppUserID: [EntitlementAccess]]) -> [JSONValue] {
        people.map { .object(["app_user_id": $0, "entitlements": access[$0] ?? []]) }
    }
}
