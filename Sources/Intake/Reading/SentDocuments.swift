import AppStore
package import Foundation
package import JSONValues

/// The documents of one request to `ReportRoute` in `Server/Routes`: one, the elements of a list, or one a line.
///
/// They are counted before anything is made of them, and then read one after the other, so that no more of them is in memory
/// than the part at hand; the reader refuses too many by ``count``.
package struct SentDocuments: Sendable {
    package let count: Int
    private let bytes: Data
    private let form: JSONTally.Form

    /// Counts the documents in bytes.
    package init(_ bytes: Data) {
        let tally = JSONTally(of: bytes)
        (self.bytes, form, count) = (bytes, tally.form, tally.count)
    }

    /// Does something with each in order, and answers what comes of it.
    ///
    /// - Throws: `DocumentProblem` where one is no JSON or has more values than its bytes may; what the work throws.
    package func map<Element>(_ work: (JSONValue) throws -> Element) throws -> [Element] {
        switch form {
        case .object: [try work(JSONValue(sent: bytes))]
        case .list: try mapList(work)
        case .lines: try mapLines(work)
        }
    }

    private func mapList<Element>(_ work: (JSONValue) throws -> Element) throws -> [Element] {
        guard var parts = JSONListParts(bytes) else { return [try work(JSONValue(sent: bytes))] }
        var found: [Element] = []
        found.reserveCapacity(count)
        while let part = parts.next() {
            let elements = try JSONValue(sent: part).array ?? []
            for element in elements { found.append(try work(element)) }
        }
        return found
    }

    private func mapLines<Element>(_ work: (JSONValue) throws -> Element) throws -> [Element] {
        var found: [Element] = []
        found.reserveCapacity(count)
        var start = bytes.startIndex
        while start < bytes.endIndex {
            let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.endIndex
            let line = bytes[start..<end]
            if line.contains(where: { $0 > 0x20 }) { found.append(try work(JSONValue(sent: Data(line)))) }
            start = end < bytes.endIndex ? end + 1 : end
        }
        return found
    }
}
