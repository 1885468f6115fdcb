import ArgumentParser
import Persistence
import Purchases

/// Finds customers and chains by anything that names them.
struct LookupCommand: StoreCommand {
    static let configuration = CommandConfiguration(
        commandName: "lookup",
        abstract: "Find customers and chains by any id, order, token, address or name, or a part of one.")

    @OptionGroup var global: GlobalOptions
    @Argument(help: "What the customer sent.") var query: String
    @Option(help: "How many at most.") var limit = 50

    func run(in invocation: Invocation) throws -> ExitCode {
        let limit = max(1, min(limit, 1000))
        let results = try invocation.store.search(query, limit: limit, at: invocation.now)
        let masks = try invocation.masksPersons()
        invocation.output.answer(
            .lookup(results, isMasked: masks), Wording.lookup(results, isMasked: masks))
        return results.matches.isEmpty ? .notFound : .success
    }
}
