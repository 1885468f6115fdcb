public import Purchases

/// Why the store did not do what it was asked: a reason with its values.
///
/// The room Wording says what happened and what a person can do about it, by front end.
public enum StoreError: Error, Hashable, Sendable {
    // MARK: The store's file

    /// There is no store at a path.
    case missing(_ path: String)
    /// What is to be made is there already.
    case exists(_ path: String)
    /// A path names no file.
    case noFileName(_ path: String)
    /// A file is no store.
    case foreign(_ path: String, Foreignness)
    /// A newer program made the store, with this version of its schema.
    case newer(version: Int32)
    /// An older program made the store, and a run that writes nothing cannot bring it up to date.
    case older(version: Int32)
    /// The store at a path was made before the first release, with this version of a schema that nothing brings up to date.
    case unreleased(_ path: String, version: Int32)
    /// The store's content cannot be read.
    case damaged(_ path: String, Damage)
    /// The store lies on a file system shared by hosts, of this name.
    case network(_ path: String, fileSystem: String)
    /// A copy was not opened since it was made, and a run that writes nothing cannot open it first.
    case unopenedCopy(_ path: String)
    /// A file cannot be read.
    case unreadable(_ path: String)
    /// A read of a file failed halfway.
    case readFailed(_ path: String)
    /// The store or its folder cannot be written.
    case unwritable(_ path: String)
    /// The disk refused a read or a write of the store.
    case inputOutput(_ path: String)
    /// A folder cannot be made.
    case folderNotMade(_ path: String)
    /// No file can be made beside a place.
    case draftNotMade(beside: String)
    /// What stands in a place cannot be replaced.
    case notReplaced(_ path: String)
    /// What was written did not reach the disk.
    case notWrittenOut(_ path: String)
    /// The lock file cannot be opened.
    case lockNotOpened(_ path: String)
    /// The store was renamed after it was opened.
    case moved(_ path: String)
    /// A file that belongs to the store is not what it must be.
    case oddFile(_ path: String, Oddness)
    /// A journal of another kind than the store's lies beside it, with content.
    case foreignJournal(_ path: String)
    /// The -wal beside a store holds the content of another file.
    case foreignWAL(_ path: String)
    /// The store is not what it acknowledged.
    case breach(_ path: String, HeadBreach)
    /// A file of the store was removed, replaced or cut while it was open.
    case changedUnderneath(_ path: String)
    /// The system gives no locks on a file.
    case locksRefused(_ path: String)
    /// The disk did not confirm a change, which may be there or not.
    case unconfirmed(_ path: String)
    /// An import came to an early end, and why; so many of its documents are in, or in quarantine.
    indirect case stopped(StoreError, documents: Int)
    /// The process gets no more memory.
    case memoryFull
    /// The lock file comes and goes.
    case lockVanishes(_ path: String)
    /// The disk has no room; the last change was not made.
    case diskFull
    /// A store in memory cannot be copied.
    case inMemory

    // MARK: Stores that are restored

    /// The store was restored from a backup after it was opened: by whom and when.
    case restored(_ path: String, by: AgentName, at: Instant)
    /// A side file with so many bytes of a store that is gone lies beside a place where one is to be made.
    case leftBehind(_ path: String, bytes: Int64)
    /// A file cannot be restored.
    case unfitBackup(_ path: String, Unfitness)
    /// The store cannot be read, and its file is not the caller's.
    case notOwned(_ path: String)
    /// Nobody said that the store of this name is to be replaced.
    case restoreNotConfirmed(_ name: String)

    // MARK: Practice stores that are made anew

    /// A real store is never overwritten.
    case isReal(_ path: String)
    /// Somebody wrote to the store just now.
    case justWritten(_ path: String)
    /// Who would make the store anew is no lead of it.
    case noLeadOf(_ path: String, AgentName)
    /// A process has the store open.
    case openElsewhere(_ path: String, process: Int32)

    // MARK: Any work

    /// Another process kept the store's lock for too long; its process id where the lock file tells it.
    case busy(holder: Int32?)
    /// The store was opened for reading only.
    case readOnly
    /// The owner of the store's file is unknown in this user namespace, where nobody's login says who they are.
    case ownerUnknown(_ path: String)
    /// A login is not in the list of agents, and so may do nothing.
    case unknownAgent(AgentName)
    /// A role does not allow what was asked.
    case notAllowed(AgentName, Role, Permission)
    /// A role does not see documents as they were stored.
    case documentsHidden
    /// Of a page it is not said how who sees no personal data may see it.
    case pageHidden
    /// A write did not tell the audit log of itself.
    case unaudited
    /// The store's own guards refused a change.
    case guarded(_ message: String?)
    /// SQLite failed with this code, or something else did that has none.
    case failed(code: Int32?)
    /// A list has no such place to go on from.
    case badCursor(_ text: String)
    /// A document is not among those that are listed.
    case notListed(document: Int64)

