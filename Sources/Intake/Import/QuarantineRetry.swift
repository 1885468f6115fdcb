import AppStore
import Foundation
package import Persistence
import Purchases

/// What trying many documents in quarantine again did.
package struct RetryReport: Hashable, Sendable {
    /// What taking them in did.
    package let report: ImportReport
    package let tried: Int
    /// How many left quarantine, or stay there under another reason.
    package let released: Int
    /// How many could not be tried, because nothing or only a part of them was kept.
    package let notKept: Int
}

extension Importer {
    /// Tries every document in quarantine again, or all that were refused for one reason, as one import.
    ///
    /// - Throws: `StoreError`: refused by role, busy.
    package func retryAll(
        refusedFor reason: String? = nil, progress: @escaping (ImportProgress) -> Void = { _ in }
    ) throws -> RetryReport {
        try store.require(.retryQuarantine, of: agent, at: now)
        let all = try store.quarantineEntries(refusedFor: reason)
        let whole = all.filter(\.isWhole)
        guard !whole.isEmpty else {
            return RetryReport(report: ImportReport(), tried: 0, released: 0, notKept: all.count)
        }
        let (report, refusals) = try run(
            whole.map(source), whole.map(\.byteCount).reduce(0, +), progress)
        // What the store itself could not hold, or does not take from this agent, is known by its source and reason alone.
        let unheld = Set(report.rejected.map { [$0.source, $0.reason] })
        let released = whole.enumerated().filter { place, entry in
            let reasons = refusals[place] ?? []
            guard reasons.isEmpty else { return !reasons.contains(entry.reason) }
            // Where the report could not name every refusal, nothing leaves quarantine that may be one.
            return !DecodedDocument.reasonsOfTheStore.contains(entry.reason)
                || report.rejected.count == report.rejectedCount
                    && !unheld.contains([entry.source, entry.reason])
        }
        try store.releaseQuarantined(released.map(\.element.id), by: agent, at: now)
        return RetryReport(
            report: report, tried: whole.count, released: released.count, notKept: all.count - whole.count)
    }

    /// A document in quarantine as a source, which is read when its turn comes.
    private func source(_ entry: QuarantineEntry) -> ImportReading.Source {
        let context = DocumentContext(
            kind: entry.forcedKind.flatMap(DocumentKind.init), customer: entry.customer)
        let reader = SourceReader(context)
        return ImportReading.Source(name: entry.source, context: context) { [store] in
            let body = try? store.quarantined(entry.id)?.body
            return reader.documents(in: body ?? Data(), source: entry.source)
        }
    }

    /// Tries a document in quarantine again; when it comes in, it leaves quarantine, and refused for another reason
    /// it stays under that reason.
    ///
    /// - Throws: `StoreError`: refused by role, cut or empty when it was kept, busy.
    package func retry(_ document: QuarantinedDocument) throws -> ImportReport {
        try store.require(.retryQuarantine, of: agent, at: now)
        guard !document.body.isEmpty else {
            throw StoreError.documents(.nothingKept(document: document.id, source: document.source))
        }
        guard document.body.count == document.byteCount else {
            throw StoreError.documents(.partKept(document: document.id))
        }
        let context = DocumentContext(
            kind: document.forcedKind.flatMap(DocumentKind.init), customer: document.customer)
        let report = try run(document.body, named: document.source, in: context)
        // Refused for another reason it is kept once more, under that reason.
        let isElsewhere = report.rejected.allSatisfy { $0.reason != document.reason }
        if isElsewhere { try store.releaseQuarantined(document.id, by: agent, at: now) }
        return report
    }
}
