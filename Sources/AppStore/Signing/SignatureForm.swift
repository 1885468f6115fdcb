import Foundation
package import JSONValues

extension JSONValue {
    /// The value with the signature of each signed text in it in one form, so that texts that differ in nothing else are
    /// the same document.
    ///
    /// Where (r, s) is a signature of ECDSA, so is (r, n − s) for the same bytes, and whoever has one can write the other;
    /// base64url leaves bits open at its end. Of both s the smaller one is kept.†
    package var withOneFormOfSignatures: JSONValue { inOneForm ?? self }

    /// The same; nil where nothing is different.
    private var inOneForm: JSONValue? {
        switch self {
        case .string(let text): return SignatureForm.text(text).map(JSONValue.string)
        case .array(let elements):
            let changed = elements.map(\.inOneForm)
            guard changed.contains(where: { $0 != nil }) else { return nil }
            return .array(zip(elements, changed).map { $1 ?? $0 })
        case .object(let members):
            let changed = members.compactMapValues(\.inOneForm)
            return changed.isEmpty ? nil : .object(members.merging(changed) { $1 })
        case .null, .bool, .integer, .digits, .number: return nil
        }
    }
}

/// The one form of the signatures that Apple makes: ECDSA on P-256, in base64url at the end of a text.
private enum SignatureForm {
    /// A signed text with its signature in the one form; nil for what has it already, and for what is no such text.
    static func text(_ text: String) -> String? {
        guard text.hasPrefix("eyJ"), let point = text.utf8.lastIndex(of: UInt8(ascii: ".")) else {
            return nil
        }
        let digits = text[text.utf8.index(after: point)...]
        guard let signature = Data(base64URL: digits), signature.count == 64 else { return nil }
        let kept = SignedText.base64URL(withSmallerS(signature))
        return kept == digits ? nil : String(text[...point]) + kept
    }

    /// How many points the curve P-256 has. Source: NIST SP 800-186, 3.2.1.3.
    private static let order: [UInt8] = [
        0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
        0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
    ]

    /// The signature with n − s where that is less than s, which stands in its last 32 bytes.
    private static func withSmallerS(_ signature: Data) -> Data {
        let s = [UInt8](signature.suffix(32))
        var (other, borrow) = (order, 0)
        for place in order.indices.reversed() {
            let difference = Int(order[place]) - Int(s[place]) - borrow
            borrow = difference < 0 ? 1 : 0
            other[place] = UInt8(truncatingIfNeeded: difference)
        }
        // An s beyond the order is none.
        guard borrow == 0, other.lexicographicallyPrecedes(s) else { return signature }
        return signature.prefix(32) + other
    }
}
