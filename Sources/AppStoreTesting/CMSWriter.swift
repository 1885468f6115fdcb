public import Foundation

/// Makes PKCS#7 signed data of any content, good or with one thing wrong.
public struct CMSWriter: Sendable {
    /// The digest that it is signed with.
    public var digest = CMSDigest.sha256
    /// Whether the signature's algorithm names the digest again, or only RSA.
    public var namesDigestTwice = false
    /// Whether the signature is over attributes that hold the content's digest, not over the content itself.
    public var hasSignedAttributes = false
    /// Whether the signature names its certificate by the identifier of its key.
    public var namesKey = false
    /// The certificates that it carries; Apple's order is no rule.
    public var certificates: [Data]
    /// What is wrong with it.
    public var fault: CMSFault?
    /// Who signs it.
    let chain: MintedChain

    /// Signs with the leaf of a chain, as Apple does: with SHA-256, over the content itself.
    public init(_ chain: MintedChain) { (self.chain, certificates) = (chain, chain.certificates.reversed()) }

    /// The signed data in DER.
    public func signed(_ content: [UInt8]) throws -> Data {
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
