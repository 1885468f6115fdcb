package import Purchases

/// A made-up chain: its charges, from which documents tell some.
package struct MadeUpChain: Sendable {
    /// One charge.
    package struct Charge: Sendable {
        /// The transaction id.
        package let id: String
        /// The line item; none of what is bought once.
        package let line: String?
        package let product: String
        /// When it was made, in days from the start.
        package let day: Int64
        /// How many days it paid for; nil for what does not end by itself.
        package let days: Int64?
        /// Whether it was a free trial.
        package let isTrial: Bool
    }

    /// A day, in milliseconds.
    package static let day: Int64 = 86_400_000
    /// When made-up time starts, in milliseconds.
    package static let start: Int64 = 1_600_000_000_000

    /// The original transaction id.
    package let id: String
    package let environment: String
    /// The charges, oldest first.
    package let charges: [Charge]

    /// A subscription that renews every thirty days and changes its product at the end.
    package static func subscription(_ id: String, from first: Int64, environment: String = "Production")
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
    package static func single(_ id: String, of product: String, on day: Int64) -> MadeUpChain {
        let charge = Charge(id: id, line: nil, product: product, day: day, days: nil, isTrial: false)
        return MadeUpChain(id: id, environment: "Production", charges: [charge])
    }

    /// Chains of every kind.
    package static let all = [
        subscription("7000", from: 0), subscription("8000", from: 40),
        subscription("6000", from: 5, environment: "Sandbox"),
        single("9001", of: "week_pass", on: 3), single("9002", of: "week_pass", on: 6),
        single("9003", of: "forever", on: 10),
    ]
}

/// The customers whom made-up documents name, and the tokens that they and their purchases carry.
package enum MadeUpCustomer {
    /// Their names in the app.
    package static let ids = ["u_1", "u_2", "u_3"]
    /// The tokens that purchases may carry.
    package static let tokens = [
        "0a0a0a0a-1111-4222-8333-444444444444", "0b0b0b0b-1111-4222-8333-444444444444",
        "0c0c0c0c-1111-4222-8333-444444444444",
    ]
}

/// Random numbers that are the same for the same seed (SplitMix64), so that a failing case can be run again.
package struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    /// The numbers of a seed.
    package init(seed: UInt64) { state = seed &* 0xd134_2543_de82_ef95 &+ 1 }

    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// Whether a chance in a hundred comes true.
    package mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

    /// One of several.
    package mutating func one<Value>(of values: [Value], else other: Value) -> Value {
        values.randomElement(using: &self) ?? other
    }

    /// Some of several, in a new order, at least one.
    package mutating func some<Value>(of values: [Value]) -> [Value] {
        Array(values.shuffled(using: &self).prefix(Int.random(in: 1...max(1, values.count), using: &self)))
    }
}

extension StringIdentifier {
    /// An identifier as examples write it.
    package init(stringLiteral text: String) { self.init(text) }
}

extension TicketID: ExpressibleByStringLiteral {}
extension AppUserID: ExpressibleByStringLiteral {}
extension AttemptID: ExpressibleByStringLiteral {}
extension ProductID: ExpressibleByStringLiteral {}
extension TransactionID: ExpressibleByStringLiteral {}
extension OriginalTransactionID: ExpressibleByStringLiteral {}
extension TicketCause: ExpressibleByStringLiteral {}
extension AgentName: ExpressibleByStringLiteral {}
extension EntitlementID: ExpressibleByStringLiteral {}
extension GrantID: ExpressibleByStringLiteral {}
extension RequestID: ExpressibleByStringLiteral {}
extension RefundRequestID: ExpressibleByStringLiteral {}
