import Purchases

/// Says why policy refuses a grant, and the way out.
struct ExcessText {
    /// Why it is refused.
    let excess: GrantPolicy.Excess
    /// How long the grant would be; nil without end.
    let length: TimeLength?

    /// Why.
    var refusal: String { "Needs a lead: \(excess)" }

    /// What to do instead.
    var wayOut: String {
        switch excess {
        case .lifetime: "Choose a length, or ask a lead to give it"
        case .tooLong(_, let limit): "Choose at most \(days(limit)), or ask a lead to give it"
        case .customerHasEnough(let total, let limit):
            if let left = left(total: total, limit: limit) {
                "Choose at most \(days(left)), or ask a lead to give it"
            } else {
                "Nothing is left for this customer: ask a lead to give it"
            }
        case .tooMany: "Wait until your grants of yesterday no longer count, or ask a lead to give it"
        }
    }

    /// How many whole days the customer may still be given; nil for none.
    private func left(total: Int, limit: Int) -> Int? {
        guard let length else { return nil }
        let left = limit - (total - length.wholeDays)
        return left > 0 ? left : nil
    }

    private func days(_ count: Int) -> String { "\(count) day\(count == 1 ? "" : "s")" }
}
