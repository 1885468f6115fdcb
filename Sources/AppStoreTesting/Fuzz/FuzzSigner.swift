import AppStore
import Crypto
import Foundation
import JSONValues
import Purchases
import SwiftASN1
import X509

/// Signs what was damaged with a minted chain, and tells what that chain signed.
struct FuzzSigner: Sendable {
    /// Believes in the chain, and in no other.
    let checker: SignatureChecker
    let chain: MintedChain
    private let header: [UInt8]

    /// A signer with the chain that is made once.
    init() throws {
        chain = try MintedChain.good
        let roots = try TrustedRoots(certificate: chain.root)
        checker = SignatureChecker(roots: roots, now: FuzzSamples.moment)
        header = Array(JSONValue.object(MintedJWS("", by: chain).header).canonicalText.utf8)
    }

    /// A header and a payload, JSON or not, signed.
    func jws(header: [UInt8], _ payload: [UInt8]) throws -> String {
        let signed = Data(header).base64URL + "." + Data(payload).base64URL
        return signed + "." + (try chain.sign(Data(signed.utf8))).base64URL
    }

    /// A payload, JSON or not, signed under the right header.
    func jws(_ payload: [UInt8]) throws -> String { try jws(header: header, payload) }

    /// A payload, signed, as a value of JSON.
    func signed(_ payload: JSONValue) throws -> JSONValue {
        .string(try jws(Array(payload.canonicalText.utf8)))
    }

    /// The content of a receipt, signed.
    func receipt(_ content: [UInt8]) throws -> [UInt8] { [UInt8](try CMSWriter(chain).signed(content)) }

    /// Whether the chain's leaf signed exactly these bytes: looked at without the readers that are tested.
    func hasSigned(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let key = P256.Signing.PublicKey(chain.leafKey.publicKey),
            let bytes = FuzzSigner.bytes(parts[2]),
            let signature = try? P256.Signing.ECDSASignature(rawRepresentation: bytes)
        else { return false }
        return key.isValidSignature(signature, for: Data(text.utf8.prefix(upTo: parts[1].endIndex)))
    }

    private static func bytes(_ base64URL: Substring.UTF8View) -> Data? {
        let digits = String(Substring(base64URL)).replacing("-", with: "+").replacing("_", with: "/")
        let bare = digits.prefix { $0 != "=" }
        return Data(base64Encoded: bare + String(repeating: "=", count: (4 - bare.count % 4) % 4))
    }
}

extension FuzzSigner {
    /// What a good document comes to that carries these bytes in the place of a certificate, and is signed with them.
    func outcome(of certificate: [UInt8], inPlaceOf place: Int) -> FuzzOutcome {
        var document = MintedJWS(FuzzSamples.transaction, by: chain)
        var certificates = chain.certificates
        certificates[place] = Data(certificate)
        document.setCertificates(certificates)
        guard (try? document.sign()) != nil else { return FuzzOutcome(fault: "it cannot be signed") }
        let text = document.text
        return FuzzOutcome { () throws(DocumentProblem) in
            try checker.check(try SignedText(text))
            // The root in the document does not count beside one given by hand.
            let isGenuine = place == 2 || isSaid(certificate, by: chain.certificates[place])
            return FuzzOutcome(fault: isGenuine ? nil : "a forged certificate is taken for genuine")
        }
    }

    /// Whether what is signed of a certificate is the same as of another.
    private func isSaid(_ certificate: [UInt8], by other: Data) -> Bool {
        let bodies = [certificate, [UInt8](other)].map {
            try? Certificate(derEncoded: $0).tbsCertificateBytes
        }
        return bodies[0] != nil && bodies[0] == bodies[1]
    }
}
