package import TerminalCore

/// Something a person can do here: the one source of keys, footer, help, palette and docs. `Binding` in
/// `Console/Screens` adds what it does.
package struct Command: Hashable, Sendable, Identifiable {
    /// What it is called in code.
    package let id: CommandID
    /// What it does, in words for help and palette.
    package let title: String
    /// What it does, in one or two words for the footer.
    package let label: String
    /// The keys that mean it; the first is the one shown.
    package let keys: [Key]
    /// The heading it stands under in help and docs.
    package var section: String
    /// How early it appears in the footer, lowest first; nil keeps it out.
    package let footerPriority: Int?
    /// Why it is not possible now; nil when it is.
    package var disabledReason: String?

    /// A command; the footer shows `label`, or the title without one.
    package init(
        _ id: CommandID, _ title: String, keys: [Key], section: String = "General", label: String? = nil,
        footer footerPriority: Int? = nil, disabledReason: String? = nil
    ) {
        self.id = id
        self.title = title
        self.label = label ?? title
        self.keys = keys
        self.section = section
        self.footerPriority = footerPriority
        self.disabledReason = disabledReason
    }

    /// Whether it is possible now.
    package var isEnabled: Bool { disabledReason == nil }

    /// The same command, not possible for a reason; nil leaves it possible.
    package func disabled(because reason: String?) -> Command {
        var copy = self
        copy.disabledReason = reason
        return copy
    }

    /// The command with the keys that are not taken by others; nil when none is left of those it had.
    func without(_ taken: Set<Key>) -> Command? {
        let free = keys.filter { !taken.contains($0) }
        guard free.count < keys.count else { return self }
        guard !free.isEmpty else { return nil }
        return Command(
            id, title, keys: free, section: section, label: label, footer: footerPriority,
            disabledReason: disabledReason)
    }

    /// All its keys as people read them, for example `g  Home`.
    package var keyLabels: String { keys.map(\.label).joined(separator: " ") }
}

/// What a command is called in code, docs and tests, for example `ticket.claim`.
package struct CommandID: Hashable, Sendable, Comparable, ExpressibleByStringLiteral, CustomStringConvertible
{
    /// The dotted text.
    package let rawValue: String

    /// An id by its text.
    package init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// An id by its text.
    package init(stringLiteral value: String) {
        self.init(value)
    }

    /// The dotted text.
    package var description: String { rawValue }

    /// The order of the texts.
    package static func < (left: CommandID, right: CommandID) -> Bool { left.rawValue < right.rawValue }
}

/// The commands of a place, found by key; where two claim one key the earlier wins.
package struct KeyMap: Hashable, Sendable {
    /// The commands in the order of help.
    package private(set) var commands: [Command]

    package init(_ commands: [Command]) {
        self.commands = commands
    }

    /// The command that a key means, possible or not.
    package func command(for key: Key) -> Command? {
        commands.first { $0.keys.contains(key) }
    }

    /// The command of an id.
    package func command(_ id: CommandID) -> Command? {
        commands.first { $0.id == id }
    }

    /// A table of commands of which the earlier take keys from the later, as a screen's own do from those that work everywhere.
    ///
    /// A command that keeps no key is left out, so that none is shown with a key that means something else here; of two
    /// with the same id the first stands.
    package init(inOrder commands: [Command]) {
        self.commands = []
        var (taken, ids): (Set<Key>, Set<CommandID>) = ([], [])
        for command in commands {
            guard let free = command.without(taken), ids.insert(command.id).inserted else { continue }
            self.commands.append(free)
            taken.formUnion(command.keys)
        }
    }

    /// The headings in the order of their first commands, each with its commands.
    package var sections: [(title: String, commands: [Command])] {
        var titles: [String] = []
        for command in commands where !titles.contains(command.section) { titles.append(command.section) }
        return titles.map { title in (title, commands.filter { $0.section == title }) }
    }

    /// The keys that more than one command claims.
    package var conflicts: [Key] {
        var seen: Set<Key> = []
        var twice: [Key] = []
        for key in commands.flatMap(\.keys) where !seen.insert(key).inserted && !twice.contains(key) {
            twice.append(key)
        }
        return twice
    }
}
