public import Persistence
import Purchases

/// Says which document told a fact, and how far that was checked.
public struct EvidenceText {
    /// What the fact rests on.
    public let evidence: Evidence

    /// Words for evidence.
    public init(evidence: Evidence) { self.evidence = evidence }

    /// The document and its check in plain words, for the middle of a sentence.
    public var words: String {
        switch evidence.check {
        case .signed: "\(evidence.name), signed by Apple"
        case .secret: "\(evidence.name), with the shared secret"
        case .unchecked: "\(evidence.name), unchecked"
        }
    }
}
