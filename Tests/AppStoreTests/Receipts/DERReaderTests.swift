import AppStoreTesting
import JSONValues
import Testing

@testable import AppStore

@Suite struct DERReaderTests {
    /// The contents of the elements that stand in these bytes.
    private func contents(_ bytes: [UInt8]) throws -> [[UInt8]] {
        var (reader, found): (DERReader, [[UInt8]]) = (DERReader(bytes[...]), [])
        while let element = try reader.next() { found.append(Array(element.content)) }
        return found
    }

    private func reason(_ bytes: [UInt8]) -> RejectionReason? {
        #expect(throws: DocumentProblem.self) { try contents(bytes) }?.reason
    }

    @Test(arguments: [0, 1, 127, 128, 255, 256, 65_535, 65_536])
    func lengthsOfEverySize(_ count: Int) throws {
        let bytes = CMSElement.octets(Array(repeating: 7, count: count)) + CMSElement.integer(5)
        #expect(try contents(bytes) == [Array(repeating: 7, count: count), [5]])
    }

    @Test(arguments: [
        [0x04] as [UInt8], [0x04, 0x01], [0x04, 0x02, 0x00], [0x04, 0x81], [0x04, 0x82, 0x01],
        [0x30, 0x80, 0x00, 0x00], [0x04, 0x81, 0x01, 0x00],
        [0x04, 0x81, 0x7F] + Array(repeating: 0, count: 127),
        [0x04, 0x82, 0x00, 0x80] + Array(repeating: 0, count: 128), [0x04, 0x85, 0, 0, 0, 0, 1, 0],
        [0x04, 0x84, 0xFF, 0xFF, 0xFF, 0xFF, 0x00],
        [0x04, 0x88, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
        [0x04, 0xFF, 0x00], [0x1F, 0x01, 0x00], [0x3F, 0x81, 0x01, 0x00], [0xBF, 0x00],
        [0x02, 0x01, 0x05, 0x04],
    ])
    func lengthsThatLieAndTagsOfManyBytes(_ bytes: [UInt8]) {
        #expect(reason(bytes) == .malformedReceipt)
    }

    @Test func theDamageIsNamedByItsPlace() {
        let bytes = CMSElement.integer(5) + [0x04, 0x09]
        let problem = #expect(throws: DocumentProblem.self) { try contents(bytes) }
        #expect(problem?.detail.contains("at byte 3") == true)
    }

    @Test func nestingIsNotFollowed() throws {
        let bytes = DERReaderTests.nested
        var reader = DERReader(bytes[...])
        #expect(try reader.next()?.encoded.count == bytes.count)
        #expect(try reader.next() == nil)
    }

    @Test(arguments: [
        ([0x00] as [UInt8], 0), ([0x7F], 127), ([0x00, 0x80], 128), ([0xFF], -1), ([0x80], -128),
        ([0x07, 0x1A, 0xFD, 0x50, 0xE7, 0x48, 0x2D], 2_000_000_123_357_229),
        ([0x7F] + Array(repeating: 0xFF, count: 7), Int.max),
        ([0x80] + Array(repeating: 0, count: 7), Int.min),
    ])
    func numbers(_ content: [UInt8], _ expected: Int) throws {
        var reader = DERReader(CMSElement.element(0x02, content)[...])
        #expect(try reader.next()?.integer == expected)
    }

    @Test(arguments: [
        CMSElement.element(0x02, []), CMSElement.element(0x02, Array(repeating: 1, count: 9)),
        CMSElement.utf8("5"),
    ])
    func noNumbers(_ bytes: [UInt8]) throws {
        var reader = DERReader(bytes[...])
        let element = try #require(try reader.next())
        #expect(throws: DocumentProblem.self) { try element.integer }
    }

    @Test(arguments: [
        (CMSElement.element(0x0C, [0xC3]), RejectionReason.malformedReceipt),
        (CMSElement.octets([0x41]), .malformedReceipt),
        (CMSElement.utf8(String(repeating: "x", count: 10_001)), .tooLarge),
    ])
    func noTexts(_ bytes: [UInt8], _ reason: RejectionReason) throws {
        var reader = DERReader(bytes[...])
        let element = try #require(try reader.next())
        #expect(#expect(throws: DocumentProblem.self) { try element.text }?.reason == reason)
    }

    /// A hundred thousand sequences inside each other, written from the innermost outwards.
    static let nested: [UInt8] = {
        var backwards: [UInt8] = []
        for _ in 0..<100_000 {
            let count = backwards.count
            backwards.append(UInt8(truncatingIfNeeded: count))
            if count > 0x7F { appendRest(of: count, to: &backwards) }
            backwards.append(0x30)
        }
        return backwards.reversed()
    }()

    /// The bytes of a length but for its last one, backwards.
    private static func appendRest(of count: Int, to backwards: inout [UInt8]) {
        var (rest, bytes) = (count >> 8, UInt8(1))
        while rest > 0 {
            backwards.append(UInt8(truncatingIfNeeded: rest))
            (rest, bytes) = (rest >> 8, bytes + 1)
        }
        backwards.append(0x80 | bytes)
    }
}
