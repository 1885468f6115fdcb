/// Damages bytes at random, the same for the same seed: bits, bytes, cuts, repetitions, parts of others and tokens.
public struct ByteMutator: RandomNumberGenerator {
    private var state: UInt64

    /// A mutator that does the same for the same seed.
    public init(seed: UInt64) { state = seed }

    /// A source of numbers (SplitMix64).
    public mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// One to three changes of bytes, some of them with parts of other bytes, or with tokens that readers stumble over.
    public mutating func damaged(
        _ bytes: [UInt8], with others: [[UInt8]], tokens: [[UInt8]] = []
    ) -> [UInt8] {
        var damaged = bytes
        for _ in 0..<Int.random(in: 1...3, using: &self) where !damaged.isEmpty {
            if let token = tokens.randomElement(using: &self), Bool.random(using: &self) {
                put(token, into: &damaged)
            } else {
                change(&damaged, with: others.randomElement(using: &self) ?? bytes)
            }
        }
        return damaged
    }

    private mutating func change(_ bytes: inout [UInt8], with other: [UInt8]) {
        let place = Int.random(in: bytes.indices, using: &self)
        switch Int.random(in: 0...5, using: &self) {
        case 0: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &self)
        case 1: bytes[place] = UInt8.random(in: 0...255, using: &self)
        case 2: bytes.removeSubrange(part(of: bytes))
        case 3: bytes.insert(contentsOf: bytes[part(of: bytes)], at: place)
        case 4: bytes.removeLast(bytes.count - place)
        default: bytes.replaceSubrange(part(of: bytes), with: other[part(of: other)])
        }
    }

    /// Puts a token before some bytes, or in the place of as many.
    private mutating func put(_ token: [UInt8], into bytes: inout [UInt8]) {
        let place = Int.random(in: 0...bytes.count, using: &self)
        let end = Bool.random(using: &self) ? place : min(bytes.count, place + token.count)
        bytes.replaceSubrange(place..<end, with: token)
    }

    /// A part of bytes, short ones more often than long ones.
    private mutating func part(of bytes: [UInt8]) -> Range<Int> {
        let longest = max(1, bytes.count >> Int.random(in: 0...8, using: &self))
        let start = Int.random(in: 0...bytes.count, using: &self)
        return start..<min(bytes.count, start + Int.random(in: 0...longest, using: &self))
    }
}
