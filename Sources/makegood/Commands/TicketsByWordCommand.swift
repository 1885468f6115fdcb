import ArgumentParser
import Persistence
import Purchases

/// Lists purchases that nothing but the app's own word says were delivered.
struct TicketsByWordCommand: StoreCommand {
    static let configuration = CommandConfiguration(
        commandName: "by-word", abstract: "List what was delivered by the app's word alone.",
        discussion: """
            The app reported these purchases as paid and delivered, and the App Store's record of them has not come for \
            a day. They are no losses, and have no tickets; look why the record is missing.
            """)

    @OptionGroup var global: GlobalOptions
    @Option(help: "How many at most.") var limit = 50
    @Option(help: "Purchases after this cursor: the page's next.") var after: String?

    func run(in invocation: Invocation) throws -> ExitCode {
        let page = try invocation.store.wordDeliveries(
            after: after, limit: max(1, min(limit, 10_000)), at: invocation.now)
        let masks = try invocation.masksPersons()
        invocation.output.answer(
            .wordDeliveries(page), Wording.wordDeliveries(page, at: invocation.now, isMasked: masks))
        return .success
    }
}
