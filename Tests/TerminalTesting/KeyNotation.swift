package import TerminalCore

/// Keys as scripts write them: `/yamada<Enter>`, `<C-d>`, `<F1>`, `<lt>`.
extension Key {
    private static let names: [(key: Key, name: String)] = [
        (.enter, "Enter"), (.escape, "Esc"), (.tab, "Tab"), (.backtab, "S-Tab"), (.backspace, "BS"),
        (.delete, "Del"), (.insert, "Ins"), (.up, "Up"), (.down, "Down"), (.left, "Left"), (.right, "Right"),
        (.home, "Home"), (.end, "End"), (.pageUp, "PgUp"), (.pageDown, "PgDn"),
        (.character(" "), "Space"), (.character("<"), "lt"),
    ]

    /// The key in notation: `g`, `<Enter>`, `<C-d>`, `<F1>`, `<Space>`, `<lt>`.
    package var notation: String {
        if let named = Self.names.first(where: { $0.key == self }) { return "<\(named.name)>" }
        switch self {
        case .character(let character): return String(character)
        case .control(let character): return character == " " ? "<C-Space>" : "<C-\(character)>"
        case .function(let number): return "<F\(number)>"
        default: return ""
        }
    }

    /// The keys of a script such as `/yamada<Enter>`; nil when a `<name>` is unknown.
    package static func sequence(_ notation: String) -> [Key]? {
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
