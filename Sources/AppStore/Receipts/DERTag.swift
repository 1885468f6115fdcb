/// The tags of ASN.1 elements that receipts and their certificates use.
struct DERTag: RawRepresentable, Hashable {
    /// The byte that an element begins with.
    let rawValue: UInt8

    /// A whole number.
    static let integer = DERTag(rawValue: 0x02)
    /// Bytes.
    static let octetString = DERTag(rawValue: 0x04)
    /// The name of an algorithm, an attribute or an extension.
    static let objectIdentifier = DERTag(rawValue: 0x06)
    /// A text in UTF-8.
    static let utf8String = DERTag(rawValue: 0x0C)
    /// A text in ASCII.
    static let ia5String = DERTag(rawValue: 0x16)
    /// Elements in an order that counts.
    static let sequence = DERTag(rawValue: 0x30)
    /// Elements in an order that does not count.
    static let set = DERTag(rawValue: 0x31)

    /// Whether the number of the tag goes on in further bytes.
    var isLong: Bool { rawValue & 0x1F == 0x1F }

    /// An element told by its number, that stands for others.
    static func context(_ number: UInt8) -> DERTag { DERTag(rawValue: 0xA0 | number) }

    /// An element told by its number, that holds bytes.
    static func contextBytes(_ number: UInt8) -> DERTag { DERTag(rawValue: 0x80 | number) }
}
