package import JSONValues
package import Persistence
import Purchases
import Wording

extension JSONValue {
    /// An incident.
    package static func incident(_ incident: Incident) -> JSONValue {
        let figures = incident.figures
        return .object([
            "id": .id(incident.id), "name": .text(incident.name), "kind": .string(incident.kind.rawValue),
            "key": .string(incident.key),
            "cause": incident.kind == .cause ? .string(incident.key) : .null,
            "app_version": incident.kind == .version ? .string(incident.key) : .null,
            "causes": .list(incident.causes) { .string($0.rawValue) },
            "state": .string(incident.state.rawValue), "goes_on": .bool(incident.state == .goingOn),
            "from": .time(incident.from), "until": .time(incident.until),
            "opened_at": .time(incident.openedAt),
            "closed_at": .time(incident.closedAt), "usual_per_hour": .string(decimal(incident.usual)),
            "tickets": .number(figures.tickets), "open": .number(figures.open),
            "customers": .number(figures.customers), "money": .list(figures.money) { .money($0) },
            "open_money": .list(figures.openMoney) { .money($0) }, "unpriced": .number(figures.unpriced),
            "made_good_percent": .number(figures.madeGoodPercent),
            "standings": .list(figures.sums) { sum in
                let money = sum.currency.map { Money(milliunits: sum.milliunits, currency: $0) }
                return .object([
                    "standing": .string(sum.standing.rawValue), "tickets": .number(sum.tickets),
                    "money": .money(money),
                ])
            },
            "is_kept": .bool(incident.isKept), "merged_into": .id(incident.mergedInto),
            "version": .number(incident.version),
        ])
    }

    /// A page of incidents.
    package static func incidents(_ page: IncidentListPage) -> JSONValue {
        .object(["incidents": .list(page.incidents, incident), "next": .text(page.next)])
    }

    /// Everything about an incident.
    package static func incidentPage(_ page: IncidentPage) -> JSONValue {
        .object([
            "incident": incident(page.incident), "step_hours": .number(Int(page.step.wholeSeconds / 3600)),
            "curve": .list(page.curve) { .object(["at": .time($0.at), "tickets": .number($0.tickets)]) },
            "by_cause": .list(page.causes, share), "by_version": .list(page.versions, share),
            "by_product": .list(page.products, share), "by_storefront": .list(page.storefronts, share),
            "first_ticket": .id(page.first), "last_ticket": .id(page.last),
            "merged": .list(page.merged) { .id($0) },
            "extensions": extensions(page.extensions),
        ])
    }

    private static func extensions(_ state: IncidentExtensionState) -> JSONValue {
        .object([
            "waiting": .number(state.waiting), "done": .number(state.done), "failed": .number(state.failed),
            "everybody": .list(state.everybody) { row in
                let (order, effect) = (row.request.massExtensionOrder, row.request.massExtensionEffect)
                return .object([
                    "asked": .id(row.id), "product_id": .string(row.request.subject),
                    "days": .number(order?.days), "state": .string(row.request.state.rawValue),
                    "outcome": .text(row.request.outcome), "succeeded_count": .number(effect?.succeeded),
                    "failed_count": .number(effect?.failed), "completed_at": .time(effect?.completedAt),
                ])
            },
        ])
    }

    private static func share(_ share: IncidentPage.Share) -> JSONValue {
        .object([
            "value": share.value.isEmpty ? .null : .string(share.value), "tickets": .number(share.tickets),
        ])
    }

    /// Thousandths as a decimal text.
    private static func decimal(_ thousandths: Int) -> String {
        let digits = String(thousandths % 1000)
        return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - digits.count) + digits
    }
}
