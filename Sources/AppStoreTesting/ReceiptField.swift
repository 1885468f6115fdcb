/// A field of a receipt, or of a purchase in it, as its bytes.
public struct ReceiptField: Sendable {
    /// SEQUENCE { type, version, value }.
    public let bytes: [UInt8]

    /// A field of a type with the bytes of its value.
    public init(_ type: Int, _ value: [UInt8]) {
        bytes = CMSElement.sequence(
            CMSElement.integer(type), CMSElement.integer(1), CMSElement.octets(value))
    }

    /// A field with a text; nil is written as an empty one, as Apple does.
    public static func text(_ type: Int, _ text: String?) -> ReceiptField {
        ReceiptField(type, CMSElement.utf8(text ?? ""))
    }

    /// A field with a date in RFC 3339; nil is written as an empty text, as Apple does.
    public static func date(_ type: Int, _ text: String?) -> ReceiptField {
        ReceiptField(type, CMSElement.ascii(text ?? ""))
    }

    /// A field with a whole number.
    public static func number(_ type: Int, _ number: Int) -> ReceiptField {
        ReceiptField(type, CMSElement.integer(number))
    }

    /// A field with a set of fields, such as a purchase.
    public static func set(_ type: Int, _ fields: [ReceiptField]) -> ReceiptField {
        ReceiptField(type, CMSElement.set(fields.map(\.bytes)))
    }
}
