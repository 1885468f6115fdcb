/// A made-up chain: its charges, from which documents tell some.
struct MadeUpChain: Sendable {
    /// One charge.
    struct Charge: Sendable {
        let id: String
        let line: String?
        let product: String
        let day: Int64
        let days: Int64?
        let isTrial: Bool
    }

    static let day: Int64 = 86_400_000
    static let start: Int64 = 1_600_000_000_000

    let id: String
    let environment: String
    let charges: [Charge]

    /// A subscription that renews every thirty days and changes its product at the end.
    static func subscription(_ id: String, from first: Int64, environment: String = "Production")
        -> MadeUpChain
    {
        let charges = (0..<4).map { index -> Charge in
            let (name, isLast) = (index == 0 ? id : "\(id)\(index)", index == 3)
            return Charge(
                id: name, line: "5\(id)\(index)", product: isLast ? "tea.yearly" : "tea.monthly",
                day: first + Int64(index * 30), days: isLast ? 365 : 30, isTrial: index == 0)
        }
        return MadeUpChain(id: id, environment: environment, charges: charges)
    }

    /// One purchase without line item: a pass, or something for good.
    static func single(_ id: String, of product: String, on day: Int64) -> MadeUpChain {
        let charge = Charge(id: id, line: nil, product: product, day: day, days: nil, isTrial: false)
        return MadeUpChain(id: id, environment: "Production", charges: [charge])
    }

    /// Chains of every kind.
    static let all = [
        subscription("7000", from: 0), subscription("8000", from: 40),
        subscription("6000", from: 5, environment: "Sandbox"),
        single("9001", of: "week_pass", on: 3), single("9002", of: "week_pass", on: 6),
        single("9003", of: "forever", on: 10),
    ]
}
