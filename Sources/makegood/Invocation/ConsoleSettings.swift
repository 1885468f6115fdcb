import Console
import Foundation
import Persistence
import Purchases
import TerminalCore
import TerminalCurses
import Widgets

/// What a console needs to know before it opens.
struct ConsoleSettings {
    private let invocation: Invocation
    private let options: ConsoleCommand.Options
    private let role: Role
    private let environments: [AppStoreEnvironment]

    /// Reads what the store says.
    init(_ invocation: Invocation, _ options: ConsoleCommand.Options) throws {
        (self.invocation, self.options) = (invocation, options)
        role = try invocation.store.role(of: invocation.agent)
        environments = try invocation.store.accessRules().servedEnvironments.sorted()
    }

    /// The theme asked for; nil when nobody asked for one.
    ///
    /// - Throws: `StoreError` with the file and line of what is wrong.
    func chosenTheme() throws -> Theme? {
        guard let name = options.theme else { return nil }
        do {
            return try ThemeLibrary(folder: ThemeFolder.path).theme(name)
        } catch {
            throw StoreError(.configuration, error.place, remedy: error.remedy)
        }
    }

    /// The console on a terminal.
    @MainActor
    func console(on terminal: CursesTerminal, theme: Theme) -> ConsoleApplication {
        let store = invocation.store
        let name = store.path.map { URL(filePath: $0).lastPathComponent } ?? "in memory"
        let (isPinned, started, opened) = (invocation.isTimePinned, invocation.now, Clock.now)
        return ConsoleApplication(
            store: store, agent: invocation.agent, role: role,
            options: ConsoleOptions(
                storeName: name, isPractice: store.isPractice, isReadOnly: store.isReadOnly,
                isPlain: options.plain, environments: environments, glyphs: ThemeFolder.glyphs),
            terminal: terminal, theme: theme,
            // A given present goes on from there: a clock that stands would never let a form be sent.
            now: { isPinned ? started + (Clock.now - opened) : Clock.now },
            newID: { UUID().uuidString.lowercased() })
    }
}
