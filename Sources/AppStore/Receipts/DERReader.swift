/// Steps over the elements of DER, one header at a time, without copying, recursing or keeping anything.
///
/// Strict: definite lengths only, in their shortest form, of at most four bytes, within the bytes at hand; tag
/// numbers below 31. What an element holds is read only by whoever asks for it, so that nesting costs nothing.
/// Source: ITU-T X.690, 8.1 and 10.1.
struct DERReader {
    private var rest: ArraySlice<UInt8>

    /// Reads the elements that stand one after the other in these bytes.
    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// Where the next element begins.
    var place: Int { rest.startIndex }

    /// The tag of the next element; nil after the last one.
    var nextTag: DERTag? { rest.first.map(DERTag.init(rawValue:)) }

    /// The next element; nil after the last one; throws `malformed_receipt`.
    mutating func next() throws(DocumentProblem) -> DERElement? {
        guard let tag = nextTag else { return nil }
        guard !tag.isLong else { throw .damaged(at: place, "its tag has several bytes") }
        let start = try contentStart()
        let length = try contentLength(before: start)
        guard length <= rest.endIndex - start else {
            throw .damaged(at: place, "a length reaches beyond the end")
        }
        let end = start + length
        let element = DERElement(tag: tag, encoded: rest[place..<end], content: rest[start..<end])
        rest = rest[end...]
        return element
    }

    /// The next element, which must be one of that tag; throws `malformed_receipt`.
    mutating func next(_ tag: DERTag, name: String) throws(DocumentProblem) -> DERElement {
        let place = place
        guard let element = try next(), element.tag == tag else {
            throw .damaged(at: place, "\(name) is expected")
        }
        return element
    }

    /// The next element when it is of that tag, else nothing, and the reader stays; throws `malformed_receipt`.
    mutating func next(if tag: DERTag) throws(DocumentProblem) -> DERElement? {
        nextTag == tag ? try next() : nil
    }

    /// Makes sure that nothing follows; throws `malformed_receipt`.
    func end() throws(DocumentProblem) {
        guard rest.isEmpty else { throw .damaged(at: place, "bytes follow after the end") }
    }

    /// Where the next element's content begins.
    private func contentStart() throws(DocumentProblem) -> Int {
        guard rest.count >= 2 else { throw .damaged(at: place, "it ends within an element") }
        let first = rest[place + 1]
        guard first & 0x80 != 0 else { return place + 2 }
        guard (0x81...0x84).contains(first) else {
            throw .damaged(
                at: place, first == 0x80 ? "a length is left open" : "a length has more than four bytes")
        }
        let start = place + 2 + Int(first & 0x7F)
        guard start <= rest.endIndex else { throw .damaged(at: place, "it ends within an element") }
        return start
    }

    private func contentLength(before start: Int) throws(DocumentProblem) -> Int {
        let bytes = rest[(place + 1)..<start]
        guard bytes.count > 1 else { return Int(bytes[place + 1]) }
        let length = bytes.dropFirst().reduce(0) { $0 << 8 | Int($1) }
        guard length > 0x7F, bytes[place + 2] != 0 else {
            throw .damaged(at: place, "a length is longer than it need be")
        }
        return length
    }
}

/// One element of DER: its tag and its bytes, which stay where they are.
struct DERElement {
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

/// Object identifiers as DER writes them, without their header.
enum ObjectIdentifierBytes {
    /// 1.2.840.113549.1.7.2: signed data.
    static let signedData: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]
    /// 1.2.840.113549.1.9.3: the signed attribute that names the type of the content.
    static let contentType: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x09, 0x03]
    /// 1.2.840.113549.1.9.4: the signed attribute that holds the digest of the content.
    static let messageDigest: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x09, 0x04]
    /// 2.5.29.14: the extension by which a signature can name its certificate.
    static let subjectKeyIdentifier: [UInt8] = [0x55, 0x1D, 0x0E]
    /// 1.2.840.113549.1.1.1: RSA, with the digest named elsewhere.
    static let rsaEncryption: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]
}
