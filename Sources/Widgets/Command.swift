public import TerminalCore

/// Something a person can do here: the one source of keys, footer, help, palette and docs.
public struct Command: Hashable, Sendable, Identifiable {
    /// What it is called in code.
    public let id: CommandID
    /// What it does, in words for help and palette.
    public let title: String
    /// What it does, in one or two words for the footer.
    public let label: String
    /// The keys that mean it; the first is the one shown.
    public let keys: [Key]
    /// The heading it stands under in help and docs.
    public let section: String
    /// How early it appears in the footer, lowest first; nil keeps it out.
    public let footerPriority: Int?
    /// Why it is not possible now; nil when it is.
    public var disabledReason: String?

    /// A command; the footer shows `label`, or the title without one.
    public init(
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
    public var isEnabled: Bool { disabledReason == nil }

    /// The same command, not possible for a reason; nil leaves it possible.
    public func disabled(because reason: String?) -> Command {
        var copy = self
        copy.disabledReason = reason
        return copy
    }

    /// The command with the keys that are not taken by others; nil when none is left of those it had.
    public func without(_ taken: Set<Key>) -> Command? {
        let free = keys.filter { !taken.contains($0) }
        guard free.isEmpty == keys.isEmpty else { return nil }
        return Command(
            id, title, keys: free, section: section, label: label, footer: footerPriority,
            disabledReason: disabledReason)
    }

    /// All its keys as people read them, for example `g  Home`.
    public var keyLabels: String { keys.map(\.label).joined(separator: " ") }
}
