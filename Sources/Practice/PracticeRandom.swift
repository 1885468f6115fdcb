/// A small generator of numbers that are the same for the same seed, everywhere and for ever.
///
/// SplitMix64, because the standard library's generator cannot be seeded.
struct PracticeRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// A generator that a seed and a place in the population start.
    init(seed: UInt64, place: Int = 0) {
        state = seed &+ UInt64(bitPattern: Int64(place)) &* 0x9E37_79B9_7F4A_7C15
        _ = next()
    }

    /// A generator for one part of what is made up at a place, unlike those of every other part and place.
    ///
    /// Generators of neighbouring places give the same numbers one step apart, which names must never do.
    init(seed: UInt64, place: Int, part: UInt64) {
        var root = PracticeRandom(seed: seed ^ (part &* 0xD1B5_4A32_D192_ED03), place: place)
        state = root.next()
    }

    /// The next 64 bits.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// One of some values, each as likely as another.
    mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: 0..<values.count, using: &self)]
    }

    /// A UUID's text of these bits.
    mutating func uuid() -> String {
        let digits = Array(hex(next()) + hex(next()))
        let groups = [digits[0..<8], digits[8..<12], digits[12..<16], digits[16..<20], digits[20..<32]]
        return groups.map { String($0) }.joined(separator: "-")
    }

    private func hex(_ bits: UInt64) -> String {
        let digits = String(bits, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
