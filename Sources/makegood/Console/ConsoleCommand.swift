import ArgumentParser
import CTerminal
import Console
import Foundation
import Persistence
import Purchases
import TerminalCore
import TerminalCurses
import Widgets

/// Opens the console.
struct ConsoleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "console", abstract: "Open the console.")

    /// What a console looks like.
    struct Options: ParsableArguments {
        @Option(help: "A theme's name or file.", completion: .themes) var theme: String?
        @Flag(help: "Lines of text without frames, for screen readers.") var plain = false
    }

    @OptionGroup var options: Options
    @OptionGroup var global: GlobalOptions

    func run() async throws { try await ConsoleCommand.open(global, options) }

    /// Opens the console on the store that the options name.
    static func open(_ global: GlobalOptions, _ options: Options) async throws {
        // Else the C library keeps an arena for each thread that ever asked the store: more memory than all that is
        // shown.
        ct_share_memory_arenas()
        do {
            // A console ends with a place where it is to go on over another file that took the store's place.
            var place: ConsolePlace?
            repeat {
                let invocation = try Invocation(global, needing: .read, program: .console)
                let left = place
                place = nil
                try await AlarmDispatcher(invocation)
                    .ringing(behind: {
                        place = try await ConsoleSession(invocation, options).run(from: left)
                    })
                if place == nil { try invocation.close() } else { try? invocation.close() }
            } while place != nil
        } catch {
            throw Failure.said(error, isJSON: global.json)
        }
    }
}

/// Wires the console to a terminal, and gives the terminal back whatever happens.
struct ConsoleSession {
    private let invocation: Invocation
    private let options: ConsoleCommand.Options

    /// A console for a run.
    init(_ invocation: Invocation, _ options: ConsoleCommand.Options) {
        (self.invocation, self.options) = (invocation, options)
    }

    /// Runs until the person leaves, or wants to go on over another file that took the store's place.
    @MainActor
    func run(from place: ConsolePlace?) async throws -> ConsolePlace? {
        let application = try ConsoleSettings(invocation, options)
        CursesTerminal.forgetPinnedSize()
        guard ct_set_utf8_locale() else {
            throw CommandError(
                .configuration, "there is no UTF-8 locale, and names need one",
                remedy: "set LC_ALL=C.UTF-8 and start again")
        }
        // A theme that cannot be used is said on the person's own screen.
        let chosen = try application.chosenTheme()
        // A terminal that went away must end the console by its own means, not in the middle of a write.
        ct_ignore_signal(SIGPIPE)
        let terminal = try openTerminal()
        defer { terminal.close() }
        let theme = chosen ?? ThemeLibrary.builtIn(for: terminal.depth)
        if let notice = terminal.notice { Output.note("makegood: \(notice)") }
        return await application.console(on: terminal, theme: theme, from: place).run()
    }

    @MainActor
    private func openTerminal() throws -> CursesTerminal {
        let settings = CursesOptions(environment: ProcessInfo.processInfo.environment)
        do {
            return try CursesTerminal(settings)
        } catch {
            throw CommandError(
                .configuration, "the console cannot be drawn here, \(error.problem)",
                remedy: "\(error.remedy); every screen is also a command, see `makegood --help`")
        }
    }
}

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
            throw CommandError(.configuration, error.place, remedy: error.remedy)
        }
    }

    /// The console on a terminal.
    @MainActor
    func console(
        on terminal: CursesTerminal, theme: Theme, from place: ConsolePlace?
    ) -> ConsoleApplication {
        let store = invocation.store
        let name = store.path.map { URL(filePath: $0).lastPathComponent } ?? "in memory"
        let (isPinned, started, opened) = (invocation.isTimePinned, invocation.now, Clock.now)
        let file = store.path.map {
            ConsoleMemoryFile(
                store: $0, agent: invocation.agent, environment: ProcessInfo.processInfo.environment)
        }
        let isReadOnly = store.isReadOnly
        var options = ConsoleOptions(
            storeName: name, isPractice: store.isPractice, isReadOnly: store.isReadOnly,
            isPlain: options.plain, environments: environments, glyphs: ThemeFolder.glyphs)
        options.notice = store.notice
        options.exportFolder = StateFolder.path(in: ProcessInfo.processInfo.environment) + "/evidence"
        return ConsoleApplication(
            store: store, agent: invocation.agent, role: role, options: options,
            terminal: terminal, theme: theme,
            // A given present goes on from there: a clock that stands would never let a form be sent.
            now: { isPinned ? started + (Clock.now - opened) : Clock.now },
            newID: { UUID().uuidString.lowercased() }, memory: file?.read() ?? ConsoleMemory(),
            place: place, keep: { if !isReadOnly { file?.write($0) } })
    }
}
