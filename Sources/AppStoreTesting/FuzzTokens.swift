import AppStore

/// What readers of the App Store's formats stumble over.
enum FuzzTokens {
    /// A secret as it stands in a document: nothing that is kept or shown may hold it.
    static let secret = "PLANTED-c7d1"
    /// The forms in which the secret is named, so that it must be masked.
    static let namedSecrets = [#""password":"\#(secret)""#, #"\"password\":\"\#(secret)\""#].map {
        [UInt8]($0.utf8)
    }

    /// Parts of JSON.
    static let json =
        namedSecrets
        + [
            String(repeating: "[", count: 300), String(repeating: #"{"a":"#, count: 201), "1e999", "-0.0",
            "123456789012345678901234567890", "9223372036854775808", #"\ud800"#, #"\u0000"#, "\u{0}", "null",
            "[]",
            "{}", #""":"#, #","status":0"#, #","status":"21005""#, "\u{FEFF}", "\\", "\"", "\n", "//", "NaN",
            #""kind":"receipt","#, #""body":"#,
        ].map { [UInt8]($0.utf8) } + [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xFE, 0xFF, 0x00, 0x7B]]

    /// Parts of ASN.1.
    static let asn1: [[UInt8]] = [
        [0x80], [0x30, 0x80], [0x24, 0x80], [0x00, 0x00], [0x84, 0xFF, 0xFF, 0xFF, 0xFF], [0x88] + max,
        [0x82, 0, 1],
        [0x81, 0x7F], [0x85, 0, 0, 0, 0, 1], [0x1F, 0xFF, 0xFF, 0x7F], [0x3F, 0x81, 0x00], [0x02, 0x00],
        [0x02, 0x08] + max,
        [0x02, 0x09, 0x00] + max, [0x04, 0x00], [0x31, 0x00], [0xA0, 0x00], [0x0C, 0x01, 0xFF],
        [0x0C, 0x01, 0x00],
        [0x16, 0x02, 0x1B, 0x5B], Array(repeating: 0x30, count: 64), [0x05, 0x00],
        [0x0C, 0x83, 0x01, 0x00, 0x00],
    ]

    /// Parts of signed texts.
    static let jws =
        [
            "..", ".", "...", "=", "==", "+", "/", "-_", "\n", " ", "eyJ", "e30", "é", "\u{0}",
            "eyJhbGciOiJub25lIn0.",
        ]
        .map { [UInt8]($0.utf8) }

    /// Parts of texts within JSON.
    static let text = [
        "\u{0}", "\u{1B}[31m", "\u{202E}", "\u{7F}", "\u{85}", "山", "e\u{301}", "\n", "-", "9", ".",
    ]
    .map { [UInt8]($0.utf8) }

    /// Names that mean something where they do not belong.
    static let names = [
        "password", "Password", "environment", "signedDate", "receipt-data", "latest_receipt", "body", "kind",
        "signedPayload", "", String(repeating: "n", count: 300),
    ]

    /// Values that may not stand where they are put.
    static let values: [JSONValue] =
        [
            .null, .bool(true), .integer(0), .integer(-1), .integer(.max), .integer(.min), .number(0.1),
            .number(1e308), .integer(253_402_300_800_000), .array([]), .object([:]),
            .array([.null, .array([])]),
        ]
        + [
            "", " ", "0", "-1", "1e9", "9223372036854775808", "2024-02-30", "0000-01-01T00:00:00Z", "\u{0}",
            "\u{1B}",
            "Xcode", "LocalTesting", "Sandbox", "eyJ", "eyJ.eyJ.", "MIIB", "{", "[1]", "REFUND_REVERSED",
            String(repeating: "i", count: 257), String(repeating: "é", count: 6000),
        ].map(JSONValue.string)

    private static let max = [UInt8](repeating: 0xFF, count: 8)
}
