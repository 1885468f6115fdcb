public import TerminalCore

/// The commands of a place, found by key; where two claim one key the earlier wins.
public struct KeyMap: Hashable, Sendable {
    /// The commands in the order of help.
    public private(set) var commands: [Command]

    /// A table of commands.
    public init(_ commands: [Command]) {
        self.commands = commands
    }

    /// The command that a key means, possible or not.
    public func command(for key: Key) -> Command? {
        commands.first { $0.keys.contains(key) }
    }

    /// The command of an id.
    public func command(_ id: CommandID) -> Command? {
        commands.first { $0.id == id }
    }

    /// The table with some commands not possible, each for its reason.
    public func disabling(_ reasons: [CommandID: String]) -> KeyMap {
        KeyMap(commands.map { $0.disabled(because: reasons[$0.id] ?? $0.disabledReason) })
    }

    /// This table before another: a screen's own keys before the general ones.
    public func before(_ other: KeyMap) -> KeyMap {
        KeyMap(commands + other.commands.filter { command($0.id) == nil })
    }

    /// This table behind commands that take keys away from it for a while: a command that keeps no key is left out.
    public func yielding(to commands: [Command]) -> KeyMap {
        let taken = Set(commands.flatMap(\.keys))
        let kept = self.commands.compactMap { command -> Command? in
            let keys = command.keys.filter { !taken.contains($0) }
            guard keys.count < command.keys.count else { return command }
            guard !keys.isEmpty else { return nil }
            return Command(
                command.id, command.title, keys: keys, section: command.section, label: command.label,
                footer: command.footerPriority, disabledReason: command.disabledReason)
        }
        return KeyMap(commands + kept)
    }

    /// The headings in the order of their first commands, each with its commands.
    public var sections: [(title: String, commands: [Command])] {
        var titles: [String] = []
        for command in commands where !titles.contains(command.section) { titles.append(command.section) }
        return titles.map { title in (title, commands.filter { $0.section == title }) }
    }

    /// The keys that more than one command claims.
    public var conflicts: [Key] {
        var seen: Set<Key> = []
        var twice: [Key] = []
        for key in commands.flatMap(\.keys) where !seen.insert(key).inserted && !twice.contains(key) {
            twice.append(key)
        }
        return twice
    }
}
