import TerminalCore
import Widgets

/// Something that can be done: its words and keys, why it is not possible now, and what it does.
///
/// It stands beside the screen that it belongs to, as a value of a list; keys, footer, help, palette and docs/keys.md
/// come from its ``command``. `Subject` is what it works on, and `Consequence` what that asks for: a screen's effects.
struct Binding<Subject, Consequence>: Sendable {
    /// Its id, words and keys.
    private(set) var command: Command
    private let refusal: @Sendable (Subject, ConsoleContext) -> String?
    private let action: @Sendable (inout Subject, ConsoleContext) -> [Consequence]

    /// A command.
    ///
    /// - Parameters:
    ///   - id: what docs, palette and tests call it, for example `ticket.claim`.
    ///   - title: what it does, for help and palette.
    ///   - label: what it does, in one or two words for the footer.
    ///   - footer: how early it appears there, lowest first; nil keeps it out.
    ///   - refusal: why it is not possible now; nil when it is.
    ///   - action: does it. The caller looks at the refusal first.
    init(
        _ id: CommandID, _ title: String, keys: [Key], label: String? = nil, footer: Int? = nil,
        unless refusal: @escaping @Sendable (Subject, ConsoleContext) -> String? = { _, _ in nil },
        _ action: @escaping @Sendable (inout Subject, ConsoleContext) -> [Consequence]
    ) {
        self.init(
            Command(id, title, keys: keys, label: label, footer: footer), unless: refusal, action)
    }

    /// A command whose words and keys are said elsewhere.
    init(
        _ command: Command,
        unless refusal: @escaping @Sendable (Subject, ConsoleContext) -> String? = { _, _ in nil },
        _ action: @escaping @Sendable (inout Subject, ConsoleContext) -> [Consequence]
    ) {
        (self.command, self.refusal, self.action) = (command, refusal, action)
    }

    /// A command about something that its subject does not always have, as a page that was read or a selected row.
    ///
    /// - Parameters:
    ///   - thing: what it is about; nil where there is none.
    ///   - missing: why it is not possible then.
    init<Thing>(
        _ id: CommandID, _ title: String, keys: [Key], label: String? = nil, footer: Int? = nil,
        about thing: @escaping @Sendable (Subject) -> Thing?, missing: String,
        unless refusal: @escaping @Sendable (Thing, ConsoleContext) -> String?,
        _ action: @escaping @Sendable (Thing, ConsoleContext) -> [Consequence]
    ) {
        self.init(
            id, title, keys: keys, label: label, footer: footer,
            unless: { subject, context in
                guard let thing = thing(subject) else { return missing }
                return refusal(thing, context)
            }
        ) { subject, context in thing(subject).map { action($0, context) } ?? [] }
    }

    /// Commands under one heading of help and docs.
    static func section(_ title: String, _ bindings: [Binding]) -> [Binding] {
        bindings.map { binding in
            var binding = binding
            binding.command.section = title
            return binding
        }
    }

    /// The same with another word in the footer.
    func labelled(_ label: String) -> Binding {
        var binding = self
        binding.command = Command(
            command.id, command.title, keys: command.keys, section: command.section, label: label,
            footer: command.footerPriority)
        return binding
    }

    /// What a person sees of it now.
    func command(for subject: Subject, in context: ConsoleContext) -> Command {
        command.disabled(because: refusal(subject, context))
    }

    func perform(on subject: inout Subject, in context: ConsoleContext) -> [Consequence] {
        action(&subject, context)
    }
}

extension Screen {
    typealias Commands = [Binding<Self, Effect>]

    /// Its commands as a person sees them now, those that are not possible with the reason.
    func keys(_ context: ConsoleContext) -> [Command] {
        commands(context).map { $0.command(for: self, in: context) }
    }

    /// Does a command of its own; nil where it has none of that id.
    mutating func perform(_ id: CommandID, in context: ConsoleContext) -> [Effect]? {
        commands(context).first { $0.command.id == id }?.perform(on: &self, in: context)
    }

    /// The command that shows what can be copied.
    static func copying(
        _ title: String = "Copy an answer to the customer, an id, the address or the verdict",
        footer: Int? = nil,
        unless refusal: @escaping @Sendable (Self, ConsoleContext) -> String? = { _, _ in nil },
        _ items: @escaping @Sendable (Self, ConsoleContext) -> [CopyItem]
    ) -> Binding<Self, Effect> {
        Binding(
            "copy", title, keys: ["y"], label: "copy", footer: footer,
            unless: { screen, context in context.copyRefusal ?? refusal(screen, context) }
        ) { [.offerCopies(items($0, $1))] }
    }
}
