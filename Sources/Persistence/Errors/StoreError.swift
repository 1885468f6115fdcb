package import Purchases

/// Why the store did not do what it was asked: a reason with its subject.
///
/// The reasons that many subjects share come first; a reason of one subject stands in that subject's enum, in a file of
/// its name beside this one, each with its code. The room Wording says what happened and what a person can do about it,
/// by front end.
package enum StoreError: Error, Hashable, Sendable {
    // MARK: Of any subject

    /// What was named does not exist.
    case unknown(UnknownSubject)
    /// What is to be new is there already.
    case taken(TakenName)
    /// Something has to be said for it.
    case needs(NeededInput)
    /// What was given makes no sense, whatever the store holds.
    case invalid(InvalidInput)
    /// The moment in which something could be taken back is over, since then; nil where the policy gives none.
    case over(Reversal, since: Instant?)
    /// Only the agent who did it can take it back.
    case ofAnother(OwnAct, by: AgentName)

    // MARK: The store

    /// The store as a whole.
    case store(StoreTrouble)
    /// A file that belongs to a store, or was taken for one.
    case file(_ path: String, FileTrouble)
    /// What the disk or the system refused.
    case disk(_ path: String, DiskTrouble)
    /// A store that is to be replaced, and the copy that is to take its place.
    case replacing(_ path: String, ReplacingRefusal)

    // MARK: Its subjects

    case agent(AgentName, AgentRefusal)
    case grant(GrantRefusal)
    case ticket(TicketID, TicketRefusal)
    /// A ticket that is to be opened.
    case opening(OpeningRefusal)
    case request(RequestID, RequestRefusal)
    case batch(BatchRefusal)
    case incident(IncidentID, IncidentRefusal)
    /// What is asked of the App Store.
    case asking(AskingRefusal)
    /// What is answered about a refund.
    case refund(RefundRequestID, RefundRefusal)
    case documents(DocumentRefusal)
}

extension StoreError {
    /// An error of the store's as it is, and any other as one without a code.
    package init(of error: any Error) { self = error as? StoreError ?? .store(.failed(code: nil)) }

    /// Runs work that throws plainly, and says its errors as the store's.
    package static func translating<Value>(_ work: () throws -> Value) throws(StoreError) -> Value {
        do { return try work() } catch { throw StoreError(of: error) }
    }

    /// The kinds of failure, by their machine-readable names.
    package enum Code: String, Hashable, Sendable, CaseIterable {
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
        package var exitCode: Int32 {
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
    package var code: Code {
        switch self {
        case .unknown: .notFound
        case .taken: .conflict
        case .needs, .invalid: .usage
        case .over(let reversal, _): reversal.code
        case .ofAnother: .refused
        case .store(let trouble): trouble.code
        case .file(_, let trouble): trouble.code
        case .disk: .unavailable
        case .replacing(_, let refusal): refusal.code
        case .agent: .refused
        case .grant(let refusal): refusal.code
        case .ticket(_, let refusal): refusal.code
        case .opening: .conflict
        case .request(_, let refusal): refusal.code
        case .batch(let refusal): refusal.code
        case .incident(_, let refusal): refusal.code
        case .asking: .conflict
        case .refund(_, let refusal): refusal.code
        case .documents(let refusal): refusal.code
        }
    }
}
