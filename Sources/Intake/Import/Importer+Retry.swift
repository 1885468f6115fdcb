public import Persistence
import Purchases

extension Importer {
    /// Tries a document in quarantine again; when it comes in, it leaves quarantine, and refused for another reason
    /// it stays under that reason.
    ///
    /// - Throws: `StoreError`: refused by role, cut or empty when it was kept, busy.
    public func retry(_ document: QuarantinedDocument) throws -> ImportReport {
        try store.require(.retryQuarantine, of: agent)
        guard !document.body.isEmpty else {
            throw StoreError(
                .usage, "nothing of document \(document.id) could be read",
                remedy: "bring \(document.source) again")
        }
        guard document.body.count == document.byteCount else {
            throw StoreError(
                .usage, "only a part of document \(document.id) was kept",
                remedy: "bring the whole document again")
        }
        let options = ReadingOptions(
            kind: document.forcedKind.flatMap(DocumentKind.init), customer: document.customer)
        let report = try run(document.body, named: document.source, options: options)
        // Refused for another reason it is kept once more, under that reason.
        let isElsewhere = report.rejected.allSatisfy { $0.reason != document.reason }
        if isElsewhere { try store.releaseQuarantined(document.id, by: agent, at: now) }
        return report
    }
}
