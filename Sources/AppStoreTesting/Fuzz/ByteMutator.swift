import AppStore
import JSONValues

/// Damages bytes at random, the same for the same seed: bits, bytes, cuts, repetitions, parts of others and tokens.
package struct ByteMutator: RandomNumberGenerator {
    private var state: UInt64

    /// A mutator that does the same for the same seed.
    package init(seed: UInt64) { state = seed }

    /// A source of numbers (SplitMix64).
    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// One to three changes of bytes, some of them with parts of other bytes, or with tokens that readers stumble over.
    package mutating func damaged(
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

extension ByteMutator {
    /// A value with one change inside: something else in a place, a name changed, a part removed or repeated.
    ///
    /// What is written of it is JSON again, so that it comes past the parser.
    mutating func damaged(_ value: JSONValue) -> JSONValue {
        switch value {
        case .object(let members) where !members.isEmpty: .object(damaged(members))
        case .array(let elements) where !elements.isEmpty: .array(damaged(elements))
        default: strange(value)
        }
    }

    private mutating func damaged(_ members: [String: JSONValue]) -> [String: JSONValue] {
        // In an order of their own the same seed would not do the same.
        let names = members.keys.sorted()
        guard let name = names.randomElement(using: &self), let value = members[name] else { return members }
        var damaged = members
        switch Int.random(in: 0...9, using: &self) {
        case 0: damaged[name] = nil
        case 1: damaged[name] = strange(value)
        case 2: damaged[names.randomElement(using: &self) ?? name] = value
        case 3: damaged[FuzzTokens.names.randomElement(using: &self) ?? name] = value
        default: damaged[name] = self.damaged(value)
        }
        return damaged
    }

    private mutating func damaged(_ elements: [JSONValue]) -> [JSONValue] {
        let place = Int.random(in: elements.indices, using: &self)
        var damaged = elements
        switch Int.random(in: 0...9, using: &self) {
        case 0: damaged.remove(at: place)
        case 1: damaged[place] = strange(elements[place])
        case 2: damaged += elements
        default: damaged[place] = self.damaged(elements[place])
        }
        return damaged
    }

    /// Something that may not stand there, or the text with a few bytes changed.
    private mutating func strange(_ value: JSONValue) -> JSONValue {
        guard case .string(let text) = value, Bool.random(using: &self) else {
            return FuzzTokens.values.randomElement(using: &self) ?? .null
        }
        let bytes = damaged(Array(text.utf8), with: [], tokens: FuzzTokens.text)
        return .string(String(decoding: bytes, as: UTF8.self))
    }
}

/// What readers of the App Store's formats stumble over.
enum FuzzTokens {
    /// A secret as it stands in a document: nothing that is kept or shown may hold it.
    static let secret = "PLANTED-c7d1"
    /// The forms in which the secret is named, so that it must be masked.
    static let namedSecrets = [#""password":"\#(secret)""#, #"\"password\":\"\#(secret)\""#].map {
        [UInt8]($0.utf8)
    }

    /// Parts of JSON.
    static let json =
        namedSecrets
        + [
            String(repeating: "[", count: 300), String(repeating: #"{"a":"#, count: 201), "1e999", "-0.0",
            "123456789012345678901234567890", "9223372036854775808", #"\ud800"#, #"\u0000"#, "\u{0}", "null",
            "[]",
            "{}", #""":"#, #","status":0"#, #","status":"21005""#, "\u{FEFF}", "\\", "\"", "\n", "//", "NaN",
            #""kind":"receipt","#, #""body":"#,
        ].map { [UInt8]($0.utf8) } + [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xFE, 0xFF, 0x00, 0x7B]]

    /// Parts of ASN.1.
    static let asn1: [[UInt8]] = [
        [0x80], [0x30, 0x80], [0x24, 0x80], [0x00, 0x00], [0x84, 0xFF, 0xFF, 0xFF, 0xFF], [0x88] + max,
        [0x82, 0, 1],
        [0x81, 0x7F], [0x85, 0, 0, 0, 0, 1], [0x1F, 0xFF, 0xFF, 0x7F], [0x3F, 0x81, 0x00], [0x02, 0x00],
        [0x02, 0x08] + max,
        [0x02, 0x09, 0x00] + max, [0x04, 0x00], [0x31, 0x00], [0xA0, 0x00], [0x0C, 0x01, 0xFF],
        [0x0C, 0x01, 0x00],
        [0x16, 0x02, 0x1B, 0x5B], Array(repeating: 0x30, count: 64), [0x05, 0x00],
        [0x0C, 0x83, 0x01, 0x00, 0x00],
    ]

    /// Parts of signed texts.
    static let jws =
        [
            "..", ".", "...", "=", "==", "+", "/", "-_", "\n", " ", "eyJ", "e30", "é", "\u{0}",
            "eyJhbGciOiJub25lIn0.",
        ]
        .map { [UInt8]($0.utf8) }

    /// Parts of texts within JSON.
    static let text = [
        "\u{0}", "\u{1B}[31m", "\u{202E}", "\u{7F}", "\u{85}", "山", "e\u{301}", "\n", "-", "9", ".",
    ]
    .map { [UInt8]($0.utf8) }

    /// Names that mean something where they do not belong.
    static let names = [
        "password", "Password", "environment", "signedDate", "receipt-data", "latest_receipt", "body", "kind",
        "signedPayload", "", String(repeating: "n", count: 300),
    ]

    /// Values that may not stand where they are put.
    static let values: [JSONValue] =
        [
            .null, .bool(true), .integer(0), .integer(-1), .integer(.max), .integer(.min), .number(0.1),
            .number(1e308), .integer(253_402_300_800_000), .array([]), .object([:]),
            .array([.null, .array([])]),
        ]
        + [
            "", " ", "0", "-1", "1e9", "9223372036854775808", "2024-02-30", "0000-01-01T00:00:00Z", "\u{0}",
            "\u{1B}",
            "Xcode", "LocalTesting", "Sandbox", "eyJ", "eyJ.eyJ.", "MIIB", "{", "[1]", "REFUND_REVERSED",
            String(repeating: "i", count: 257), String(repeating: "é", count: 6000),
        ].map(JSONValue.string)

    private static let max = [UInt8](repeating: 0xFF, count: 8)
}
