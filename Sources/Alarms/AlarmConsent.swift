import Foundation
package import Persistence
package import Purchases

/// What the account that runs this program agreed to run for the alarms of stores.
///
/// Many can write a store, so its setting alone must run nothing. A command is run only where the account whose rights
/// it gets agreed to it to the letter, in a file that nobody else can have written (`AlarmConsentFile`).
package struct AlarmConsent: Sendable {
    /// The account with whose rights a command would run; nil where none ever is.
    package let account: AgentName?
    private let agreements: Agreements

    private enum Agreements: Sendable {
        case file(AlarmConsentFile)
        case given(String)
        case none
    }

    /// What an account agreed to in a file of its folder of settings.
    package init(account: AgentName, folder: String) {
        (self.account, agreements) = (account, .file(AlarmConsentFile(folder: folder)))
    }

    /// Agreement to one command that is written in the program: a demonstration's, a test's.
    package init(account: AgentName, givenTo command: String) {
        (self.account, agreements) = (account, .given(command))
    }

    private init() { (account, agreements) = (nil, .none) }

    /// Nobody's: no command is ever run.
    package static let nobodys = AlarmConsent()

    /// The folder of a person's settings of Makegood.
    ///
    /// Source: XDG Base Directory Specification, `XDG_CONFIG_HOME`.
    package static func folder(in environment: [String: String]) -> String {
        let home = environment["HOME"] ?? NSHomeDirectory()
        let asked = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        return (asked ?? home + "/.config") + "/makegood"
    }

    /// The command that the account agreed to for a store; nil when it agreed to none.
    ///
    /// - Throws: `AlarmConsentError`: the file could be somebody else's word.
    package func command(for store: Store) throws(AlarmConsentError) -> String? {
        switch agreements {
        case .file(let file): try file.read()[AlarmConsent.name(of: store)]
        case .given(let command): command
        case .none: nil
        }
    }

    /// Agrees to a command for a store, or to none any more.
    ///
    /// - Throws: `AlarmConsentError`: the file could be somebody else's word, or cannot be written.
    package func agree(to command: String?, for store: Store) throws(AlarmConsentError) {
        guard case .file(let file) = agreements else { return }
        var agreed = try file.read()
        guard agreed[AlarmConsent.name(of: store)] != command else { return }
        agreed[AlarmConsent.name(of: store)] = command
        try file.write(agreed)
    }

    /// How the file names a store: by its one real path.
    private static func name(of store: Store) -> String {
        guard let path = store.path else { return "" }
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
