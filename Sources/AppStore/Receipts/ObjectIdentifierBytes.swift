/// Object identifiers as DER writes them, without their header.
enum ObjectIdentifierBytes {
    /// 1.2.840.113549.1.7.2: signed data.
    static let signedData: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]
    /// 1.2.840.113549.1.9.3: the signed attribute that names the type of the content.
    static let contentType: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x09, 0x03]
    /// 1.2.840.113549.1.9.4: the signed attribute that holds the digest of the content.
    static let messageDigest: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x09, 0x04]
    /// 2.5.29.14: the extension by which a signature can name its certificate.
    static let subjectKeyIdentifier: [UInt8] = [0x55, 0x1D, 0x0E]
    /// 1.2.840.113549.1.1.1: RSA, with the digest named elsewhere.
    static let rsaEncryption: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]
}
