public import AppStore

/// What can be wrong with a signed document whose certificates are good.
public enum JWSFault: CaseIterable, Sendable {
    /// It says that it is not signed, and is not.
    case algorithmNone
    /// It is signed with HMAC, with the leaf's certificate as the secret.
    case algorithmHS256
    /// Its header has no certificates.
    case noCertificates
    /// Its header has two certificates only.
    case twoCertificates
    /// Its header has a fourth certificate.
    case fourCertificates
    /// A certificate is not base64.
    case certificateNoBase64
    /// A certificate is none.
    case certificateDamaged
    /// Its header was changed after it was signed.
    case tamperedHeader
    /// Its payload was changed after it was signed.
    case tamperedPayload
    /// Another key than the leaf's signed it.
    case signedByAnother
    /// Its signature lacks a byte.
    case signatureTooShort
    /// Its signature has a byte too many.
    case signatureTooLong
    /// Its signature is in DER.
    case signatureInDER
    /// Its signature is all zeros.
    case signatureZero

    /// Why such a document is refused.
    public var reason: RejectionReason {
        switch self {
        case .noCertificates, .twoCertificates, .fourCertificates: .noCertificates
        case .certificateNoBase64, .certificateDamaged: .badCertificate
        default: .badSignature
        }
    }
}
