import AppStoreTesting
import Crypto
package import Foundation
import JSONValues
import Synchronization

/// Signs as the App Store does, under one root of its own.
///
/// The header of signed texts is the same for every one of a chain and is made once. Making RSA keys takes seconds, so
/// that the chain of receipts is made with the first receipt.
package struct StoreSigner: Sendable {
    private let chain: MintedChain
    private let header: String
    private let receiptChain = ReceiptChain()

    /// A signer under a new root.
    ///
    /// - Throws: what the making of certificates throws.
    package init() throws { try self.init(try MintedChain()) }

    private init(_ chain: MintedChain) throws {
        self.chain = chain
        let certificates = chain.certificates.map { JSONValue.string($0.base64EncodedString()) }
        let header = JSONValue.object(["alg": .string("ES256"), "x5c": .array(certificates)])
        self.header = Data(header.canonicalText.utf8).base64URL
    }

    /// The root of signed texts and receipts, in DER.
    package var root: Data { chain.root }
    /// The root of signed texts and receipts, in PEM.
    package var rootPEM: String { chain.rootPEM }

    /// A signer whose root nobody trusts.
    static let stranger = Result { try StoreSigner(try MintedChain.stranger) }

    /// A payload as a signed text in compact form.
    func sign(_ payload: JSONValue) throws -> String {
        let text = header + "." + Data(payload.canonicalText.utf8).base64URL
        return text + "." + (try chain.sign(Data(text.utf8))).base64URL
    }

    /// A receipt in DER.
    func sign(_ receipt: ReceiptDraft) throws -> Data {
        try receipt.signed(by: try receiptChain.chain(beside: chain))
    }
}

/// The chain of receipts, made when the first one is signed.
private final class ReceiptChain: Sendable {
    private let made = Mutex<MintedChain?>(nil)

    func chain(beside chain: MintedChain) throws -> MintedChain {
        try made.withLock { made in
            if let made { return made }
            let new = try chain.forReceipts
            made = new
            return new
        }
    }
}

extension JSONValue {
    /// An object of those members that have a value.
    static func members(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
        var object: [String: JSONValue] = [:]
        for (key, value) in members { if let value { object[key] = value } }
        return .object(object)
    }

    /// A text, if there is one.
    static func text(_ text: String?) -> JSONValue? { text.map(JSONValue.string) }

    /// A whole number, if there is one.
    static func whole(_ number: Int?) -> JSONValue? { number.map { .integer(Int64($0)) } }
}

/// Names a receipt by its bytes.
enum ReceiptDigest {
    /// The SHA-256 of a receipt.
    static func of(_ receipt: Data) -> Data { Data(SHA256.hash(data: receipt)) }
}
