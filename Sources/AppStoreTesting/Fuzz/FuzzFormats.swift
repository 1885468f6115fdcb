package import AppStore
import Foundation
import JSONValues
package import Purchases
import X509

extension FuzzTarget {
    /// Every target of the App Store's room: its decoders, and the formats below them.
    package static var appStore: [FuzzTarget] {
        get throws {
            let signer = try FuzzSigner()
            return try decoders(signer)
                + [json, try asn1(signer), try signedTexts(signer), try certificates(signer)]
        }
    }

    /// The contents of receipts, and the values of their fields, that are signed after the damage.
    static func receiptFields(_ sign: @escaping @Sendable ([UInt8]) throws -> [UInt8]) -> [FuzzSeed] {
        let values = [
            CMSElement.utf8("tea"), CMSElement.ascii("2023-11-14T22:13:20Z"), CMSElement.integer(7001),
        ]
        let fields = [0, 2, 12, 17, 21].flatMap { type in
            values.map { FuzzSeed($0) { try sign(FuzzSamples.receipt($0, inField: type)) } }
        }
        let purchaseFields = [1701, 1702, 1703, 1704, 1708, 1711, 1712, 1713].flatMap { type in
            values.map { FuzzSeed($0) { try sign(FuzzSamples.receipt($0, inPurchaseField: type)) } }
        }
        return FuzzSamples.receipts.map { FuzzSeed($0.payload, signed: sign) } + fields + purchaseFields
    }

    /// The parser of JSON: what it reads is written and read again as the same.
    private static var json: FuzzTarget {
        let documents =
            FuzzSamples.answers + FuzzSamples.notifications + FuzzSamples.reports + ["[1.5,-0.0,1e300]"]
        return FuzzTarget("json", seeds: documents.map { FuzzSeed($0) }, tokens: FuzzTokens.json) {
            document in
            FuzzOutcome { () throws(DocumentProblem) in
                let value = try JSONValue(document: Data(document.bytes))
                let again = try? JSONValue(parsing: Data(value.canonicalText.utf8))
                return FuzzOutcome(
                    [value], kept: [value.maskedWithText.text, value.readable?.canonicalText ?? ""],
                    fault: again == value ? nil : "its canonical text is not the same value")
            }
        }
    }

    /// The reader of ASN.1 and of PKCS#7: what it says of receipts, without the decoder of documents.
    private static func asn1(_ signer: FuzzSigner) throws -> FuzzTarget {
        var writer = CMSWriter(signer.chain)
        (writer.hasSignedAttributes, writer.namesKey) = (true, true)
        let receipts = try FuzzSamples.receipts.map { [UInt8](try writer.signed($0.payload)) }
        let genuine = Set(try receipts.map { try AppReceipt(base64OrDER: Data($0)).json })
        let seeds = receipts.map { FuzzSeed($0) } + receiptFields { try signer.receipt($0) }
        let device = ReceiptDevice("7E3FB204-2A3E-4B0C-8F5E-1B2C3D4E5F60")
        return FuzzTarget("asn1", seeds: seeds, tokens: FuzzTokens.asn1) { document in
            FuzzOutcome { () throws(DocumentProblem) in
                let receipt = try AppReceipt(base64OrDER: Data(document.bytes))
                let json = receipt.json
                let told = "\(receipt.purchaseCount) \(device.map(receipt.isOf) ?? false)"
                try signer.checker.check(receipt)
                let isGenuine = document.signedContent != nil || genuine.contains(json)
                return FuzzOutcome(
                    [json], kept: [told], fault: isGenuine ? nil : "a forged receipt is taken for signed")
            }
        }
    }

    /// What takes signed texts apart, and checks them.
    private static func signedTexts(_ signer: FuzzSigner) throws -> FuzzTarget {
        let payload = Array(FuzzSamples.transaction.utf8)
        let header = JSONValue.object(MintedJWS("", by: signer.chain).header).canonicalText
        let seeds = [
            FuzzSeed(try signer.jws(payload)), FuzzSeed(payload) { Array(try signer.jws($0).utf8) },
            FuzzSeed(header) { Array(try signer.jws(header: $0, payload).utf8) },
        ]
        return FuzzTarget("jws", seeds: seeds, tokens: FuzzTokens.jws + FuzzTokens.json) { document in
            FuzzOutcome { () throws(DocumentProblem) in
                let text = String(decoding: document.bytes, as: UTF8.self)
                let signed = try SignedText(text)
                try signer.checker.check(signed)
                return FuzzOutcome(
                    [signed], fault: signer.hasSigned(text) ? nil : "a forged text is taken for signed")
            }
        }
    }

    /// The reader of certificates: as roots given by hand, and as the leaf and the intermediate of a document.
    private static func certificates(_ signer: FuzzSigner) throws -> FuzzTarget {
        let certificates = signer.chain.certificates.map { [UInt8]($0) }
        let seeds = certificates.map { FuzzSeed($0) } + [FuzzSeed(signer.chain.rootPEM)]
        return FuzzTarget("certificates", seeds: seeds, tokens: FuzzTokens.asn1) { document in
            var outcome = FuzzOutcome { () throws(DocumentProblem) in
                _ = try TrustedRoots(certificate: Data(document.bytes))
                return FuzzOutcome()
            }
            for place in 0..<3 {
                let checked = signer.outcome(of: document.bytes, inPlaceOf: place)
                outcome.problems += checked.problems
                outcome.fault = outcome.fault ?? checked.fault
            }
            return outcome
        }
    }
}

extension FuzzTarget {
    /// A target that reads whole sources: every good document, alone, in lists, on lines, in envelopes, and tables.
    ///
    /// The checker believes in the chain that signed them.
    package static func sources(
        _ name: String, read: @escaping @Sendable (FuzzDocument, SignatureChecker) -> FuzzOutcome
    ) throws -> FuzzTarget {
        let signer = try FuzzSigner()
        let alone = try decoders(signer).flatMap(\.seeds) + appSeeds.flatMap(\.seeds)
        return FuzzTarget(
            name, seeds: alone + FuzzSamples.sources.map { FuzzSeed($0) },
            tokens: FuzzTokens.json + FuzzTokens.jws
        ) { read($0, signer.checker) }
    }

    /// One target for each kind of the app's own documents, which nobody signs.
    package static func appFormats(
        read: @escaping @Sendable (FuzzDocument, DocumentKind) -> FuzzOutcome
    ) -> [FuzzTarget] {
        appSeeds.map { kind, seeds in
            FuzzTarget(kind.rawValue, seeds: seeds, tokens: FuzzTokens.json) { read($0, kind) }
        }
    }

    private static var appSeeds: [(kind: DocumentKind, seeds: [FuzzSeed])] {
        [
            (.customers, FuzzSamples.customers.map { FuzzSeed($0) }),
            (.purchaseReport, FuzzSamples.reports.map { FuzzSeed($0) }),
        ]
    }
}

extension FuzzSamples {
    /// Sources of several documents.
    static let sources = [
        "[\((answers + notifications).joined(separator: ","))]",
        (customers + notifications).joined(separator: "\n"),
        #"{"customer":"u_1","kind":"notification_v1","received_at":"2024-01-01","body":\#(notifications[0])}"#,
        #"{"source":"GET /inApps/v1/lookup/MK5TTTTTTT","body":{"status":1}}"#,
        "app_user_id,name,email\nu_1,\"山田, 太郎\",a@b.c\nu_2,\"say \"\"hi\"\"\",\n",
        "app_user_id,password\nu_1,x\n",
    ]
}
