public import Persistence
public import Purchases

/// Says why the store did not do what it was asked, and what the person in front of it can do about it.
///
/// What happened is the same everywhere. What to do is said in the words of the front end: screens name keys and fields,
/// the command line names commands and options.
public struct ErrorText {
    /// What went wrong.
    public let error: StoreError
    private let frontEnd: FrontEnd
    private let reader: Reader

    /// Words for a screen.
    public static func console(_ error: StoreError, at now: Instant) -> ErrorText {
        ErrorText(error: error, frontEnd: .console, reader: .person(at: now))
    }

    /// Words for the command line, where times are exact: scripts keep them.
    public static func commandLine(_ error: StoreError) -> ErrorText {
        ErrorText(error: error, frontEnd: .commandLine, reader: .program)
    }

    /// What happened and what to do, in one line.
    public var line: String { "\(what): \(remedy)" }
}

extension StoreNotice {
    /// What is the matter, for the top line of a screen.
    public var sign: String {
        switch self {
        case .replaced: "ANOTHER FILE"
        case .breach: "NOT WHOLE"
        }
    }

    /// What is to be said before anything else, in one line.
    public func line(ofStoreAt path: String) -> String {
        switch self {
        case .replaced(let head, let found):
            "\(path) is another file than before, with \(Counting.of(found.entries, "audit entry", "audit entries")) where that one had \(head.entries): the next write goes on with it"
        case .breach(let breach): ErrorText.commandLine(.breach(path, breach)).what
        }
    }
}

