/// What an import brings to the store, one after the other.
public enum ImportItem: Hashable, Sendable {
    /// A document to apply.
    case document(AdmittedDocument)
    /// A document that could not be understood.
    case refused(RefusedDocument)
}
