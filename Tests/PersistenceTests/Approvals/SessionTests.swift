import PersistenceTesting
import Purchases
import Testing

@testable import FileStore
@testable import Persistence

/// Who logged in once is one person, also under two names: four eyes are two logins.
struct SessionTests {
    private static let second = AgentName("lea")

    private func create(in folder: StoreFolder, practice: Bool) throws {
        let store = try Store.create(at: folder.path, practice: practice, by: People.lead, at: People.now)
        try People.settle(store)
        try store.addAgent(Self.second, role: .lead, by: People.lead, at: People.now)
        try store.close()
    }

    /// The login in which it is asked, the one in which it is approved, whether for practice, and whether it is given.
    private static let logins: [(UInt32?, UInt32?, Bool, Bool)] = [
        (1000, 1000, false, false), (1000, 1001, false, true), (nil, 1000, false, true),
        (1000, nil, false, true), (nil, nil, false, true), (1000, 1000, true, true),
    ]

    @Test(arguments: logins)
    func oneLoginDoesNotApproveWhatItAsked(
        _ asking: UInt32?, _ deciding: UInt32?, _ isPractice: Bool, _ isGiven: Bool
    ) throws {
        let folder = try StoreFolder()
        try create(in: folder, practice: isPractice)
        let first = try Store.open(at: folder.path, session: asking)
        let request = try RequestTests.file(first)
        try first.close()
        let other = try Store.open(at: folder.path, session: deciding)
        defer { try? other.close() }
        let error = failure { _ = try other.act(.approve(), on: request.id, by: Self.second, at: People.now) }
        #expect(error == (isGiven ? nil : .request(request.id, .sameSession(asker: People.agent))))
        #expect((error?.code == .refused) == !isGiven)
        #expect(try other.number("SELECT count(*) FROM grants") == (isGiven ? 1 : 0))
        #expect(try other.verifyAudit().isOK)
    }

    @Test func whateverIsAskedKeepsItsLogin() throws {
        let folder = try StoreFolder()
        try create(in: folder, practice: false)
        let store = try Store.open(at: folder.path, session: 1000)
        defer { try? store.close() }
        let token = CustomerValues(appAccountToken: PersonIdentifier(MadeUpCustomer.tokens[0]))
        try store.setCustomer(People.customer, token, by: People.lead, at: People.now)
        let given = try #require(try store.addCustomer("u_9", token, by: People.agent, at: People.now))
        try Shop(store).bring(
            ReportedAttempt(product: "basic", transaction: "7000", events: ReportedAttempt.lost()))
        let answer = try store.act(
            .resolve(.said(.refunded)), on: "1", reference: "HD-1", by: People.agent, at: People.now)
        let ended = try #require(answer.request)
        for request in [given.id, ended.id] {
            #expect(
                failure { _ = try store.act(.approve(), on: request, by: Self.second, at: People.now) }
                    == .request(request, .sameSession(asker: People.agent)))
        }
    }

    @Test func aLeadIsNotASecondOneInTheSameLogin() throws {
        let folder = try StoreFolder()
        try create(in: folder, practice: false)
        let store = try Store.open(at: folder.path, session: 1000)
        defer { try? store.close() }
        var wish = try People.request()
        wish.term = .lifetime
        guard case .filed(let request) = try store.grant(wish, by: People.lead, at: People.now) else {
            throw Expected("a request")
        }
        #expect(
            failure { _ = try store.act(.approve(), on: request.id, by: Self.second, at: People.now) }
                == .request(request.id, .sameSession(asker: People.lead)))
        #expect(
            try store.act(.withdraw, on: request.id, by: People.lead, at: People.now).request.state
                == .withdrawn)
    }
}
