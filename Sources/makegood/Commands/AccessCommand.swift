import ArgumentParser
import Persistence
import Purchases

/// Says whether a customer has access, and because of what.
struct AccessCommand: StoreCommand {
    static let configuration = CommandConfiguration(
        commandName: "access",
        abstract: "Say whether a customer has access, until when, and because of what.",
        discussion:
            "Exits with 0 if the asked (else any) entitlement holds, 1 if not, 3 for an unknown customer.")

    @OptionGroup var global: GlobalOptions
    @Argument(help: "The customer's app_user_id.") var customer: String
    @Option(help: "The entitlement to ask for.") var entitlement: String?
    @Option(
        help: "The moment to ask for, such as yesterday, 1 May or RFC 3339.", transform: TimeArgument.words)
    var at: TimeArgument?

    func run(in invocation: Invocation) throws -> ExitCode {
        let id = AppUserID(customer)
        let instant = at?.instant(in: invocation) ?? invocation.now
        guard let page = try invocation.store.customerPage(id, at: instant) else {
            throw StoreError.unknownCustomer(id)
        }
        let asked = entitlement.map(EntitlementID.init)
        let verdicts = page.access.verdicts(at: instant, asking: asked)
        invocation.output.answer(.access(page, verdicts), Wording.access(page, verdicts))
        let holds = verdicts.contains { $0.isEntitled && (asked == nil || $0.entitlement == asked) }
        return holds ? .success : .no
    }
}
