package import Persistence
package import Purchases
package import TerminalCore
import Wording

/// What a screen may know beside its own state: who looks, when, in which store and how large it is drawn.
struct ConsoleContext: Equatable, Sendable {
    var now: Instant
    /// Who sits at the console.
    var agent: AgentName
    /// What that person may do.
    var role: Role
    /// How the console was started.
    var options: ConsoleOptions
    /// The room for a screen's body.
    var body: Size
    /// How many tickets wait; nil until that is read.
    var ticketCounts: TicketCounts?
    /// What the shop calls products, for lists; pages name their ids, which other programs know.
    var products = ProductNames()
    /// How many losses no ticket stands for; nil until that is read.
    var silentLosses: SilentLossCount?
    /// How many purchases were delivered by the app's word alone; nil before the first answer.
    var unconfirmedDeliveries: CappedCount?
    /// How the server stands; nil until that is read.
    var server: ServerStatus?
    var serverReadAt: Instant?

    /// The other consoles on the store.
    var otherConsoles: [PresentConsole] = []
    /// How many requests wait for a lead, of those that one sees; nil until that is read.
    var openRequests: CappedCount?
    /// The grants that one gave and the tickets that one opened a moment ago and can still take back, the newest last.
    var cancellable: [CancelOffer] = []

    /// The batches that this console carries on.
    var carriedBatches: [BatchID: CarriedBatch] = [:]

    /// The searches of this session, the last one first.
    var searches: [String] = []

    /// A product as the shop calls it; its id where the catalogue has no name for it.
    func shown(_ product: ProductID) -> String { products.shown(product, in: "en") }

    var time: TimeText { TimeText(now: now) }

    /// Who reads.
    var reader: Reader { .person(at: now) }

    /// Who reads lists.
    var list: ListReader { ListReader(reader, at: now, products: products) }

    /// The customers whose personal data was revealed at this console, and when.
    var revealed: [AppUserID: Instant] = [:]

    /// For how many seconds more a customer's personal data is shown that is hidden otherwise; nil when it is not, also by a
    /// clock that was set back.
    func secondsRevealed(_ customer: AppUserID) -> Int? {
        guard let at = revealed[customer], at <= now else { return nil }
        let left = Revealing.length - (now - at)
        return left > .zero ? Int((left.count + 999) / 1000) : nil
    }

    /// Whether everything is said in lines of text.
    var isPlain: Bool { options.isPlain }

    /// Why personal data is not shown; nil when it is.
    var concealment: String? { role.may(.reveal) ? nil : "a \(role.rawValue) does not see personal data" }

    /// Why stored documents are not shown; nil when they are.
    var documentRefusal: String? {
        if let concealment { return concealment }
        return options.isReadOnly
            ? "this console is read-only, and each look at a document is noted in the log" : nil
    }

    /// Why nothing can be copied; nil when something can.
    var copyRefusal: String? { options.isReadOnly ? "this console is read-only" : nil }

    /// Why personal data that is hidden cannot be looked at; nil when it can, with a reason.
    var revealRefusal: String? {
        if options.isReadOnly { return "this console is read-only, and a look is noted in the log" }
        if role.may(.reveal) { return "nothing is hidden from you" }
        return role.may(.revealOnce) ? nil : "a \(role.rawValue) does not see personal data"
    }

    /// Why no person can be erased; nil when one can.
    var erasureRefusal: String? { refusal(without: .erase, "only a lead erases a person") }

    /// Why nothing can be taken out to a file; nil when it can.
    var exportRefusal: String? {
        if options.isReadOnly {
            return "this console is read-only, and each export is noted in the log"
        }
        if !role.may(.export) { return "a \(role.rawValue) does not see personal data" }
        return options.exportFolder == nil ? "this console knows no folder for it" : nil
    }

    /// Why nothing can be asked of the App Store; nil when something can.
    var askRefusal: String? { refusal(without: .askAppStore) }

    /// Why Apple cannot be asked to renew later; nil when it can.
    var extendRefusal: String? { refusal(without: .extend, "only a lead has Apple renew later") }

    /// Why Apple cannot be told whose a chain is; nil when it can.
    private var tokenRefusal: String? {
        refusal(without: .setAccountToken, "only a lead tells Apple whose a chain is")
    }

    /// Why no refund can be answered; nil when one can.
    var refundRefusal: String? { refusal(without: .answerRefunds, "only leads do that") }

    /// Why nobody can be made good in a batch; nil when they can.
    var bulkRefusal: String? { refusal(without: .bulk, "only a lead makes good for many at once") }

    /// Why no incident can be shaped; nil when it can.
    var shapeRefusal: String? { refusal(without: .bulk, "only leads do that") }

    /// Why something that is asked of the App Store cannot be cancelled; nil when it can: who may ask for it may.
    func refusal(toCancel request: AppStoreRequest) -> String? {
        switch request.kind.permission {
        case .extend: extendRefusal
        case .setAccountToken: tokenRefusal
        case .answerRefunds: refundRefusal
        default: askRefusal
        }
    }

    /// Why no ticket can be worked on; nil when one can.
    var ticketRefusal: String? { refusal(without: .workTickets) }

    /// Why nothing can be changed; nil when it can.
    var refusal: String? { refusal(without: .grant) }

    /// Why nothing is possible that changes the store and needs a permission, and who has that; nil when it is.
    func refusal(without permission: Permission, _ why: String? = nil) -> String? {
        if options.isReadOnly { return "this console is read-only" }
        return role.may(permission) ? nil : why ?? "a \(role.rawValue) may only read"
    }
}

/// How a console is started.
package struct ConsoleOptions: Equatable, Sendable {
    /// What the store is called in the top line.
    package var storeName: String
    /// Whether the store is for practice.
    package var isPractice: Bool
    /// Whether this console writes nothing.
    package var isReadOnly: Bool
    /// Whether boxes and strips give way to lines of text, for screen readers.
    package var isPlain: Bool
    /// The environments whose purchases give access.
    package var environments: [AppStoreEnvironment]
    /// The signs that frames and marks are drawn with.
    package var glyphs: Glyphs
    /// How often the console looks at the clock by itself, in milliseconds; nil only when told to.
    package var tickMilliseconds: Int?
    /// The folder into which what is taken out is written; nil where nothing is.
    package var exportFolder: String?
    /// What is the matter with the store's file since it was opened; nil when nothing is.
    package var notice: StoreNotice?

    package init(
        storeName: String, isPractice: Bool = false, isReadOnly: Bool = false, isPlain: Bool = false,
        environments: [AppStoreEnvironment] = [.production], glyphs: Glyphs = .unicode,
        tickMilliseconds: Int? = 1000
    ) {
        self.storeName = storeName
        self.isPractice = isPractice
        self.isReadOnly = isReadOnly
        self.isPlain = isPlain
        self.environments = environments
        self.glyphs = glyphs
        self.tickMilliseconds = tickMilliseconds
    }
}

/// A batch that this console carries on, whatever screen is in front.
struct CarriedBatch: Equatable, Sendable {
    /// How far it is by the newest answer; nil before the first.
    var progress: Batch?
}
