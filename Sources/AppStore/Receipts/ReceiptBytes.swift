import Foundation

/// Finds the DER of a receipt in what somebody brought: the bytes themselves, or their base64.
enum ReceiptBytes {
    /// The most bytes that a receipt can have, in either form.
    static let limit = 32 << 20

    /// The receipt's DER; throws `too_large`, or `malformed_receipt` for what is neither.
    static func der(_ bytes: Data) throws(DocumentProblem) -> [UInt8] {
        guard bytes.count <= limit else {
            throw DocumentProblem(.tooLarge, "the receipt is larger than 32 MB: no App Store made it")
        }
        // The base64 of a sequence begins with M, never with the byte that a sequence begins with.
        if bytes.first == DERTag.sequence.rawValue { return [UInt8](bytes) }
        let letters = bytes.contains(where: isSpace) ? bytes.filter { !isSpace($0) } : bytes
        guard let decoded = Data(base64Encoded: letters), !decoded.isEmpty else {
            throw DocumentProblem(
                .malformedReceipt,
                "this is no app receipt, neither PKCS#7 in DER nor its base64: \(DocumentProblem.sendAgain)")
        }
        return [UInt8](decoded)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
