import AppStore
import Foundation
import JSONValues
import Persistence
import Purchases

/// Cuts parts of one source into documents and labels them: `file`, `file:line`, `file#index`.
struct SourceCutter {
    /// One document that was cut out, or what stood in its place.
    typealias Cut = Result<SourceDocument, Rejection>

    /// The name of the source.
    let source: String
    /// What the caller says about it.
    let context: DocumentContext

    /// Whether a source that begins with a line is CSV.
    func isTable(_ line: Data) -> Bool {
        switch context.kind {
        case nil: CustomerTable.separator(of: line) != nil
        case .customers: !line.starts(with: [0x7B]) && !line.starts(with: [0x5B])
        default: false
        }
    }

    /// What bytes are from beginning to end.
    enum Whole {
        case document(JSONValue)
        /// A list of documents, which are read part by part.
        case list(JSONListParts)
        /// One document that has more in it than any may have.
        case refused(DocumentProblem)
    }

    /// The one document, or list of them, that bytes are from beginning to end; nil when they are none.
    func whole(_ bytes: Data) -> Whole? {
        if let parts = JSONListParts(bytes) {
            return parts.areJSON(valueLimit: JSONValue.documentLimit) ? .list(parts) : nil
        }
        do {
            return .document(try value(bytes))
        } catch {
            return error.reason == .tooLarge ? .refused(error) : nil
        }
    }

    /// Whether a line is a document of its own: an object, a JSON text, or a JWS as it is.
    func isLine(_ line: Data) -> Bool {
        guard let first = line.first, [0x7B, 0x22, 0x65].contains(first) else { return false }
        return whole(line) != nil
    }

    /// Whether a line is only the beginning of a receipt in DER, in which any byte can stand.
    func isPart(_ line: Data) -> Bool { KindRecognizer.isDER(line) }

    /// Whether two lines are parts of one receipt in base64, rather than a document each.
    func isWrapped(_ first: Data, _ second: Data) -> Bool {
        let isReceipt = KindRecognizer.kind(ofText: String(decoding: first, as: UTF8.self)) == .receipt
        // How each receipt begins, in base64 and in the base64 of that.
        let beginning = first.first == UInt8(ascii: "T") ? "TUl" : "MI"
        return isReceipt && !second.starts(with: beginning.utf8)
    }

    /// The documents in the whole source.
    func cut(_ whole: Whole, of bytes: Data) -> DocumentCuts {
        switch whole {
        case .document(let value):
            DocumentCuts(cut(SourceDocument(source: source, value: value, context: context)))
        case .list(let parts): DocumentCuts(parts, in: source, by: self)
        case .refused(let problem): DocumentCuts([rejected(problem, bytes, source: source)])
        }
    }

    /// What stands in the place of a source that is no document as a whole.
    func cut(whole bytes: Data) -> DocumentCuts { cut(bytes, source: source) }

    /// The documents on a line.
    func cut(_ line: LineReader.Line) -> DocumentCuts {
        let label = "\(source):\(line.number)"
        guard !line.isCut else {
            let problem = DocumentProblem(
                .tooLarge,
                "the line is longer than \(LineReader.limit >> 20) MB: send its parts, one document each")
            return DocumentCuts([rejected(problem, line.bytes, source: label)])
        }
        return cut(line.bytes, source: label)
    }

    /// The customer in a row of a table.
    func cut(_ row: CSVReader.Record, _ table: CustomerTable) -> Cut {
        let label = "\(source):\(row.line)"
        do {
            let value = try table.value(row)
            var context = context
            context.kind = .customers
            return .success(SourceDocument(source: label, value: value, context: context))
        } catch {
            return .failure(
                Rejection(
                    error, source: label, kind: .customers, customer: context.customer,
                    masked: table.alone(row)))
        }
    }

    /// What stands in the place of a source that cannot be read.
    func refused(_ problem: DocumentProblem) -> Cut { rejected(problem, Data(), source: source) }

    private func cut(_ bytes: Data, source: String) -> DocumentCuts {
        if let parts = JSONListParts(bytes), parts.areJSON(valueLimit: JSONValue.documentLimit) {
            return DocumentCuts(parts, in: source, by: self)
        }
        do {
            return DocumentCuts(
                cut(SourceDocument(source: source, value: try value(bytes), context: context)))
        } catch {
            return DocumentCuts([rejected(error, bytes, source: source)])
        }
    }

