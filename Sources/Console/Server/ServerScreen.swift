import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// How the server stands: whether it is there, what it does and when, and what is wrong with it.
///
/// What it shows is read for the top line anyway, so that it moves with that.
struct ServerScreen: TextScreen {
    /// How far it is scrolled.
    var view = ScrollView([], indent: 2)

    func title(_ context: ConsoleContext) -> String { "Server" }

    func lines(_ context: ConsoleContext) -> [StyledLine] {
        guard let standing = context.server else { return [StyledLine("Reading…", .dim)] }
        guard standing.presence != .never else {
            return [
                StyledLine("No server has run on this store yet.", .strong), "",
                "A server hears the App Store and the app, and asks the App Store; without one, documents are "
                    + "imported as files.", StyledLine("makegood-server run --store …", .dim),
            ]
        }
        let sentence = ServerText.sentence(standing) { context.time.moment($0) }
        return [StyledLine(Counting.capitalized(sentence), standing.isThere ? .strong : .warning), ""]
            + alarms(standing, context) + webhooks(standing, context) + servers(standing, context)
    }

    /// How far the receivers of webhooks are.
    private func webhooks(_ standing: ServerStatus, _ context: ConsoleContext) -> [StyledLine] {
        guard !standing.webhooks.isEmpty else { return [] }
        return [StyledLine("Webhooks", .strong)]
            + standing.webhooks.map { webhook in
                let isWell = webhook.failure == nil && webhook.parked == 0 && webhook.disabledAt == nil
                let text = ServerText.webhook(webhook) { context.time.moment($0) }
                return StyledLine("  \(text)", isWell ? .dim : .warning)
            } + [""]
    }

    /// What is wrong with its own work, and what to do.
    private func alarms(_ standing: ServerStatus, _ context: ConsoleContext) -> [StyledLine] {
        standing.alarms.flatMap { alarm -> [StyledLine] in
            let text = ServerText.alarm(alarm.code)
            let heard =
                alarm.failure.map { "  nobody could be called: \($0)" }
                ?? (alarm.heardBy.isEmpty ? "" : "  somebody was called")
            return [
                StyledLine([
                    TextSpan(Counting.capitalized(ServerText.what(alarm)), .warning),
                    TextSpan(", since \(context.time.moment(alarm.at))\(heard)", .dim),
                ]), StyledLine("  \(text.toDo)"), "",
            ]
        }
    }

    /// What each server does; which one where there are several.
    private func servers(_ standing: ServerStatus, _ context: ConsoleContext) -> [StyledLine] {
        guard standing.servers.count > 1 else {
            return standing.servers.flatMap { workers($0, context) }
        }
        return standing.servers.flatMap { server -> [StyledLine] in
            let text = Counting.capitalized(ServerText.server(server) { context.time.moment($0) })
            let isThere = server.presence == .there
            return [StyledLine(text, isThere ? .strong : .dim)]
                + (isThere ? workers(server, context) : []) + [""]
        }
    }

    /// What it does, each with when it last did something and goes on, and what keeps it from that.
    private func workers(_ server: KnownServer, _ context: ConsoleContext) -> [StyledLine] {
        let rows = server.workers.flatMap { worker -> [StyledLine] in
            let did = worker.didAt.map { "last \(context.time.moment($0))" } ?? "nothing yet"
            let next = worker.nextAt.map { ", next \(context.time.moment($0))" } ?? ""
            let head: StyledLine = [
                TextSpan(Counting.capitalized(ServerText.worker(worker.name)), .strong),
                TextSpan("  \(did)\(server.presence == .there ? next : "")", .dim),
            ]
            guard worker.failures > 0 else { return [head] }
            let why = ServerText.answer(worker.outcome ?? "unknown")
            return [
                head,
                StyledLine("  failed \(Counting.of(worker.failures, "time")) in a row: \(why)", .warning),
            ]
        }
        return rows.isEmpty ? [StyledLine("It has done nothing yet", .dim)] : rows
    }
}
