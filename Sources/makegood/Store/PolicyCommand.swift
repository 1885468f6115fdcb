import ArgumentParser

/// Shows and changes how much may be given, and what customers are answered.
struct PolicyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "policy", abstract: "Show and change the policy.",
        subcommands: [ReplyTemplateCommand.self])

    @OptionGroup var global: GlobalOptions
}
