public import Foundation

/// Masks secrets in bytes that may be no JSON at all: truncated, badly quoted, in a text inside a text.
///
/// It follows no grammar, since broken text has none: wherever the word `password` stands as a name, whatever
/// comes after it, up to the next separator outside quotes, is masked. Too much is masked rather than too little.
public enum SecretMask {
    /// The bytes with the value after every name `password` masked.
    public static func masked(_ bytes: Data) -> Data {
        let source = [UInt8](bytes)
        guard let masked = masked(source) else { return bytes }
        return Data(masked)
    }

    /// The text with the value after every name `password` masked.
    public static func masked(_ text: String) -> String {
        guard mayHoldSecret(text), let masked = masked(Array(text.utf8)) else { return text }
        return String(decoding: masked, as: UTF8.self)
    }

    /// Whether a text may hold the name: written plainly, or where escapes or UTF-16 could hide it.
    static func mayHoldSecret(_ text: String) -> Bool {
        guard text.utf8.count > 8 else { return false }
        var text = text
        return text.withUTF8 { bytes in
            bytes.indices.contains { index in
                let byte = bytes[index]
                return byte == 0x5C || byte == 0 || (byte | 0x20 == 0x77 && isName(around: index, in: bytes))
            }
        }
    }

    /// Whether the letter at a place is the w of `password`.
    private static func isName(around index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard index >= 4, index + 4 <= bytes.count else { return false }
        return zip(bytes[(index - 4)..<(index + 4)], "password".utf8).allSatisfy { $0 | 0x20 == $1 }
    }

    /// The masked bytes; nil when there is nothing to mask.
    private static func masked(_ source: [UInt8]) -> [UInt8]? {
        var result: [UInt8] = []
        var (copied, position) = (0, 0)
        while position < source.count {
            guard let scanner = SecretScanner(source, nameAt: position), let value = scanner.value else {
                position += 1
                continue
            }
            result.append(contentsOf: source[copied..<value.lowerBound])
            result.append(contentsOf: "\"\(JSONValue.mask)\"".utf8)
            (copied, position) = (value.upperBound, value.upperBound)
        }
        guard copied > 0 else { return nil }
        return result + source[copied...]
    }
}