extension ErrorText {
    /// What happened, the beginning of a line in small letters.
    public var what: String {
        switch error {
        case .missing(let path): "there is no store at \(path)"
        case .exists(let path): "\(path) exists already"
        case .noFileName(let path): "\(path) names no file"
        case .foreign(let path, .folder): "\(path) is no Makegood store, it is a folder"
        case .foreign(let path, .empty): "\(path) is no Makegood store, it is empty"
        case .foreign(let path, .noSQLite): "\(path) is no Makegood store, it is not an SQLite file"
        case .foreign(let path, .otherProgram): "\(path) is no Makegood store, another program made it"
        case .newer(let version):
            "the store has schema version \(version), this program knows version \(StoreFormat.version)"
        case .older(let version):
            "the store has schema version \(version), this program reads version \(StoreFormat.version)"
        case .unreleased(let path, let version):
            "\(path) has schema version \(version) of before the first release, which this program does not read"
        case .damaged(let path, .emptyColumn(let column)):
            "\(path) is damaged, its column \(column) holds no value that it may"
        case .damaged(let path, .cutOff): "\(path) is damaged, it is cut off"
        case .damaged(let path, .brokenPages): "\(path) is damaged, SQLite cannot follow its pages"
        case .network(let path, let name): "\(path) lies on a network file system (\(name))"
        case .unopenedCopy(let path): "\(path) was not opened since it was copied"
        case .unreadable(let path): "\(path) cannot be read"
        case .readFailed(let path): "reading \(path) failed"
        case .unwritable(let path): "\(path) or its folder cannot be written"
        case .inputOutput(let path): "reading or writing \(path) failed"
        case .folderNotMade(let path): "the folder \(path) cannot be made"
        case .draftNotMade(let place): "no file can be made beside \(place)"
        case .notReplaced(let path): "\(path) cannot be replaced"
        case .notWrittenOut(let path): "\(path) cannot be written out"
        case .lockNotOpened(let path): "the lock file \(path) cannot be opened"
        case .moved(let path): "\(path) was renamed after it was opened"
        case .oddFile(let path, .link): "\(path) is a symbolic link, and must be a file"
        case .oddFile(let path, .noFile): "\(path) is not a regular file"
        case .oddFile(let path, .names(let count)):
            "\(path) has \(count) names (hard links), and every name must lead to one lock"
        case .foreignJournal(let path): "\(path) holds a change that another program did not finish"
        case .foreignWAL(let path): "\(path) holds the changes of another file"
        case .breach(let path, let breach): words(of: breach, in: path)
        case .changedUnderneath(let path) where frontEnd == .console:
            "\(path.split(separator: "/").last ?? "") was removed, or is another now"
        case .changedUnderneath(let path):
            "\(path) was removed, replaced or cut while the store was open; what was written since may be lost"
        case .lockVanishes(let path): "the lock file \(path) is removed again and again"
        case .locksRefused(let path): "the system gives no lock on \(path)"
        case .unconfirmed(let path):
            "the disk did not confirm the last change to \(path), which may be there or not"
        case .stopped(let why, let documents):
            "\(ErrorText(error: why, frontEnd: frontEnd, reader: reader).what), and the import stopped: \(Counting.of(documents, "document is", "documents are")) in, the rest is not"
        case .memoryFull: "the memory is full"
        case .restored(_, let agent, let at):
            "the store was restored from a backup by \(agent) at \(reader.moment(at))"
        case .leftBehind(let path, let bytes):
            "\(path) holds what was written to a store that is gone (\(bytes) bytes), which would be played into the new one"
        case .unfitBackup(let path, let why): unfit(path, why)
        case .notOwned(let path): "\(path) cannot be read, so that it cannot tell who is a lead"
        case .restoreNotConfirmed(let name): "nobody said that \(name) is to be replaced"
        case .diskFull: "the disk is full"
        case .inMemory: "a store in memory has no copy"
        case .isReal(let path): "\(path) is a real store, which is never overwritten"
        case .justWritten(let path): "somebody wrote to \(path) just now"
        case .noLeadOf(let path, let agent):
            "\(agent) is no lead of \(path), and what was practised there would be gone"
        case .openElsewhere(let path, let process): "process \(process) has \(path) open"
        case .busy(let holder?): "the store is busy, process \(holder) holds its lock"
        case .busy(nil): "the store is busy, another process holds its lock"
        case .readOnly: "this run writes nothing"
        case .ownerUnknown(let path):
            "the owner of \(path) is unknown in this user namespace, so nobody can tell who you are"
        case .unknownAgent(let agent), .unlistedAgent(let agent): "\(agent) is not among this store's agents"
        case .notAllowed(let agent, let role, let permission):
            "the role of \(agent), \(role.rawValue), does not allow this (\(CodeText.words(permission.rawValue)))"
        case .documentsHidden: "your role does not see stored documents"
        case .pageHidden: "this page is not shown to viewers"
        case .unaudited: "a write would have left no entry in the audit log"
        case .guarded(let message):
            "the store's guards refused the change (\(message ?? "constraint"))"
        case .failed(let code?): "the store failed (\(code))"
        case .failed(nil): "the store failed"
        case .badCursor(let text): "\(text) is no cursor"
        case .notListed(let document): "document \(document) is not among those that are asked for"
        case .badLogin: "that is no login"
        case .lastLead(let agent): "\(agent) is the last lead"
        case .notHeld(let setting, let value): "\(setting.rawValue) does not hold \(value)"
        case .noList(let setting): "\(setting.rawValue) holds one value"
        case .badValue(let setting, let why): badValue(of: setting, why)
        case .practiceEnvironment(let environment):
            "\(environment.rawValue) is served by practice stores only"
        case .badTemplate(let problem): words(of: problem)
        case .emptySecret: "the secret is empty"
        case .knownSecret: "that secret is known already"
        case .unknownSecret: "that secret is not known"
        case .badKeyName: "that can be no name of an API key"
        case .knownKeyName(let name): "there is an API key \(name)"
        case .unknownKeyName(let name): "there is no API key \(name)"
        case .unknownCustomer(let id, _), .nobodyToAttachTo(let id, _): "there is no customer \(id)"
        case .knownCustomer(let id): "there is a customer \(id) already"
        case .badCustomer: "that is no customer's name"
        case .badEmail(let text): "\(text) is no address"
        case .badToken(let text): "\(text) is no UUID"
        case .unknownChain(let id), .noChainForOrder(let id): "there is no chain \(id)"
        case .badOrder(let order): "\(order) is no order id"
        case .attachingNeedsReason: "attaching needs a reason"
        case .emptyNote: "the note is empty"
        case .erasingNeedsReason: "a person is erased for a reason"
        case .notConfirmed(let customer): "that is not \(customer), so nobody was erased"
        case .revealingNeedsReason: "personal data is shown for a reason"
        case .namelessView: "the view has no name"
        case .unknownReason(let reason, _): "\(reason) is no reason for a grant"
        case .otherNeedsNote: "the reason other needs a note"
        case .bridgedByHand: "bridge is the server's own reason, under policy.bridge_hours"
        case .nothingGained: "the customer has this access all that time already"
        case .endsInPast(let end): "the grant would end in the past, \(reader.moment(end))"
        case .endsBeforeStart: "the grant would end before it starts"
        case .noEndToStartAfter: "present access has no end to start after"
        case .lostNeedsTicket: "only a ticket says how much was lost"
        case .unknownLength(let ticket): "nothing tells how long ticket \(ticket)'s product lasts"
        case .ticketOfAnother(let ticket, let owner): "ticket \(ticket) is \(owner)'s"
        case .unlocksNothing(let ticket, let product):
            "ticket \(ticket)'s product \(product) unlocks nothing, so no grant makes it good"
        case .unlocksOthers(let ticket, let product, let unlocks, let asked):
            "ticket \(ticket)'s product \(product) unlocks \(names(unlocks)), not \(asked)"
        case .unknownEntitlement(let entitlement, _): "no product unlocks \(entitlement)"
        case .revokingNeedsReason: "ending a grant needs a reason"
        case .unknownGrant(let grant): "there is no grant \(grant)"
        case .revokedBefore(let grant, let at): "grant \(grant) was revoked at \(reader.moment(at))"
        case .ranOut(let grant, let at): "grant \(grant) ended at \(reader.moment(at))"
        case .keyUsed(let key): "the key \(key) was used for something else"
        case .grantGone(let grant): "grant \(grant) is missing"
        case .givenByAnother(let grant, let agent): "grant \(grant) was given by \(agent)"
        case .cancelOver(let grant, let since?):
            "the time to cancel grant \(grant) was over at \(reader.moment(since))"
        case .cancelOver(let grant, nil): "the policy gives no time to cancel grant \(grant)"
        case .unknownRequest(let request): "there is no request \(request)"
        case .unknownWebhook(let name): "webhooks have no receiver or message \(name)"
        case .unknownAsked(let id): "there is no question \(id) to the App Store"
        case .askedEnded(let id, .failed): "question \(id) to the App Store was given up already"
        case .askedEnded(let id, _): "question \(id) to the App Store was answered already"
        case .askedTaken(let id): "question \(id) is being asked of the App Store just now"
        case .notFinishable(let ticket, let refusal): FinishText(refusal).what(ticket)
        case .badExtension(let days): reader.words(of: .badLength(days: days))
        case .badStorefront(let text): "'\(text)' is no code of a storefront"
        case .notExtensible(let chain, let obstacles):
            "the renewal of chain \(chain) cannot be moved: "
                + (obstacles.isEmpty
                    ? "nothing is known of it" : obstacles.map(reader.words).joined(separator: "; "))
        case .nobodyExtensible(let incident): "no chain of incident \(incident) can be renewed later"
        case .extensionWaits(let id): "another extension of it waits, question \(id) to the App Store"
        case .accountTokenRefused(let chain, let customer, let obstacle):
            "\(customer)'s token is not signed into chain \(chain): \(reader.words(of: obstacle))"
        case .accountTokenWaits(let id):
            "another customer's token waits to be signed into it, question \(id) to the App Store"
        case .unknownSubscription(let product): "no subscription to \(product) is known"
        case .tooManyExtensions(let limit): "at most \(limit) chains are asked about one by one"
        case .unknownRefund(let id): "there is no refund request \(id)"
        case .refundNotOpen(let id, .noConsent):
            "the customer of refund request \(id) did not agree that Apple is told what was consumed"
        case .refundNotOpen(let id, .sending): "an answer to refund request \(id) is on its way"
        case .refundNotOpen(let id, .answered): "refund request \(id) was answered already"
        case .refundNotOpen(let id, .unanswered): "Apple takes no answer to refund request \(id) any more"
        case .refundNotOpen(let id, .decided): "Apple decided about refund request \(id) already"
        case .refundNotOpen(let id, _): "refund request \(id) was changed meanwhile"
        case .refundUnclear(let id):
            "nothing tells whether the purchase of refund request \(id) was delivered"
        case .refundNotProrated(let id):
            "Apple takes no prorated refund for refund request \(id), of which no share between nothing and all is known"
        case .refundNeedsReason: "a reason is needed"
        case .ownRequest(let request): "request \(request) is your own"
        case .sameSession(let request, let asker):
            "request \(request) was asked as \(asker) in the login that decides it now"
        case .askedByAnother(let request, let agent): "request \(request) is \(agent)'s"
        case .decided(let request, let state, let agent, let at):
            "request \(request) was \(state.rawValue) by \(agent) at \(reader.moment(at))"
        case .unfit(let request, let why):
            "request \(request) cannot be carried out any more, \(ErrorText(error: why, frontEnd: frontEnd, reader: reader).what)"
        case .decliningNeedsNote: "declining needs a note"
        case .unknownBatch(let batch): "there is no batch \(batch)"
        case .emptyBatch: "there is no customer to make good for"
        case .batchTooLarge(let limit): "a batch has at most \(limit) tickets"
        case .batchWaits(let batch, let request):
            "batch \(batch) waits for a second lead\(request.map { ", request \($0)" } ?? "")"
        case .batchEnded(let batch, let state): "batch \(batch) is \(state.title)"
        case .batchCancelOver(let batch, let since?):
            "the time to take batch \(batch) back was over at \(reader.moment(since))"
        case .batchCancelOver(let batch, nil): "the policy gives no time to take batch \(batch) back"
        case .unknownTicket(let ticket): "there is no ticket \(ticket)"
        case .held(let ticket, let agent): "\(agent) works on ticket \(ticket)"
        case .notHeldByAnyone(let ticket): "nobody holds ticket \(ticket)"
        case .resolved(let ticket, let end, let agent, let at): resolved(ticket, as: end, by: agent, at: at)
        case .changed(let ticket, let state, let group, let cause):
            "ticket \(ticket) changed: it is \(state.rawValue) in group \(group.rawValue), cause \(cause)"
        case .notResolved(let ticket): "ticket \(ticket) is not resolved"
        case .duplicate(let ticket): "ticket \(ticket) is a duplicate"
        case .reopeningNeedsNote: "reopening needs a note"
        case .notChosen(let end): "a ticket cannot be resolved as \(end.rawValue)"
        case .endNeedsNote(let end): "resolving as \(end.rawValue) needs a note"
        case .creditNeedsQuantity: "resolving as credited needs how many were credited"
        case .quantityWithoutCredit: "a quantity belongs to what was credited"
        case .endNeedsProof(let ticket, let end, let missing):
            "no fact shows that ticket \(ticket) ended as \(end.rawValue): it needs \(Counting.all(missing.map(\.title)))"
        case .otherWithoutDuplicate: "only a duplicate names another ticket"
        case .noDuplicate(let ticket, let other, let obstacle):
            "ticket \(ticket) is no duplicate of ticket \(other): \(ErrorText.words(of: obstacle))"
        case .endWaits(let ticket, let request, let agent):
            "an end of ticket \(ticket) waits for a lead: request \(request) of \(agent)"
        case .exportNotWritten(let path, let why):
            "the file \(path.isEmpty ? "" : "\(path) ")was not written, \(why)"
        case .noSilentLoss(let transaction): "transaction \(transaction) is no silent loss"
        case .chargedInFuture(let at): "the charge cannot be in the future, \(reader.moment(at))"
        case .notOpenedByHand(let ticket): "an app has told of ticket \(ticket)'s purchase"
        case .openedByAnother(let ticket, let agent): "ticket \(ticket) was opened by \(agent)"
        case .withdrawalOver(let ticket, let since?):
            "the time to take ticket \(ticket) back was over at \(reader.moment(since))"
        case .withdrawalOver(let ticket, nil): "the policy gives no time to take ticket \(ticket) back"
        case .withdrawn(let ticket): "ticket \(ticket) was opened by mistake and taken back"
        case .delivered: "that purchase was delivered: the store knows it in time"
        case .hasTicket(let ticket): "that charge has ticket \(ticket)"
        case .worksNoTickets(let agent, let role): "\(agent), a \(role.rawValue), does not work on tickets"
        case .waitEndsInPast(let at): "a ticket cannot wait until a moment in the past, \(reader.moment(at))"
        case .skippingNeedsReason: "passing a ticket over needs a reason"
        case .linkedToItself(let ticket): "ticket \(ticket) cannot be linked to itself"
        case .nothingToRetry(let ticket):
            "the App Store has told of no charge for ticket \(ticket), so nothing can be delivered again"
        case .unknownIncident(let incident): "there is no incident \(incident)"
        case .incidentChanged(let incident): "incident \(incident) changed meanwhile"
        case .incidentStands(let incident, .goingOn): "incident \(incident) is ongoing"
        case .incidentStands(let incident, .closed): "incident \(incident) is closed"
        case .incidentStands(let incident, .merged): "incident \(incident) was merged into another"
        case .incidentStands(let incident, .dissolved): "incident \(incident) turned out to be no incident"
        case .mergedIntoItself(let incident): "incident \(incident) cannot be merged into itself"
        case .nothingSplit(let incident): "all of incident \(incident) would be on one side"
        case .unknownQuarantined(let document): "there is no document \(document) in quarantine"
        case .nothingKept(let document, _): "nothing of document \(document) could be read"
        case .partKept(let document): "only a part of document \(document) was kept"
        case .rootsAreApples: "this is a real store, which trusts Apple's roots alone"
        }
    }