    // MARK: Agents and settings

    /// A text is no login.
    case badLogin
    /// A login that is to be taken out of the list is not in it.
    case unlistedAgent(AgentName)
    /// Without this lead there would be none.
    case lastLead(AgentName)
    /// A view of a list has no name.
    case namelessView
    /// A list of a setting does not hold a value.
    case notHeld(Setting, _ value: String)
    /// A setting holds one value, to which nothing can be added.
    case noList(Setting)
    /// A value makes no sense for a setting.
    case badValue(Setting, BadValue)
    /// An environment that Apple does not sign is served by practice stores alone.
    case practiceEnvironment(AppStoreEnvironment)
    /// A text is no template of an answer to customers.
    case badTemplate(ReplyTemplate.Problem)
    /// A secret is empty.
    case emptySecret
    /// A secret is known already.
    case knownSecret
    /// A secret is not known.
    case unknownSecret
    /// A text can be no name of an API key.
    case badKeyName
    /// An API key of that name opens something already.
    case knownKeyName(String)
    /// There is no API key of that name.
    case unknownKeyName(String)

    // MARK: Customers and chains

    /// There is no customer of that id; near are the ids that may be meant.
    case unknownCustomer(AppUserID, near: [String] = [])
    /// A customer is there already.
    case knownCustomer(AppUserID)
    /// A text can be no customer's id.
    case badCustomer
    /// A text is no e-mail address.
    case badEmail(_ text: String)
    /// A text is no UUID.
    case badToken(_ text: String)
    /// There is no chain of that id.
    case unknownChain(OriginalTransactionID)
    /// There is no chain of that id to record an order id for.
    case noChainForOrder(OriginalTransactionID)
    /// A text is no order id.
    case badOrder(OrderID)
    /// A chain was to be attached to somebody who is unknown and not to be created; near are the ids that may be meant.
    case nobodyToAttachTo(AppUserID, near: [String] = [])
    /// Attaching a chain needs a reason.
    case attachingNeedsReason
    /// A note says nothing.
    case emptyNote
    /// Erasing a person needs a reason.
    case erasingNeedsReason
    /// A person's id was not typed again before erasing.
    case notConfirmed(AppUserID)
    /// Looking at personal data needs a reason.
    case revealingNeedsReason

    // MARK: Grants

    /// The policy has no such reason; it has these.
    case unknownReason(_ reason: String, known: [String])
    /// The reason `other` needs a note.
    case otherNeedsNote
    /// Only the server bridges outages.
    case bridgedByHand
    /// A grant would add no access.
    case nothingGained
    /// A grant would end in the past.
    case endsInPast(Instant)
    /// A grant would end before it starts.
    case endsBeforeStart
    /// Present access has no end to start after; whether a ticket says what is owed.
    case noEndToStartAfter(hasTicket: Bool)
    /// Only a ticket says how much was lost.
    case lostNeedsTicket
    /// Nothing tells how long the product of a ticket lasts.
    case unknownLength(ticket: Int64)
    /// A ticket is another customer's.
    case ticketOfAnother(TicketID, owner: AppUserID)
    /// The product of a ticket unlocks nothing, so that no grant makes it good.
    case unlocksNothing(ticket: Int64, ProductID)
    /// The product of a ticket unlocks other entitlements than the one that is to be given.
    case unlocksOthers(ticket: Int64, ProductID, unlocks: [EntitlementID], asked: EntitlementID)
    /// No product unlocks an entitlement; near are those that may be meant.
    case unknownEntitlement(EntitlementID, near: [String])
    /// Ending a grant needs a reason.
    case revokingNeedsReason
    /// There is no grant of that number.
    case unknownGrant(GrantID)
    /// A grant was taken back before.
    case revokedBefore(GrantID, at: Instant)
    /// A grant has run out.
    case ranOut(GrantID, at: Instant)
    /// A key was used for something else.
    case keyUsed(_ key: String)
    /// The grant that a key was used for is gone.
    case grantGone(GrantID)
    /// Only who gave a grant can cancel it.
    case givenByAnother(GrantID, by: AgentName)
    /// The moment in which a grant could be cancelled is over, since then; nil where the policy gives none.
    case cancelOver(GrantID, since: Instant?)

    // MARK: Requests

