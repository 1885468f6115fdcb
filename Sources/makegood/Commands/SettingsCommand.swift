import AppStore
import ArgumentParser
import Foundation
import Persistence
import Purchases

/// Shows and changes what leads decide.
struct SettingsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings", abstract: "Show and change what leads decide.",
        subcommands: [Show.self, Set.self, Secret.self], defaultSubcommand: Show.self)

    @OptionGroup var global: GlobalOptions

    /// Shows every setting.
    struct Show: StoreCommand {
        static let configuration = CommandConfiguration(commandName: "show", abstract: "Show every setting.")

        @OptionGroup var global: GlobalOptions

        func run(in invocation: Invocation) throws -> ExitCode { try SettingsCommand.show(invocation) }
    }

    /// Changes a setting.
    struct Set: StoreCommand {
        static let configuration = CommandConfiguration(commandName: "set", abstract: "Change a setting.")

        @OptionGroup var global: GlobalOptions
        @Argument(help: "The setting's key, as 'settings show' lists it.", completion: .settings) var key:
            String
        @Argument(help: "Its new value.") var value: String

        var deed: String? { "the setting was changed" }

        func run(in invocation: Invocation) throws -> ExitCode {
            guard let setting = Setting(rawValue: key) else {
                throw StoreError(.usage, "there is no setting \(key)", remedy: "see `makegood settings show`")
            }
            try invocation.store.set(setting, to: value, by: invocation.agent, at: invocation.now)
            return try SettingsCommand.show(invocation)
        }
    }

    /// Keeps shared secrets.
    struct Secret: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "secret",
            abstract: "Keep the shared secrets of notifications; read from standard input, kept hashed.",
            subcommands: [Add.self, Remove.self])

        @OptionGroup var global: GlobalOptions

        /// Adds a secret.
        struct Add: StoreCommand {
            static let configuration = CommandConfiguration(
                commandName: "add", abstract: "Add a secret from standard input.")

            @OptionGroup var global: GlobalOptions

            var deed: String? { "the secret was added" }

            func run(in invocation: Invocation) throws -> ExitCode {
                _ = try invocation.store.addSecret(
                    SecretInput.read(), by: invocation.agent, at: invocation.now)
                return try SettingsCommand.show(invocation)
            }
        }

        /// Removes a secret.
        struct Remove: StoreCommand {
            static let configuration = CommandConfiguration(
                commandName: "remove", abstract: "Forget a secret, which is read from standard input.")

            @OptionGroup var global: GlobalOptions

            var deed: String? { "the secret was removed" }

            func run(in invocation: Invocation) throws -> ExitCode {
                try invocation.store.removeSecret(
                    SecretInput.read(), by: invocation.agent, at: invocation.now)
                return try SettingsCommand.show(invocation)
            }
        }
    }

    private static func show(_ invocation: Invocation) throws -> ExitCode {
        let settings = try invocation.store.settings()
        let secrets = try invocation.store.secrets()
        invocation.output.answer(
            .settings(settings, secrets), Wording.settings(settings, secrets, at: invocation.now))
        return .success
    }
}
