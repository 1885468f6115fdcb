/// What became of one document that was read.
public enum ReadDocument: Hashable, Sendable {
    /// It was understood.
    case document(IncomingDocument)
    /// It was not, and goes to quarantine.
    case rejected(RejectedDocument)
}
