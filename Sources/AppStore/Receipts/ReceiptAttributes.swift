import JSONValues
import Purchases

/// The fields of a receipt, or of a purchase in it, read one at a time, in the order in which they stand.
/// `AppReceipt.swift` says which number is which field.
struct ReceiptAttributes {
    private var reader: DERReader

    /// Reads a set of fields; throws `malformed_receipt` when the bytes are none.
    init(_ bytes: ArraySlice<UInt8>) throws(DocumentProblem) {
        var file = DERReader(bytes)
        reader = try file.next(.set, name: "a set of fields").reader
        try file.end()
    }

    /// The next field; nil after the last one; throws `malformed_receipt`.
    mutating func next() throws(DocumentProblem) -> ReceiptAttribute? {
        guard let element = try reader.next() else { return nil }
        return try ReceiptAttribute(element)
    }
}

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
        type = try parts.next(.integer, name: "the type of a field").integer
        _ = try parts.next(.integer, name: "the version of a field")
        value = try parts.next(.octetString, name: "the value of a field").content
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

/// The fields that have no meaning here, kept as evidence: the first of each type, shortened.
struct UnknownAttributes {
    /// The most types that are kept.
    static let typeLimit = 32
    /// The most bytes of a value that are shown.
    static let valueLimit = 64

    private var values: [Int: ArraySlice<UInt8>] = [:]

    /// Keeps a field, unless it holds nothing: an empty text or a zero.
    mutating func keep(_ attribute: ReceiptAttribute) {
        guard values.count < UnknownAttributes.typeLimit, values[attribute.type] == nil,
            !UnknownAttributes.nothing.contains(where: attribute.value.elementsEqual)
        else { return }
        values[attribute.type] = attribute.value
    }

    /// The values by their type, in hexadecimal digits.
    var json: JSONValue {
        let members = values.map { (String($0), JSONValue.hexadecimal($1)) }
        return .object(Dictionary(members) { first, _ in first })
    }

    /// No bytes, an empty UTF8String, an empty IA5String, the INTEGER 0.
    private static let nothing: [[UInt8]] = [[], [0x0C, 0], [0x16, 0], [0x02, 1, 0]]
}

extension JSONValue {
    /// Bytes in lower-case hexadecimal digits, as many as evidence shows of them.
    static func hexadecimal(_ bytes: ArraySlice<UInt8>) -> JSONValue {
        .string(bytes.prefix(UnknownAttributes.valueLimit).hexadecimal)
    }
}
