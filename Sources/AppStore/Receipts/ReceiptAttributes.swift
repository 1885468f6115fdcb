/// The fields of a receipt, or of a purchase in it, read one at a time, in the order in which they stand.
struct ReceiptAttributes {
    private var reader: DERReader

    /// Reads a set of fields; throws `malformed_receipt` when the bytes are none.
    init(_ bytes: ArraySlice<UInt8>) throws(DocumentProblem) {
        var file = DERReader(bytes)
        reader = try file.next(.set, "a set of fields").reader
        try file.end()
    }

    /// The next field; nil after the last one; throws `malformed_receipt`.
    mutating func next() throws(DocumentProblem) -> ReceiptAttribute? {
        guard let element = try reader.next() else { return nil }
        return try ReceiptAttribute(element)
    }
}
