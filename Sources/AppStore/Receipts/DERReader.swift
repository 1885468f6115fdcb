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
    mutating func next(_ tag: DERTag, _ name: String) throws(DocumentProblem) -> DERElement {
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
