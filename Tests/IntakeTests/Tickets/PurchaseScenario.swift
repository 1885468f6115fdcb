import AppStore
import JSONValues

/// A purchase's facts as a few documents, made up from a seed; a tag keeps copies of it apart in one store.
struct PurchaseScenario {
    private var random: ImportRandom
    private let tag: String
    private let product: String
    private let isLate: Bool
    private let isNobodys: Bool
    private let isByToken: Bool
    private let days: Int64?

    /// The scenario of a seed, with a tag in every name.
    init(seed: UInt64, tag: String) {
        random = ImportRandom(seed: seed)
        self.tag = tag
        product = random.one(of: ["tea.monthly", "tea.monthly", "week_pass", "forever", "coins"], else: "")
        isLate = random.chance(50)
        isNobodys = random.chance(25)
        isByToken = isNobodys ? random.chance(50) : false
        days = product == "tea.monthly" ? 30 : nil
    }

    /// Its documents, never two of one time; every tag gives the same.
    mutating func documents(atMost limit: Int) -> [String] {
        var documents = reports() + [receipt()]
        if isNobodys { documents.insert(contentsOf: isByToken ? carriers() : [owner()], at: 2) }
        if random.chance(60) { documents.append(refund()) }
        if random.chance(50) { documents.append(stranger()) }
        return Array(documents.prefix(limit))
    }

    private var bought: String { "7\(tag)" }

    /// The events of one or two attempts, cut into reports that name the charge or do not.
    private mutating func reports() -> [String] {
        let events = events()
        let cut = Int.random(in: 1..<events.count, using: &random)
        let isTwice = random.chance(40)
        let named = random.chance(70)
        let first = attempt("a", Array(events[..<cut]), isNamed: named || isTwice)
        let second = attempt(isTwice ? "b" : "a", Array(events[cut...]), isNamed: true)
        guard random.chance(50) else { return [first, second] }
        let failed = [ReportedAttempt.state("failed", random.chance(50) ? -30 : -90)]
        return [first, second, attempt("f", failed, isNamed: false)]
    }

    private mutating func events() -> [JSONValue] {
        var events = [ReportedAttempt.state("purchasing", -0.5)]
        if random.chance(30) {
            events.append(ReportedAttempt.state("failed", 0.1, ["error_code": .integer(2)]))
        }
        if random.chance(85) { events.append(ReportedAttempt.state("purchased", 0.2)) }
        events += ReportedAttempt.failing(Int.random(in: 0...6, using: &random))
        if random.chance(20) { events.append(ReportedAttempt.state("restored", 7.5)) }
        if random.chance(product == "coins" ? 50 : 20) {
            events.append(ReportedAttempt.step("deliver", 8, ["ok": .bool(random.chance(70))]))
        }
        if random.chance(50) { events.append(ReportedAttempt.state("finished", 9)) }
        return events.count > 1 ? events : events + [ReportedAttempt.state("failed", 10)]
    }

    private mutating func attempt(_ name: String, _ events: [JSONValue], isNamed: Bool) -> String {
        let customer = isNobodys ? nil : "u-\(tag)"
        var attempt = ReportedAttempt(id: "\(name)-\(tag)", customer: customer, product: product)
        attempt.price = random.chance(70) ? "9.99" : nil
        if isNamed {
            let isByLine = random.chance(30)
            attempt.transaction = isByLine ? nil : random.chance(25) ? bought + "99" : bought
            attempt.line = isByLine || random.chance(30) ? "L\(tag)" : nil
        }
        attempt.events = events.shuffled(using: &random)
        return attempt.text
    }

    /// A report that names whose charge it is, in time or long after.
    private mutating func owner() -> String {
        ReportedAttempt(
            id: "o-\(tag)", customer: "u-\(tag)", product: product, transaction: bought,
            events: [ReportedAttempt.state("restored", random.chance(50) ? 100 : 40 * 24)]
        ).text
    }

    /// The customer who carries the charge's token, in time or long after, and perhaps another before or meanwhile.
    private mutating func carriers() -> [String] {
        let told = Paper.customer("u-\(tag)", token: token("a"), on: random.chance(50) ? 5 : 41, since: 1)
        guard random.chance(60) else { return [told] }
        return [told, Paper.customer("u-\(tag)", token: token("b"), on: random.chance(50) ? 4 : 20)]
    }

    private func token(_ digit: String) -> String {
        "\(digit)0a0a0a0-1111-4222-8333-" + String(repeating: "4", count: 12 - tag.count) + tag
    }

    /// What another customer's device reports of the same charge.
    private func stranger() -> String {
        ReportedAttempt(
            id: "s-\(tag)", customer: "s-\(tag)", product: product, transaction: bought,
            events: [ReportedAttempt.state("purchased", 20)]
        ).text
    }

    private func entry(_ id: String, revokedOn day: Int64? = nil) -> Paper.Entry {
        Paper.Entry(
            id: id, chain: bought, product: product, line: "L\(tag)", days: days,
            token: isByToken ? token("a") : nil, revokedOn: day)
    }

    private mutating func receipt() -> String {
        let ids = random.chance(60) ? [bought, bought + "99"] : [bought]
        return Paper.receipt(ids.map { entry($0) }, on: isLate ? 40 : 2)
    }

    private mutating func refund() -> String {
        Paper.notification("CANCEL", [entry(bought, revokedOn: random.chance(50) ? 45 : 10)])
    }
}
