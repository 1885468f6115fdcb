/// What became of one document of an import.
enum ImportStep {
    /// It was applied.
    case applied(DocumentImport.Outcome)
    /// It was put into quarantine.
    case refused(RefusedDocument)
}