    private func words(of breach: HeadBreach, in path: String) -> String {
        switch breach {
        case .removed: return "\(path) had a head, \(path).head, which was removed"
        case .broken: return "\(path).head is not as it was written"
        case .stopped(.brokenPages): return "\(path) is damaged, SQLite could not follow its pages"
        case .stopped(.cutOff): return "\(path) is damaged, it was cut off"
        case .stopped(.foreignKeys): return "\(path) is damaged, rows name others that are missing"
        case .stopped(.audit): return "\(path) is damaged, its audit log is not as it was written"
        case .missing(let missing) where missing.entries > 0:
            let entries = missing.entries == 1 ? "entry is" : "entries are"
            return "\(path) is not what it acknowledged, \(missing.entries) audit \(entries) missing"
        case .missing(let missing) where missing.changes > 0:
            let changes = missing.changes == 1 ? "change is" : "changes are"
            return "\(path) is not what it acknowledged, \(missing.changes) \(changes) missing"
        case .missing: return "\(path) is not what it acknowledged, its newest audit entry is another one"
        }
    }

    private func words(of problem: ReplyTemplate.Problem) -> String {
        switch problem {
        case .empty: "the answer says nothing"
        case .tooLong(let limit): "the answer has more than \(limit) characters"
        case .unknown(let placeholder): "there is no placeholder {\(placeholder)}"
        case .unpaired(let sign): "\(sign) has no partner in the answer"
        }
    }

