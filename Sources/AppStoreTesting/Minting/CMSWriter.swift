package import AppStore
import Crypto
import CryptoExtras
package import Foundation
import SwiftASN1
import X509

/// Makes PKCS#7 signed data of any content, good or with one thing wrong.
package struct CMSWriter: Sendable {
    /// The digest that it is signed with.
    package var digest = CMSDigest.sha256
    /// Whether the signature's algorithm names the digest again, or only RSA.
    package var namesDigestTwice = false
    /// Whether the signature is over attributes that hold the content's digest, not over the content itself.
    package var hasSignedAttributes = false
    /// Whether the signature names its certificate by the identifier of its key.
    package var namesKey = false
    /// The certificates that it carries; Apple's order is no rule.
    package var certificates: [Data]
    /// What is wrong with it.
    package var fault: CMSFault?
    /// Who signs it.
    let chain: MintedChain

    /// Signs with the leaf of a chain, as Apple does: with SHA-256, over the content itself.
    package init(_ chain: MintedChain) { (self.chain, certificates) = (chain, chain.certificates.reversed()) }

    /// The signed data in DER.
    package func signed(_ content: [UInt8]) throws -> Data {
        let signature = try signerInfo(content)
        let enclosed = fault == .contentTampered ? CMSWriter.tampered(content) : content
        let data = CMSElement.sequence(
            CMSElement.integer(1), CMSElement.set([digestAlgorithm]),
            CMSElement.sequence(
                CMSWriter.dataType, CMSElement.context(0, CMSElement.octets(enclosed))),
            carried, CMSElement.set(fault == .noSignature ? [] : [signature]))
        return Data(CMSElement.sequence(CMSWriter.signedDataType, CMSElement.context(0, data)))
    }

    /// The algorithm of the digest.
    var digestAlgorithm: [UInt8] {
        CMSElement.sequence(fault == .unknownDigest ? CMSWriter.md5 : digest.identifier, CMSWriter.null)
    }

    /// ASN.1's NULL, the parameters of these algorithms.
    static let null: [UInt8] = [0x05, 0x00]
    /// The object identifier of plain data, 1.2.840.113549.1.7.1, in DER.
    static let dataType: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01]

    private static let signedDataType: [UInt8] = dataType.dropLast() + [0x02]
    private static let md5: [UInt8] = [0x06, 0x08, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x02, 0x05]

    /// The field of the certificates, without the one that is to be missing.
    private var carried: [UInt8] {
        let missing: Data? =
            switch fault {
            case .noLeaf: chain.certificates[0]
            case .noIntermediate: chain.certificates[1]
            case .noRoot: chain.certificates[2]
            default: nil
            }
        guard fault != .noCertificates else { return [] }
        return CMSElement.context(0, certificates.filter { $0 != missing }.flatMap { [UInt8]($0) })
    }

    /// The content with its last byte changed, which is the last letter of a field.
    private static func tampered(_ content: [UInt8]) -> [UInt8] {
        content.dropLast() + content.suffix(1).map { $0 ^ 1 }
    }
}

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
    fileprivate func digest(of bytes: Data) -> [UInt8] {
        switch self {
        case .sha1: Array(Insecure.SHA1.hash(data: bytes))
        case .sha256: Array(SHA256.hash(data: bytes))
        case .sha384: Array(SHA384.hash(data: bytes))
        case .sha512: Array(SHA512.hash(data: bytes))
        }
    }
}

/// What can be wrong with signed data, though its certificates are good.
package enum CMSFault: CaseIterable, Sendable {
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
    package var reason: RejectionReason {
        switch self {
        case .contentTampered, .signedByAnother, .noSignature, .unknownDigest, .attributesOfAnother,
            .attributesWithoutType, .attributesTampered:
            .badSignature
        case .noCertificates, .noLeaf, .noIntermediate, .namesNobody: .noCertificates
        case .namesIntermediate, .noRoot: .untrustedRoot
        }
    }
}

/// The digests that signed data can be made with.
package enum CMSDigest: CaseIterable, Sendable {
    /// SHA-1, as receipts until 2023.
    case sha1
    /// SHA-256, as receipts since.
    case sha256
    case sha384
    case sha512

    /// Its object identifier in DER.
    var identifier: [UInt8] {
        switch self {
        case .sha1: [0x06, 0x05, 0x2B, 0x0E, 0x03, 0x02, 0x1A]
        case .sha256: CMSDigest.secure + [0x01]
        case .sha384: CMSDigest.secure + [0x02]
        case .sha512: CMSDigest.secure + [0x03]
        }
    }

    /// The signature with RSA, and the last byte of its object identifier.
    var rsa: (algorithm: Certificate.SignatureAlgorithm, mark: UInt8) {
        switch self {
        case .sha1: (.sha1WithRSAEncryption, 0x05)
        case .sha256: (.sha256WithRSAEncryption, 0x0B)
        case .sha384: (.sha384WithRSAEncryption, 0x0C)
        case .sha512: (.sha512WithRSAEncryption, 0x0D)
        }
    }

    private static let secure: [UInt8] = [0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02]
}

/// Writes elements of DER.
package enum CMSElement {
    /// An element of a tag and its content.
    package static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        [tag] + length(content.count) + content
    }

    package static func sequence(_ elements: [UInt8]...) -> [UInt8] { element(0x30, joined(elements)) }

    /// A set of elements, in the order given.
    package static func set(_ elements: [[UInt8]]) -> [UInt8] { element(0x31, joined(elements)) }

    /// An element told by its number, around others.
    package static func context(_ number: UInt8, _ content: [UInt8]) -> [UInt8] {
        element(0xA0 | number, content)
    }

    package static func octets(_ bytes: [UInt8]) -> [UInt8] { element(0x04, bytes) }

    /// A whole number in its shortest form.
    package static func integer(_ number: Int) -> [UInt8] {
        var bytes = withUnsafeBytes(of: Int64(number).bigEndian) { Array($0) }
        while bytes.count > 1, bytes[0] == (bytes[1] < 0x80 ? 0 : 0xFF) { bytes.removeFirst() }
        return element(0x02, bytes)
    }

    package static func utf8(_ text: String) -> [UInt8] { element(0x0C, Array(text.utf8)) }

    package static func ascii(_ text: String) -> [UInt8] { element(0x16, Array(text.utf8)) }

    /// Elements one after the other.
    static func joined(_ elements: [[UInt8]]) -> [UInt8] { elements.reduce(into: []) { $0 += $1 } }

    private static func length(_ count: Int) -> [UInt8] {
        guard count > 0x7F else { return [UInt8(count)] }
        let bytes = withUnsafeBytes(of: UInt32(count).bigEndian) { Array($0.drop { $0 == 0 }) }
        return [0x80 | UInt8(bytes.count)] + bytes
    }
}
