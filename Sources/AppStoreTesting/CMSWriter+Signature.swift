import Crypto
import CryptoExtras
import Foundation
import SwiftASN1
import X509

extension CMSWriter {
    /// The signature over a content, with what it names: SignerInfo.
    func signerInfo(_ content: [UInt8]) throws -> [UInt8] {
        let attributes = isOfAttributes ? attributes(of: content) : []
        let signed = isOfAttributes ? CMSElement.set(attributes) : content
        let key = try fault == .signedByAnother ? MintedKeys.rsa.another : chain.leafKey
        let carried = fault == .attributesTampered ? attributes.reversed() : attributes
        return CMSElement.sequence(
            CMSElement.integer(1), try certificateName, digestAlgorithm,
            isOfAttributes ? CMSElement.context(0, CMSElement.joined(carried)) : [], signatureAlgorithm,
            CMSElement.octets(try key.signature(of: Data(signed), algorithm)))
    }

    private var isOfAttributes: Bool {
        switch fault {
        case .attributesOfAnother, .attributesWithoutType, .attributesTampered: true
        default: hasSignedAttributes
        }
    }

    private func attributes(of content: [UInt8]) -> [[UInt8]] {
        let digested = Data(fault == .attributesOfAnother ? content + [0] : content)
        let values = [CMSWriter.dataType, CMSElement.octets(digest.digest(of: digested))]
        let attributes = zip([0x03, 0x04], values).map { number, value in
            CMSElement.sequence(CMSWriter.attribute + [number], CMSElement.set([value]))
        }
        return fault == .attributesWithoutType ? Array(attributes.dropFirst()) : attributes
    }

    private var certificateName: [UInt8] {
        get throws {
            let place = fault == .namesIntermediate ? 1 : 0
            let certificate = try Certificate(derEncoded: [UInt8](chain.certificates[place]))
            if namesKey {
                let key = try certificate.extensions.subjectKeyIdentifier?.keyIdentifier ?? []
                return CMSElement.element(0x80, Array(key))
            }
            var serializer = DER.Serializer()
            try serializer.serialize(certificate.issuer)
            let serial = fault == .namesNobody ? [0x01] : Array(certificate.serialNumber.bytes)
            return CMSElement.sequence(serializer.serializedBytes, CMSWriter.integer(serial))
        }
    }

    private var isRSA: Bool { _RSA.Signing.PublicKey(chain.leafKey.publicKey) != nil }

    private var algorithm: Certificate.SignatureAlgorithm { isRSA ? digest.rsa.algorithm : .ecdsaWithSHA256 }

    private var signatureAlgorithm: [UInt8] {
        guard isRSA else { return CMSElement.sequence(CMSWriter.ecdsaWithSHA256) }
        let mark = namesDigestTwice ? digest.rsa.mark : 0x01
        return CMSElement.sequence(CMSWriter.rsaFamily + [mark], CMSWriter.null)
    }

    /// A number whose bytes are counted from zero up.
    private static func integer(_ bytes: [UInt8]) -> [UInt8] {
        CMSElement.element(0x02, (bytes.first ?? 0) < 0x80 ? bytes : [0] + bytes)
    }

    private static let attribute: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x09]
    private static let rsaFamily: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01]
    private static let ecdsaWithSHA256: [UInt8] = [
        0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x02,
    ]
}

extension CMSDigest {
    /// The digest of bytes.
    fileprivate func digest(of bytes: Data) -> [UInt8] {
        switch self {
        case .sha1: Array(Insecure.SHA1.hash(data: bytes))
        case .sha256: Array(SHA256.hash(data: bytes))
        case .sha384: Array(SHA384.hash(data: bytes))
        case .sha512: Array(SHA512.hash(data: bytes))
        }
    }
}
