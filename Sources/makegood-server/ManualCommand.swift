import ArgumentParser
import JSONAnswers
import Manuals
import Server
import Wording

/// Writes a page of the manual, or the settings' file, when the package is built. `Manuals` makes the pages,
/// `CommentedSettings` the file.
struct ManualCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "manual",
        abstract: "Write a page of the manual in the macros of man(7), or the settings' file.",
        shouldDisplay: false)

    /// What is written, by the names of the files.
    enum Page: String, CaseIterable, ExpressibleByArgument {
        case program = "makegood-server.8"
        case settings = "makegood-server.yaml.5"
        case file = "server.yaml"
    }

    @Argument(help: "The page's file.") var page: Page

    func run() async throws {
        let source = try ManualCommand.source(of: page)
        try await Answer.saying(isJSON: false) {
            StandardOutput.write(source)
            try Answer.requireArrived()
        }
    }

    /// A page, made of the tables that the help and the settings are made of.
    ///
    /// - Throws: `DecodingError` where the parser tells of the commands otherwise than it did.
    static func source(of page: Page) throws -> String {
        switch page {
        case .program: try program().source
        case .settings: settings().source
        case .file: CommentedSettings.text
        }
    }

    private static func program() throws -> ManualPage {
        var page = try CommandManual.page(of: MakegoodServer._dumpHelp(), section: 8, release: Release.text)
        page.section("Exit status")
        page.text("As of `makegood`(1). With 4, 64 and 78 starting it again changes nothing.")
        page.section("Environment")
        page.entry("MAKEGOOD_STORE", "The store's path, where `--store` names none.")
        secrets(on: &page)
        page.section("Files")
        page.entry("/etc/makegood/server.yaml", "Its settings, as the package brings them.")
        page.entry("/var/lib/makegood/store.sqlite", "The store that the package's unit serves.")
        page.section("See also")
        page.text(
            "`makegood`(1), `makegood-server.yaml`(5), `systemd.service`(5), /usr/share/doc/makegood/docs/server.md"
        )
        return page
    }

    private static func settings() -> ManualPage {
        var page = ManualPage(
            "makegood-server.yaml", section: 5, purpose: "The settings of makegood-server.",
            release: Release.text)
        page.section("Description")
        page.text(
            """
            A file in YAML, which `makegood-server run --config` reads. The keys below are written here with the sections \
            that they stand in: `limits.connections` is `connections` in the section `limits`. Paths are relative to the \
            file. A key that is not known is refused with its line.

            Every key can be given by the environment instead, which then counts: `limits.connections` is \
            `\(ServerSetting.connections.variable)`. No secret stands in the file.
            """)
        page.section("Settings")
        for setting in ServerSetting.allCases where !setting.isForPractice { add(setting, to: &page) }
        page.section("Receivers of webhooks")
        page.text("The section `webhooks` has a key for each receiver, its name, and behind it:")
        for key in WebhookKey.allCases { page.entry("`\(key.rawValue)`", key.explanation) }
        page.section("Settings of practice stores")
        page.text("A real store refuses them.")
        for setting in ServerSetting.allCases where setting.isForPractice { add(setting, to: &page) }
        page.section("Environment")
        secrets(on: &page)
        page.section("Example")
        page.lines(
            """
            listen: 127.0.0.1:8080
            trusted_proxies: [127.0.0.1]
            app_store:
              issuer_id: \(ServerSetting.issuerID.example)
              key_id: \(ServerSetting.keyID.example)
              key_file: \(ServerSetting.keyFile.example)
            """)
        page.section("See also")
        page.text("`makegood-server`(8), /usr/share/doc/makegood/docs/server.md")
        return page
    }

    private static func add(_ setting: ServerSetting, to page: inout ManualPage) {
        let first = setting.first.map { " At first: \($0)." } ?? ""
        page.entry("`\(setting.rawValue)`", setting.explanation + first)
    }

    private static func secrets(on page: inout ManualPage) {
        page.entry("MAKEGOOD_APPSTORE_KEY", "The text of the .p8 file, in place of `app_store.key_file`.")
        page.entry(
            "MAKEGOOD_APPSTORE_KEY_ID, MAKEGOOD_APPSTORE_ISSUER_ID",
            "In place of `app_store.key_id` and `app_store.issuer_id`.")
        page.entry("MAKEGOOD_SHARED_SECRET", "In place of `app_store.shared_secret_file`.")
        page.entry(
            "MAKEGOOD_WEBHOOK_SECRET_NAME",
            "The secrets of the receiver NAME, the newest first, separated by a blank, in place of `secret_files`."
        )
    }
}
