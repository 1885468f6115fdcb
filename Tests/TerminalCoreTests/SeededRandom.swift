/// Random numbers that a seed repeats (SplitMix64).
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A text of Latin, CJK, marks, emoji sequences, controls and anything at all.
    mutating func text(length: Int) -> String {
        let pieces = [
            "a", "Z", " ", "山", "田", "e\u{301}", "👨‍👩‍👧", "🇯🇵", "👍🏽", "\u{1B}", "\u{202E}", "\u{301}", "Ａ", "ä",
        ]
        var text = ""
        for _ in 0..<Int.random(in: 0...length, using: &self) {
            if Bool.random(using: &self) {
                text += pieces[Int.random(in: 0..<pieces.count, using: &self)]
            } else if let scalar = Unicode.Scalar(UInt32.random(in: 0...0x1FFFF, using: &self)) {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
