import Persistence
import Purchases

extension Wording {
    /// Verdicts, each with its walk and the next step.
    static func access(_ page: CustomerPage, _ verdicts: [EntitlementAccess]) -> [String] {
        guard !verdicts.isEmpty else { return ["no entitlement is known for this customer"] }
        return verdicts.flatMap { verdict in
            let isUnchecked = page.restsOnUnchecked(verdict)
            let doubt =
                "  unchecked: notifications told a part of this, and no shared secret vouches for them"
            return self.verdict(verdict) + (isUnchecked ? [doubt] : [])
        }
    }

    /// One verdict.
    static func verdict(_ verdict: EntitlementAccess) -> [String] {
        [headline(verdict)]
            + verdict.because.map { reason in
                "  \(reason.rule.rawValue): \(reason.fact)\(reason.at.map { " (\($0))" } ?? "")"
            } + ["  next: \(verdict.nextStep)"]
    }

    /// The verdict in one line.
    static func headline(_ verdict: EntitlementAccess) -> String {
        if verdict.isEntitled {
            let until = verdict.until.map { "until \($0)" } ?? "without end"
            return "ACCESS to \(verdict.entitlement) \(until)"
        }
        let since = verdict.since.map { " since \($0)" } ?? ""
        return "NO ACCESS to \(verdict.entitlement)\(since)"
    }

    /// What a grant changed.
    static func grant(_ outcome: GrantOutcome, isDryRun: Bool) -> [String] {
        let grant = outcome.grant
        let verb = isDryRun ? "would grant" : outcome.isReplay ? "granted already, with this key:" : "granted"
        let end = grant.endsAt.map { "until \($0)" } ?? "without end"
        let gained = outcome.gained.map { "gains \(length($0))" } ?? "gains time without end"
        let lost = outcome.owed?.lost.map { lost in
            let missing = outcome.missing.flatMap {
                $0 == .zero ? nil : ", \(length($0)) of it not given back"
            }
            return "  lost:   \(lost.length.map(length) ?? "time without end")\(missing ?? "")"
        }
        let number = isDryRun && !outcome.isReplay ? "" : ", grant \(grant.id)"
        let left = outcome.allowance
        let refusal = outcome.excess.map { "  would be refused: \($0); ask a lead to give it" }
        return [
            "\(verb) \(grant.entitlement) to \(grant.customer) from \(grant.startsAt) \(end) (\(grant.reason))\(number)",
            "  before: \(headline(outcome.before))", "  after:  \(headline(outcome.after)), \(gained)",
            lost,
            outcome.grant.isRestitution
                ? "  it gives back what was lost: it counts against no limit" : nil,
            "  agents may still give this customer \(left.customer.wholeDays) days; you may still give \(left.grants) grants today",
            refusal,
        ].compactMap { $0 }
    }

    /// What an agent should know about a grant that is allowed.
    static func warning(_ warning: GrantWarning) -> String {
        switch warning {
        case .openTicket(let owed): "ticket \(owed.ticket) waits for this: \(owed.reason.fact)"
        case .recentGrant(let grant):
            "\(grant.grantedBy) granted this at \(grant.grantedAt), grant \(grant.id)"
                + (grant.revokedAt.map { ", and it was taken back at \($0)" } ?? "")
        }
    }

    /// A warning with what to do about it from here.
    static func note(on warning: GrantWarning) -> String {
        switch warning {
        case .openTicket(let owed): "\(self.warning(warning)): give it with --ticket \(owed.ticket)"
        case .recentGrant: "\(self.warning(warning)): look before giving it twice"
        }
    }

    /// What ending a grant changed.
    static func revocation(_ outcome: RevocationOutcome) -> [String] {
        [
            "ended grant \(outcome.grant.id) of \(outcome.grant.entitlement) to \(outcome.grant.customer)",
            "  before: \(headline(outcome.before))", "  after:  \(headline(outcome.after))",
        ]
    }

    /// What attaching a chain changes.
    static func attachment(_ attachment: Attachment, isDryRun: Bool) -> [String] {
        guard attachment.from != attachment.to else {
            return ["chain \(attachment.chain) is \(attachment.to)'s already"]
        }
        let verb = isDryRun ? "would move" : "moved"
        let from = attachment.from.map { "from \($0)" } ?? "from nobody"
        let people = attachment.people.flatMap { person in
            (attachment.before[person] ?? []).map { "  \(person) before: \(headline($0))" }
                + (attachment.after[person] ?? []).map { "  \(person) after:  \(headline($0))" }
        }
        let made =
            attachment.createsCustomer
            ? [
                "there was nobody of that name: \(isDryRun ? "attaching creates" : "made") the customer \(attachment.to)"
            ]
            : []
        return made + ["\(verb) chain \(attachment.chain) \(from) to \(attachment.to)"] + people
    }

    /// A length of time in days and hours, or in minutes below an hour.
    private static func length(_ time: TimeLength) -> String {
        let (days, hours) = (time.wholeDays, time.wholeSeconds / 3600 % 24)
        let parts = [(days, "day"), (hours, "hour")].filter { $0.0 > 0 }.map { count, unit in
            "\(count) \(unit)\(count == 1 ? "" : "s")"
        }
        return parts.isEmpty ? "\(time.wholeSeconds / 60) minutes" : parts.joined(separator: " ")
    }
}
