import Foundation

/// Customers whose names would break a screen that trusts them.
enum HostileNames {
    /// The names, by what they try.
    static let names: [(id: String, name: String)] = [
        ("h_escape", "Eve\u{1B}[2J\u{1B}]0;owned\u{7}\u{1B}[31mRed"),
        ("h_c1", "Csi\u{9B}31mred\u{85}next"),
        ("h_bidi", "abc\u{202E}txt.exe\u{202C}\u{2066}def\u{2069}"),
        ("h_marks", "Z" + String(repeating: "\u{0301}", count: 1000) + "oe"),
        ("h_emoji", "👨‍👩‍👧‍👦 🇯🇵 👍🏽 ❤️ 1️⃣"),
        ("h_cjk", "山田太郎山田太郎山田太郎山田太郎山田太郎"),
        ("h_lines", "one\ntwo\r\tthree\u{8}"),
        ("h_zero", "\u{200B}\u{200D}\u{FEFF}\u{AD}"),
        ("h_long", String(repeating: "Wide", count: 500)),
        ("h_plain", "Plain Name"),
    ]

    /// The customers as JSON Lines that `import` reads.
    static func document() throws -> String {
        try names.map { customer in
            let members = [
                "app_user_id": customer.id, "name": customer.name, "email": "\(customer.id)@example.org",
                "updated_at": "2026-01-01T00:00:00Z",
            ]
            return String(decoding: try JSONSerialization.data(withJSONObject: members), as: UTF8.self)
        }.joined(separator: "\n")
    }
}
