/// Writes elements of DER.
public enum CMSElement {
    /// An element of a tag and its content.
    public static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        [tag] + length(content.count) + content
    }

    /// A sequence of elements.
    public static func sequence(_ elements: [UInt8]...) -> [UInt8] { element(0x30, joined(elements)) }

    /// A set of elements, in the order given.
    public static func set(_ elements: [[UInt8]]) -> [UInt8] { element(0x31, joined(elements)) }

    /// An element told by its number, around others.
    public static func context(_ number: UInt8, _ content: [UInt8]) -> [UInt8] {
        element(0xA0 | number, content)
    }

    /// Bytes.
    public static func octets(_ bytes: [UInt8]) -> [UInt8] { element(0x04, bytes) }

    /// A whole number in its shortest form.
    public static func integer(_ number: Int) -> [UInt8] {
        var bytes = withUnsafeBytes(of: Int64(number).bigEndian) { Array($0) }
        while bytes.count > 1, bytes[0] == (bytes[1] < 0x80 ? 0 : 0xFF) { bytes.removeFirst() }
        return element(0x02, bytes)
    }

    /// A text in UTF-8.
    public static func utf8(_ text: String) -> [UInt8] { element(0x0C, Array(text.utf8)) }

    /// A text in ASCII.
    public static func ascii(_ text: String) -> [UInt8] { element(0x16, Array(text.utf8)) }

    /// Elements one after the other.
    static func joined(_ elements: [[UInt8]]) -> [UInt8] { elements.reduce(into: []) { $0 += $1 } }

    private static func length(_ count: Int) -> [UInt8] {
        guard count > 0x7F else { return [UInt8(count)] }
        let bytes = withUnsafeBytes(of: UInt32(count).bigEndian) { Array($0.drop { $0 == 0 }) }
        return [0x80 | UInt8(bytes.count)] + bytes
    }
}
