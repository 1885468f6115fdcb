package import Persistence
package import Purchases

/// Extensions in words: renewal dates that Apple is asked to move.
extension Reader {
    /// Why a renewal is later: `outage or issue of the service`.
    package func words(of reason: ExtensionReason) -> String {
        switch reason {
        case .undeclared: "no reason given"
        case .satisfaction: "to please the customer"
        case .other: "another reason"
        case .outage: "issue of the service, or outage"
        }
    }

    /// What stands against renewing later.
    package func words(of obstacle: ExtensionObstacle) -> String {
        switch obstacle {
        case .badLength(let days):
            "Apple extends by 1 to \(ExtensionRule.lengths.upperBound) days, not by \(days)"
        case .notServed(let environment): "this store does not serve \(environment.rawValue)"
        case .noSubscription: "it is no subscription that renews"
        case .familyShared: "it comes through Family Sharing: only the purchaser's own can be extended"
        case .notBegun: "nothing was bought yet"
        case .revoked: "it was taken back"
        case .billingRetry(let since): "it has expired\(ago(since)), and Apple still tries to charge"
        case .grace(let since):
            "its renewal could not be charged, and its period has ended\(ago(since)): it lives by the grace period"
        case .expired(let since): "it is over\(ago(since))"
        case .freeOffer(let until): "its period is free, up to \(moment(until))"
        case .neverPaid: "nothing was ever paid for it"
        case .sameIncident(let incident): "it was renewed later for incident \(incident) already"
        case .mayBeDone(let request):
            "question \(request) may have renewed it later, though no answer came: ask for news of the chain first"
        case .tooOften(let times, let until):
            "\(Counting.of(times.count, "extension")) in \(ExtensionRule.year.wholeDays) days (\(Counting.all(times.map(day)))), "
                + "of \(ExtensionRule.mostInAYear) that Apple allows a customer: again from \(day(until)) on"
        }
    }

    /// What we do not know, so that Apple decides.
    package func words(of doubt: ExtensionDoubt) -> String {
        switch doubt {
        case .historyIncomplete: "not all of the chain is known, extensions neither: Apple decides"
        case .nobodys: "the chain has no customer, so that no other chain counts here: Apple decides"
        case .willNotRenew: "the customer turned renewal off: it ends later, and nothing is renewed"
        case .firstPaidPeriod:
            "it is the first period that was paid for, Apple wants one before: Apple decides"
        case .everybodyWaits:
            "everybody who has the product is being renewed later, and this one with them: it would come on top"
        }
    }

    /// How many extensions Apple still allows: `1 of 2 extensions in 365 days is used`.
    package func used(_ past: [PastExtension]) -> String {
        let verb = past.count == 1 ? "is" : "are"
        let waiting = past.count { $0.isWaiting }
        return
            "\(past.count) of \(ExtensionRule.mostInAYear) extensions in \(ExtensionRule.year.wholeDays) days \(verb) used"
            + (waiting == 0 ? "" : ", \(waiting) of them \(waiting == 1 ? "waits" : "wait")")
    }

    /// The renewal before and after: `21 Dec 10:00, then 28 Dec 10:00 (7 days later)`.
    package func renewal(of preview: ExtensionPreview) -> String {
        guard let end = preview.expiresAt, let later = preview.extendedTo else {
            return "nothing is known that could be renewed later"
        }
        return "\(moment(end)), then \(moment(later)) (\(Counting.of(preview.wish.days, "day")) later)"
    }

    /// How far Apple is with everybody's renewals: `1203 renewed later, 4 not`.
    package func words(of effect: MassExtensionEffect) -> String {
        "\(effect.succeeded) renewed later, \(effect.failed) not"
            + (effect.completedAt.map { ", done \(moment($0))" } ?? " so far")
    }

    /// The renewals that were moved for an incident, a line each; none where none were.
    package func lines(of state: IncidentExtensionState) -> [String] {
        let counts = [
            (state.done, "renewed later"), (state.waiting, "waiting"), (state.failed, "not renewed later"),
        ]
        .filter { $0.0 > 0 }.map { "\($0) \($1)" }
        let own = counts.isEmpty ? [] : ["its own chains: \(Counting.all(counts))"]
        return own
            + state.everybody.map { row in
                let text = AskedText(row)
                let how = row.request.massExtensionEffect.map(words) ?? text.answer ?? "not asked yet"
                return
                    "\(text.what) (question \(row.id)): \(row.request.state == .cancelled ? "cancelled" : how)"
            }
    }

    /// Whom an extension of everybody reaches, which must be said before it is sent.
    package func words(of reach: MassExtensionReach) -> String {
        let place =
            reach.storefronts.isEmpty
            ? "in all storefronts" : "in \(Counting.all(reach.storefronts))"
        return "EVERY active subscriber of \(reach.product) \(place), hurt or not: "
            + "this store knows \(reach.known), Apple may have more"
            + (reach.renewed > 0
                ? "; \(Counting.of(reach.renewed, "chain was", "chains were")) renewed later for the incident already, and would be again"
                : "")
            + (reach.unsettled.map { "; question \($0) may have done so already, though Apple never said so" }
                ?? "")
    }

    /// Since when, behind what it is; empty where nothing tells.
    private func ago(_ since: Instant?) -> String { since.map { " since \(moment($0))" } ?? "" }
}
