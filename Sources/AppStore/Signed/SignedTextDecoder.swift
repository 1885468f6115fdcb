import Purchases

/// Decodes a signed transaction or signed renewal information that stands alone.
struct SignedTextDecoder {
    private let signed: JSONValue
    private let checker: SignatureChecker

    /// Reads a signed text.
    init(_ document: JSONValue, checker: SignatureChecker) {
        (signed, self.checker) = (document, checker)
    }

    /// What it tells; one that names no transaction tells nothing and is kept; throws what is wrong with it.
    func contents(
        of kind: DocumentKind, in frame: DocumentFrame
    ) throws(DocumentProblem) -> DocumentContents {
        var contents = SignedContents(frame, checker)
        if kind == .signedRenewalInfo {
            try contents.addRenewal(signed, path: "")
        } else {
            try contents.addTransaction(signed, path: "")
        }
        return try contents.contents(kind)
    }
}
