import AppStore
import Foundation
import Purchases

extension FuzzTarget {
    /// One target for each kind of document.
    static func decoders(_ signer: FuzzSigner) throws -> [FuzzTarget] {
        try DocumentKind.allCases.map { kind in
            switch kind {
            case .verifyReceipt: try plain(kind, FuzzSamples.answers, signer)
            case .notificationV1: try plain(kind, FuzzSamples.notifications, signer)
            case .purchaseReport: try plain(kind, FuzzSamples.reports, signer)
            case .customers: try plain(kind, FuzzSamples.customers, signer)
            case .signedTransaction: try texts(kind, FuzzSamples.transaction, signer)
            case .signedRenewalInfo: try texts(kind, FuzzSamples.renewalInfo, signer)
            case .notificationV2: try notifications(signer)
            case .serverAPI: try serverAnswers(signer)
            case .receipt: try receipts(signer)
            case .verifyReceiptRequest: try receiptRequests(signer)
            }
        }
    }

    private static func decoder(
        _ kind: DocumentKind, _ seeds: [FuzzSeed], _ tokens: [[UInt8]], _ signer: FuzzSigner,
        receipts: [[UInt8]] = []
    ) throws -> FuzzTarget {
        let decoder = try FuzzDecoder(kind, signer, receipts: receipts)
        return FuzzTarget(kind.rawValue, seeds: seeds, tokens: tokens) { decoder.outcome(of: $0) }
    }

    private static func plain(
        _ kind: DocumentKind, _ documents: [String], _ signer: FuzzSigner
    ) throws -> FuzzTarget {
        try decoder(kind, documents.map { FuzzSeed($0) }, FuzzTokens.json, signer)
    }

    private static func texts(
        _ kind: DocumentKind, _ payload: String, _ signer: FuzzSigner
    ) throws -> FuzzTarget {
        let sign = { @Sendable (bytes: [UInt8]) in Array(try signer.jws(bytes).utf8) }
        let seeds = [FuzzSeed(try sign(Array(payload.utf8))), FuzzSeed(payload, signed: sign)]
        return try decoder(kind, seeds, FuzzTokens.jws + FuzzTokens.json, signer)
    }

    private static func notifications(_ signer: FuzzSigner) throws -> FuzzTarget {
        let sign = { @Sendable (bytes: [UInt8]) in
            Array(#"{"signedPayload":"\#(try signer.jws(bytes))"}"#.utf8)
        }
        let (transaction, renewal) = try signedSamples(signer)
        let whole = FuzzSamples.notification(transaction, renewal)
        let payloads = [whole] + FuzzSamples.plainNotifications
        let seeds =
            [FuzzSeed(try sign(Array(whole.utf8))), FuzzSeed(try signer.jws(Array(whole.utf8)))]
            + payloads.map { FuzzSeed($0, signed: sign) } + [
                FuzzSeed(FuzzSamples.transaction) { bytes in
                    try sign(Array(FuzzSamples.notification(try signer.jws(bytes), renewal).utf8))
                },
                FuzzSeed(FuzzSamples.renewalInfo) { bytes in
                    try sign(Array(FuzzSamples.notification(transaction, try signer.jws(bytes)).utf8))
                },
            ]
        return try decoder(.notificationV2, seeds, FuzzTokens.json + FuzzTokens.jws, signer)
    }

    private static func serverAnswers(_ signer: FuzzSigner) throws -> FuzzTarget {
        let (transaction, renewal) = try signedSamples(signer)
        let notice = FuzzSamples.notification(transaction, renewal)
        let signedNotice = try signer.jws(Array(notice.utf8))
        let answers = FuzzSamples.serverAnswers(transaction, renewal, signedNotice)
        let seeds =
            answers.map { FuzzSeed($0) } + [
                FuzzSeed(FuzzSamples.transaction) { bytes in
                    let damaged = try signer.jws(bytes)
                    return Array(FuzzSamples.serverAnswers(damaged, renewal, signedNotice)[1].utf8)
                },
                FuzzSeed(notice) { bytes in
                    let damaged = try signer.jws(bytes)
                    return Array(FuzzSamples.serverAnswers(transaction, renewal, damaged)[2].utf8)
                },
            ]
        return try decoder(.serverAPI, seeds, FuzzTokens.json + FuzzTokens.jws, signer)
    }

    private static func receipts(_ signer: FuzzSigner) throws -> FuzzTarget {
        let receipts = try FuzzSamples.receipts.map { try signer.receipt($0.payload) }
        let sign = { @Sendable (bytes: [UInt8]) in
            Array(Data(try signer.receipt(bytes)).base64EncodedString().utf8)
        }
        let texts = receipts.map { FuzzSeed(Data($0).base64EncodedString()) }
        let seeds = receipts.map { FuzzSeed($0) } + texts + receiptFields(sign)
        return try decoder(.receipt, seeds, FuzzTokens.asn1, signer, receipts: receipts)
    }

    private static func receiptRequests(_ signer: FuzzSigner) throws -> FuzzTarget {
        let receipts = try FuzzSamples.receipts.map { try signer.receipt($0.payload) }
        let request = { @Sendable (receipt: [UInt8]) in
            #"{"password":"\#(FuzzTokens.secret)","receipt-data":"\#(Data(receipt).base64EncodedString())"}"#
        }
        let sign = { @Sendable (bytes: [UInt8]) in Array(request(try signer.receipt(bytes)).utf8) }
        let seeds = receipts.map { FuzzSeed(request($0)) } + receiptFields(sign)
        return try decoder(
            .verifyReceiptRequest, seeds, FuzzTokens.asn1 + FuzzTokens.json, signer, receipts: receipts)
    }

    private static func signedSamples(_ signer: FuzzSigner) throws -> (transaction: String, renewal: String) {
        (
            try signer.jws(Array(FuzzSamples.transaction.utf8)),
            try signer.jws(Array(FuzzSamples.renewalInfo.utf8))
        )
    }
}
