extension JSONValue {
    /// What stands in the place of a secret.
    public static let mask = "•••"

    /// The value with every secret masked: what a key `password` names, and texts that look like carrying one.
    public var masked: JSONValue {
        // Most documents hold none, and looking is cheaper than building them anew.
        guard mayHoldSecret else { return self }
        return switch self {
        case .object(let members): .object(JSONValue.masked(members))
        case .array(let elements): .array(elements.map(\.masked))
        case .string(let text): .string(SecretMask.masked(text))
        default: self
        }
    }

    /// The value with every secret masked, and its canonical text.
    public var maskedWithText: (value: JSONValue, text: String) {
        let text = canonicalText
        // One look at the whole text, for most documents hold no secret.
        guard SecretMask.mayHoldSecret(text) else { return (self, text) }
        let masked = masked
        return (masked, masked.canonicalText)
    }

    private var mayHoldSecret: Bool {
        switch self {
        case .object(let members):
            members.contains { key, value in
                JSONValue.isSecret(key) || SecretMask.mayHoldSecret(key) || value.mayHoldSecret
            }
        case .array(let elements): elements.contains(where: \.mayHoldSecret)
        case .string(let text): SecretMask.mayHoldSecret(text)
        default: false
        }
    }

    private static func masked(_ members: [String: JSONValue]) -> [String: JSONValue] {
        var masked = members.mapValues(\.masked)
        // Texts may stand in keys too; such a key is rare enough to look for only when it is long.
        for key in members.keys where key.utf8.count > 8 {
            let name = SecretMask.masked(key)
            if name != key { masked[name] = masked.removeValue(forKey: key) }
        }
        for key in members.keys where isSecret(key) { masked[key] = .string(mask) }
        return masked
    }

    private static func isSecret(_ key: String) -> Bool {
        key.utf8.count == 8 && key.lowercased() == "password"
    }

    /// The value without receipts in base64, which repeat what the document says in a hundred times its size.
    public var withoutReceiptData: JSONValue {
        switch self {
        case .object(let members):
            .object(
                members.filter { !JSONValue.isReceipt($0.key) }.mapValues(\.withoutReceiptData))
        case .array(let elements): .array(elements.map(\.withoutReceiptData))
        default: self
        }
    }

    /// Whether it holds a receipt in base64.
    public var hasReceiptData: Bool {
        switch self {
        case .object(let members):
            members.contains { JSONValue.isReceipt($0.key) || $0.value.hasReceiptData }
        case .array(let elements): elements.contains(where: \.hasReceiptData)
        default: false
        }
    }

    private static func isReceipt(_ key: String) -> Bool {
        switch key.utf8.count {
        case 14: key == "latest_receipt"
        case 22: key == "latest_expired_receipt"
        case 12: key == "receipt-data"
        default: false
        }
    }
}
