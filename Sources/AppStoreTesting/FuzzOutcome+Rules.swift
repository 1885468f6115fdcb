import AppStore

extension FuzzOutcome {
    /// The most bytes that the detail of a problem may have.
    private static let detailLimit = 2048

    /// The first rule that does not hold for what came of a document, read twice; nil when all do.
    func failure(reading document: FuzzDocument, again: FuzzOutcome) -> String? {
        if let fault { return fault }
        guard contents == again.contents, kept == again.kept, problems == again.problems else {
            return "read twice, it says different things"
        }
        return problems.lazy.compactMap(FuzzOutcome.failure).first ?? leak(of: document)
    }

    private static func failure(_ problem: DocumentProblem) -> String? {
        let name = problem.reason.rawValue
        guard !problem.detail.isEmpty else { return "\(name) has no detail" }
        guard problem.detail.utf8.count <= detailLimit else {
            return "the detail of \(name) has \(problem.detail.utf8.count) bytes"
        }
        guard !problem.detail.unicodeScalars.contains(where: isControl) else {
            return "the detail of \(name) has control characters: \(problem.detail.debugDescription)"
        }
        return nil
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control
    }

    /// Where a secret is kept or shown that was named as one wherever it stood.
    private func leak(of document: FuzzDocument) -> String? {
        let secret = Array(FuzzTokens.secret.utf8)
        let named = FuzzTokens.namedSecrets.map { document.source.ranges(of: $0).count }.reduce(0, +)
        guard named > 0, document.source.ranges(of: secret).count == named else { return nil }
        let texts = kept + problems.map(\.detail)
        return texts.first { $0.contains(FuzzTokens.secret) }.map { "it keeps the secret: \($0.prefix(500))" }
    }
}
