/// Random numbers that are the same for the same seed (SplitMix64), so that a failing case can be run again.
struct ImportRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0xd134_2543_de82_ef95 &+ 1 }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// Whether a chance in a hundred comes true.
    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

    /// One of several.
    mutating func one<Value>(of values: [Value], else other: Value) -> Value {
        values.randomElement(using: &self) ?? other
    }

    /// Some of several, in a new order, at least one.
    mutating func some<Value>(of values: [Value]) -> [Value] {
        Array(values.shuffled(using: &self).prefix(Int.random(in: 1...max(1, values.count), using: &self)))
    }
}
