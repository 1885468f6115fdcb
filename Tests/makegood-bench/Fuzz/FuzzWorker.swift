import AppStore
import AppStoreTesting
import ArgumentParser
import Foundation
import Intake
import JSONValues
import Persistence
import Purchases

/// Reads documents with one target until its time is over or a rule does not hold.
struct FuzzWorkerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "fuzz-worker", shouldDisplay: false)

    /// The longest that a document may take, in seconds.
    private static let patience: UInt32 = 60

    @OptionGroup var plan: FuzzPlan
    @Option var folder: String

    func run() throws {
        for target in try plan.targets() {
            let log = try FuzzLog(in: folder, of: target.name)
            var tally = FuzzTally(next: plan.seed)
            for document in try target.corpus { try read(document, target, &tally, log) }
            let end = SteadyClock.seconds + Double(plan.seconds ?? 0)
            var rest = plan.iterations
            while plan.seconds == nil ? rest > 0 : SteadyClock.seconds < end {
                try read(try target.document(tally.next), target, &tally, log)
                tally.next &+= 1
                rest -= 1
            }
            log.note(tally, [])
        }
    }

    private func read(
        _ document: FuzzDocument, _ target: FuzzTarget, _ tally: inout FuzzTally, _ log: FuzzLog
    ) throws {
        log.note(tally, document.bytes)
        alarm(FuzzWorkerCommand.patience)
        let (outcome, failure) = target.result(of: document)
        alarm(0)
        tally.documents += 1
        if outcome.isUnderstood { tally.understood += 1 }
        guard let failure else { return }
        try log.note(failure: failure)
        throw ExitCode(1)
    }
}

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
        let decoder = DocumentDecoder(checker: checker)
        let documents = SourceReader(DocumentContext(kind: kind))
            .documents(in: Data(document.bytes), source: "f")
        var outcome = FuzzOutcome()
        for cut in documents { outcome.add(cut.flatMap { $0.decoded(by: decoder) }) }
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
            kept += [document.body, document.payload ?? ""]
        case .failure(let rejection):
            let reason = RejectionReason(rawValue: rejection.reason)
            problems.append(DocumentProblem(reason ?? .badValue, rejection.detail))
            kept.append(String(decoding: rejection.body, as: UTF8.self))
        }
    }
}

/// What a process writes down before each document, so that one that crashes it is known.
final class FuzzLog {
    private let target: String
    private let path: String
    private let numbers: Int32
    private let document: Int32

    /// The files of a target in a folder; those that are there go on.
    init(in folder: String, of target: String) throws {
        self.target = target
        path = "\(folder)/\(target)"
        numbers = open(path + ".numbers", O_RDWR | O_CREAT, 0o600)
        document = open(path + ".document", O_RDWR | O_CREAT, 0o600)
        guard numbers >= 0, document >= 0 else {
            throw BenchError("\(path) cannot be written: errno \(errno)")
        }
    }

    deinit {
        close(numbers)
        close(document)
    }

    /// Writes down what is read next.
    func note(_ tally: FuzzTally, _ bytes: [UInt8]) {
        let values = [tally.next, tally.documents, tally.understood]
        _ = values.withUnsafeBytes { pwrite(numbers, $0.baseAddress, $0.count, 0) }
        _ = bytes.withUnsafeBytes { pwrite(document, $0.baseAddress, $0.count, 0) }
        ftruncate(document, bytes.count)
    }

    /// How far the process came that wrote last.
    func tally() throws -> FuzzTally {
        var values = [UInt64](repeating: 0, count: 3)
        _ = values.withUnsafeMutableBytes { pread(numbers, $0.baseAddress, $0.count, 0) }
        return FuzzTally(next: values[0], documents: values[1], understood: values[2])
    }

    /// Writes down which rule does not hold.
    func note(failure: String) throws { try Data(failure.utf8).write(to: URL(filePath: path + ".failure")) }

    /// The rule that does not hold; nil when the process ended without a word.
    var failure: String? { try? String(contentsOfFile: path + ".failure", encoding: .utf8) }

    /// How to have the same document read again, damaged from a corpus at those paths.
    func reproduction(_ corpus: [String]) -> String {
        let number = (try? tally().next) ?? 0
        let paths = corpus.map { " --corpus \($0)" }.joined()
        return """
              makegood-bench fuzz --target \(target) --seed \(number) --iterations 1\(paths)
              makegood-bench fuzz --target \(target) --iterations 0 --corpus \(path).document
            """
    }
}
