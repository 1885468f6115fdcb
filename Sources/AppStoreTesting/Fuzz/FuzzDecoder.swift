import AppStore
import Foundation
import JSONValues
import Purchases

extension FuzzTarget {
    /// One target for each kind of Apple's documents.
    static func decoders(_ signer: FuzzSigner) throws -> [FuzzTarget] {
        try DocumentKind.allCases.compactMap { kind in
            switch kind {
            case .verifyReceipt: try plain(kind, FuzzSamples.answers, signer)
            case .notificationV1: try plain(kind, FuzzSamples.notifications, signer)
            case .purchaseReport, .customers: nil
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

/// Reads documents of one kind as the import does, and looks for forgeries that were taken for genuine.
struct FuzzDecoder: Sendable {
    let kind: DocumentKind
    private let signer: FuzzSigner
    private let genuineReceipts: Set<JSONValue>

    /// Reads documents of a kind; receipts are genuine when they say what one of these in DER does.
    init(_ kind: DocumentKind, _ signer: FuzzSigner, receipts: [[UInt8]] = []) throws {
        (self.kind, self.signer) = (kind, signer)
        genuineReceipts = Set(try receipts.map { try AppReceipt(base64OrDER: Data($0)).json })
    }

    /// What a document comes to.
    func outcome(of document: FuzzDocument) -> FuzzOutcome {
        FuzzOutcome { () throws(DocumentProblem) in
            let decoder = DocumentDecoder(checker: signer.checker)
            let (value, text) = try FuzzDecoder.value(document.bytes).maskedWithText
            let context = DocumentContext(digest: JSONValue.digest(ofCanonicalText: text))
            let (contents, payload) = try decoder.decoded(value, as: kind, in: context)
            let told = contents.precedence.isSigned ? nil : "\(contents)"
            return FuzzOutcome(
                [contents], kept: [text, payload?.canonicalText, told].compactMap { $0 },
                fault: fault(in: value, contents, document))
        }
    }

    /// The JSON in bytes, or the receipt or signed text that stands there without being JSON.
    private static func value(_ bytes: [UInt8]) throws(DocumentProblem) -> JSONValue {
        switch bytes.first {
        case 0x30: .string(Data(bytes).base64EncodedString())
        case UInt8(ascii: "M"), UInt8(ascii: "e"): .string(String(decoding: bytes, as: UTF8.self))
        default: try JSONValue(document: Data(bytes))
        }
    }

    /// What is taken for signed though it is not.
    private func fault(
        in value: JSONValue, _ contents: DocumentContents, _ document: FuzzDocument
    ) -> String? {
        switch kind {
        case .receipt: receiptFault(in: value, contents, document)
        case .verifyReceiptRequest: receiptFault(in: value["receipt-data"] ?? .null, contents, document)
        default: textFault(in: value, contents)
        }
    }

    private func textFault(in value: JSONValue, _ contents: DocumentContents) -> String? {
        let texts = FuzzSignedTexts.texts(in: value, kind)
        let signed = texts.filter(signer.hasSigned)
        if contents.precedence.isSigned, texts.isEmpty || signed.count < texts.count {
            return "a forged text is taken for signed"
        }
        let told = contents.transactions.filter { $0.precedence?.isSigned ?? false }.map(
            \.transactionID.rawValue)
        guard !told.isEmpty else { return nil }
        let ids = Set(signed.compactMap { try? SignedText($0).payload }.compactMap(FuzzDecoder.transactionID))
        return ids.isSuperset(of: told) ? nil : "a forged transaction is taken for signed"
    }

    /// The id in the payload of a transaction, however it is written.
    private static func transactionID(_ payload: JSONValue) -> String? {
        try? FieldReader(payload).identifier("transactionId")
    }

    private func receiptFault(
        in value: JSONValue, _ contents: DocumentContents, _ document: FuzzDocument
    ) -> String? {
        guard contents.precedence.isSigned, document.signedContent == nil, let text = value.string,
            let receipt = try? AppReceipt(base64OrDER: Data(text.utf8))
        else { return nil }
        return genuineReceipts.contains(receipt.json) ? nil : "a forged receipt is taken for signed"
    }
}

/// The signed texts in a document, at the places where Apple puts them.
enum FuzzSignedTexts {
    /// The texts in a document of a kind, those in the payload of a notification too.
    static func texts(in document: JSONValue, _ kind: DocumentKind) -> [String] {
        switch kind {
        case .signedTransaction, .signedRenewalInfo: [document.string].compactMap { $0 }
        case .notificationV2: notification(document.string ?? document["signedPayload"]?.string)
        case .serverAPI: answer(document)
        default: []
        }
    }

    private static func answer(_ document: JSONValue) -> [String] {
        let subscriptions = document["data"].list.flatMap { $0["lastTransactions"].list }
        let notifications = document["notificationHistory"].list.map { $0["signedPayload"]?.string }
        return ([document] + subscriptions).flatMap { texts($0, transactionKeys) }
            + document["signedTransactions"].list.compactMap(\.string) + notifications.flatMap(notification)
    }

    private static func notification(_ text: String?) -> [String] {
        guard let text, let payload = try? SignedText(text).payload else { return [] }
        let inner = ["data", "appData"].compactMap { payload[$0] }
        return [text] + inner.flatMap { texts($0, transactionKeys) }
    }

    private static let transactionKeys = [
        "signedTransactionInfo", "signedRenewalInfo", "signedAppTransactionInfo",
    ]

    private static func texts(_ value: JSONValue, _ keys: [String]) -> [String] {
        keys.compactMap { value[$0]?.string }.filter { !$0.isEmpty }
    }
}

extension JSONValue? {
    /// The elements, when it is a list.
    fileprivate var list: [JSONValue] { self?.array ?? [] }
}
