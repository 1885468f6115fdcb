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
        of kind: DocumentKind, in frame: DocumentContext
    ) throws(DocumentProblem) -> DocumentContents {
        try requireKind(kind)
        var contents = SignedContents(frame, checker)
        if kind == .signedRenewalInfo {
            try contents.addRenewal(signed, path: "")
        } else {
            try contents.addTransaction(signed, path: "")
        }
        return try contents.contents(kind)
    }

    /// What it is must be what it was said to be, or it could never be brought as what it is.
    private func requireKind(_ kind: DocumentKind) throws(DocumentProblem) {
        guard let text = signed.string else { return }
        let payload = try SignedText.payload(of: text)
        guard payload["notificationType"] == nil else {
            throw DocumentProblem(.wrongKind, "this is a notification: bring it without saying what it is")
        }
        guard kind != .signedRenewalInfo || payload["transactionId"] == nil else {
            throw DocumentProblem(
                .wrongKind, "this is a signed transaction: bring it without saying what it is")
        }
    }
}
