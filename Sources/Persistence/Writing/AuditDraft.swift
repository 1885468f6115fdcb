internal import Foundation
package import Purchases

/// What a write tells the audit log about itself.
package struct AuditDraft {
    /// What it was done to.
    let subject: String
    /// Everything that it speaks of.
    let about: [AuditSubject]
    /// What was done, as compact JSON, with a stand-in for each ``FreeText``.
    let details: (TextVault) throws -> String

    /// An entry about a subject; details become JSON with snake_case keys in order.
    package init(_ subject: String, about: [AuditSubject] = [], _ details: some Encodable) throws {
        (self.subject, self.about) = (subject, about)
        self.details = { try AuditDraft.json(details, keeping: $0) }
    }

    /// An entry whose details are made otherwise.
    init(_ subject: String, about: [AuditSubject], json: @escaping (TextVault) throws -> String) {
        (self.subject, self.about, details) = (subject, about, json)
    }

    /// The same with the program that did it by itself.
    func naming(_ program: ProgramKind) -> AuditDraft {
        AuditDraft(
            subject, about: about,
            json: { [details] vault in
                let json = try details(vault)
                let name = "\"program\":\"\(program.rawValue)\"}"
                return json == "{}" ? "{\(name)" : "\(json.dropLast()),\(name)"
            })
    }

    /// Compact JSON with sorted snake_case keys, the same bytes for the same values.
    private static func json(_ value: some Encodable, keeping vault: TextVault) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.keyEncodingStrategy = .convertToSnakeCase
        if let key = FreeText.keeper { encoder.userInfo[key] = vault }
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}

/// Everything that may be written, by its name in the audit log; each needs one permission.
package enum AuditAction: String, Hashable, Sendable, CaseIterable {
    /// A store was made.
    case initialize = "store.init"
    /// The store was copied.
    case backup = "store.backup"
    /// A file that was put in the place of another store became the store.
    case adopt = "store.adopt"
    /// Documents were taken in.
    case importDocuments = "import"
    /// A quarantined document was tried again.
    case quarantineRetry = "quarantine.retry"
    /// A quarantined document was dropped.
    case quarantineDrop = "quarantine.drop"
    /// The catalogue was replaced.
    case catalogImport = "catalog.import"
    /// What a replaced catalogue changes was worked out to the end.
    case catalogFollow = "catalog.follow"
    /// A setting was changed.
    case settingsSet = "settings.set"
    /// A shared secret was added.
    case secretAdd = "secret.add"
    /// A shared secret was removed.
    case secretRemove = "secret.remove"
    /// An agent was added or given another role.
    case agentAdd = "agent.add"
    case agentRemove = "agent.remove"
    case customerAdd = "customer.add"
    /// A customer was changed.
    case customerSet = "customer.set"
    /// A note was written on a customer.
    case customerNote = "customer.note"
    /// A customer was marked as a tester, or no more.
    case customerTester = "customer.tester"
    /// A chain was moved to a customer.
    case chainAttach = "chain.attach"
    /// An order id was recorded for a chain.
    case chainOrder = "chain.order"
    case grant
    /// A grant was ended.
    case revoke
    /// A ticket was worked on.
    case ticket
    /// A loss was written off.
    case ticketWriteOff = "ticket.write_off"
    /// Tickets moved that only time moves.
    case ticketOverdue = "ticket.overdue"
    /// Alarms were taken, or their delivery noted.
    case alarm
    /// Personal data was shown or taken out.
    case reveal
    /// Personal data was shown to somebody from whom it is hidden, for a moment and with a reason.
    case revealOnce = "reveal.once"
    /// Everything about a person was taken out, or a list with personal data was.
    case export
    case customerErase = "customer.erase"
    /// A grant was taken back within its cancel window.
    case grantCancel = "grant.cancel"
    /// A grant above an agent's limits was asked for.
    case requestFile = "request.file"
    /// What was asked for was taken back by who asked.
    case requestWithdraw = "request.withdraw"
    /// What is asked for was looked at again, because what it rests on had changed.
    case requestReview = "request.review"
    /// What was asked for was approved and carried out.
    case requestApprove = "request.approve"
    /// What was asked for was declined.
    case requestDecline = "request.decline"
    /// An answer to customers was written anew, or the shipped one taken again.
    case templateSet = "template.set"
    /// A view of a list was kept or dropped for oneself.
    case viewKeep = "view.keep"
    /// A view of a list was shared with everybody, or that was ended.
    case viewShare = "view.share"
    /// Incidents were found, grew or ended.
    case incidentFind = "incident.find"
    /// An incident was named, merged, split or ended by a lead.
    case incidentShape = "incident.shape"
    /// Making good for many customers was begun or planned.
    case batchStart = "batch.start"
    /// Making good for many customers came to its end.
    case batchEnd = "batch.end"
    /// Everything that a batch gave was taken back within its cancel window.
    case batchCancel = "batch.cancel"
    /// Something was asked of the App Store.
    case appStoreAsk = "app_store.ask"
    /// What was asked of the App Store is not to be tried any more.
    case appStoreCancel = "app_store.cancel"
    /// The App Store was asked to move renewal dates.
    case extend = "app_store.extend"
    /// The App Store was asked to sign a customer's token into a chain.
    case accountToken = "app_store.token"
    /// An answer about a refund that a customer wants was given to be sent to Apple.
    case refundAnswer = "refund.answer"
    /// A refund that a customer wants is not to be answered.
    case refundSkip = "refund.skip"
    /// It was noted whether a customer agrees that Apple is told what was consumed.
    case customerConsent = "customer.consent"
    /// The server gave access for as long as the App Store cannot be asked.
    case grantBridge = "grant.bridge"
    /// The server ended such access.
    case grantBridgeEnd = "grant.bridge_end"
    /// What could not be delivered to a backend is sent again.
    case webhookReplay = "webhook.replay"
    /// A receiver of webhooks that is no more was forgotten.
    case webhookForget = "webhook.forget"
    /// What was asked of the App Store was tried.
    case appStoreTry = "app_store.try"
    /// The server noted what is told elsewhere: how far its work has come. It has no entries.
    case serverNote = "server.note"
    /// An API key was made.
    case keyAdd = "key.add"
    /// An API key was removed.
    case keyRemove = "key.remove"
    /// A backup took the store's place.
    case restore = "store.restore"
    /// Charges of a store that was there before were made what they are by the present format.
    case upgrade = "store.upgrade"
    /// It was said what backends are to hear of what that changed.
    case upgradeTell = "store.upgrade_tell"
    /// Somebody tried what the role does not allow.
    case refused

    /// Whether programs do it without anybody asking for it, in the name of who runs them.
    package var isByItself: Bool { [.alarm, .ticketOverdue, .incidentFind].contains(self) }

    /// What the agent must be allowed to.
    package var permission: Permission {
        switch self {
        case .initialize, .agentAdd, .agentRemove: .agents
        case .backup: .backup
        case .importDocuments: .importDocuments
        case .quarantineRetry: .retryQuarantine
        case .quarantineDrop: .dropQuarantine
        case .catalogImport: .catalog
        case .settingsSet: .settings
        case .secretAdd, .secretRemove: .secrets
        case .customerAdd, .customerSet, .customerNote: .keepCustomers
        case .customerTester: .testers
        case .chainAttach, .chainOrder: .keepChains
        case .grant: .grant
        case .revoke: .revoke
        case .ticket: .workTickets
        case .ticketWriteOff: .writeOff
        case .ticketOverdue: .upkeep
        case .alarm: .importDocuments
        case .reveal: .reveal
        case .revealOnce: .revealOnce
        case .export: .export
        case .customerErase: .erase
        case .grantCancel: .revoke
        case .requestFile, .requestWithdraw: .grant
        case .requestReview, .requestApprove, .requestDecline: .approve
        case .templateSet: .settings
        case .viewKeep: .keepViews
        case .viewShare: .shareViews
        case .incidentFind, .catalogFollow, .adopt: .upkeep
        case .incidentShape, .batchStart, .batchEnd, .batchCancel: .bulk
        case .appStoreAsk, .appStoreCancel: .askAppStore
        case .appStoreTry, .serverNote, .grantBridge, .grantBridgeEnd: .serve
        case .extend: .extend
        case .accountToken: .setAccountToken
        case .refundAnswer, .refundSkip: .answerRefunds
        case .customerConsent: .keepCustomers
        case .webhookReplay, .webhookForget: .serve
        case .keyAdd, .keyRemove: .secrets
        case .restore: .restore
        case .upgrade, .upgradeTell: .upgrade
        case .refused: .read
        }
    }
}

