/// A value as compact JSON with sorted keys, the same bytes for the same value, as Foundation's encoder writes it with
/// `sortedKeys` and `withoutEscapingSlashes`.
///
/// Foundation's takes a third of a grant's time for the answer that is kept (docs/decisions.md). Dates, data and numbers
/// beyond integers are written as their own `Codable` tells it.
final class JSONText: Encoder {
    /// What was told of the value so far.
    private enum Content {
        case nothing
        case part(Part)
        case object([(key: String, value: Part)])
        case array([Part])
    }

    /// A piece of the text, or what will be one.
    fileprivate enum Part {
        case plain(String)
        case quoted(String)
        case value(JSONText)
    }

    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]
    private var content = Content.nothing

    static func of(_ value: some Encodable) throws -> String {
        let text = JSONText()
        try value.encode(to: text)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(512)
        text.write(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if case .object = content {} else { content = .object([]) }
        return KeyedEncodingContainer(ObjectText(text: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if case .array = content {} else { content = .array([]) }
        return ArrayText(text: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { SingleText(text: self) }

    fileprivate var count: Int { if case .array(let parts) = content { parts.count } else { 0 } }

    fileprivate func set(_ part: Part) { content = .part(part) }

    fileprivate func append(_ part: Part) {
        guard case .array(var parts) = content else { return }
        content = .nothing
        parts.append(part)
        content = .array(parts)
    }

    fileprivate func append(_ part: Part, at key: String) {
        guard case .object(var members) = content else { return }
        content = .nothing
        members.append((key, part))
        content = .object(members)
    }

    fileprivate func part(of value: some Encodable) throws -> Part {
        let text = JSONText()
        try value.encode(to: text)
        return .value(text)
    }

    private func write(to bytes: inout [UInt8]) {
        switch content {
        case .nothing: bytes += "{}".utf8
        case .part(let part): write(part, to: &bytes)
        case .array(let parts):
            bytes.append(UInt8(ascii: "["))
            for (place, part) in parts.enumerated() {
                if place > 0 { bytes.append(UInt8(ascii: ",")) }
                write(part, to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (place, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
                if place > 0 { bytes.append(UInt8(ascii: ",")) }
                ColumnText.append(quoted: member.key, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                write(member.value, to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private func write(_ part: Part, to bytes: inout [UInt8]) {
        switch part {
        case .plain(let text): bytes += text.utf8
        case .quoted(let text): ColumnText.append(quoted: text, to: &bytes)
        case .value(let text): text.write(to: &bytes)
        }
    }
}

private struct ObjectText<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let text: JSONText
    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil(forKey key: Key) { text.append(.plain("null"), at: key.stringValue) }
    mutating func encode(_ value: Bool, forKey key: Key) { plain(value, key) }
    mutating func encode(_ value: String, forKey key: Key) {
        text.append(.quoted(value), at: key.stringValue)
    }
    mutating func encode(_ value: Double, forKey key: Key) { plain(value, key) }
    mutating func encode(_ value: Float, forKey key: Key) { plain(value, key) }
    mutating func encode(_ value: Int, forKey key: Key) { plain(value, key) }
    mutating func encode(_ value: Int8, forKey key: Key) { plain(value, key) }
    mutating func encode(_ value: Int16, forKey key: Key) { plain(value, key) }
    mutating func encode(_ value: Int32, forKey key: Key) { plain(value, key) }
    mutating func encode(_ value: Int64, forKey key: Key) { plain(value, key) }
    mutating func encode(_ value: UInt, forKey key: Key) { plain(value, key) }
    mutating func encode(_ value: UInt8, forKey key: Key) { plain(value, key) }
    mutating func encode(_ value: UInt16, forKey key: Key) { plain(value, key) }
    mutating func encode(_ value: UInt32, forKey key: Key) { plain(value, key) }
    mutating func encode(_ value: UInt64, forKey key: Key) { plain(value, key) }
    mutating func encode(_ value: some Encodable, forKey key: Key) throws {
        text.append(try text.part(of: value), at: key.stringValue)
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> { child(key.stringValue).container(keyedBy: keyType) }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        child(key.stringValue).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { child("super") }
    mutating func superEncoder(forKey key: Key) -> any Encoder { child(key.stringValue) }

    private func plain(_ value: some CustomStringConvertible, _ key: Key) {
        text.append(.plain(value.description), at: key.stringValue)
    }

    private func child(_ key: String) -> JSONText {
        let child = JSONText()
        text.append(.value(child), at: key)
        return child
    }
}

private struct ArrayText: UnkeyedEncodingContainer {
    let text: JSONText
    var codingPath: [any CodingKey] { [] }
    var count: Int { text.count }

    mutating func encodeNil() { text.append(.plain("null")) }
    mutating func encode(_ value: String) { text.append(.quoted(value)) }
    mutating func encode(_ value: some Encodable) throws { text.append(try text.part(of: value)) }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> { child().container(keyedBy: keyType) }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { child().unkeyedContainer() }

    mutating func superEncoder() -> any Encoder { child() }

    private func child() -> JSONText {
        let child = JSONText()
        text.append(.value(child))
        return child
    }
}

private struct SingleText: SingleValueEncodingContainer {
    let text: JSONText
    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil() { text.set(.plain("null")) }
    mutating func encode(_ value: Bool) { plain(value) }
    mutating func encode(_ value: String) { text.set(.quoted(value)) }
    mutating func encode(_ value: Double) { plain(value) }
    mutating func encode(_ value: Float) { plain(value) }
    mutating func encode(_ value: Int) { plain(value) }
    mutating func encode(_ value: Int8) { plain(value) }
    mutating func encode(_ value: Int16) { plain(value) }
    mutating func encode(_ value: Int32) { plain(value) }
    mutating func encode(_ value: Int64) { plain(value) }
    mutating func encode(_ value: UInt) { plain(value) }
    mutating func encode(_ value: UInt8) { plain(value) }
    mutating func encode(_ value: UInt16) { plain(value) }
    mutating func encode(_ value: UInt32) { plain(value) }
    mutating func encode(_ value: UInt64) { plain(value) }
    mutating func encode(_ value: some Encodable) throws { text.set(try text.part(of: value)) }

    private func plain(_ value: some CustomStringConvertible) { text.set(.plain(value.description)) }
}
