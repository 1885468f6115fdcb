import Purchases
import TerminalCore
import TerminalTesting
import Testing

@testable import Console
@testable import Persistence

/// Every screen at three sizes, held to golden files.
struct ScreenTests {
    @Test(arguments: Frames.sizes) func customers(_ size: Size) { show("", size, "customers") }
    @Test(arguments: Frames.sizes) func searching(_ size: Size) { show("zo", size, "search") }
    @Test(arguments: Frames.sizes) func searchingOverACustomer(_ size: Size) {
        show("zoë<Enter>/", size, "search-over")
    }
    @Test(arguments: Frames.sizes) func anUnknownOrder(_ size: Size) {
        show("MK4X8ABC12", size, "search-order")
    }
    @Test(arguments: Frames.sizes) func recordingAnOrder(_ size: Size) {
        show("MK4X8ABC12<F4>", size, "order")
    }
    @Test(arguments: Frames.sizes) func nothingFound(_ size: Size) { show("qqq", size, "search-nothing") }
    @Test(arguments: Frames.sizes + [Frames.widest]) func customer(_ size: Size) {
        show("zo<Enter>", size, "customer")
    }
    @Test(arguments: Frames.sizes) func grants(_ size: Size) {
        show("zo<Enter><Tab><Tab>", size, "customer-grants")
    }
    @Test(arguments: Frames.sizes) func notes(_ size: Size) {
        show("zo<Enter><Tab><Tab><Tab>", size, "customer-notes")
    }
    @Test(arguments: Frames.sizes + [Frames.widest]) func timeline(_ size: Size) {
        show("zo<Enter><S-Tab><S-Tab>", size, "customer-timeline")
    }
    @Test(arguments: Frames.sizes) func why(_ size: Size) { show("zo<Enter><S-Tab>", size, "customer-why") }
    @Test(arguments: Frames.sizes) func asOf(_ size: Size) {
        show("zo<Enter>t2020-08-10<Enter>", size, "customer-as-of")
    }
    @Test(arguments: Frames.sizes) func askingForADay(_ size: Size) {
        show("zo<Enter>t20", size, "customer-as-of-prompt")
    }
    @Test(arguments: Frames.sizes) func hostileCustomer(_ size: Size) {
        show("mallory<Enter>", size, "customer-hostile")
    }
    @Test(arguments: Frames.sizes + [Frames.widest]) func chain(_ size: Size) {
        show("zo<Enter>j<Enter>", size, "chain")
    }
    @Test(arguments: Frames.sizes) func chainFacts(_ size: Size) {
        show("zo<Enter>j<Enter><Tab>", size, "chain-facts")
    }
    @Test(arguments: Frames.sizes) func chainClaims(_ size: Size) {
        show("zo<Enter>j<Enter><Tab><Tab>", size, "chain-claims")
    }
    @Test(arguments: Frames.sizes) func chainNotifications(_ size: Size) {
        show("zo<Enter>j<Enter><S-Tab>", size, "chain-notifications")
    }
    @Test(arguments: Frames.sizes) func timelineEntry(_ size: Size) {
        show("zo<Enter><S-Tab><S-Tab>jjjj<Enter>", size, "customer-timeline-entry")
    }
    @Test(arguments: Frames.sizes) func documents(_ size: Size) { show("zo<Enter>o", size, "documents") }
    @Test(arguments: Frames.sizes) func document(_ size: Size) {
        show("zo<Enter>o<Enter>", size, "document")
    }
    @Test(arguments: Frames.sizes) func decodedDocument(_ size: Size) {
        show("zo<Enter>oj<Enter>", size, "document-decoded")
    }
    @Test(arguments: Frames.sizes) func documentAsKept(_ size: Size) {
        show("zo<Enter>oj<Enter>o", size, "document-as-kept")
    }
    @Test(arguments: Frames.sizes) func answeredDocument(_ size: Size) {
        show("zo<Enter>ojjj<Enter>", size, "document-answer")
    }
    @Test(arguments: Frames.sizes) func copyMenu(_ size: Size) { show("zo<Enter>y", size, "copy") }
    @Test(arguments: Frames.sizes) func filtered(_ size: Size) {
        show("<Esc>fstatus:expired renewal:off<Enter>", size, "customers-filtered")
    }
    @Test(arguments: Frames.sizes) func askingForAFilter(_ size: Size) {
        show("<Esc>fstatus:lapsed<Enter>", size, "customers-filter-prompt")
    }
    @Test(arguments: Frames.sizes + [Frames.widest]) func makeGood(_ size: Size) {
        show("zo<Enter>m", size, "make-good")
    }
    @Test(arguments: Frames.sizes) func confirming(_ size: Size) {
        show("zo<Enter>m<C-s>", size, "make-good-confirm")
    }
    @Test(arguments: Frames.sizes) func holding(_ size: Size) {
        show("zo<Enter><Tab><Tab>x<C-s>y", size, "revoke-holding")
    }
    @Test(arguments: Frames.sizes) func aboveTheLimits(_ size: Size) {
        show("zo<Enter>m<Right><Right><Right><Right><Right><Right>", size, "make-good-above-limits")
    }
    @Test(arguments: Frames.sizes) func askingALead(_ size: Size) {
        show("zo<Enter>m<Right><Right><Right><Right><Right><Right><C-s>", size, "make-good-asking")
    }
    @Test(arguments: Frames.sizes) func silentLosses(_ size: Size) {
        show("<Esc>2S", size, "silent-losses")
    }
    @Test(arguments: Frames.sizes) func markedSilentLosses(_ size: Size) {
        show("<Esc>2S *A", size, "silent-losses-marked")
    }
    @Test(arguments: Frames.sizes) func attach(_ size: Size) {
        show(Self.toChain(size, then: "au_99"), size, "attach")
    }
    @Test(arguments: Frames.sizes) func attachingToSomebodyNew(_ size: Size) {
        show(Self.toChain(size, then: "au_99<Tab><Tab><Right><C-s>"), size, "attach-confirm")
    }
    /// From a customer's verdict to the chains: where the verdict fills the page it is a pane of its own.
    private static func toChain(_ size: Size, then keys: String) -> KeyScript {
        KeyScript(stringLiteral: "zo<Enter>\(size.rows == 10 ? "<Tab><S-Tab>" : "j")<Enter>\(keys)")
    }
    @Test(arguments: Frames.sizes) func deliveredByWord(_ size: Size) {
        show("<Esc>2b", size, "tickets-by-word")
    }
    @Test(arguments: Frames.sizes) func revoke(_ size: Size) { show("zo<Enter><Tab><Tab>x", size, "revoke") }
    @Test(arguments: Frames.sizes) func note(_ size: Size) { show("zo<Enter>N", size, "note") }
    @Test(arguments: Frames.sizes) func leavingAForm(_ size: Size) {
        show("zo<Enter>Ncalls back on Monday<Esc>", size, "note-leaving")
    }
    @Test(arguments: Frames.sizes) func findingInATimeline(_ size: Size) {
        show("zo<Enter><S-Tab><S-Tab>/bought", size, "customer-timeline-find")
    }
    @Test(arguments: Frames.sizes) func walkingThroughMatches(_ size: Size) {
        show("zo<Enter>o<Enter>/auto<Enter>", size, "document-find")
    }
    @Test(arguments: Frames.sizes) func auditEntryAsKept(_ size: Size) {
        show("<Esc>5o", size, "audit-entry-as-kept")
    }
    @Test(arguments: Frames.sizes + [Frames.widest]) func audit(_ size: Size) {
        show("<Esc>5", size, "audit")
    }
    @Test(arguments: Frames.sizes) func auditEntry(_ size: Size) {
        show("<Esc>5<Enter>", size, "audit-entry")
    }
    @Test(arguments: Frames.sizes) func auditFilter(_ size: Size) { show("<Esc>5f", size, "audit-filter") }
    @Test(arguments: Frames.sizes) func help(_ size: Size) { show("zo<Enter>?", size, "help") }
    @Test(arguments: Frames.sizes) func palette(_ size: Size) { show("zo<Enter>:", size, "palette") }

