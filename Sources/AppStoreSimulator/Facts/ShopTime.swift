import Purchases

/// How long things last in a shop: as they are, shortened by its speed, or in the time of Apple's sandbox. Below
/// stands the source of all that is random.
///
/// Source: Apple, "Testing an auto-renewable subscription" (sandbox periods); the sandbox's ten seconds a day for grace
/// and retry are ours†.
struct ShopTime: Sendable {
    let speed: Int
    let environment: AppStoreEnvironment

    /// The end of the `count`-th period after a beginning.
    func end(of period: CalendarPeriod?, after start: Instant, times count: Int) -> Instant {
        let period = period ?? CalendarPeriod(months: 1)
        guard let period else { return start + .days(30) }
        if environment == .sandbox {
            return start + shortened(TimeLength(minutes(of: period) * 60_000 * Int64(count)))
        }
        let end = start.adding(period, times: count)
        guard speed > 1 else { return end }
        return start + shortened(end - start)
    }

    /// A pause of real days or hours, as long as it lasts here.
    func pause(_ length: TimeLength) -> TimeLength {
        environment == .sandbox ? shortened(TimeLength(length.count / 8_640)) : shortened(length)
    }

    /// How long an extension by days lasts: days are minutes in the sandbox.
    func extended(by days: Int) -> TimeLength {
        environment == .sandbox ? shortened(.seconds(Int64(days) * 60)) : shortened(.days(Int64(days)))
    }

    private func shortened(_ length: TimeLength) -> TimeLength {
        speed > 1 ? TimeLength(max(1000, length.count / Int64(speed))) : length
    }

    private func minutes(of period: CalendarPeriod) -> Int64 {
        switch period.months * 30 + period.days {
        case ...7: 3
        case ...31: 5
        case ...62: 10
        case ...93: 15
        case ...186: 30
        default: 60
        }
    }
}

/// Numbers that only look random: the same seed gives the same numbers on every machine (SplitMix64).
package struct SeededRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Numbers that follow from a seed.
    package init(_ seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Whether something happens that happens with a probability.
    package mutating func happens(_ probability: Double) -> Bool {
        probability >= 1 || (probability > 0 && Double.random(in: 0..<1, using: &self) < probability)
    }

    /// That many hexadecimal digits.
    mutating func hex(_ count: Int) -> String {
        String((0..<count).map { _ in "0123456789abcdef".randomElement(using: &self) ?? "0" })
    }

    /// A UUID of version 4 in lower case.
    mutating func uuid() -> String {
        var digits = Array(hex(32))
        digits[12] = "4"
        digits[16] = "89ab".randomElement(using: &self) ?? "8"
        let cuts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32]
        return cuts.map { String(digits[$0]) }.joined(separator: "-")
    }
}