    /// There is no request of that number.
    case unknownRequest(RequestID)
    /// Nothing of that number is asked of the App Store.
    case unknownAsked(AppStoreRequestID)
    /// There is no receiver or message of webhooks of that name.
    case unknownWebhook(String)
    /// What was asked of the App Store came to its end already.
    case askedEnded(AppStoreRequestID, AppStoreRequest.State)
    /// What was asked of the App Store is being asked at this moment: it cannot be cancelled any more.
    case askedTaken(AppStoreRequestID)
    /// The App Store is not asked to finish a ticket's transaction, and why not.
    case notFinishable(TicketID, FinishRefusal)
    /// A renewal is moved by 1 to 90 days.
    case badExtension(days: Int)
    /// Something is no storefront's code.
    case badStorefront(String)
    /// A chain's renewal date cannot be moved, and why; none of the reasons where nothing of it is known.
    case notExtensible(OriginalTransactionID, [ExtensionObstacle])
    /// None of an incident's chains can be renewed later.
    case nobodyExtensible(IncidentID)
    /// Another extension of the same waits already.
    case extensionWaits(AppStoreRequestID)
    /// A customer's token is not signed into a chain, and what stands against it.
    case accountTokenRefused(OriginalTransactionID, AppUserID, AccountTokenObstacle)
    /// Another customer's token waits to be signed into the chain.
    case accountTokenWaits(AppStoreRequestID)
    /// No subscription to a product is known.
    case unknownSubscription(ProductID)
    /// An incident has more chains than are asked about one by one.
    case tooManyExtensions(limit: Int)
    /// No customer asked for a refund of that number.
    case unknownRefund(RefundRequestID)
    /// An answer about a refund cannot be given, or not be left out, as it stands.
    case refundNotOpen(RefundRequestID, RefundStanding)
    /// Nothing tells whether what is to be refunded was delivered, and nobody says.
    case refundUnclear(RefundRequestID)
    /// Apple takes no prorated refund of what has no share that was consumed.
    case refundNotProrated(RefundRequestID)
    /// Saying something other than the facts, or nothing, needs a reason.
    case refundNeedsReason(RefundRequestID)
    /// Nobody decides what they asked for themselves.
    case ownRequest(RequestID)
    /// Nobody decides as somebody else what they asked for in the same login.
    case sameSession(RequestID, asker: AgentName)
    /// Only who asked takes a request back.
    case askedByAnother(RequestID, by: AgentName)
    /// A request was decided before: how, by whom and when.
    case decided(RequestID, RequestState, by: AgentName, at: Instant)
    /// What is asked for cannot be carried out any more, for a reason.
    indirect case unfit(RequestID, StoreError)
    /// Declining needs a note.
    case decliningNeedsNote

    // MARK: Batches

    /// There is no batch of that number.
    case unknownBatch(BatchID)
    /// A batch was to make nobody good.
    case emptyBatch
    /// A batch has more tickets than one may have.
    case batchTooLarge(limit: Int)
    /// A batch waits for a second lead, asked by a request.
    case batchWaits(BatchID, RequestID?)
    /// A batch has come to an end that keeps it from being carried out or taken back.
    case batchEnded(BatchID, BatchState)
    /// The moment in which a batch could be taken back is over, since then; nil where the policy gives none.
    case batchCancelOver(BatchID, since: Instant?)

    // MARK: Tickets

