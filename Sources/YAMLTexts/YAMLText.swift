internal import CYaml
package import Yams

/// A YAML text of which it is known, before anything is made of it, that it is not too much.
///
/// An alias costs nothing to write and as much to read as what it stands for, so that some hundred bytes can mean more
/// than any memory holds. Yams makes a node of some hundred bytes of every value, and compares keys whole. So libyaml's
/// own events are counted first, in one pass and without a tree.
package enum YAMLText {
    /// The most bytes of a text †.
    package static let byteLimit = 32 << 20

    /// The text's root; nil where it has none.
    ///
    /// - Parameter nodeLimit: how many values and keys there may be, aliases counted as what they stand for.
    /// - Throws: `YAMLExcess`; what Yams throws of texts that are no YAML.
    package static func compose(_ yaml: String, _ resolver: Resolver = .default, nodeLimit: Int) throws
        -> Node?
    {
        guard yaml.utf8.count <= byteLimit else { throw YAMLExcess(line: nil, limit: .bytes(byteLimit)) }
        var count = NodeCount(limit: nodeLimit)
        try count.read(yaml)
        return try Yams.compose(yaml: yaml, resolver)
    }
}

/// A YAML text is larger than it may be.
package struct YAMLExcess: Error, Hashable, Sendable {
    /// What there is too much of.
    package enum Limit: Hashable, Sendable {
        /// More bytes than these.
        case bytes(Int)
        /// More values and keys than these, aliases counted as what they stand for.
        case nodes(Int)
    }

    /// The line on which it became too much, from 1; nil where it is the text's length.
    package let line: Int?
    /// What there is too much of.
    package let limit: Limit

    /// What is too much, as a sentence goes on behind “it has”.
    package var words: String {
        switch limit {
        case .bytes(let bytes): "more than \(bytes >> 20) MB"
        case .nodes(let nodes): "more than \(nodes) values, aliases counted as what they stand for"
        }
    }
}

/// Counts what Yams would make of a text, and what comparing keys would cost beside.
private struct NodeCount {
    /// A list or mapping that is open.
    private struct Collection {
        let isMapping: Bool
        let isKey: Bool
        let anchor: String?
        let before: Int
        var children = 0
    }

    let limit: Int
    private var count = 0
    private var open: [Collection] = []
    private var sizes: [String: Int] = [:]

    init(limit: Int) { self.limit = limit }

    /// Reads a text to its end, or to where it is no YAML: that is said by whoever makes something of it.
    mutating func read(_ yaml: String) throws(YAMLExcess) {
        var parser = yaml_parser_t()
        guard yaml_parser_initialize(&parser) == 1 else { return }
        defer { yaml_parser_delete(&parser) }
        let bytes = Array(yaml.utf8)
        let found: Result<Void, YAMLExcess> = bytes.withUnsafeBufferPointer { bytes in
            yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING)
            yaml_parser_set_input_string(&parser, bytes.baseAddress, bytes.count)
            do throws(YAMLExcess) {
                while try step(&parser) {}
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try found.get()
    }

    /// Takes one event; answers whether more come.
    private mutating func step(_ parser: inout yaml_parser_t) throws(YAMLExcess) -> Bool {
        var event = yaml_event_t()
        guard yaml_parser_parse(&parser, &event) == 1 else { return false }
        defer { yaml_event_delete(&event) }
        switch event.type {
        case YAML_STREAM_END_EVENT: return false
        case YAML_ALIAS_EVENT: finish(sizes[NodeCount.name(event.data.alias.anchor) ?? ""] ?? 1)
        case YAML_SCALAR_EVENT:
            if let anchor = NodeCount.name(event.data.scalar.anchor) { sizes[anchor] = 1 }
            finish(1)
        case YAML_SEQUENCE_START_EVENT:
            begin(isMapping: false, NodeCount.name(event.data.sequence_start.anchor))
        case YAML_MAPPING_START_EVENT:
            begin(isMapping: true, NodeCount.name(event.data.mapping_start.anchor))
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: end()
        default: break
        }
        guard count <= limit else {
            throw YAMLExcess(line: Int(event.start_mark.line) + 1, limit: .nodes(limit))
        }
        return true
    }

    private static func name(_ anchor: UnsafeMutablePointer<yaml_char_t>?) -> String? {
        anchor.map { String(cString: $0) }
    }

    /// Whether what comes next is a key of a mapping.
    private var isAtKey: Bool { open.last.map { $0.isMapping && $0.children.isMultiple(of: 2) } ?? false }

    private mutating func begin(isMapping: Bool, _ anchor: String?) {
        open.append(Collection(isMapping: isMapping, isKey: isAtKey, anchor: anchor, before: count))
        count += 1
    }

    private mutating func end() {
        guard let collection = open.popLast() else { return }
        let size = count - collection.before
        if let anchor = collection.anchor { sizes[anchor] = size }
        // A key is hashed and compared whole, and again by each key around it.
        if collection.isKey { count += size }
        if !open.isEmpty { open[open.count - 1].children += 1 }
    }

    /// Takes a scalar or an alias.
    private mutating func finish(_ size: Int) {
        count += isAtKey && size > 1 ? 2 * size : size
        if !open.isEmpty { open[open.count - 1].children += 1 }
    }
}
