import Persistence
import PersistenceTesting
import Purchases
import Testing
import Wording

struct ErrorTests {
    private static let now = Instant(milliseconds: 1_628_710_918_000)
    private static let ticket = TicketID("4")
    private static let grant = GrantID("7")
    private static let customer = AppUserID("u_1")
    private static let chain = OriginalTransactionID("7000")
    private static let request = RequestID("3")
    private static let asked = AppStoreRequestID("3")
    private static let ana = AgentName("ana")

    /// One of every kind that a form or a list of the console can run into.
    private static let ofScreens: [StoreError] = [
        .unknown(.customer(customer)), .unknown(.holder(customer)),
        .unknown(.holder(customer, near: ["u_2"])),
        .unknown(.chain(chain)), .unknown(.subscription(ProductID("premium"))),
        .unknown(.entitlement(EntitlementID("premum"), near: [])), .unknown(.grant(grant)),
        .unknown(.ticket(ticket)), .unknown(.request(request)), .unknown(.asked(asked)),
        .needs(.reason(for: .attaching)), .needs(.reason(for: .erasing)), .needs(.reason(for: .revealing)),
        .needs(.reason(for: .revoking)), .needs(.note(for: .otherReason)), .needs(.note(for: .declining)),
        .needs(.note(for: .reopening)), .needs(.note(for: .ending(as: .credited))), .needs(.quantity),
        .needs(.ticket), .needs(.confirmation(of: .erasing(customer))),
        .invalid(.order(OrderID("x"))), .invalid(.storefront("DE")), .invalid(.emptyNote),
        .invalid(.extensionLength(days: 91)), .invalid(.tooManyChains(limit: 2)), .invalid(.end(.madeGood)),
        .invalid(.quantityWithoutCredit), .invalid(.otherWithoutDuplicate), .invalid(.chargeInFuture(now)),
        .over(.grant(grant), since: now), .over(.ticket(ticket), since: now),
        .over(.ticket(ticket), since: nil),
        .ofAnother(.grant(grant), by: ana), .ofAnother(.request(request), by: ana),
        .ofAnother(.ticket(ticket), by: ana),
        .store(.readOnly), .store(.pageHidden), .documents(.hidden),
        .disk("/tmp/a.md", .exportNotWritten(why: "there is one already")),
        .grant(.unknownReason("luck", known: ["outage", "other"])), .grant(.nothingGained),
        .grant(.endsInPast(now)), .grant(.endsBeforeStart), .grant(.noEndToStartAfter(hasTicket: false)),
        .grant(.noEndToStartAfter(hasTicket: true)), .grant(.unknownLength(ticket: 4)),
        .grant(.ticketOfAnother(ticket, owner: AppUserID("u_2"))), .grant(.revoked(grant, at: now)),
        .grant(.ranOut(grant, at: now)),
        .ticket(ticket, .held(by: ana)), .ticket(ticket, .notHeld),
        .ticket(ticket, .resolved(as: .delivered, by: ana, at: now)), .ticket(ticket, .notResolved),
        .ticket(ticket, .duplicate), .ticket(ticket, .withdrawn), .ticket(ticket, .notOpenedByHand),
        .ticket(ticket, .endNeedsProof(.refunded, EndingNeed.allCases)),
        .ticket(ticket, .endWaits(request, by: ana)),
        .ticket(ticket, .noDuplicate(of: TicketID("5"), .otherCharge)),
        .ticket(ticket, .noDuplicate(of: TicketID("5"), .alsoDuplicate)),
        .opening(.delivered), .opening(.hasTicket(ticket)), .opening(.noSilentLoss(TransactionID("t1"))),
        .request(request, .own), .request(request, .sameSession(asker: ana)),
        .request(request, .decided(.declined, by: ana, at: now)),
        .request(request, .unfit(.grant(.endsBeforeStart))),
        .asking(.ended(asked, .done)), .asking(.taken(asked)), .asking(.notFinishable(ticket, .owed)),
        .asking(.notFinishable(ticket, .finished)), .asking(.notFinishable(ticket, .notCharged)),
        .asking(.notFinishable(ticket, .ended(.writtenOff))),
        .asking(.notFinishable(ticket, .ended(.duplicate))),
        .asking(.notFinishable(ticket, .unknownTransaction)), .asking(.notExtensible(chain, [.revoked])),
        .asking(.nobodyExtensible(IncidentID("1"))), .asking(.extensionWaits(asked)),
        .asking(.tokenRefused(chain, customer, .noToken)),
        .asking(.tokenRefused(chain, customer, .attachedToAnother)),
        .asking(.tokenRefused(chain, customer, .signed)), .asking(.tokenWaits(asked)),
    ]

    @Test(arguments: ofScreens)
    func aScreenNamesNoCommandAndNoOption(_ error: StoreError) {
        let line = ErrorText.console(error, at: Self.now).line
        #expect(!line.contains("--") && !line.contains("`makegood"), "\(line)")
    }

    private static let lines: [(StoreError, String)] = [
        (.needs(.note(for: .otherReason)), "the reason other needs a note: say why with --note"),
        (.unknown(.ticket(TicketID("9"))), "there is no ticket 9: see `makegood tickets`"),
        (
            .ticket(ticket, .resolved(as: .delivered, by: ana, at: now)),
            "ticket 4 is delivered by ana at 2021-08-11T19:41:58Z: see `makegood ticket show 4`"
        ),
        (
            .ticket(ticket, .endNeedsProof(.refunded, [.note, .reference])),
            "no fact shows that ticket 4 ended as refunded: it needs a note and a case, or that the customer was contacted: "
                + "say why with --note and name the helpdesk's case with --ref, or note the contact with "
                + "`makegood ticket contacted 4 --by email`"
        ),
        (
            .ticket(ticket, .noDuplicate(of: TicketID("5"), .otherCharge)),
            "ticket 4 is no duplicate of ticket 5: it has a charge of its own: make it good, or end it as what became of "
                + "its charge"
        ),
        (.store(.busy(holder: 7)), "the store is busy, process 7 holds its lock: try again shortly"),
        (
            .unknown(.customer(AppUserID("u_1024"), near: ["u_1042"])),
            "there is no customer u_1024: did you mean u_1042?"
        ),
        (
            .unknown(.holder(AppUserID("zoe@example.org"), near: ["u_1042"])),
            "there is no customer zoe@example.org: did you mean u_1042? --create makes a new one"
        ),
        (
            .invalid(.value(of: .retryLimit, .outside(1...36_500))),
            "policy.retry_limit must be a whole number from 1 to 36500: "
                + "see `makegood settings show`"
        ),
        (
            .agent(AgentName("mallory"), .notListed),
            "mallory is not among this store's agents: "
                + "a lead must run `makegood agents add mallory --role agent`"
        ),
    ]

    @Test(arguments: lines)
    func theCommandLineNamesCommandsAndExactTimes(_ error: StoreError, _ line: String) {
        #expect(ErrorText.commandLine(error).line == line)
    }

    @Test func aScreenSaysTimesInWords() {
        let error = StoreError.ticket(Self.ticket, .resolved(as: .delivered, by: Self.ana, at: Self.now))
        #expect(
            ErrorText.console(error, at: Self.now).what
                == "ticket 4 is delivered by ana at 11\u{A0}Aug\u{A0}19:41")
    }
}
