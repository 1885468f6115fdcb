package import JSONValues
import Persistence
import Purchases
import Wording

/// Incidents as JSON: the answers of `incidents` and `incident`, and what an alarm tells of one (`AlarmText`).
extension Incident: JSONEncodable {
    package var json: JSONValue {
        .object([
            "id": id, "name": name, "kind": kind.rawValue, "key": key, "cause": kind == .cause ? key : nil,
            "app_version": kind == .version ? key : nil, "causes": causes, "state": state.rawValue,
            "goes_on": state == .goingOn, "from": from, "until": until, "opened_at": openedAt,
            "closed_at": closedAt, "usual_per_hour": Incident.decimal(usual), "tickets": figures.tickets,
            "open": figures.open, "customers": figures.customers, "money": figures.money,
            "open_money": figures.openMoney, "unpriced": figures.unpriced,
            "made_good_percent": figures.madeGoodPercent, "standings": figures.sums, "is_kept": isKept,
            "merged_into": mergedInto, "version": version,
        ])
    }

    /// Thousandths as a decimal text.
    private static func decimal(_ thousandths: Int) -> String {
        let digits = String(thousandths % 1000)
        return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - digits.count) + digits
    }
}

extension IncidentFigures.Sum: JSONEncodable {
    package var json: JSONValue {
        .object([
            "standing": standing.rawValue, "tickets": tickets,
            "money": currency.map { Money(milliunits: milliunits, currency: $0) },
        ])
    }
}

extension IncidentListPage: JSONEncodable {
    package var json: JSONValue { .object(["incidents": incidents, "next": next]) }
}

extension IncidentPage: JSONEncodable {
    package var json: JSONValue {
        .object([
            "incident": incident, "step_hours": Int(step.wholeSeconds / 3600),
            "curve": curve.map { .object(["at": $0.at, "tickets": $0.tickets]) }, "by_cause": causes,
            "by_version": versions, "by_product": products, "by_storefront": storefronts,
            "first_ticket": first, "last_ticket": last, "merged": merged, "extensions": extensions,
        ])
    }
}

extension IncidentPage.Share: JSONEncodable {
    package var json: JSONValue { .object(["value": value.isEmpty ? nil : value, "tickets": tickets]) }
}

extension IncidentExtensionState: JSONEncodable {
    package var json: JSONValue {
        .object([
            "waiting": waiting, "done": done, "failed": failed,
            "everybody": everybody.map { row -> JSONValue in
                let (order, effect) = (row.request.massExtensionOrder, row.request.massExtensionEffect)
                return .object([
                    "asked": row.id, "product_id": row.request.subject, "days": order?.days,
                    "state": row.request.state, "outcome": row.request.outcome,
                    "succeeded_count": effect?.succeeded, "failed_count": effect?.failed,
                    "completed_at": effect?.completedAt,
                ])
            },
        ])
    }
}