    @Test(arguments: Frames.sizes) func nobodysChainWithRefundsAndUpgrades(_ size: Size) {
        var state = Frames.state(size)
        state.play("x<Enter>") { request in
            guard case .read(let query as SearchQuery, _) = request else {
                return Answers.all(request)
            }
            let match = SearchResults.Match(
                customer: nil, chain: Chains.taro.id.original, ticket: nil, matchedOn: "transaction",
                matchedText: "2000000900000023", hasAccess: false)
            return .page(
                SearchResults(
                    query: "x", kind: .transactionID, matches: [match], isRead: false, isTruncated: false),
                of: query)
        }
        Frames.expect(state, size, "chain-nobodys")
    }

    @Test(arguments: Frames.sizes) func chainWithANamesakeAndALateClaim(_ size: Size) {
        var state = Frames.state(size)
        let late = OwnerClaim(
            kind: .appAccountToken, customer: People.zoe.id, token: "6f3f5a2e-8e8e-4a55-8f8e-0d7f4a1f6a10",
            at: Pages.moment("2020-04-28T19:42:10Z"), knownAt: Pages.moment("2021-08-01T08:00:00Z"))
        state.play("zo<Enter>j<Enter><Tab><Tab>") { request in
            guard case .read(let query as ChainQuery, let at) = request else {
                return Answers.all(request)
            }
            return .page(
                Pages.chain(
                    Chains.zoe, owner: People.zoe, claims: [late], otherEnvironments: [.sandbox], at: at),
                of: query)
        }
        Frames.expect(state, size, "chain-warnings")
    }

    @Test(arguments: Frames.sizes) func plain(_ size: Size) {
        var options = Frames.options
        options.isPlain = true
        var state = Frames.state(size, options: options)
        state.play("zo<Enter>j<Enter>", Answers.all)
        Frames.expect(state, size, "chain-plain")
        state.play("<Esc>", Answers.all)
        Frames.expect(state, size, "customer-plain")
    }

    @Test func asciiOnly() {
        let size = Frames.sizes[0]
        var state = Frames.state(size)
        state.play("zo<Enter>j<Enter>", Answers.all)
        Frames.expect(state, size, "chain-ascii", glyphs: .ascii)
    }

    @Test func viewersSeeMaskedLists() {
        let size = Frames.sizes[0]
        var options = Frames.options
        options.isReadOnly = true
        var state = Frames.state(size, role: .viewer, options: options)
        state.play("") { Answers.forViewers($0) ?? Answers.all($0) }
        Frames.expect(state, size, "customers-viewer")
    }

    @Test func tooSmall() {
        let size = Size(columns: 39, rows: 9)
        Frames.expect(Frames.state(size), size, "too-small")
    }

    private func show(_ script: KeyScript, _ size: Size, _ name: String) {
        var state = Frames.state(size)
        state.play(script, Answers.all)
        Frames.expect(state, size, name)
    }
}
