import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// Apple is asked to sign a customer's token into a chain: by leads alone, once, and with what follows from it.
struct AccountTokenTests {
    private static let token = MadeUpCustomer.tokens[0]
    /// A chain that is u_1's by name, beside u_2, whose token is known.
    private let place: AskedShop
    private var store: Store { place.store }

    init() throws {
        place = try AskedShop(Shop.staffed())
        try place.shop.bring(
            Paper.receipt([Paper.Entry(id: "70", chain: "70")], on: 0), customer: "u_1")
        try place.shop.bring(Paper.customer("u_2", token: Self.token))
    }

    private func wish(_ customer: AppUserID = "u_2") -> AttachRequest {
        AttachRequest("70", to: customer, reason: "wrong_account")
    }

    @discardableResult
    private func ask(
        _ customer: AppUserID = "u_2", by agent: AgentName = Shop.lead
    ) throws -> AskedRow {
        try store.askAccountToken(wish(customer), by: agent, at: Shop.soon).asked
    }

    /// What is asked about the chain, the newest first.
    private func kinds() throws -> [AppStoreRequest.Kind] {
        try store.asked(.chain("70")).map(\.request.kind)
    }

    private func owner() throws -> AppUserID? { try store.chainPage("70", at: Shop.soon)?.owner?.id }

    @Test func bothCustomersAccessIsShownAndNothingMoves() throws {
        let preview = try store.previewAccountToken(wish(), at: Paper.moment(10))
        #expect(preview.from == "u_1" && preview.to == "u_2" && preview.people == ["u_1", "u_2"])
        #expect(preview.before["u_1"]?.map(\.isEntitled) == [true])
        #expect(preview.after["u_1"]?.contains(where: \.isEntitled) == false)
        #expect(preview.after["u_2"]?.map(\.isEntitled) == [true])
        #expect(try store.asked(.all).isEmpty, "a preview asks for nothing")
        let asked = try ask()
        #expect(asked.request.kind == .token && asked.request.subject == "70")
        #expect(try owner() == "u_1", "nothing moves before Apple signs it")
        #expect(try kinds() == [.token] && store.asked(.customer("u_1")).map(\.id) == [asked.id])
        let entry = try #require(try store.audit(action: "app_store.token").entries.first)
        let details = #"{"from":"u_1","kind":"token","reason":"wrong_account","subject":"70","to":"u_2"}"#
        #expect(entry.details == details)
        #expect(try store.audit(about: "customer:u_2").entries.contains { $0.sequence == entry.sequence })
    }

    @Test func theTokenOfThatMomentIsSent() throws {
        let asked = try ask()
        let means = try #require(try place.due(at: Shop.soon)).means
        #expect(means.accountToken == Self.token && means.chain == ChainID("70", in: .production))
        #expect(!asked.request.arguments.contains(Self.token), "it goes with its customer")
        _ = try store.erase(
            ErasureRequest("u_2", reason: "asked for", confirmation: "u_2"), by: Shop.lead, at: Shop.soon)
        #expect(try store.means(toAsk: asked.request) == .none)
    }

    @Test func askingTwiceIsAskingOnce() throws {
        let first = try ask()
        #expect(try ask() == first)
        try place.shop.bring(Paper.customer("u_3", token: MadeUpCustomer.tokens[1]))
        #expect(throws: StoreError.asking(.tokenWaits(first.id))) { try ask("u_3") }
        try store.cancelAsked(first.id, by: Shop.lead, at: Shop.soon)
        #expect(try ask("u_3").id != first.id)
    }

    @Test func onlyALeadAsks() throws {
        let refusal = StoreError.agent(Shop.agent, .notAllowed(.agent, .setAccountToken))
        #expect(throws: refusal) { try ask(by: Shop.agent) }
        #expect(throws: StoreError.self, "no way around it") {
            try store.askAppStore(.token, about: "70", by: Shop.lead, at: Shop.soon)
        }
        let asked = try ask()
        #expect(throws: refusal) { try store.cancelAsked(asked.id, by: Shop.agent, at: Shop.soon) }
    }

    @Test func whatStandsAgainstItIsNotKept() throws {
        #expect(failure { try ask("u_9") }?.code == .notFound)
        #expect(throws: StoreError.asking(.tokenRefused("70", "u_1", .noToken))) { try ask("u_1") }
        _ = try store.attach(
            AttachRequest("70", to: "u_1", reason: "other"), by: Shop.lead, at: Shop.soon)
        #expect(throws: StoreError.asking(.tokenRefused("70", "u_2", .attachedToAnother))) { try ask() }
        #expect(throws: StoreError.unknown(.chain("71"))) {
            try store.previewAccountToken(
                AttachRequest("71", to: "u_2", reason: "other"), at: Shop.soon)
        }
        #expect(try store.asked(.all).isEmpty)
    }

    @Test func whatAppleSignedIsAskedForAndDecides() throws {
        try place.note(ask().id, .answered("token_set"), at: Shop.soon)
        #expect(try store.asked(.chain("70")).map(\.request.state) == [.waiting, .done])
        #expect(try kinds() == [.refresh, .token])
        try place.shop.bring(
            Paper.receipt([Paper.Entry(id: "70", chain: "70", token: Self.token)], on: 6), at: Shop.soon)
        #expect(try owner() == "u_2")
        #expect(throws: StoreError.asking(.tokenRefused("70", "u_2", .signed))) { try ask() }
    }

    /// An answer may be lost: then only news tell what Apple signs. What Apple refused changed nothing.
    @Test func whatMayHaveBeenDoneIsAskedFor() throws {
        let refused = try ask()
        try place.note(refused.id, .refused("4000185"), at: Shop.soon)
        #expect(try kinds() == [.token])
        let lost = try ask()
        for hours in [0, 7, 14, 21, 28] as [Int64] {
            try place.note(
                lost.id, .failed("timeout", isCounted: true, notBefore: nil), at: Shop.soon + .hours(hours))
        }
        #expect(try store.asked(lost.id)?.request.state == .failed)
        #expect(try kinds() == [.refresh, .token, .token])
    }
}
