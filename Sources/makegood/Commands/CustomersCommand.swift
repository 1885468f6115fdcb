public import ArgumentParser
import Persistence
public import Purchases

/// Lists customers.
struct CustomersCommand: StoreCommand {
    static let configuration = CommandConfiguration(
        commandName: "customers", abstract: "List customers.")

    @OptionGroup var global: GlobalOptions
    @Option(help: "Only those with a chain of this status.") var status: ChainStatus?
    @Option(help: "Only those who last bought this product.", completion: .products) var product: String?
    @Option(help: "off: only those with a chain that will not renew.") var renewal: RenewalFilter?
    @Option(help: "How many at most.") var limit = 50
    @Option(help: "Customers after this cursor: the page's next.") var after: String?

    /// What renewal may be asked for.
    enum RenewalFilter: String, ExpressibleByArgument {
        /// Turned off.
        case off
    }

    func run(in invocation: Invocation) throws -> ExitCode {
        let filter = CustomerFilter(
            status: status, product: product.map(ProductID.init), renewalIsOff: renewal == .off)
        let page = try invocation.store.customers(
            filter, after: after, limit: max(1, min(limit, 10_000)), at: invocation.now)
        let masks = try invocation.masksPersons()
        invocation.output.answer(
            .customers(page, isMasked: masks), Wording.customers(page, isMasked: masks))
        return .success
    }
}

extension ChainStatus: ExpressibleByArgument {}
