import AppStore
import JSONValues

extension DocumentMaker {
    /// What an app reports of one attempt to buy one of a chain's charges; an attempt is of one charge for good.
    mutating func report(of chain: MadeUpChain) -> JSONValue {
        guard let charge = chain.charges.randomElement(using: &random) else { return .null }
        let number = Int.random(in: 1...2, using: &random)
        var attempt = ReportedAttempt(id: "\(charge.id)-\(number)", product: charge.product, price: nil)
        attempt.customer = random.chance(85) ? random.one(of: Self.people, else: "") : nil
        if random.chance(60) { attempt.transaction = charge.id + (number == 2 ? "99" : "") }
        if random.chance(30) { attempt.line = charge.line }
        if random.chance(30) { attempt.chain = chain.id }
        if random.chance(50) { attempt.price = random.one(of: ["9.99", "4.99"], else: "") }
        if random.chance(40) { attempt.more["app_version"] = .string(random.one(of: ["1", "2"], else: "")) }
        if random.chance(30) { attempt.more["storefront"] = .string("DEU") }
        if chain.environment != "Production" || random.chance(30) {
            attempt.more["environment"] = .string(chain.environment)
        }
        attempt.events = random.some(of: events(from: Double(charge.day * 24))).shuffled(using: &random)
        return attempt.value
    }

    private func events(from hours: Double) -> [JSONValue] {
        [
            ReportedAttempt.state("purchasing", hours - 1), ReportedAttempt.state("deferred", hours - 1),
            ReportedAttempt.state("failed", hours, ["error_code": .integer(2)]),
            ReportedAttempt.state("purchased", hours), ReportedAttempt.state("finished", hours + 5),
            ReportedAttempt.state("restored", hours + 50),
            ReportedAttempt.step("deliver", hours + 4, ["ok": .bool(true)]),
        ] + ReportedAttempt.failing(5, from: hours)
    }
}