/// Something that an audit entry speaks of, so that it is found by it.
package struct AuditSubject: Hashable, Sendable {
    /// What kind of thing it is, the word before the colon in `--about grant:5`.
    let kind: String
    let id: String

    static func customer(_ id: AppUserID) -> AuditSubject { AuditSubject(kind: "customer", id: id.rawValue) }
    static func grant(_ id: GrantID) -> AuditSubject { AuditSubject(kind: "grant", id: id.rawValue) }
    static func ticket(_ id: TicketID) -> AuditSubject { AuditSubject(kind: "ticket", id: id.rawValue) }
    /// A document that came in.
    static func document(_ id: Int64) -> AuditSubject { AuditSubject(kind: "document", id: String(id)) }
    /// A document in quarantine.
    static func quarantined(_ id: Int64) -> AuditSubject {
        AuditSubject(kind: "quarantined", id: String(id))
    }
    static func chain(_ id: OriginalTransactionID) -> AuditSubject {
        AuditSubject(kind: "chain", id: id.rawValue)
    }
    static func agent(_ login: AgentName) -> AuditSubject { AuditSubject(kind: "agent", id: login.rawValue) }
    /// Something asked for.
    static func request(_ id: RequestID) -> AuditSubject { AuditSubject(kind: "request", id: id.rawValue) }
    static func incident(_ id: IncidentID) -> AuditSubject { AuditSubject(kind: "incident", id: id.rawValue) }
    /// A batch of grants.
    static func batch(_ id: BatchID) -> AuditSubject { AuditSubject(kind: "batch", id: id.rawValue) }
    /// Something asked of the App Store.
    static func asked(_ id: AppStoreRequestID) -> AuditSubject {
        AuditSubject(kind: "asked", id: id.rawValue)
    }
    static func setting(_ key: String) -> AuditSubject { AuditSubject(kind: "setting", id: key) }
}
