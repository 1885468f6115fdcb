/// One element of DER: its tag and its bytes, which stay where they are.
struct DERElement {
    /// What it is.
    let tag: DERTag
    /// All its bytes, header included.
    let encoded: ArraySlice<UInt8>
    /// The bytes after its header.
    let content: ArraySlice<UInt8>

    /// A reader of the elements inside.
    var reader: DERReader { DERReader(content) }

    /// A whole number; throws `malformed_receipt` when it has no bytes or more than eight.
    var integer: Int {
        get throws(DocumentProblem) {
            guard tag == .integer, (1...8).contains(content.count) else {
                throw .damaged(at: encoded.startIndex, "a number of one to eight bytes is expected")
            }
            let isNegative = content[content.startIndex] & 0x80 != 0
            return content.reduce(isNegative ? -1 : 0) { $0 << 8 | Int($1) }
        }
    }

    /// A text; throws `malformed_receipt` when it is none or no UTF-8, `too_large` above `FieldReader.textLimit`.
    var text: String {
        get throws(DocumentProblem) {
            guard tag == .utf8String || tag == .ia5String else {
                throw .damaged(at: encoded.startIndex, "a text is expected")
            }
            guard content.count <= FieldReader.textLimit else {
                throw DocumentProblem(
                    .tooLarge,
                    "a text at byte \(encoded.startIndex) is longer than \(FieldReader.textLimit) bytes: \(DocumentProblem.sendAgain)"
                )
            }
            guard let text = String(validating: content, as: UTF8.self) else {
                throw .damaged(at: encoded.startIndex, "the text is not UTF-8")
            }
            return text
        }
    }
}

extension DocumentProblem {
    /// What to do about a receipt that cannot be read.
    static let sendAgain = "send the receipt as the app read it, whole"

    /// ASN.1 that no App Store made, and where.
    static func damaged(at place: Int, _ what: String) -> DocumentProblem {
        DocumentProblem(
            .malformedReceipt, "the receipt is damaged at byte \(place), \(what): \(sendAgain)")
    }
}
