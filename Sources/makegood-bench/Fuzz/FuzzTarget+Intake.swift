import AppStore
import AppStoreTesting
import Foundation
import Intake
import Purchases

extension FuzzTarget {
    /// Every target there is.
    static var all: [FuzzTarget] {
        get throws { try appStore + [source, catalog] }
    }

    /// The reader of whole sources: recognition, envelopes, lists, JSON Lines and CSV.
    private static var source: FuzzTarget {
        get throws {
            try sources("source") { document, checker in
                let reader = SourceReader(decoder: DocumentDecoder(checker: checker))
                var outcome = FuzzOutcome()
                for read in reader.documents(in: Data(document.bytes), source: "f") { outcome.add(read) }
                return outcome
            }
        }
    }

    /// The reader of the product catalogue.
    private static var catalog: FuzzTarget {
        let text = """
            products:
              tea.monthly:
                kind: auto_renewable
                entitlements: [premium]
                period: P1M
                group: tea
                level: 1
                price: { EUR: "9.99", USD: "9.99" }
              coins_100: { kind: consumable }
            """
        let tokens = [
            "&a", "*a", "<<: *a", "!!binary ", "? ", "- ", "|", "%TAG ! x", "---", "\t", "\u{0}", "~", "1e9",
        ]
        return FuzzTarget("catalog", seeds: [FuzzSeed(text)], tokens: tokens.map { Array($0.utf8) }) {
            document in
            let text = String(decoding: document.bytes, as: UTF8.self)
            do throws(CatalogError) {
                return FuzzOutcome([try CatalogReader(file: "f").catalog(text)])
            } catch {
                // Whoever writes a catalogue is told what stands in it, whatever that is.
                return FuzzOutcome([error], problems: [DocumentProblem(.badValue, "the catalogue is wrong")])
            }
        }
    }
}

extension FuzzOutcome {
    /// Adds a document of a source, with everything that the store would keep of it.
    fileprivate mutating func add(_ read: ReadDocument) {
        contents.append(read)
        switch read {
        case .document(let document):
            kept += [document.body, document.payload?.canonicalText ?? ""]
        case .rejected(let document):
            problems.append(DocumentProblem(document.reason, document.detail))
            kept.append(String(decoding: document.bytes, as: UTF8.self))
        }
    }
}
