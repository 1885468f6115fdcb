import ArgumentParser
import Persistence
import Purchases

/// Shows and keeps one customer.
struct CustomerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "customer", abstract: "Show a customer, or keep what is known of one.",
        subcommands: [Show.self, Add.self, Set.self, Note.self, Tester.self], defaultSubcommand: Show.self)

    @OptionGroup var global: GlobalOptions

    /// Shows a customer.
    struct Show: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show everything about a customer.")

        @OptionGroup var global: GlobalOptions
        @Argument(help: "The customer's app_user_id.", completion: .customers) var customer: String
        @Option(
            help: "The moment to ask for, such as yesterday, 1 May or RFC 3339.",
            transform: TimeArgument.words)
        var at: TimeArgument?

        func run(in invocation: Invocation) throws -> ExitCode {
            try CustomerCommand.show(
                AppUserID(customer), at: at?.instant(in: invocation), invocation)
        }
    }

    /// The fields of a customer on the command line.
    struct Fields: ParsableArguments {
        @Option(help: "The address.") var email: String?
        @Option(help: "The name.") var name: String?
        @Option(name: .customLong("app-account-token"), help: "The UUID that the app gives with purchases.")
        var appAccountToken: String?
        @Option(help: "The language, such as de_DE.") var locale: String?
        @Option(help: "The country, such as DE.") var country: String?

        /// What is to be changed.
        var change: CustomerChange {
            CustomerChange(
                email: email, name: name, appAccountToken: appAccountToken, locale: locale, country: country)
        }
    }

    /// Adds a customer.
    struct Add: StoreCommand {
        static let configuration = CommandConfiguration(commandName: "add", abstract: "Add a customer.")

        @OptionGroup var global: GlobalOptions
        @Argument(help: "The customer's app_user_id.") var customer: String
        @OptionGroup var fields: Fields

        var deed: String? { "the customer was added" }

        func run(in invocation: Invocation) throws -> ExitCode {
            let id = AppUserID(customer)
            try invocation.store.addCustomer(id, fields.change, by: invocation.agent, at: invocation.now)
            return try CustomerCommand.show(id, at: nil, invocation)
        }
    }

    /// Changes a customer.
    struct Set: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "set", abstract: "Change what is known of a customer.")

        @OptionGroup var global: GlobalOptions
        @Argument(help: "The customer's app_user_id.", completion: .customers) var customer: String
        @OptionGroup var fields: Fields

        var deed: String? { "the customer was changed" }

        func run(in invocation: Invocation) throws -> ExitCode {
            let id = AppUserID(customer)
            try invocation.store.setCustomer(id, fields.change, by: invocation.agent, at: invocation.now)
            return try CustomerCommand.show(id, at: nil, invocation)
        }
    }

    /// Writes a note.
    struct Note: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "note", abstract: "Write a note on a customer.")

        @OptionGroup var global: GlobalOptions
        @Argument(help: "The customer's app_user_id.", completion: .customers) var customer: String
        @Argument(help: "The note.") var text: String
        @Option(help: "The helpdesk's case.") var ref: String?

        var deed: String? { "the note was kept" }

        func run(in invocation: Invocation) throws -> ExitCode {
            let id = AppUserID(customer)
            try invocation.store.addNote(
                text, reference: ref, to: id, by: invocation.agent, at: invocation.now)
            return try CustomerCommand.show(id, at: nil, invocation)
        }
    }

    /// Marks a tester.
    struct Tester: StoreCommand {
        static let configuration = CommandConfiguration(
            commandName: "tester",
            abstract: "Let a customer's Sandbox purchases give access, or no more (leads).")

        @OptionGroup var global: GlobalOptions
        @Argument(help: "The customer's app_user_id.", completion: .customers) var customer: String
        @Argument(help: "on or off.") var state: Switch = .on

        /// Whether something holds.
        enum Switch: String, ExpressibleByArgument {
            /// It does.
            case on
            /// It does not.
            case off
        }

        var deed: String? { "the mark was set" }

        func run(in invocation: Invocation) throws -> ExitCode {
            let id = AppUserID(customer)
            try invocation.store.setTester(id, to: state == .on, by: invocation.agent, at: invocation.now)
            return try CustomerCommand.show(id, at: nil, invocation)
        }
    }

    private static func show(_ id: AppUserID, at: Instant?, _ invocation: Invocation) throws -> ExitCode {
        guard let page = try invocation.store.customerPage(id, at: at ?? invocation.now) else {
            throw StoreError.unknownCustomer(id)
        }
        let masks = try invocation.masksPersons()
        invocation.output.answer(
            .customerPage(page, isMasked: masks), Wording.customer(page, isMasked: masks))
        return .success
    }
}
