import AppStore
import Foundation
import JSONValues

/// Signs what a made-up App Store sends, the same for the same text.
///
/// The private key is the number one, and so is the nonce of every signature: a practice store is made the same again,
/// and anybody can sign so. Only the making of practice stores trusts the root above it.
/// Source: SEC 1, 4.1.3: s = (e + r · d) / k, and r is where k points of the curve lead, here to its base point.
enum PracticeSigner {
    /// The root that the made-up App Store's certificates lead to, in DER.
    static var root: Data { Data(base64Encoded: certificates[2]) ?? Data() }

    /// A payload as a signed text.
    static func signed(_ payload: JSONValue) -> String {
        let text = header + "." + SignedText.base64URL(Data(payload.canonicalText.utf8))
        let digest = Array(JSONValue.digest(ofCanonicalText: text).utf8)
        let bytes = stride(from: 0, to: digest.count, by: 2).map { place in
            UInt8(String(decoding: digest[place..<place + 2], as: UTF8.self), radix: 16) ?? 0
        }
        return text + "." + SignedText.base64URL(Data(basePoint + sum(bytes, basePoint)))
    }

    private static let header = SignedText.base64URL(
        Data(
            JSONValue.object([
                "alg": .string("ES256"), "x5c": .array(certificates.map(JSONValue.string)),
            ]).canonicalText.utf8))

    /// How many points the curve P-256 has, and where its base point lies. Source: NIST SP 800-186, 3.2.1.3.
    private static let order: [UInt8] = [
        0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
        0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
    ]
    private static let basePoint: [UInt8] = [
        0x6B, 0x17, 0xD1, 0xF2, 0xE1, 0x2C, 0x42, 0x47, 0xF8, 0xBC, 0xE6, 0xE5, 0x63, 0xA4, 0x40, 0xF2,
        0x77, 0x03, 0x7D, 0x81, 0x2D, 0xEB, 0x33, 0xA0, 0xF4, 0xA1, 0x39, 0x45, 0xD8, 0x98, 0xC2, 0x96,
    ]

    /// The sum of two numbers of 32 bytes, within the order of the curve; each of them is less than twice that.
    private static func sum(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
        var (sum, carry) = ([UInt8](repeating: 0, count: left.count), 0)
        for place in left.indices.reversed() {
            let digits = Int(left[place]) + Int(right[place]) + carry
            (sum[place], carry) = (UInt8(truncatingIfNeeded: digits), digits >> 8)
        }
        while carry > 0 || !sum.lexicographicallyPrecedes(order) {
            var borrow = 0
            for place in order.indices.reversed() {
                let difference = Int(sum[place]) - Int(order[place]) - borrow
                (sum[place], borrow) = (UInt8(truncatingIfNeeded: difference), difference < 0 ? 1 : 0)
            }
            carry -= borrow
        }
        return sum
    }

    /// Leaf, intermediate and root, valid from 2000 to 2099, with Apple's marks.
    private static let certificates = [
        """
        MIIBTDCB86ADAgECAgEDMAoGCCqGSM49BAMCMCAxHjAcBgNVBAMMFVByYWN0aWNlIEludGVybWVkaWF0ZTAgFw0wMDAxMDEw\
        MDAwMDBaGA8yMDk5MTIzMTIzNTk1OVowGDEWMBQGA1UEAwwNUHJhY3RpY2UgTGVhZjBZMBMGByqGSM49AgEGCCqGSM49AwEH\
        A0IABGsX0fLhLEJH+Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT+NC4v4af5uO5+tKfA+eFivOM1drMV7Oy7ZAaDe/UfWjJDAi\
        MA4GA1UdDwEB/wQEAwIHgDAQBgoqhkiG92NkBgsBBAIFADAKBggqhkjOPQQDAgNIADBFAiEA9XAsKw9aFA2CGyDlLDQrHoPv\
        FewXNWzoz29V/OwRaXUCIChMR2vY7bA/eAFEsXbBI5PdSUSzONr2WW7BCtEEmUTn
        """,
        """
        MIIBYDCCAQegAwIBAgIBAjAKBggqhkjOPQQDAjAYMRYwFAYDVQQDDA1QcmFjdGljZSBSb290MCAXDTAwMDEwMTAwMDAwMFoY\
        DzIwOTkxMjMxMjM1OTU5WjAgMR4wHAYDVQQDDBVQcmFjdGljZSBJbnRlcm1lZGlhdGUwWTATBgcqhkjOPQIBBggqhkjOPQMB\
        BwNCAARTFFzlWq2qIcsF86oYw8vhLgQNvnqoEYdtKSTsxiELimO4eToc3WxMO+Eo/82yfSJ8qUzFLWHEzWkqwGmZZdT5ozgw\
        NjASBgNVHRMBAf8ECDAGAQH/AgEAMA4GA1UdDwEB/wQEAwICBDAQBgoqhkiG92NkBgIBBAIFADAKBggqhkjOPQQDAgNHADBE\
        AiAxPaF+rd0TEe84GXzyT+jxQY4cel0eABZsE6w1og8diAIgeoaGUDZ9jQZqYUEdCtyTyvGx6ddiWaye4wbHAUJj4U4=
        """,
        """
        MIIBQzCB6qADAgECAgEBMAoGCCqGSM49BAMCMBgxFjAUBgNVBAMMDVByYWN0aWNlIFJvb3QwIBcNMDAwMTAxMDAwMDAwWhgP\
        MjA5OTEyMzEyMzU5NTlaMBgxFjAUBgNVBAMMDVByYWN0aWNlIFJvb3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQ9nD0A\
        c3OguHxWS0flk2mtLqbjWI4ht9Uem7NBmLXJDHw+FqkdcviAVS+FQolY9Z5iRuAl9pAiDz5hfUUP815royMwITAPBgNVHRMB\
        Af8EBTADAQH/MA4GA1UdDwEB/wQEAwICBDAKBggqhkjOPQQDAgNIADBFAiEAzJVC8jI3Bx2dgwB1vpzdpUKhgV7zSmYrkoOb\
        PzCLQHwCID2R7UjSDqxOaWdi/H+x+r3W3SX426PiEfKr27O44HtD
        """,
    ]
}