    private func unfit(_ path: String, _ why: StoreError.Unfitness) -> String {
        switch why {
        case .halfMade: "\(path) is a copy that nobody has finished"
        case .changedMeanwhile: "\(path) was changed while it was read"
        case .sideFile(let side): "\(side) has content, and nothing tells that it belongs to \(path)"
        case .finding(let check, let text):
            "\(path) is not whole (\(CodeText.words(check)): \(text))"
        case .isPractice: "\(path) is a store to practise on, and the one to be replaced is real"
        case .isReal: "\(path) is a real store, and the one to be replaced is to practise on"
        }
    }

    private func badValue(of setting: Setting, _ why: StoreError.BadValue) -> String {
        let name = setting.rawValue
        return switch why {
        case .noEnvironment: "\(name) needs at least one environment"
        case .unknownEnvironment(let environment):
            "“\(environment.rawValue)” is not an environment for \(name): use Production or Sandbox"
        case .badPart(let part): "“\(part)” is not a value for \(name)"
        case .noAddress: "\(name) must be an http or https address"
        case .secretInAddress:
            "\(name) must have no name and no password in its address: everybody would see them"
        case .badCode: "\(name) takes words of lower-case letters, digits and _"
        case .noChoice(let choices):
            "\(name) must be one of \(choices.joined(separator: ", "))"
        case .outside(let range):
            "\(name) must be a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .nothing: "\(name) needs a value"
        }
    }

