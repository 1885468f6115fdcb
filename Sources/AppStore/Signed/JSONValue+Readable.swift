extension JSONValue {
    /// The value with every signed text replaced by what it says, unchecked, secrets masked; nil when it holds none.
    public var readable: JSONValue? { decoded?.masked }

    private var decoded: JSONValue? {
        switch self {
        case .string(let text):
            guard text.hasPrefix("eyJ"), let payload = try? SignedText.payload(of: text) else { return nil }
            return payload.decoded ?? payload
        case .array(let elements):
            let decoded = elements.map(\.decoded)
            guard decoded.contains(where: { $0 != nil }) else { return nil }
            return .array(zip(elements, decoded).map { $1 ?? $0 })
        case .object(let members):
            let decoded = members.compactMapValues(\.decoded)
            return decoded.isEmpty ? nil : .object(members.merging(decoded) { $1 })
        default: return nil
        }
    }
}
