import ArgumentParser
import Manuals
import Persistence
import Wording

/// Writes a page of the manual, when the package is built. `Manuals` makes the pages.
struct ManualCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "manual", abstract: "Write a page of the manual, in the macros of man(7).",
        shouldDisplay: false)

    /// The pages, by the names of their files.
    enum Page: String, CaseIterable, ExpressibleByArgument {
        case program = "makegood.1"
        case policy = "makegood-policy.5"
    }

    @Argument(help: "The page's file.") var page: Page

    func run() async throws {
        try Failure.exiting(isJSON: false) {
            Output.raw(try ManualCommand.source(of: page))
            return .success
        }
    }

    /// A page, made of the tables that the help is made of.
    ///
    /// - Throws: `DecodingError` where the parser tells of the commands otherwise than it did.
    static func source(of page: Page) throws -> String {
        switch page {
        case .program: try program().source
        case .policy: policy().source
        }
    }

    private static func program() throws -> ManualPage {
        var page = try CommandManual.page(of: Makegood._dumpHelp(), section: 1, release: Release.text)
        page.section("Exit status")
        for (code, meaning) in statuses { page.entry(String(code), meaning) }
        page.section("Environment")
        page.entry("MAKEGOOD_STORE", "The store's path, where `--store` names none.")
        page.entry("MAKEGOOD_ASCII", "With 1 frames, strips and signs are drawn in ASCII.")
        page.entry("NO_COLOR", "Without colours, unless a theme is named.")
        page.section("Files")
        page.entry("$XDG_DATA_HOME/makegood/store.sqlite", "The store, where nothing names another.")
        page.entry("$XDG_CONFIG_HOME/makegood/themes", "A person's own themes.")
        page.entry("/var/lib/makegood/store.sqlite", "The store of a group, as the package prepares it.")
        page.entry("/usr/share/doc/makegood", "How everything works; install.md is where to begin.")
        page.section("See also")
        page.text("`makegood-policy`(5), `makegood-server`(8), `makegood-server.yaml`(5)")
        return page
    }

    private static func policy() -> ManualPage {
        var page = ManualPage(
            "makegood-policy", section: 5, purpose: "What leads decide about a store.", release: Release.text)
        page.section("Description")
        page.text(
            """
            A store keeps them itself, and notes each change in its audit log. Leads set them with `makegood settings set` \
            KEY VALUE; those of the policy also with `makegood policy set`, where `policy.` may be left out.
            """)
        page.section("The policy")
        for setting in Setting.policies {
            page.entry("`\(setting.rawValue)`", SettingsCommand.explanation(of: setting))
        }
        page.section("Other settings")
        for setting in Setting.allCases where !Setting.policies.contains(setting) {
            page.entry("`\(setting.rawValue)`", SettingsCommand.explanation(of: setting))
        }
        page.section("See also")
        page.text("`makegood`(1), /usr/share/doc/makegood/docs/policy.md")
        return page
    }

    /// What an exit code says, in their order: those that are answers, and those of errors.
    private static var statuses: [(Int32, String)] {
        let answers = [
            (ExitCode.success.rawValue, "It was done."), (ExitCode.no.rawValue, "The answer is no."),
            (ExitCode.filed.rawValue, "It waits for a lead's approval."),
            (ExitCode.someRejected.rawValue, "Some input was not understood; the rest is in."),
        ]
        let errors = Dictionary(grouping: StoreError.Code.allCases, by: \.exitCode).map { code, errors in
            (code, errors.map(meaning(of:)).joined(separator: " Or: "))
        }
        return (answers + errors).sorted { $0.0 < $1.0 }
    }

    private static func meaning(of code: StoreError.Code) -> String {
        switch code {
        case .notFound: "What was named does not exist."
        case .refused: "The role, the policy or the mode forbids it."
        case .conflict: "Somebody else changed it first, or the key was used for something else."
        case .usage: "What was asked makes no sense."
        case .busy: "Another process holds the store: try again."
        case .unavailable: "The disk, the file system or the permissions are in the way."
        case .configuration: "There is no store at that place, or none that this program can read."
        case .damaged: "The store's own content is wrong: restore a backup."
        }
    }
}