    private func resolved(
        _ ticket: TicketID, as end: TicketResolution?, by agent: AgentName?, at: Instant?
    ) -> String {
        // Who closed it so did not give the money back.
        let end = end.map { $0 == .refunded ? "closed as refunded" : $0.title } ?? "resolved"
        return switch (agent, at.map(reader.moment)) {
        case (let agent?, let at?): "ticket \(ticket) is \(end) by \(agent) at \(at)"
        case (let agent?, nil): "ticket \(ticket) is \(end) by \(agent)"
        case (nil, let at?): "ticket \(ticket) is \(end) at \(at)"
        case (nil, nil): "ticket \(ticket) is \(end)"
        }
    }

    private func names(_ entitlements: [EntitlementID]) -> String {
        entitlements.map(\.rawValue).joined(separator: ", ")
    }
}

extension ErrorText {
    /// What to do about it, in small letters.
    public var remedy: String {
        switch frontEnd {
        case .console: inConsole ?? onCommandLine
        case .commandLine: onCommandLine
        }
    }

    /// What to do where a key or a field does it; nil where the way out is the same everywhere.
    private var inConsole: String? {
        switch error {
        case .readOnly: "leave, and open the console for writing"
        case .ownerUnknown: "leave, and open the console outside of it; here you can only read"
        case .breach: "a lead restores a backup, or takes it as it stands"
        case .changedUnderneath: "leave every program that has it open"
        case .restored: "nothing of it was written"
        case .damaged: "a lead restores a backup"
        case .unknownCustomer(_, let near) where near.isEmpty: "search for the customer"
        case .nobodyToAttachTo(_, let near):
            near.isEmpty
                ? "choose a customer, or say that one is to be created"
                : "did you mean \(near.joined(separator: ", "))?"
        case .unknownAgent: "a lead adds your login again"
        case .unconfirmed: "look whether it is there before you repeat it, and have the disk checked"
        case .newer: "leave, and open it with the newer program"
        case .older: "leave, and open it again"
        case .unknownChain: "search for it by any transaction id, or import the customer's receipt"
        case .attachingNeedsReason, .erasingNeedsReason, .revealingNeedsReason:
            "say why in the field Reason"
        case .notConfirmed(let customer): "type \(customer) once more"
        case .otherNeedsNote, .endNeedsNote: "say why in the field Note"
        case .bridgedByHand: "choose another reason"
        case .nothingGained: "start it later, or choose to give it anyway"
        case .noEndToStartAfter(hasTicket: true):
            "start it now and choose to give it anyway, or resolve the ticket another way"
        case .lostNeedsTicket: "choose the ticket"
        case .unknownLength: "choose a length"
        case .revokingNeedsReason: "choose one"
        case .decliningNeedsNote: "say why in the field Note"
        case .cancelOver: "x on the customer's grants takes it back with a reason"
        case .givenByAnother: "x on the customer's grants takes it back with a reason"
        case .unknownRequest: "the list of approvals has them all"
        case .unknownAsked, .askedEnded: "nothing is left to cancel"
        case .askedTaken: "its answer comes in a moment"
        case .notFinishable(_, let refusal): FinishText(refusal).toDo
        case .unknownWebhook: "the page of the server has them all"
        case .badExtension: "choose 1 to \(ExtensionRule.lengths.upperBound) days"
        case .badStorefront: "Apple's codes have three letters, such as DEU (ISO 3166-1 alpha-3)"
        case .notExtensible: "a grant gives access instead; asking for news shows whether Apple knows more"
        case .nobodyExtensible: "look at who is left out, and why"
        case .extensionWaits: "cancel that one first, or let it be done"
        case .accountTokenRefused(_, _, .noToken): "bring the customer with the token that the app uses"
        case .accountTokenRefused(_, _, .signed): "nothing is left to do"
        case .accountTokenRefused: "attaching the chain decides whose it is here"
        case .accountTokenWaits: "cancel that one first, or let it be done"
        case .unknownSubscription: "choose a product of the catalogue"
        case .tooManyExtensions: "choose everybody who has the product"
        case .unknownBatch: "the list of batches has them all"
        case .emptyBatch: "look at who is left out, and why"
        case .batchTooLarge: "choose fewer"
        case .batchWaits: "another lead decides it"
        case .batchEnded: "nothing was changed"
        case .batchCancelOver: "x on a customer's grants takes one back with a reason"
        case .unknownRefund: "the list of refund requests has them all"
        case .refundNotOpen(_, .noConsent): "ask the customer, and note the answer on the customer's page"
        case .refundNotOpen: "nothing was changed"
        case .refundUnclear: "choose what is said of the delivery"
        case .refundNotProrated: "prefer something else"
        case .refundNeedsReason: "say why in the field Reason"
        case .ownRequest: "another lead decides it; x takes it back"
        case .sameSession: "another lead decides it, in a login of their own"
        case .decided, .askedByAnother: "nothing was changed"
        case .unfit: "decline it, or ask who asked for another"
        case .unknownEntitlement(_, let near) where near.isEmpty: "choose one that the catalogue knows"
        case .unknownTicket: "look for it in the queues"
        case .unknownIncident, .incidentChanged, .incidentStands: "look at the list of incidents again"
        case .resolved: "its page tells how"
        case .creditNeedsQuantity: "say it in the field Quantity"
        case .quantityWithoutCredit: "leave the field Quantity empty"
        case .openedByAnother(_, let agent): "\(agent) or a lead takes it back"
        case .notOpenedByHand, .withdrawalOver: "resolve it with a note that says why"
        case .withdrawn: "open a new one on the customer or in the silent losses"
        case .endNeedsProof(_, _, let missing):
            Counting.all(missing.map(\.fieldAdvice))
        case .otherWithoutDuplicate: "leave the field Duplicate of empty"
        case .noDuplicate(_, _, let obstacle): ErrorText.advice(on: obstacle)
        case .endWaits: "look under tab 4"
        case .hasTicket(let ticket): "open ticket \(ticket)"
        case .exportNotWritten: "make room or clear the way in that folder, and press the key again"
        case .waitEndsInPast: "give a later moment"
        case .skippingNeedsReason: "say why in the field Reason"
        default: nil
        }
    }