    /// The documents in an element of a list.
    fileprivate func cut(_ element: JSONValue, at place: Int, of list: String) -> [Cut] {
        cut(SourceDocument(source: "\(list)#\(place)", value: element, context: context))
    }

    /// What stands in the place of a list without anything in it.
    fileprivate func empty(_ list: String) -> Cut {
        .failure(SourceDocument(source: list, value: .array([]), context: context).emptyList)
    }

    /// The JSON in bytes, or the receipt or JWS that stands there without being JSON, as a text.
    private func value(_ bytes: Data) throws(DocumentProblem) -> JSONValue {
        if KindRecognizer.isDER(bytes) { return .string(bytes.base64EncodedString()) }
        guard let first = bytes.first(where: { $0 > 0x20 }), [0x4D, 0x54, 0x65].contains(first) else {
            return try JSONValue(document: bytes)
        }
        let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard KindRecognizer.kind(ofText: text) != nil else { return try JSONValue(document: bytes) }
        return .string(text)
    }

    fileprivate func rejected(_ problem: DocumentProblem, _ bytes: Data, source: String) -> Cut {
        .failure(
            Rejection(
                problem, source: source, kind: context.kind, customer: context.customer,
                masked: SecretMask.masked(bytes)))
    }
}

extension SourceCutter {
    /// The documents in a value: itself, the elements of a list, the body of an envelope, in any nesting.
    private func cut(_ document: SourceDocument) -> [Cut] {
        if let elements = document.value.array {
            return elements.isEmpty ? [.failure(document.emptyList)] : cut(elements, of: document)
        }
        guard let body = Envelope.body(of: document.value) else { return [.success(document)] }
        do {
            var inner = document
            inner.envelope = try document.envelope.opened(document.value)
            inner.value = unwrapped(body)
            return cut(inner)
        } catch {
            return [.failure(document.rejection(error, kind: document.known.kind))]
        }
    }

    private func cut(_ elements: [JSONValue], of list: SourceDocument) -> [Cut] {
        elements.enumerated().flatMap { index, element in
            cut(
                SourceDocument(
                    source: "\(list.source)#\(index)", value: element, context: list.context,
                    envelope: list.envelope))
        }
    }

    /// The body of an envelope that logged it as a text is that text's JSON.
    private func unwrapped(_ body: JSONValue) -> JSONValue {
        guard let text = body.string, let first = text.utf8.first(where: { $0 > 0x20 }),
            first == 0x7B || first == 0x5B, let value = try? JSONValue(document: Data(text.utf8))
        else { return body }
        return value
    }
}

extension SourceDocument {
    /// An empty list as it goes to quarantine.
    fileprivate var emptyList: Rejection {
        rejection(DocumentProblem(.empty, "the list is empty: nothing to take in"), kind: nil)
    }
}

/// What is cut out of some bytes, one after the other; a list of a million documents is never cut as a whole.
struct DocumentCuts: Sequence, IteratorProtocol {
    private var cuts: ArraySlice<SourceCutter.Cut>
    private var list: (parts: JSONListParts, source: String, cutter: SourceCutter)?
    /// What is left of the part of the list at hand.
    private var elements: ArraySlice<JSONValue> = []
    private var place = 0

    /// What was cut already.
    init(_ cuts: [SourceCutter.Cut] = []) { self.cuts = cuts[...] }

    /// What stands in the parts of a list.
    init(_ parts: JSONListParts, in source: String, by cutter: SourceCutter) {
        cuts = []
        list = (parts, source, cutter)
    }

    mutating func next() -> SourceCutter.Cut? {
        while cuts.isEmpty, let (_, source, cutter) = list {
            if let element = elements.popFirst() {
                cuts = cutter.cut(element, at: place, of: source)[...]
                place += 1
            } else if let part = list?.parts.next() {
                do {
                    elements = (try JSONValue(document: part).array ?? [])[...]
                } catch {
                    let value = Data(part.dropFirst().dropLast())
                    cuts = [cutter.rejected(error, value, source: "\(source)#\(place)")]
                    place += 1
                }
            } else {
                list = nil
                return place == 0 ? cutter.empty(source) : nil
            }
        }
        return cuts.popFirst()
    }
}
