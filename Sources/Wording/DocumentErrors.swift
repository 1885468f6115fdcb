import Persistence

/// `DocumentRefusal` in words.
extension ErrorText {
    /// Why documents are not brought, brought again or shown.
    func words(of refusal: DocumentRefusal) -> ErrorWords {
        switch refusal {
        case .stopped(let why, let documents):
            ErrorWords(
                what:
                    "\(what(of: why)), and the import stopped: \(Counting.of(documents, "document is", "documents are")) in, the rest is not",
                onCommandLine:
                    "make room or have the disk checked, then bring all of it again; what is in is known by then"
            )
        case .nothingKept(let document, let source):
            ErrorWords(
                what: "nothing of document \(document) could be read", onCommandLine: "bring \(source) again")
        case .partKept(let document):
            ErrorWords(
                what: "only a part of document \(document) was kept",
                onCommandLine: "bring the whole document again")
        case .notListed(let document):
            ErrorWords(
                what: "document \(document) is not among those that are asked for",
                onCommandLine: "give --after the number that the page before names as next")
        case .hidden:
            ErrorWords(
                what: "your role does not see stored documents", onCommandLine: "ask a lead for another role")
        }
    }
}
