import Persistence
import PersistenceTesting
import Purchases
import Testing
import Wording

struct ErrorTests {
    private static let now = Instant(milliseconds: 1_628_710_918_000)
    private static let ticket = TicketID("4")
    private static let grant = GrantID("7")
    private static let ana = AgentName("ana")

    /// One of every kind that a form or a list of the console can run into.
    private static let ofScreens: [StoreError] = [
        .unknownCustomer(AppUserID("u_1")), .unknownChain(OriginalTransactionID("7000")),
        .nobodyToAttachTo(AppUserID("u_1")), .nobodyToAttachTo(AppUserID("u_1"), near: ["u_2"]),
        .attachingNeedsReason, .emptyNote, .erasingNeedsReason, .notConfirmed(AppUserID("u_1")),
        .revealingNeedsReason,
        .unknownReason("luck", known: ["outage", "other"]), .otherNeedsNote,
        .nothingGained, .givenByAnother(grant, by: ana), .cancelOver(grant, since: now),
        .unknownAsked(AppStoreRequestID("3")), .askedEnded(AppStoreRequestID("3"), .done),
        .askedTaken(AppStoreRequestID("3")), .notFinishable(ticket, .owed), .notFinishable(ticket, .finished),
        .notFinishable(ticket, .notCharged), .notFinishable(ticket, .ended(.writtenOff)),
        .notFinishable(ticket, .ended(.duplicate)), .notFinishable(ticket, .unknownTransaction),
        .badExtension(days: 91), .badStorefront("DE"),
        .notExtensible(OriginalTransactionID("7000"), [.revoked]),
        .nobodyExtensible(IncidentID("1")), .extensionWaits(AppStoreRequestID("3")),
        .unknownSubscription(ProductID("premium")), .tooManyExtensions(limit: 2),
        .accountTokenRefused(OriginalTransactionID("7000"), AppUserID("u_1"), .noToken),
        .accountTokenRefused(OriginalTransactionID("7000"), AppUserID("u_1"), .attachedToAnother),
        .accountTokenRefused(OriginalTransactionID("7000"), AppUserID("u_1"), .signed),
        .accountTokenWaits(AppStoreRequestID("3")),
        .unknownRequest(RequestID("3")), .ownRequest(RequestID("3")),
        .sameSession(RequestID("3"), asker: ana), .decliningNeedsNote,
        .askedByAnother(RequestID("3"), by: ana), .decided(RequestID("3"), .declined, by: ana, at: now),
        .unfit(RequestID("3"), .endsBeforeStart), .endsInPast(now), .endsBeforeStart,
        .noEndToStartAfter(hasTicket: false), .noEndToStartAfter(hasTicket: true), .lostNeedsTicket,
        .unknownLength(ticket: 4),
        .ticketOfAnother(ticket, owner: AppUserID("u_2")),
        .unknownEntitlement(EntitlementID("premum"), near: []), .revokingNeedsReason,
        .unknownGrant(grant), .revokedBefore(grant, at: now), .ranOut(grant, at: now), .unknownTicket(ticket),
        .held(ticket, by: ana), .notHeldByAnyone(ticket), .resolved(ticket, as: .delivered, by: ana, at: now),
        .notResolved(ticket), .duplicate(ticket), .reopeningNeedsNote, .notChosen(.madeGood),
        .endNeedsNote(.credited), .creditNeedsQuantity, .quantityWithoutCredit,
        .endNeedsProof(ticket, .refunded, EndingNeed.allCases), .otherWithoutDuplicate,
        .noDuplicate(ticket, of: TicketID("5"), .otherCharge),
        .noDuplicate(ticket, of: TicketID("5"), .alsoDuplicate), .endWaits(ticket, RequestID("3"), by: ana),
        .noSilentLoss(TransactionID("t1")), .exportNotWritten("/tmp/a.md", why: "there is one already"),
        .pageHidden, .chargedInFuture(now), .delivered, .hasTicket(ticket), .notOpenedByHand(ticket),
        .openedByAnother(ticket, by: ana),
        .withdrawalOver(ticket, since: now), .withdrawalOver(ticket, since: nil), .withdrawn(ticket),
        .badOrder(OrderID("x")), .documentsHidden,
        .readOnly,
    ]

    @Test(arguments: ofScreens)
    func aScreenNamesNoCommandAndNoOption(_ error: StoreError) {
        let line = ErrorText.console(error, at: Self.now).line
        #expect(!line.contains("--") && !line.contains("`makegood"), "\(line)")
    }

    private static let lines: [(StoreError, String)] = [
        (.otherNeedsNote, "the reason other needs a note: say why with --note"),
        (.unknownTicket(TicketID("9")), "there is no ticket 9: see `makegood tickets`"),
        (
            .resolved(ticket, as: .delivered, by: ana, at: now),
            "ticket 4 is delivered by ana at 2021-08-11T19:41:58Z: see `makegood ticket show 4`"
        ),
        (
            .endNeedsProof(ticket, .refunded, [.note, .reference]),
            "no fact shows that ticket 4 ended as refunded: it needs a note and a case, or that the customer was contacted: "
                + "say why with --note and name the helpdesk's case with --ref, or note the contact with "
                + "`makegood ticket contacted 4 --by email`"
        ),
        (
            .noDuplicate(ticket, of: TicketID("5"), .otherCharge),
            "ticket 4 is no duplicate of ticket 5: it has a charge of its own: make it good, or end it as what became of "
                + "its charge"
        ),
        (.busy(holder: 7), "the store is busy, process 7 holds its lock: try again shortly"),
        (
            .unknownCustomer(AppUserID("u_1024"), near: ["u_1042"]),
            "there is no customer u_1024: did you mean u_1042?"
        ),
        (
            .nobodyToAttachTo(AppUserID("zoe@example.org"), near: ["u_1042"]),
            "there is no customer zoe@example.org: did you mean u_1042? --create makes a new one"
        ),
        (
            .badValue(.retryLimit, .outside(1...36_500)),
            "policy.retry_limit must be a whole number from 1 to 36500: "
                + "see `makegood settings show`"
        ),
        (
            .unknownAgent(AgentName("mallory")),
            "mallory is not among this store's agents: "
                + "a lead must run `makegood agents add mallory --role agent`"
        ),
    ]

    @Test(arguments: lines)
    func theCommandLineNamesCommandsAndExactTimes(_ error: StoreError, _ line: String) {
        #expect(ErrorText.commandLine(error).line == line)
    }

    @Test func aScreenSaysTimesInWords() {
        let error = StoreError.resolved(Self.ticket, as: .delivered, by: Self.ana, at: Self.now)
        #expect(
            ErrorText.console(error, at: Self.now).what
                == "ticket 4 is delivered by ana at 11\u{A0}Aug\u{A0}19:41")
    }
}
