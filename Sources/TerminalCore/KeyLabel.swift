extension Key {
    /// The key as people read it in a footer: `g`, `Enter`, `^D`, `↑`.
    package var label: String {
        switch self {
        case .character(let character): character == " " ? "Space" : String(character)
        case .control(let character): "^" + (character == " " ? "Space" : character.uppercased())
        case .function(let number): "F\(number)"
        case .enter: "Enter"
        case .escape: "Esc"
        case .tab: "Tab"
        case .backtab: "Shift-Tab"
        case .backspace: "BS"
        case .delete: "Del"
        case .insert: "Ins"
        case .up: "↑"
        case .down: "↓"
        case .left: "←"
        case .right: "→"
        case .home: "Home"
        case .end: "End"
        case .pageUp: "PgUp"
        case .pageDown: "PgDn"
        }
    }
}