    /// There is no ticket of that number.
    case unknownTicket(TicketID)
    /// Somebody works on a ticket.
    case held(TicketID, by: AgentName)
    /// Nobody holds a ticket that is to be released.
    case notHeldByAnyone(TicketID)
    /// A ticket was resolved before: how, by whom and when.
    case resolved(TicketID, as: TicketResolution?, by: AgentName?, at: Instant?)
    /// A ticket is not what it was when it was looked at.
    case changed(TicketID, state: TicketState, group: ErrorGroup, cause: String)
    /// A ticket that is to be reopened is not resolved.
    case notResolved(TicketID)
    /// A ticket that is to be reopened is a duplicate of another.
    case duplicate(TicketID)
    /// Reopening needs a note.
    case reopeningNeedsNote
    /// Nobody chooses this end of a ticket: a grant or the facts find it.
    case notChosen(TicketResolution)
    /// This end of a ticket needs a note.
    case endNeedsNote(TicketResolution)
    /// An end as credited needs how many were credited.
    case creditNeedsQuantity
    /// Only what was credited has a quantity.
    case quantityWithoutCredit
    /// No fact shows this end of a ticket, and this is missing beside it.
    case endNeedsProof(TicketID, TicketResolution, [EndingNeed])
    /// Only a duplicate names another ticket.
    case otherWithoutDuplicate
    /// A ticket is no duplicate of another, and why not.
    case noDuplicate(TicketID, of: TicketID, DuplicateObstacle)
    /// An end of a ticket waits for a lead, asked by a request of somebody.
    case endWaits(TicketID, RequestID, by: AgentName)
    /// A transaction is no silent loss.
    case noSilentLoss(TransactionID)
    /// What was to be taken out could not be written to a file, and why, as the end of a sentence.
    case exportNotWritten(String, why: String)
    /// A charge is said to lie in the future.
    case chargedInFuture(Instant)
    /// A ticket was not opened by hand, or an app has told of its purchase since: it cannot be taken back.
    case notOpenedByHand(TicketID)
    /// Only who opened a ticket, or a lead, takes it back.
    case openedByAnother(TicketID, by: AgentName)
    /// The moment in which a ticket could be taken back is over, since then; nil where the policy gives none.
    case withdrawalOver(TicketID, since: Instant?)
    /// A ticket that is to be reopened was taken back.
    case withdrawn(TicketID)
    /// A purchase was delivered, and needs no ticket.
    case delivered
    /// A charge has a ticket.
    case hasTicket(TicketID)
    /// A ticket cannot be handed to an agent whose role does not work on tickets.
    case worksNoTickets(AgentName, Role)
    /// A ticket is said to wait until a moment that is over.
    case waitEndsInPast(Instant)
    /// Passing a ticket over needs a reason.
    case skippingNeedsReason
    /// A ticket is said to belong together with itself.
    case linkedToItself(TicketID)
    /// No charge is known, so that there is nothing to deliver.
    case nothingToRetry(TicketID)

    // MARK: Incidents

    /// There is no incident of that number.
    case unknownIncident(IncidentID)
    /// An incident is not what it was when it was looked at.
    case incidentChanged(IncidentID)
    /// What is asked of an incident makes no sense as it stands.
    case incidentStands(IncidentID, IncidentState)
    /// An incident would be merged into itself.
    case mergedIntoItself(IncidentID)
    /// A cut leaves everything of an incident on one side.
    case nothingSplit(IncidentID)

    // MARK: Documents

    /// There is no document of that number in quarantine.
    case unknownQuarantined(Int64)
    /// Nothing of a document in quarantine could be read; where it came from.
    case nothingKept(document: Int64, source: String)
    /// Only a part of a document in quarantine was kept.
    case partKept(document: Int64)
    /// A real store trusts Apple's roots alone.
    case rootsAreApples

    /// Why a file is no store.
    public enum Foreignness: Hashable, Sendable { case folder, empty, noSQLite, otherProgram }

    /// Why a file cannot be one of the store's.
    public enum Oddness: Hashable, Sendable {
        /// It is a symbolic link.
        case link
        /// It is a folder, a pipe, a device.
        case noFile
        /// It has so many names, of which each would lead to a lock and a -wal of its own.
        case names(Int)
    }

    /// What is wrong with a store's file.
    public enum Damage: Hashable, Sendable {
        /// The file ends too early.
        case cutOff
        /// SQLite cannot follow its pages.
        case brokenPages
        /// A column holds nothing, or nothing that it may.
        case emptyColumn(_ name: String)
    }

    /// Why a file cannot be restored.
    public enum Unfitness: Hashable, Sendable {
        /// A copy that is being made, or that nobody finished.
        case halfMade
        /// It was changed while it was read.
        case changedMeanwhile
        /// This file beside it has content that may be another's.
        case sideFile(_ path: String)
        /// A check of its content found something.
        case finding(_ check: String, _ text: String)
        /// It is a store to practise on, the one to be replaced is real.
        case isPractice
        /// It is a real store, the one to be replaced is for practice.
        case isReal
    }

    /// Why a value makes no sense for a setting.
    public enum BadValue: Hashable, Sendable {
        /// At least one environment is needed.
        case noEnvironment
        /// Apple has no such environment.
        case unknownEnvironment(AppStoreEnvironment)
        /// A part of a list is none of its kind.
        case badPart(String)
        /// Codes are words of lower-case letters, digits and _.
        case badCode
        /// It is no http or https address.
        case noAddress
        /// It is an address with a name or password in it, and settings are shown to everybody.
        case secretInAddress
        /// It is one of these.
        case noChoice(of: [String])
        /// It is a whole number in this range.
        case outside(ClosedRange<Int>)
        /// Nothing is named.
        case nothing
    }
}

