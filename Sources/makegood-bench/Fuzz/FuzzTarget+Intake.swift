import AppStore
import AppStoreTesting
import Foundation
import Intake
import JSONValues
import Persistence
import Purchases

extension FuzzTarget {
    /// Every target there is.
    static var all: [FuzzTarget] {
        get throws {
            let checker = SignatureChecker(now: BenchPopulation.now)
            return try appStore + appFormats { outcome(of: $0, readAs: $1, checker) } + [source, catalog]
        }
    }

    /// The reader of whole sources: recognition, envelopes, lists, JSON Lines and CSV.
    private static var source: FuzzTarget {
        get throws {
            try sources("source") { document, checker in outcome(of: document, readAs: nil, checker) }
        }
    }

    private static func outcome(
        of document: FuzzDocument, readAs kind: DocumentKind?, _ checker: SignatureChecker
    ) -> FuzzOutcome {
        let reader = SourceReader(
            options: ReadingOptions(kind: kind), decoder: DocumentDecoder(checker: checker))
        var outcome = FuzzOutcome()
        for read in reader.documents(in: Data(document.bytes), source: "f") { outcome.add(read) }
        return outcome
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
    fileprivate mutating func add(_ read: Result<DecodedDocument, Rejection>) {
        contents.append(read)
        switch read {
        case .success(let document):
            kept += [document.body, document.payload?.canonicalText ?? ""]
        case .failure(let rejection):
            let reason = RejectionReason(rawValue: rejection.reason)
            problems.append(DocumentProblem(reason ?? .badValue, rejection.detail))
            kept.append(String(decoding: rejection.body, as: UTF8.self))
        }
    }
}
