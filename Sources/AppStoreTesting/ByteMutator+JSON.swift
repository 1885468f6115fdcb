import AppStore

extension ByteMutator {
    /// A value with one change inside: something else in a place, a name changed, a part removed or repeated.
    ///
    /// What is written of it is JSON again, so that it comes past the parser.
    mutating func damaged(_ value: JSONValue) -> JSONValue {
        switch value {
        case .object(let members) where !members.isEmpty: .object(damaged(members))
        case .array(let elements) where !elements.isEmpty: .array(damaged(elements))
        default: strange(value)
        }
    }

    private mutating func damaged(_ members: [String: JSONValue]) -> [String: JSONValue] {
        // In an order of their own the same seed would not do the same.
        let names = members.keys.sorted()
        guard let name = names.randomElement(using: &self), let value = members[name] else { return members }
        var damaged = members
        switch Int.random(in: 0...9, using: &self) {
        case 0: damaged[name] = nil
        case 1: damaged[name] = strange(value)
        case 2: damaged[names.randomElement(using: &self) ?? name] = value
        case 3: damaged[FuzzTokens.names.randomElement(using: &self) ?? name] = value
        default: damaged[name] = self.damaged(value)
        }
        return damaged
    }

    private mutating func damaged(_ elements: [JSONValue]) -> [JSONValue] {
        let place = Int.random(in: elements.indices, using: &self)
        var damaged = elements
        switch Int.random(in: 0...9, using: &self) {
        case 0: damaged.remove(at: place)
        case 1: damaged[place] = strange(elements[place])
        case 2: damaged += elements
        default: damaged[place] = self.damaged(elements[place])
        }
        return damaged
    }

    /// Something that may not stand there, or the text with a few bytes changed.
    private mutating func strange(_ value: JSONValue) -> JSONValue {
        guard case .string(let text) = value, Bool.random(using: &self) else {
            return FuzzTokens.values.randomElement(using: &self) ?? .null
        }
        let bytes = damaged(Array(text.utf8), with: [], tokens: FuzzTokens.text)
        return .string(String(decoding: bytes, as: UTF8.self))
    }
}
