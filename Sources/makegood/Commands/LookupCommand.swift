import ArgumentParser
import Foundation
import Persistence
import Purchases

/// Finds customers and chains by anything that names them.
struct LookupCommand: StoreCommand {
    static let configuration = CommandConfiguration(
        commandName: "lookup",
        abstract:
            "Find customers, chains and tickets by any id, order, token, address, name or number, or a part.",
        discussion: """
            A longer text, such as an e-mail or a receipt, is read for every id, address and name in it; a - reads \
            it from standard input.
            """)

    @OptionGroup var global: GlobalOptions
    @Argument(help: "What the customer sent; - reads standard input.") var query: String
    @Option(help: "How many at most.") var limit = 50

    func run(in invocation: Invocation) throws -> ExitCode {
        let limit = max(1, min(limit, 1000))
        let text = query == "-" ? LookupCommand.standardInput() : query
        let results = try invocation.store.search(text, limit: limit, at: invocation.now)
        let masks = try invocation.masksPersons()
        invocation.output.answer(
            .lookup(results, isMasked: masks), Wording.lookup(results, isMasked: masks))
        return results.matches.isEmpty ? .notFound : .success
    }

    /// What is piped in, as far as a search reads it.
    private static func standardInput() -> String {
        let bytes = (try? FileHandle.standardInput.read(upToCount: SearchResults.mostBytes)) ?? nil
        return String(decoding: bytes ?? Data(), as: UTF8.self)
    }
}
