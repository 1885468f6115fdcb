public import AppStore

/// What can be wrong with the certificates behind a signature.
public enum ChainFault: CaseIterable, Sendable {
    /// The leaf lacks the mark of those that sign for the App Store.
    case leafUnmarked
    /// The intermediate lacks the mark of Worldwide Developer Relations.
    case intermediateUnmarked
    /// The leaf expired in 2016.
    case leafExpired
    /// The leaf is valid from 2039 on.
    case leafNotYetValid
    /// The intermediate expired in 2016.
    case intermediateExpired
    /// The intermediate is valid from 2039 on.
    case intermediateNotYetValid
    /// The root expired in 2016.
    case rootExpired
    /// The root is valid from 2039 on.
    case rootNotYetValid
    /// Another intermediate of the same name signed the leaf.
    case leafSignedByAnother
    /// Another root of the same name signed the intermediate.
    case intermediateSignedByAnother
    /// The leaf names another issuer than the intermediate that signed it.
    case leafNamesAnother
    /// The intermediate names another issuer than the root that signed it.
    case intermediateNamesAnother
    /// The intermediate does not say that it may sign certificates.
    case intermediateUnconstrained
    /// The intermediate says that it may not sign certificates.
    case intermediateNoAuthority
    /// The intermediate's key may not sign certificates.
    case intermediateKeyOnlySigns
    /// The root does not say that it may sign certificates.
    case rootUnconstrained
    /// The root's key may not sign certificates.
    case rootKeyOnlySigns
    /// The root allows no intermediate below it.
    case rootPathTooShort
    /// The leaf's key may not sign documents.
    case leafKeyCannotSign
    /// The leaf carries a critical extension that nobody knows.
    case leafStrange
    /// The intermediate carries a critical extension that nobody knows.
    case intermediateStrange
    /// The leaf says that it is of version 1, which has no extensions.
    case leafOfVersion1
    /// The root says that it is of version 1, which has no extensions.
    case rootOfVersion1

    /// Why a document that such a chain signed between 2017 and 2038 is refused.
    public var reason: RejectionReason {
        switch self {
        case .leafUnmarked, .intermediateUnmarked: .missingOID
        case .leafExpired, .intermediateExpired, .rootExpired: .certificateExpired
        case .leafNotYetValid, .intermediateNotYetValid, .rootNotYetValid: .certificateNotYetValid
        default: .untrustedRoot
        }
    }
}
