/// What became of one document of an import.
enum ImportStep {
    /// It was applied.
    case applied(DocumentApplication.Outcome)
    /// It was put into quarantine.
    case refused(RefusedDocument)
}
