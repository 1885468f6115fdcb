import Purchases

/// Says who a customer is, as far as the person at the console may read it.
struct CustomerText {
    /// Whether name and address are hidden.
    let isMasked: Bool

    /// The name, hidden if it must be; empty when none is known.
    func name(_ values: CustomerValues) -> String {
        values.name.map { isMasked ? Masking.name($0) : $0 } ?? ""
    }

    /// The address, hidden if it must be; empty when none is known.
    func email(_ values: CustomerValues) -> String {
        values.email.map { isMasked ? Masking.email($0) : $0 } ?? ""
    }

    /// Everything about a customer in parts of falling weight.
    func parts(_ customer: Customer) -> [String] {
        let values = customer.values
        let since = values.createdAt.map { "since \(TimeText.date($0))" }
        let all = [
            name(values), email(values), customer.id.rawValue, since ?? "", values.country ?? "",
            customer.isTester ? "tester" : "",
        ]
        return all.filter { !$0.isEmpty }
    }
}
