import AppStore
import ArgumentParser
import Persistence
import Purchases

/// Claims the next ticket.
struct NextCommand: StoreCommand {
    static let configuration = CommandConfiguration(
        commandName: "next", abstract: "Claim the first ticket in queue order that nobody works on.",
        discussion:
            "Losses of funds come first, then what is paid and not delivered. Exits with 1 if none waits.")
    static let permission = Permission.workTickets

    @OptionGroup var global: GlobalOptions

    var deed: String? { "the next ticket was claimed, if one waited" }

    func run(in invocation: Invocation) throws -> ExitCode {
        let page = try invocation.store.claimNextTicket(by: invocation.agent, at: invocation.now)
        guard let page else {
            let sentence = "no ticket waits: every loss and every undelivered purchase is in somebody's hands"
            invocation.output.answer(
                .object(["ticket": .null, "because": .string(sentence)]), [sentence])
            return .no
        }
        return try TicketCommand.answer(page, invocation)
    }
}
