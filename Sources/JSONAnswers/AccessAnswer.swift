package import JSONValues
package import Persistence
package import Purchases
package import Wording

/// Access as JSON: `makegood access --json`, and the server's `AccessRoute` and `ReceiptRoutes.swift`.
extension JSONValue {
    /// The answer of `access`; `asOf` is the moment that was asked for where it is not the present one.
    package static func access(
        _ page: CustomerPage, _ verdicts: [EntitlementAccess], asOf past: Instant? = nil
    ) -> JSONValue {
        access(
            page.access, at: page.at, Reader.program.nextStep(of: page, asOf: past),
            verdicts.map { $0.json(in: page) })
    }

    /// The answer of `access`, from what a customer may use alone.
    package static func access(_ standing: AccessSnapshot, _ verdicts: [EntitlementAccess]) -> JSONValue {
        let advice = standing.access.advice(at: standing.at)
        return access(
            standing.access, at: standing.at,
            Reader.program.nextStep(of: advice, isUnchecked: standing.restsOnUnchecked),
            verdicts.map { $0.json(isUnchecked: standing.restsOnUnchecked($0)) })
    }

    private static func access(
        _ access: CustomerAccess, at moment: Instant, _ nextStep: String, _ entitlements: [JSONValue]
    ) -> JSONValue {
        .object([
            "app_user_id": access.facts.customer.id, "at": moment, "next_step": nextStep,
            "owed": access.owed(at: moment), "entitlements": entitlements,
        ])
    }
}

extension Reader {
    /// What to do next about the whole customer, the worst first; `asOf` is the moment that was asked for where it is not
    /// the present one.
    package func nextStep(of page: CustomerPage, asOf past: Instant? = nil) -> String {
        nextStep(of: page.access.advice(at: page.at), asOf: past, isUnchecked: page.restsOnUnchecked)
    }
}

extension EntitlementAccess: JSONEncodable {
    package var json: JSONValue {
        .object([
            "entitlement": entitlement, "entitled": isEntitled, "since": since, "until": until,
            "source": source?.kind ?? "none", "source_id": source?.id, "kind": kind, "sources": sources,
            "because": because, "owed": owed, "known_at": knownAt, "stale": isStale,
            "next_step": Reader.program.words(of: nextStep),
        ])
    }

    /// The verdict, and whether it rests on what nothing vouches for.
    package func json(in page: CustomerPage) -> JSONValue { json(isUnchecked: page.restsOnUnchecked(self)) }

    fileprivate func json(isUnchecked: Bool) -> JSONValue {
        json.adding([
            "unchecked": isUnchecked,
            "next_step": Reader.program.nextStep(of: self, isUnchecked: isUnchecked),
        ])
    }
}

/// What a ticket says was paid and not delivered.
extension OwedPurchase: JSONEncodable {
    package var json: JSONValue {
        .object([
            "ticket": ticket, "group": group, "money": money, "charged_at": chargedAt, "lost": lost,
            "trial": isTrial, "cause": cause, "product_id": product,
        ])
    }
}

extension AccessSource: JSONEncodable {
    package var json: JSONValue {
        .object([
            "source": origin.kind, "source_id": origin.id, "kind": kind, "from": span?.from,
            "until": span?.until, "status": status, "environment": environment, "holds": holds,
        ])
    }
}

extension Reason: JSONEncodable {
    package var json: JSONValue {
        .object(["rule": rule.rawValue, "fact": Reader.program.words(of: fact), "at": at])
    }
}
