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

    private static let nothing: [[UInt8]] = [[], [0x0C, 0], [0x16, 0], [0x02, 1, 0]]
}

extension JSONValue {
    /// Bytes in lower-case hexadecimal digits, as many as evidence shows of them.
    static func hexadecimal(_ bytes: ArraySlice<UInt8>) -> JSONValue {
        .string(bytes.prefix(UnknownAttributes.valueLimit).hexadecimal)
    }
}