extension StoreError {
    /// The kinds of failure, by their machine-readable names.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// What was named does not exist.
        case notFound = "not_found"
        /// The role, the policy or the mode forbids it.
        case refused
        /// Someone changed it first, or the key was used for something else.
        case conflict
        /// What was asked makes no sense.
        case usage
        /// Another process holds the store.
        case busy
        /// The disk, the file system or the permissions are in the way.
        case unavailable
        /// There is no store at that place, or none that this program can read.
        case configuration
        /// The store's own content is wrong.
        case damaged

        /// The process's exit code for it.
        public var exitCode: Int32 {
            switch self {
            case .notFound: 3
            case .refused: 4
            case .conflict: 5
            case .usage: 64
            case .busy, .unavailable: 69
            case .configuration, .damaged: 78
            }
        }
    }

    /// What kind of failure it is.
    public var code: Code {
        switch self {
        case .unlistedAgent, .notHeld, .unknownSecret, .unknownKeyName, .unknownCustomer, .unknownChain,
            .noChainForOrder,
            .unknownEntitlement, .unknownGrant, .unknownTicket, .unknownQuarantined, .unknownRequest,
            .unknownAsked, .unknownWebhook, .unknownBatch, .unknownIncident, .unknownSubscription,
            .unknownRefund, .nobodyToAttachTo:
            .notFound
        case .isReal, .notOwned, .unfitBackup(_, .isPractice), .unfitBackup(_, .isReal), .noLeadOf, .readOnly,
            .ownerUnknown, .unknownAgent, .notAllowed, .documentsHidden, .pageHidden, .lastLead,
            .practiceEnvironment, .givenByAnother, .cancelOver, .ownRequest, .sameSession, .askedByAnother,
            .rootsAreApples, .openedByAnother,
            .worksNoTickets, .batchCancelOver:
            .refused
        case .exists, .leftBehind, .unfitBackup(_, .changedMeanwhile), .unfitBackup(_, .halfMade),
            .justWritten, .openElsewhere, .knownSecret, .knownKeyName, .knownCustomer,
            .revokedBefore, .ranOut,
            .keyUsed, .held, .notHeldByAnyone, .resolved, .changed, .notResolved, .duplicate, .noSilentLoss,
            .delivered, .notOpenedByHand, .withdrawalOver, .withdrawn, .hasTicket, .noDuplicate, .endWaits,
            .decided, .unfit, .askedEnded, .askedTaken, .notFinishable,
            .batchWaits, .batchEnded, .incidentChanged,
            .incidentStands, .notExtensible, .nobodyExtensible, .extensionWaits, .accountTokenRefused,
            .accountTokenWaits, .refundNotOpen,
            .noEndToStartAfter:
            .conflict
        case .restoreNotConfirmed, .noFileName, .inMemory, .badCursor, .notListed, .badLogin, .noList,
            .badValue, .badTemplate,
            .emptySecret, .badKeyName,
            .badCustomer, .badEmail, .badToken, .badOrder, .attachingNeedsReason, .emptyNote, .namelessView,
            .unknownReason,
            .erasingNeedsReason, .notConfirmed, .revealingNeedsReason,
            .otherNeedsNote, .bridgedByHand, .nothingGained, .endsInPast, .endsBeforeStart,
            .lostNeedsTicket, .unknownLength, .ticketOfAnother, .unlocksNothing, .unlocksOthers,
            .revokingNeedsReason, .reopeningNeedsNote, .notChosen, .endNeedsNote, .creditNeedsQuantity,
            .endNeedsProof, .otherWithoutDuplicate, .quantityWithoutCredit, .chargedInFuture, .waitEndsInPast,
            .skippingNeedsReason,
            .linkedToItself, .nothingToRetry, .nothingKept, .partKept, .decliningNeedsNote,
            .emptyBatch, .batchTooLarge, .mergedIntoItself, .nothingSplit, .badExtension, .badStorefront,
            .tooManyExtensions, .refundUnclear, .refundNotProrated, .refundNeedsReason:
            .usage
        case .busy, .unopenedCopy: .busy
        case .unreadable, .readFailed, .unwritable, .inputOutput, .folderNotMade, .draftNotMade, .notReplaced,
            .notWrittenOut, .lockNotOpened, .lockVanishes, .locksRefused, .unconfirmed, .stopped, .memoryFull,
            .moved, .restored, .diskFull, .exportNotWritten:
            .unavailable
        case .unfitBackup(_, .sideFile), .missing, .foreign, .newer, .older, .unreleased, .network, .oddFile,
            .foreignJournal, .foreignWAL:
            .configuration
        case .unfitBackup(_, .finding), .breach, .changedUnderneath, .damaged, .unaudited, .guarded, .failed,
            .grantGone:
            .damaged
        }
    }
}
