import X509

extension SignatureChecker {
    /// Requires that the App Store signed a receipt, as of its creation date, else as of the checker's present.
    ///
    /// Throws `no_x5c`, `bad_certificate`, `untrusted_root`, `missing_oid`, `certificate_expired`,
    /// `certificate_not_yet_valid`, `bad_signature` or `malformed_receipt`.
    public func check(_ receipt: AppReceipt) throws(DocumentProblem) {
        let data = receipt.signedData
        guard !data.certificates.isEmpty else {
            throw DocumentProblem(
                .noCertificates, "the receipt carries no certificates: \(DocumentProblem.sendAgain)")
        }
        let signer = try data.signer()
        let chain = try ReceiptChain(of: signer, in: data.certificates)
        let key = try verified(chain.der, at: receipt.createdAt ?? now)
        guard try signer.isValid(data, by: key) else {
            throw DocumentProblem(
                .badSignature,
                "the signature is not of these bytes: do not rely on this receipt, and ask where it comes from"
            )
        }
    }
}

extension SignedData {
    /// The first signature that is made in a way receipts are signed; throws `bad_signature` without one.
    fileprivate func signer() throws(DocumentProblem) -> SignerInfo {
        var signers = signers
        while let element = try signers.next() {
            if let signer = try SignerInfo(element) { return signer }
        }
        throw DocumentProblem(
            .badSignature,
            "the receipt has no signature that can be checked: do not rely on it, and ask where it comes from"
        )
    }
}
