public import AppStore

/// What can be wrong with signed data, though its certificates are good.
public enum CMSFault: CaseIterable, Sendable {
    /// The content is another than was signed.
    case contentTampered
    /// A key that is in none of the certificates signed it.
    case signedByAnother
    /// The signature names another certificate than the leaf.
    case namesIntermediate
    /// The signature names a number that no certificate has.
    case namesNobody
    /// No certificates came with it.
    case noCertificates
    /// The leaf is missing.
    case noLeaf
    /// The intermediate is missing.
    case noIntermediate
    /// The root is missing.
    case noRoot
    /// Nobody signed it.
    case noSignature
    /// It is signed with a digest that nobody uses (MD5).
    case unknownDigest
    /// Its signed attributes hold the digest of another content.
    case attributesOfAnother
    /// Its signed attributes do not hold the type of the content.
    case attributesWithoutType
    /// Its signed attributes are other than those that were signed.
    case attributesTampered

    /// Why it is refused.
    public var reason: RejectionReason {
        switch self {
        case .contentTampered, .signedByAnother, .noSignature, .unknownDigest, .attributesOfAnother,
            .attributesWithoutType, .attributesTampered:
            .badSignature
        case .noCertificates, .noLeaf, .noIntermediate, .namesNobody: .noCertificates
        case .namesIntermediate, .noRoot: .untrustedRoot
        }
    }
}
