import Purchases

/// One field of a receipt or of a purchase in it: SEQUENCE { type INTEGER, version INTEGER, value OCTET STRING }.
///
/// Source: Apple, "Validating receipts on the device".
struct ReceiptAttribute {
    /// The number that says which field it is.
    let type: Int
    /// The bytes of its value; for most fields an ASN.1 element.
    let value: ArraySlice<UInt8>

    /// Reads a field; throws `malformed_receipt`.
    init(_ element: DERElement) throws(DocumentProblem) {
        guard element.tag == .sequence else {
            throw .damaged(at: element.encoded.startIndex, "a field is expected")
        }
        var parts = element.reader
        type = try parts.next(.integer, "the type of a field").integer
        _ = try parts.next(.integer, "the version of a field")
        value = try parts.next(.octetString, "the value of a field").content
        try parts.end()
    }

    /// Its text; nil when it is empty; throws `malformed_receipt` or `too_large`.
    var text: String? {
        get throws(DocumentProblem) {
            guard let text = try element?.text, !text.isEmpty else { return nil }
            return text
        }
    }

    /// Its whole number; nil without a value; throws `malformed_receipt`.
    var integer: Int? {
        get throws(DocumentProblem) { try element?.integer }
    }

    /// Its moment; nil when it is empty; throws `malformed_receipt` or `bad_date`.
    var date: Instant? {
        get throws(DocumentProblem) {
            guard let text = try text else { return nil }
            guard let date = Instant(text), date.isPlausible else {
                throw DocumentProblem(
                    .badDate,
                    "the date at byte \(value.startIndex) is no date in the years 1970 to 9999: \(DocumentProblem.sendAgain)"
                )
            }
            return date
        }
    }

    /// The fields inside; throws `malformed_receipt`.
    var fields: ReceiptAttributes {
        get throws(DocumentProblem) { try ReceiptAttributes(value) }
    }

    /// The only element of the value; nil when it has no bytes.
    private var element: DERElement? {
        get throws(DocumentProblem) {
            var reader = DERReader(value)
            let element = try reader.next()
            try reader.end()
            return element
        }
    }
}