    private var onCommandLine: String {
        switch error {
        case .missing: "`makegood init` makes an empty one, `makegood demo` one to practise on"
        case .exists: "name another path, nothing was overwritten"
        case .noFileName: "name the file that is to be made"
        case .foreign: "check --store"
        case .newer: "use a newer makegood"
        case .older: "open it once without --read-only, which brings it up to date"
        case .unreleased:
            "move it away, make a new one with `makegood init` and import its documents again, or one to practise on with `makegood demo`"
        case .damaged: "restore a backup with `makegood restore FILE`, which keeps what stands there"
        case .network: "keep the store on a disk of this host"
        case .unopenedCopy: "open it once"
        case .unreadable, .folderNotMade, .lockNotOpened: "check its permissions"
        case .readFailed, .notWrittenOut: "check the disk"
        case .unwritable: "check their permissions, readers need to write too"
        case .inputOutput: "check the disk, and whether a change is there before you repeat it"
        case .draftNotMade: "check the folder's permissions"
        case .notReplaced: "check the folder"
        case .moved: "leave, and open the store where it is now"
        case .oddFile(_, .names): "remove the other names"
        case .oddFile: "find out who put it there, then remove it"
        case .foreignJournal, .foreignWAL:
            "take a whole copy with `makegood restore`, or move it away if you know that it is not needed"
        case .breach:
            "look at it with --read-only, and restore a backup or take it as it stands with `makegood restore`"
        case .changedUnderneath: "close every program that has it open, then run `makegood doctor`"
        case .lockVanishes: "find out who removes it"
        case .locksRefused: "try again; if it stays so, check what this host and its file system say of locks"
        case .unconfirmed:
            "look whether it is there before you repeat it; what has a --key may be repeated with the same one"
        case .stopped:
            "make room or have the disk checked, then bring all of it again; what is in is known by then"
        case .memoryFull: "end other programs, and try again"
        case .restored: "run it again"
        case .leftBehind(let path, _):
            "put the store back beside it, or move it away: `mv \(path) \(path).old`"
        case .unfitBackup(_, .halfMade): "name a finished one"
        case .unfitBackup(_, .changedMeanwhile): "try again when nobody writes to it"
        case .unfitBackup(let path, .sideFile(let side)):
            "if both belong together, open it once with `makegood --store \(path) doctor` where it was; else move \(side) away"
        case .unfitBackup(_, .finding): "take an older backup; nothing was changed"
        case .unfitBackup(_, .isPractice), .unfitBackup(_, .isReal): "name another path with --store"
        case .notOwned: "the file's owner restores it, or root"
        case .restoreNotConfirmed(let name): "say it with `--confirm \(name)`"
        case .diskFull: "make room and try again; the last change was not made"
        case .inMemory: "make one on disk"
        case .isReal: "name another path with --path"
        case .justWritten: "ask them, then try again"
        case .noLeadOf: "ask a lead, or name another path with --path"
        case .openElsewhere: "leave it there first, then try again"
        case .busy: "try again shortly"
        case .readOnly: "run it again without --read-only"
        case .ownerUnknown: "run it outside of it, or map the owner into it; reading works"
        case .unknownAgent(let agent): "a lead must run `makegood agents add \(agent) --role agent`"
        case .unlistedAgent: "see `makegood agents list`"
        case .notAllowed(_, _, let permission):
            permission.isLeadsAlone ? "ask a lead" : "ask a lead for another role"
        case .documentsHidden, .pageHidden: "ask a lead for another role"
        case .unaudited: "nothing was changed; report it"
        case .guarded, .failed: "run `makegood doctor`"
        case .badCursor: "take it from the page before"
        case .notListed: "give --after the number that the page before names as next"
        case .badLogin: "use letters, digits and . _ - @"
        case .lastLead: "make someone else a lead first"
        case .notHeld, .unknownSecret, .badValue: "see `makegood settings show`"
        case .badTemplate(.unknown):
            "use \(Counting.any(ReplyPlaceholder.allCases.map { "{\($0.rawValue)}" }))"
        case .badTemplate(.empty): "write one, or take the shipped one with `makegood policy template reset`"
        case .badTemplate(.tooLong): "write less"
        case .badTemplate(.unpaired):
            "write placeholders as {name}, and what may be left out with them as [ for {product}]"
        case .noList: "use `makegood settings set`"
        case .practiceEnvironment: "serve Production or Sandbox"
        case .emptySecret: "give it on standard input"
        case .knownSecret: "nothing to do"
        case .badKeyName: "use letters, digits and .-_, at most 100"
        case .knownKeyName: "choose another name, or remove that one with `makegood-server key remove`"
        case .unknownKeyName: "see `makegood-server key list`"
        case .unknownCustomer(_, let near):
            meant(near)
                ?? "look the customer up with `makegood lookup`, or add one with `makegood customer add`"
        case .nobodyToAttachTo(_, let near):
            "\(meant(near) ?? "look the customer up with `makegood lookup`;") --create makes a new one"
        case .knownCustomer: "change it with `makegood customer set`"
        case .badCustomer: "give the app's own id"
        case .badEmail: "give one with an @"
        case .badToken: "give the app_account_token as a UUID"
        case .unknownChain:
            "find it by any transaction id with `makegood lookup`, or import the customer's receipt"
        case .noChainForOrder: "import its documents first"
        case .badOrder: "it begins with M, as on the invoice"
        case .attachingNeedsReason: "say why with --reason"
        case .emptyNote: "write something"
        case .erasingNeedsReason: "say why with --reason"
        case .notConfirmed(let customer): "give --confirm \(customer) to erase that person for good"
        case .revealingNeedsReason: "say why with --reveal"
        case .namelessView: "give it a name"
        case .unknownReason(_, let known): "use one of \(known.joined(separator: ", "))"
        case .otherNeedsNote, .endNeedsNote: "say why with --note"
        case .bridgedByHand: "give another reason"
        case .nothingGained: "start it later with --starts after, or give it --anyway"
        case .endsInPast, .endsBeforeStart: "give a later end"
        case .noEndToStartAfter(hasTicket: true):
            "give it back all the same with --starts now --anyway, or resolve the ticket another way"
        case .noEndToStartAfter(hasTicket: false): "there is nothing to give"
        case .lostNeedsTicket: "name it with --ticket"
        case .unknownLength: "give a length with --for"
        case .ticketOfAnother: "name that customer, or no ticket"
        case .unlocksNothing: "credit it in the app and resolve the ticket as credited"
        case .unlocksOthers(_, _, let unlocks, let asked):
            "give \(names(unlocks)) with the ticket, or \(asked) without it"
        case .unknownEntitlement(_, let near): meant(near) ?? "see `makegood catalog show`"
        case .revokingNeedsReason: "give one with --reason"
        case .unknownGrant: "the customer's page lists all grants"
        case .revokedBefore, .ranOut: "nothing is left to end"
        case .keyUsed: "use a new key"
        case .grantGone: "run `makegood audit verify`"
        case .givenByAnother(let grant, _), .cancelOver(let grant, _):
            "take it back with `makegood revoke \(grant) --reason mistake`"
        case .unknownRequest: "see `makegood requests --all`"
        case .unknownAsked: "see `makegood ask list`"
        case .unknownWebhook: "see `makegood-server webhooks list`"
        case .badStorefront: "give --storefront three letters, such as DEU (ISO 3166-1 alpha-3)"
        case .badExtension: "give --days 1 to \(ExtensionRule.lengths.upperBound)"
        case .notExtensible(let chain, _):
            "`makegood grant` gives access instead; `makegood ask refresh \(chain)` shows whether Apple knows more"
        case .nobodyExtensible(let incident):
            "`makegood extend --incident \(incident) --dry-run …` says who is left out, and why"
        case .extensionWaits(let id): "`makegood ask cancel \(id)` takes it back while it waits"
        case .accountTokenRefused(_, let customer, .noToken):
            "give the one that the app uses with `makegood customer set \(customer) --app-account-token UUID`"
        case .accountTokenRefused(let chain, let customer, .attachedToAnother):
            "`makegood chain attach \(chain) \(customer)` moves it first"
        case .accountTokenRefused(_, _, .signed): "nothing is left to do"
        case .accountTokenRefused(let chain, let customer, .notApples),
            .accountTokenRefused(let chain, let customer, .familyShared):
            "`makegood chain attach \(chain) \(customer)` decides whose it is here"
        case .accountTokenWaits(let id): "`makegood ask cancel \(id)` takes it back while it waits"
        case .unknownSubscription: "see `makegood catalog show`"
        case .tooManyExtensions: "name a --product to extend everybody who has it"
        case .askedEnded(let id, _): "see `makegood ask show \(id)`"
        case .askedTaken(let id): "see its answer with `makegood ask show \(id)`"
        case .notFinishable(_, let refusal): FinishText(refusal).toDo
        case .unknownBatch: "see `makegood bulk list`"
        case .emptyBatch: "`makegood bulk preview` says who is left out, and why"
        case .batchTooLarge: "choose fewer with --query"
        case .batchWaits(_, let request):
            "another lead decides it\(request.map { " with `makegood approve \($0)`" } ?? "")"
        case .batchEnded(let batch, _), .batchCancelOver(let batch, _):
            "see `makegood bulk show \(batch)`; `makegood revoke` ends a grant with a reason"
        case .unknownRefund: "see `makegood refunds list --all`"
        case .refundNotOpen(_, .noConsent):
            "ask the customer, then `makegood customer set ID --consumption-consent yes`"
        case .refundNotOpen(let id, _): "see `makegood refunds show \(id)`"
        case .refundUnclear: "say it with --delivery and --reason"
        case .refundNotProrated: "say something else with --prefer"
        case .refundNeedsReason: "say why with --reason"
        case .sameSession: "another lead decides it, in a login of their own"
        case .ownRequest(let request):
            "another lead decides it; `makegood request withdraw \(request)` takes it back"
        case .askedByAnother(_, let agent): "ask \(agent)"
        case .decided(let request, _, _, _): "see `makegood request show \(request)`"
        case .unfit(let request, _): "decline it with `makegood decline \(request) --note …`"
        case .decliningNeedsNote: "say why with --note"
        case .unknownTicket: "see `makegood tickets`"
        case .unknownIncident: "see `makegood review incidents`"
        case .incidentChanged(let incident), .incidentStands(let incident, _):
            "see `makegood review incident \(incident)`"
        case .mergedIntoItself: "name two of them"
        case .nothingSplit: "cut it elsewhere"
        case .held(_, let agent): "ask \(agent), or take another ticket"
        case .notHeldByAnyone: "nothing is left to release"
        case .resolved(let ticket, _, _, _), .hasTicket(let ticket): "see `makegood ticket show \(ticket)`"
        case .changed: "look at it again"
        case .notResolved: "nothing is left to reopen"
        case .duplicate: "reopen the ticket that it is a duplicate of"
        case .reopeningNeedsNote: "say why"
        case .notChosen(.madeGood): "grant something with the ticket, which resolves it"
        case .notChosen: "the facts alone find that"
        case .creditNeedsQuantity: "say it with --quantity"
        case .quantityWithoutCredit: "leave --quantity out"
        case .endNeedsProof(let ticket, _, let missing):
            Counting.all(missing.map { $0.optionAdvice(for: ticket) })
        case .otherWithoutDuplicate: "leave --of out"
        case .noDuplicate(_, _, let obstacle): ErrorText.advice(on: obstacle)
        case .endWaits(_, let request, _): "see `makegood request show \(request)`"
        case .exportNotWritten:
            "look at the folder, or take it out with `makegood evidence TICKET --output FILE`"
        case .noSilentLoss: "it has a ticket, was delivered or refunded, or is not known: look it up"
        case .chargedInFuture: "give the day of the charge"
        case .worksNoTickets: "hand it to an agent or a lead"
        case .waitEndsInPast: "give a later moment with --until"
        case .skippingNeedsReason: "say why with --reason"
        case .linkedToItself: "name another ticket"
        case .nothingToRetry: "ask for it when a charge is known"
        case .openedByAnother(_, let agent): "\(agent) or a lead takes it back"
        case .notOpenedByHand(let ticket), .withdrawalOver(let ticket, _):
            "end it with `makegood ticket resolve \(ticket) --as not_charged --note WHY`, or have a lead write it off"
        case .withdrawn: "open a new one with `makegood ticket open` or `makegood tickets silent --open`"
        case .delivered: "look at the customer's page"
        case .unknownQuarantined: "see `makegood quarantine list`"
        case .nothingKept(_, let source): "bring \(source) again"
        case .partKept: "bring the whole document again"
        case .rootsAreApples: "use --root on practice stores only"
        }
    }

    private func meant(_ names: [String]) -> String? {
        names.isEmpty ? nil : "did you mean \(names.joined(separator: ", "))?"
    }
}
