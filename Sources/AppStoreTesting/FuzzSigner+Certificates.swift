import AppStore
import Foundation
import SwiftASN1
import X509

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
