extension Key: CustomStringConvertible {
    private static let names: [(key: Key, name: String)] = [
        (.enter, "Enter"), (.escape, "Esc"), (.tab, "Tab"), (.backtab, "S-Tab"), (.backspace, "BS"),
        (.delete, "Del"), (.insert, "Ins"), (.up, "Up"), (.down, "Down"), (.left, "Left"), (.right, "Right"),
        (.home, "Home"), (.end, "End"), (.pageUp, "PgUp"), (.pageDown, "PgDn"),
        (.character(" "), "Space"), (.character("<"), "lt"),
    ]

    /// The key in notation: `g`, `<Enter>`, `<C-d>`, `<F1>`, `<Space>`, `<lt>`.
    public var notation: String {
        if let named = Self.names.first(where: { $0.key == self }) { return "<\(named.name)>" }
        switch self {
        case .character(let character): return String(character)
        case .control(let character): return character == " " ? "<C-Space>" : "<C-\(character)>"
        case .function(let number): return "<F\(number)>"
        default: return ""
        }
    }

    /// The key as people read it in a footer: `g`, `Enter`, `^D`, `↑`.
    public var label: String {
        switch self {
        case .up: "↑"
        case .down: "↓"
        case .left: "←"
        case .right: "→"
        case .character("<"): "<"
        case .control(let character): "^" + (character == " " ? "Space" : character.uppercased())
        case .backtab: "Shift-Tab"
        default: notation.count > 1 ? String(notation.dropFirst().dropLast()) : notation
        }
    }

    /// The key in notation.
    public var description: String { notation }

    /// The one key that a notation names, the case of names ignored; nil when it names none or several.
    public init?(notation: String) {
        guard let keys = Key.sequence(notation), keys.count == 1, let key = keys.first else { return nil }
        self = key
    }

    /// The keys of a script such as `/yamada<Enter>`; nil when a `<name>` is unknown.
    public static func sequence(_ notation: String) -> [Key]? {
        var keys: [Key] = []
        var rest = notation[...]
        while let first = rest.popFirst() {
            guard first == "<" else {
                keys.append(.character(first))
                continue
            }
            guard let end = rest.firstIndex(of: ">"), let key = named(String(rest[..<end])) else {
                return nil
            }
            keys.append(key)
            rest = rest[rest.index(after: end)...]
        }
        return keys
    }

    private static func named(_ name: String) -> Key? {
        let lowered = name.lowercased()
        if let named = names.first(where: { $0.name.lowercased() == lowered }) { return named.key }
        if lowered == "c-space" { return .control(" ") }
        if lowered.hasPrefix("c-"), lowered.count == 3, let character = lowered.last {
            return .control(character)
        }
        if lowered.hasPrefix("f"), let number = Int(lowered.dropFirst()), (1...63).contains(number) {
            return .function(number)
        }
        return nil
    }
}
