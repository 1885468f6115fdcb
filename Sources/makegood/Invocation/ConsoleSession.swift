import ArgumentParser
import CTerminal
import Console
import Foundation
import Persistence
import Purchases
import TerminalCore
import TerminalCurses
import Widgets

/// Wires the console to a terminal, and gives the terminal back whatever happens.
struct ConsoleSession {
    private let invocation: Invocation
    private let options: ConsoleCommand.Options

    /// A console for a run.
    init(_ invocation: Invocation, _ options: ConsoleCommand.Options) {
        (self.invocation, self.options) = (invocation, options)
    }

    /// Runs until the person leaves.
    @MainActor
    func run() async throws {
        let application = try ConsoleSettings(invocation, options)
        CursesTerminal.forgetPinnedSize()
        guard ct_set_utf8_locale() else {
            throw StoreError(
                .configuration, "no UTF-8 locale is to be had, and names need one",
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
        await application.console(on: terminal, theme: theme).run()
        terminal.close()
    }

    @MainActor
    private func openTerminal() throws -> CursesTerminal {
        let settings = CursesOptions(environment: ProcessInfo.processInfo.environment)
        do {
            return try CursesTerminal(settings)
        } catch {
            throw StoreError(
                .configuration, "the console cannot be drawn here, \(error.problem)",
                remedy: "\(error.remedy); every screen is also a command, see `makegood --help`")
        }
    }
}
