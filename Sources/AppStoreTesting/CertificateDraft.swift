import Foundation
import SwiftASN1
import X509

/// What a minted certificate says, before somebody signs it.
struct CertificateDraft {
    /// Whose certificate it is.
    var subject: String
    /// Who signs it, by name.
    var issuer: String
    /// The key that it speaks of.
    var key: Certificate.PrivateKey
    /// When it is valid.
    var validity: ClosedRange<Date>
    /// Whether it may sign certificates, and how many may follow; nil leaves the extension out.
    var constraints: BasicConstraints?
    /// What its key may be used for; nil leaves the extension out.
    var usage: KeyUsage?
    /// The extension that marks it as one of the App Store's; nil leaves it out.
    var mark: ASN1ObjectIdentifier?
    /// Whether it carries a critical extension that nobody knows.
    var isStrange = false
    /// The version of X.509 that it says it is of.
    var version = Certificate.Version.v3

    /// The certificate, signed with a key.
    func certificate(signedBy issuerKey: Certificate.PrivateKey) throws -> Certificate {
        try Certificate(
            version: version, serialNumber: Certificate.SerialNumber(), publicKey: key.publicKey,
            notValidBefore: validity.lowerBound, notValidAfter: validity.upperBound,
            issuer: try CertificateDraft.name(issuer), subject: try CertificateDraft.name(subject),
            extensions: try Certificate.Extensions(try extensions), issuerPrivateKey: issuerKey)
    }

    private var extensions: [Certificate.Extension] {
        get throws {
            var extensions: [Certificate.Extension] = []
            if let constraints { extensions.append(try Critical(constraints).makeCertificateExtension()) }
            if let usage { extensions.append(try Critical(usage).makeCertificateExtension()) }
            extensions.append(try SubjectKeyIdentifier(hash: key.publicKey).makeCertificateExtension())
            if let mark { extensions.append(CertificateDraft.empty(mark, critical: false)) }
            if isStrange { extensions.append(CertificateDraft.empty("1.2.3.4.5", critical: true)) }
            return extensions
        }
    }

    private static func name(_ name: String) throws -> DistinguishedName {
        try DistinguishedName {
            CountryName("US")
            OrganizationName("Makegood Tests")
            CommonName(name)
        }
    }

    /// An extension without contents but ASN.1's NULL, as Apple's marks are.
    private static func empty(_ oid: ASN1ObjectIdentifier, critical: Bool) -> Certificate.Extension {
        Certificate.Extension(oid: oid, critical: critical, value: [0x05, 0x00])
    }
}
