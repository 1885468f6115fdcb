import Foundation

extension Data {
    /// Reads base64url, with or without padding; nil for anything else, spaces and lines included.
    ///
    /// Source: RFC 7515, 2; RFC 4648, 5.
    init?(base64URL text: Substring) {
        var digits = [UInt8](Data.withoutPadding(text.utf8))
        for place in digits.indices {
            guard let digit = Data.standardDigit(digits[place]) else { return nil }
            digits[place] = digit
        }
        guard digits.count % 4 != 1 else { return nil }
        while digits.count % 4 != 0 { digits.append(UInt8(ascii: "=")) }
        self.init(base64Encoded: Data(digits))
    }

    /// The digits before the padding, when the text is padded as it must be; else the text.
    private static func withoutPadding(_ text: Substring.UTF8View) -> Substring.UTF8View {
        guard text.count % 4 == 0, text.last == UInt8(ascii: "=") else { return text }
        let digits = text.dropLast()
        return digits.last == UInt8(ascii: "=") ? digits.dropLast() : digits
    }

    /// The digit of plain base64 that a digit of base64url stands for.
    private static func standardDigit(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            digit
        case UInt8(ascii: "-"): UInt8(ascii: "+")
        case UInt8(ascii: "_"): UInt8(ascii: "/")
        default: nil
        }
    }
}
